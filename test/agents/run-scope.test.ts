// Handles in runs: kinds whose handles end with the run, who may inspect, and that runs share nothing they may not.

import { expect, test } from 'vitest'
import { z } from 'zod'
import { agent, handoff, type Model, runAgent } from '../../src/agents/index.js'
import { createGate, inspectHandle, kind, memoryStore, type Tool, tool } from '../../src/index.js'
import { actors, makeTools, openSession, played, shown } from './kit.js'

class Draft {
  constructor(readonly text: string) {}
}

function world(store = memoryStore(), scope: 'run' | 'conversation' = 'run') {
  const DraftKind = kind('draft', {
    is: (value): value is Draft => value instanceof Draft,
    encode: ({ text }: Draft) => ({ text }),
    decode: ({ text }) => new Draft(text),
    card: () => ({ label: 'a draft', facts: {} }),
    scope,
  })
  const read: string[] = []
  const write = tool({
    name: 'write_draft',
    description: 'Writes a draft.',
    useWhen: 'asked to',
    input: z.object({}),
    output: z.object({ draft: DraftKind.handle() }),
    effect: 'read',
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { draft: new Draft('hello') }
    },
  }) as unknown as Tool
  const show = tool({
    name: 'show_draft',
    description: 'Shows a draft.',
    useWhen: 'asked to',
    input: z.object({ draft: DraftKind.handle() }),
    effect: 'read',
    run: ({ draft }) => {
      read.push(draft.text)
      return { shown: draft.text }
    },
  }) as unknown as Tool
  const { send } = makeTools()
  const log = { debug() {}, info() {}, warn() {}, error() {} } as never
  const gate = createGate({
    tools: [write, show, send],
    kinds: [DraftKind as never],
    store,
    key: 'k'.repeat(32),
    log,
  })
  const open = (more: { handles?: boolean } = {}) =>
    gate.session({ tenant: 't', user: 'u', conversation: 'c', ...more })
  const reader = agent({ name: 'Reader', instructions: 'Reader', tools: [show] })
  const writer = agent({
    name: 'Writer',
    instructions: 'Writer',
    tools: [write, show, send],
    handoffs: [handoff(reader, { context: 'full' })],
  })
  return { read, open, writer, reader }
}

/** Plays a script whose arguments may name the token that was seen last. */
function withToken(
  scripts: Parameters<typeof actors>[0],
  seen = { token: '' },
): Model & { seen: typeof seen } {
  const made = actors(scripts)
  return {
    ...made,
    seen,
    doStream: async (request) => {
      seen.token = JSON.stringify(request.prompt).match(/draft_[\w.~-]{10,}/)?.[0] ?? seen.token
      const { stream } = await made.doStream(request as never)
      const { token } = seen
      return {
        stream: (stream as ReadableStream<{ type: string; input?: string }>).pipeThrough(
          new TransformStream({
            transform: (part, out) =>
              out.enqueue(part.input ? { ...part, input: part.input.replace('TOKEN', token) } : part),
          }),
        ),
      }
    },
  }
}

const TOKEN = { draft: 'TOKEN' }

test('a handle of one run goes with its handoffs, and no further', async () => {
  const { read, open, writer } = world()
  const session = open()
  const model = withToken({
    Writer: [{ call: 'write_draft' }, { call: 'transfer_to_Reader', args: { task: 'show it' } }],
    Reader: [{ call: 'show_draft', args: TOKEN }, 'shown'],
  })
  const first = await runAgent(writer, { model, session, input: 'go' }).result
  expect(first.outcomes.map(({ status }) => status)).toEqual(['ok', 'ok'])
  expect(read).toEqual(['hello'])

  const { token } = model.seen
  expect(token).toMatch(/^draft_/)
  const outside = await session.call({ id: 'x', name: 'show_draft', args: { draft: token } })
  expect(outside).toMatchObject({ status: 'error', error: { code: 'handle_not_found' } })
  expect(outside.model).toMatch(/good in the run that made it/)
  const later = withToken({ Writer: [{ call: 'show_draft', args: TOKEN }, 'no'] }, { token })
  const second = await runAgent(writer, { model: later, session, input: 'go on' }).result
  expect(second.outcomes).toMatchObject([{ status: 'error', error: { code: 'handle_not_found' } }])
  expect(read).toEqual(['hello'])
})

test('outside of a run such a kind is refused with what to do', async () => {
  const { open } = world()
  const outcome = await open().call({ id: 'x', name: 'write_draft', args: {} })
  expect(outcome).toMatchObject({ status: 'error', error: { code: 'handle_not_permitted' } })
  expect(outcome.model).toMatch(/needs a run.*runAgent/)
})

test('a resumed run has its handles still, in another process', async () => {
  const store = memoryStore()
  const first = world(store)
  const scripts = {
    Writer: [
      { call: 'write_draft' },
      { call: 'send', args: { to: 'a@b.test', text: 'x' } },
      { call: 'show_draft', args: TOKEN },
      'shown',
    ],
  }
  const model = withToken(scripts)
  const run = runAgent(first.writer, { model, session: first.open(), input: 'go' })
  expect((await run.result).status).toBe('held')
  const state = JSON.parse(JSON.stringify(run.state()))
  const second = world(store)
  const { result } = await played(
    runAgent(second.writer, { model, session: second.open(), state }),
    (event) => {
      if (event.type !== 'approval') return
      return second.open().deny(event.approval.id, { by: 'u' })
    },
  )
  expect(result.outcomes.at(-1)).toMatchObject({ tool: 'show_draft', status: 'ok' })
  expect(second.read).toEqual(['hello'])
})

test('a run without handles shares no outcome with one that has them', async () => {
  const { open, writer } = world(memoryStore(), 'conversation')
  const script = () => actors({ Writer: [{ call: 'write_draft' }, 'x'] })
  const native = runAgent(writer, { model: script(), session: open({ handles: false }), input: 'go' })
  const other = runAgent(writer, { model: script(), session: open(), input: 'go' })
  expect((await native.result).outcomes[0]?.handles).toEqual([])
  expect((await other.result).outcomes[0]?.handles).toHaveLength(1)
})

test('equal reads of two runs at once share no outcome that holds a handle of one of them', async () => {
  const { open, writer } = world()
  const script = () =>
    withToken({ Writer: [{ call: 'write_draft' }, { call: 'show_draft', args: TOKEN }, 'x'] })
  const session = open()
  const runs = [1, 2].map(() => runAgent(writer, { model: script(), session, input: 'go' }).result)
  for (const { outcomes } of await Promise.all(runs)) {
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok'])
  }
})

test('an agent inspects handles only when it lists the inspector, and its source holds it', async () => {
  const tools = makeTools()
  const lists = agent({ name: 'Lists', instructions: 'Lists', tools: [tools.search, inspectHandle] })
  const not = agent({ name: 'Not', instructions: 'Not', tools: [tools.search], handoffs: [lists] })
  const inspect = { call: 'inspect_handle', args: { handle: 'result_x', view: 'card' } }
  const session = openSession(tools)
  const model = actors({ Lists: [inspect, 'x'] })
  const own = await runAgent(lists, { model, session, input: 'go' }).result
  expect(shown(model, 'Lists')).toEqual(['search', 'inspect_handle'])
  expect(own.outcomes).toMatchObject([{ status: 'error' }])
  const other = actors({ Not: [inspect, { call: 'transfer_to_Lists' }], Lists: [inspect, 'x'] })
  const result = await runAgent(not, { model: other, session, input: 'go' }).result
  expect(shown(other, 'Not')).not.toContain('inspect_handle')
  expect(shown(other, 'Lists')).toEqual(['search'])
  expect(result.outcomes.map(({ status }) => status)).toEqual(['denied', 'denied'])
})

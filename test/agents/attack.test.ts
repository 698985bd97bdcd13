// Attacks on runs that no other room of tests holds: what hangs, lies, repeats itself, or was stored and edited.

import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  agent,
  agentTool,
  type HandoffOptions,
  handoff,
  type Model,
  runAgent,
} from '../../src/agents/index.js'
import { actors, makeTools, openSession, played } from './kit.js'

const soon = { timeout: 2_000 }
const never = () => new Promise<never>(() => {})
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('instructions that never come: the run can be aborted', soon, async () => {
  const stuck = agent({ name: 'Stuck', instructions: never })
  const run = runAgent(stuck, { model: actors({}), session: openSession(makeTools()), input: 'go' })
  setTimeout(() => run.abort(), 10)
  expect(await run.result).toMatchObject({ status: 'aborted' })
})

test.each([undefined, null, 7, { text: 'x' }])('instructions that give %j are a fault', async (odd) => {
  const lost = agent({ name: 'Lost', instructions: () => odd as never })
  const model = actors({ undefined: ['x'], null: ['x'], 7: ['x'], '[object Object]': ['x'] })
  const run = runAgent(lost, { model, session: openSession(makeTools()), input: 'go' })
  expect(await run.result).toMatchObject({ status: 'error', error: { code: 'internal' } })
})

test.each<[string, HandoffOptions]>([
  ['filter', { filter: never }],
  ['input schema', { input: z.object({ task: z.string().refine(never) }) }],
])('a %s that hangs: the handoff times out, and an abort ends it', soon, async (_, terms) => {
  for (const end of ['timeout', 'aborted']) {
    const target = agent({ name: 'Target', instructions: 'Target' })
    const edge = handoff(target, { ...terms, timeoutMs: end === 'timeout' ? 30 : 60_000 })
    const source = agent({ name: 'Source', instructions: 'Source', handoffs: [edge] })
    const model = actors({
      Source: [{ call: 'transfer_to_Target', args: { task: 'x' } }, 'went on'],
      Target: [],
    })
    const run = runAgent(source, { model, session: openSession(makeTools()), input: 'go' })
    if (end === 'aborted') setTimeout(() => run.abort(), 30)
    const { events } = await played(run)
    expect(events.find(({ type }) => type === 'handoff.finished')).toMatchObject({ status: end })
  }
})

test('stopWhen that gives a promise which fails stops the run, and harms nobody', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const tools = makeTools()
  const one = agent({ name: 'One', instructions: 'One', tools: [tools.search] })
  const stopWhen = (async () => {
    throw new Error('no')
  }) as never
  const model = actors({ One: [{ call: 'search' }, 'done'] })
  const run = runAgent(one, { model, session: openSession(tools), input: 'go', stopWhen })
  expect((await run.result).status).toBe('stopped')
  await after(10)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

test('one id for two different calls of a turn: both outcomes are in the result', async () => {
  const tools = makeTools()
  const one = agent({ name: 'One', instructions: 'One', tools: [tools.search, tools.records] })
  const turns = [
    [
      { type: 'tool-call', toolCallId: 'x', toolName: 'search', input: '{"query":"a"}' },
      { type: 'tool-call', toolCallId: 'x', toolName: 'search', input: '{"query":"b"}' },
      { type: 'tool-call', toolCallId: 'x', toolName: 'search', input: '{ "query": "b" }' },
      { type: 'tool-call', toolCallId: 'x', toolName: 'records', input: '{}' },
      { type: 'finish', finishReason: { unified: 'tool-calls' }, usage: {} },
    ],
    [
      { type: 'text-delta', id: '0', delta: 'ok' },
      { type: 'finish', finishReason: { unified: 'stop' }, usage: {} },
    ],
  ]
  const run = runAgent(one, { model: streams(turns), session: openSession(tools), input: 'go' })
  const { outcomes } = await run.result
  expect(outcomes.map(({ tool: name }) => name).sort()).toEqual(['records', 'search', 'search'])
  // The third is the second again.
  expect(tools.ran).toHaveLength(3)
})

test('a name that a model made up is shown without what a person cannot see', async () => {
  const one = agent({ name: 'One', instructions: 'One' })
  const turns = [
    [
      {
        type: 'tool-call',
        toolCallId: 'x',
        toolName: `\u202Eevil\u001b[2J${'y'.repeat(9_000)}`,
        input: '{}',
      },
      { type: 'finish', finishReason: { unified: 'tool-calls' }, usage: {} },
    ],
    [
      { type: 'text-delta', id: '0', delta: 'ok' },
      { type: 'finish', finishReason: { unified: 'stop' }, usage: {} },
    ],
  ]
  const { events } = await played(
    runAgent(one, { model: streams(turns), session: openSession(makeTools()), input: 'go' }),
  )
  const text = JSON.stringify(events.filter(({ type }) => type === 'call.started'))
  expect(text).toContain('evil')
  expect(text).not.toMatch(/\u202E|\\u001b|y{100}/)
})

test.each(['constructor', 'toString', '__proto__'])('a finish of %s is no special end', async (unified) => {
  const one = agent({ name: 'One', instructions: 'One' })
  const turns = [
    [
      { type: 'text-delta', id: '0', delta: 'ok' },
      { type: 'finish', finishReason: { unified }, usage: {} },
    ],
  ]
  const run = runAgent(one, { model: streams(turns), session: openSession(makeTools()), input: 'go' })
  expect(await run.result).toMatchObject({ status: 'done', text: 'ok' })
})

test('an answer of invisible characters is empty', async () => {
  const one = agent({ name: 'One', instructions: 'One' })
  const model = actors({ One: ['\u200b\u2060 '] })
  const run = runAgent(one, { model, session: openSession(makeTools()), input: 'go' })
  expect((await run.result).status).toBe('empty')
})

test('a model whose answer never ends is cut off', { timeout: 5_000 }, async () => {
  const chunk = 'x'.repeat(1024 * 1024)
  let pulled = 0
  const model: Model = {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'endless',
    doStream: async () => ({
      stream: new ReadableStream<never>({
        pull(controller) {
          if (++pulled > 200) throw new Error('nobody stopped it')
          controller.enqueue({ type: 'text-delta', id: '0', delta: chunk } as never)
        },
      }),
    }),
  }
  const one = agent({ name: 'One', instructions: 'One' })
  const run = runAgent(one, { model, session: openSession(makeTools()), input: 'go' })
  expect(await run.result).toMatchObject({ status: 'error', error: { code: 'model_failed' } })
  expect(pulled).toBeLessThan(100)
})

test('agents that work at once make no more turns than maxTurns together', async () => {
  const target = agent({ name: 'Target', instructions: 'Target' })
  const source = agent({ name: 'Source', instructions: 'Source', handoffs: [agentTool(target)] })
  const asks = Array.from({ length: 4 }, () => ({ call: 'ask_Target', args: { task: 'x' } }))
  const model = actors({ Source: [asks, 'x'], Target: ['1', '2', '3', '4'] })
  const run = runAgent(source, { model, session: openSession(makeTools()), input: 'go', maxTurns: 3 })
  expect((await run.result).status).toBe('stopped')
  expect(model.requests('Target')).toHaveLength(2)
})

test('a policy that is wrong is refused before anything is recorded', () => {
  const tools = makeTools()
  const session = openSession(tools)
  const said = vi.spyOn(session, 'userSaid')
  const one = agent({ name: 'One', instructions: 'One' })
  const policy = { passThrough: false } as never
  expect(() => runAgent(one, { model: actors({}), session, input: 'go', policy })).toThrow(/passThrough/)
  expect(said).not.toHaveBeenCalled()
})

test('an answer that comes through the session wakes the run that waits', soon, async () => {
  const tools = makeTools()
  const one = agent({ name: 'One', instructions: 'One', tools: [tools.send] })
  const session = openSession(tools)
  const model = actors({ One: [{ call: 'send', args: { to: 'a@b.test', text: 'x' } }, 'sent'] })
  const { result } = await played(runAgent(one, { model, session, input: 'send it' }), async (event) => {
    if (event.type === 'approval') await session.approve(event.approval.id, { for: 'once', by: 'u' })
  })
  expect(result).toMatchObject({ status: 'done', text: 'sent' })
  expect(tools.ran).toEqual(['send'])
})

/** A model that gives these parts, a list a turn. */
function streams(turns: readonly (readonly object[])[]): Model {
  let turn = 0
  return {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'streams',
    doStream: async () => ({
      stream: new ReadableStream<never>({
        start(controller) {
          for (const part of turns[turn] ?? []) controller.enqueue(part as never)
          turn++
          controller.close()
        },
      }),
    }),
  }
}

test('an event of a handoff says who gets the answer', async () => {
  const tools = makeTools()
  const target = agent({ name: 'Target', instructions: 'Target' })
  const source = agent({ name: 'Source', instructions: 'Source', handoffs: [target, agentTool(target)] })
  const over = { call: 'transfer_to_Target', args: {} }
  const model = actors({
    Source: [{ call: 'ask_Target', args: {} }, [over, over], over],
    Target: ['1', '2', '3', '4', '5'],
  })
  const run = runAgent(source, { model, session: openSession(tools), input: 'go' })
  const { events } = await played(run)
  const as = (type: string) =>
    events.flatMap((event) => (event.type === type && 'as' in event ? [event.as] : []))
  expect(as('handoff.started')).toEqual(['ask', 'ask', 'ask', 'transfer'])
  expect(as('handoff.finished')).toEqual(['ask', 'ask', 'ask', 'transfer'])
})

test('what the declared edges withhold is told first of all, and nothing when nothing is', async () => {
  const tools = makeTools()
  const last = agent({ name: 'Last', instructions: 'Last', tools: [tools.search, tools.execute] })
  const middle = agent({ name: 'Middle', instructions: 'Middle', tools: [tools.search], handoffs: [last] })
  const first = agent({ name: 'First', instructions: 'First', tools: [tools.search], handoffs: [middle] })
  const reports = async (root: typeof first) => {
    const model = actors({ First: ['x'], Last: ['x'] })
    const run = runAgent(root, { model, session: openSession(tools), input: 'go' })
    return (await played(run)).events.map(({ type, ...rest }) => (type === 'report' ? rest : type))
  }
  const line = 'Middle -> Last grants 1 of 2 tools; withheld: execute_code (not held by Middle).'
  expect((await reports(first))[0]).toEqual({ lines: [line] })
  expect(await reports(last)).not.toContainEqual(expect.objectContaining({ lines: expect.anything() }))
})

test('a handoff by the program that is held tells its approvals, and made again it goes on', async () => {
  const tools = makeTools()
  const target = agent({ name: 'Target', instructions: 'Target', tools: [tools.send] })
  const source = agent({ name: 'Source', instructions: 'Source', tools: [tools.send], handoffs: [target] })
  const send = { call: 'send', args: { to: 'a@b.test', text: 'x' } }
  const model = actors({ Source: ['over'], Target: [send, send, 'sent'] })
  const session = openSession(tools)
  const run = runAgent(source, { model, session, input: 'go' })
  await run.result
  const held = await run.handoff(target, 'send it')
  expect(held).toMatchObject({ status: 'held', approvals: [{ tool: 'send' }] })
  await run.approve(held.approvals[0]?.id ?? '', { for: 'once', by: 'u' })
  expect(await run.handoff(target, 'send it')).toMatchObject({ status: 'done', text: 'sent', approvals: [] })
  expect(tools.ran).toEqual(['send'])
})

test.each(['abort', 'stop'] as const)('after %s the program hands over to nobody', async (how) => {
  const onHandoff = vi.fn()
  const target = agent({ name: 'Target', instructions: 'Target' })
  const source = agent({ name: 'Source', instructions: 'Source', handoffs: [handoff(target, { onHandoff })] })
  const model = actors({ Source: ['x'], Target: ['never'] })
  const run = runAgent(source, { model, session: openSession(makeTools()), input: 'go' })
  await run.result
  run[how]()
  const { status } = await run.handoff(target, 'x')
  expect(status).toBe(how === 'abort' ? 'aborted' : 'stopped')
  expect(model.requests('Target')).toEqual([])
  if (how === 'abort') expect(onHandoff).not.toHaveBeenCalled()
})

test('many calls at once, and no edge at all, are no fault', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  const tools = makeTools()
  const target = agent({ name: 'Target', instructions: 'Target', tools: [tools.search] })
  const source = agent({
    name: 'Source',
    instructions: 'Source',
    tools: [tools.search],
    handoffs: [agentTool(target)],
  })
  const many = Array.from({ length: 40 }, (_, n) => ({ call: 'search', args: { query: `${n}` } }))
  const model = actors({ Source: [many, { call: 'ask_Target', args: {} }, 'x'], Target: [many, 'x'] })
  const run = runAgent(source, { model, session: openSession(tools), input: 'go' })
  expect((await run.result).status).toBe('done')
  for (const odd of [undefined, {}, { kind: 'handoff' }, 'Target'] as never[]) {
    expect(await run.handoff(odd, 'x')).toMatchObject({ status: 'denied', error: { code: 'not_declared' } })
  }
  await after(10)
  process.off('warning', warned)
  expect(warned).not.toHaveBeenCalled()
})

/** A run that is held in a target, as it was stored. */
async function storedRun() {
  const tools = makeTools()
  const send = { call: 'send', args: { to: 'a@b.test', text: 'x' } }
  const build = (to: string) => {
    const target = agent({ name: to, instructions: to, tools: [tools.send] })
    const edge = handoff(target, { toolName: 'go' })
    return agent({ name: 'Source', instructions: 'Source', tools: [tools.send], handoffs: [edge] })
  }
  const model = actors({
    Source: [{ call: 'go', args: { task: 'a secret of Target' } }, 'went on'],
    Target: [send, 'sent'],
    Other: ['an answer of Other'],
  })
  const session = openSession(tools)
  const run = runAgent(build('Target'), { model, session, input: 'go' })
  await run.result
  return { build, model, session, state: JSON.parse(JSON.stringify(run.state())) }
}

test('what one agent was told does not go to another one that has its edge now', async () => {
  const { build, model, session, state } = await storedRun()
  const { events, result } = await played(runAgent(build('Other'), { model, session, state }))
  expect(events).toContainEqual(expect.objectContaining({ type: 'handoff.finished', code: 'other_agent' }))
  expect(result).toMatchObject({ status: 'done', text: 'went on' })
  expect(model.requests('Other')).toEqual([])
})

test('a stored root can not be better than the words of a user, nor public', async () => {
  const { build, model, session, state } = await storedRun()
  state.root.label = { integrity: 'operator', readers: ['public'] }
  state.root.turn = undefined
  const { label } = await runAgent(build('Target'), { model, session, state }).result
  expect(label).toEqual({ integrity: 'user', readers: ['session'] })
})

test.each(['', 'x', 'run_', 'run_../../../', 'conv_0123456789ab', `run_${'0'.repeat(99)}`])(
  'a stored run that calls itself %j is refused',
  async (run) => {
    const { build, model, session, state } = await storedRun()
    expect(() => runAgent(build('Target'), { model, session, state: { ...state, run } })).toThrow('state.run')
  },
)

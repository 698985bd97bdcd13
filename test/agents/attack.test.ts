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
    if (event.type === 'question') await session.answer(event.question.id, { allow: 'once', by: 'u' })
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

// Many runs through the same agents: nothing of one is seen in another, and nothing is left behind.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { agent, agentTool, handoff } from '../../src/agents/index.js'
import type { Model } from '../../src/agents/run/model.js'
import { runAgent } from '../../src/agents/run/run.js'
import { createGate, tool } from '../../src/index.js'
import { scriptedModel } from '../../src/testing/index.js'
import { played } from './kit.js'

const look = tool({
  name: 'look',
  description: 'Looks.',
  useWhen: 'asked to',
  input: z.object({ what: z.string().optional() }),
  effect: 'read',
  async run(_, { user, progress }) {
    progress({ done: 1, message: `for ${user}` })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
    return { seen: `secret of ${user}` }
  },
})
const target = agent({ name: 'Target', instructions: 'Target', tools: [look] })
const source = agent({
  name: 'Source',
  instructions: 'Source',
  tools: [look],
  handoffs: [handoff(target), agentTool(target)],
})

/** Hands over, or asks, by the number; each says back what it was shown. */
function modelOf(index: number): Model {
  const go = index % 2 ? 'transfer_to_Target' : 'ask_Target'
  const echo = ({ prompt }: { readonly prompt: unknown }) => `answer ${JSON.stringify(prompt)}`
  // Equal reads of one session share a flight, and its progress.
  const look = { call: 'look', args: { what: `${index}` } }
  const models: Record<string, Model> = {
    Source: scriptedModel([look, { call: go, args: { task: `task-${index}.` } }, echo]),
    Target: scriptedModel([look, echo]),
  }
  return {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'test',
    doStream: (request) => (models[String(request.prompt[0]?.content)] as Model).doStream(request),
  }
}

test('50 runs at once through shared agents, each of its own user: no cross-talk', async () => {
  const gate = createGate({ tools: [look] })
  const before = JSON.stringify([source.handoffs.length, Object.keys(source), Object.keys(target)])
  const all = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const session = gate.session({ tenant: 't', user: `u${index}.`, conversation: 'c' })
      return played(runAgent(source, { model: modelOf(index), session, input: `input-${index}.` }))
    }),
  )
  for (const [index, { result, events }] of all.entries()) {
    expect(result.status).toBe('done')
    const seen = JSON.stringify([result, events])
    expect(
      new Set(seen.match(/(secret of u|task-|input-|for u)\d+\./g)?.map((each) => each.match(/\d+/)?.[0])),
    ).toEqual(new Set([String(index)]))
  }
  expect(JSON.stringify([source.handoffs.length, Object.keys(source), Object.keys(target)])).toBe(before)
})

test('50 runs at once in one session: ids never meet, and each hears of its own calls alone', async () => {
  const session = createGate({ tools: [look] }).session({ tenant: 't', user: 'u', conversation: 'c' })
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      played(runAgent(source, { model: modelOf(index), session, input: `input-${index}.` })),
    ),
  )
  const ids = all.flatMap(({ result }) => result.outcomes.map(({ callId }) => callId))
  expect(new Set(ids).size).toBe(100)
  for (const { result, events } of all) {
    const own = new Set(result.outcomes.map(({ callId }) => callId))
    const heard = events.flatMap((event) => ('callId' in event ? [event.callId] : []))
    expect(new Set(heard)).toEqual(own)
    expect(events.some(({ type }) => type === 'call.progress')).toBe(true)
  }
})

test('runs leave no listener on the session, and none on the abort signal', async () => {
  const session = createGate({ tools: [look] }).session({ tenant: 't', user: 'u', conversation: 'c' })
  let open = 0
  const on = session.on.bind(session)
  session.on = (listener) => {
    open++
    const silence = on(listener)
    return () => {
      open--
      silence()
    }
  }
  const { signal } = new AbortController()
  const listeners = { count: 0 }
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.count++
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.count--
    remove(...args)
  }
  for (let index = 0; index < 4; index++) {
    await runAgent(source, { model: modelOf(index), session, input: 'x', signal }).result
  }
  expect(open).toBe(0)
  expect(listeners.count).toBe(0)
})

test('a run that is over is collected, while its session and its agents live on', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const session = createGate({ tools: [look] }).session({ tenant: 't', user: 'u', conversation: 'c' })
  const { signal } = new AbortController()
  const refs: WeakRef<object>[] = []
  for (let index = 0; index < 40; index++) {
    const run = runAgent(source, { model: modelOf(index), session, input: 'x', signal })
    refs.push(new WeakRef(run.events))
    await run.result
  }
  await vi.waitFor(() => {
    collect()
    expect(refs.filter((ref) => ref.deref()).length).toBeLessThan(5)
  })
  expect(session.tools().map(({ name }) => name)).toEqual(['look', 'inspect_handle'])
})

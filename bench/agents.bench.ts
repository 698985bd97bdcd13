// The loop's own cost a turn, beside the bare model call; and whether memory stays flat over many runs. A turn of a
// run with a tool is the model, the loop and a crossing; the last two are measured apart.
// `npm run bench agents` does 2 000 runs; SALLYPORT_RUNS=10000 does as many as you say.

import { createGate, tool } from 'sallyport'
import { agent, handoff, type Model, runAgent } from 'sallyport/agents'
import { z } from 'zod'
import { print, quantile, us } from './measure.js'

const TURNS = 10
const RUNS = Number(process.env.SALLYPORT_RUNS ?? 2_000)

const look = tool({
  name: 'look',
  description: 'Looks.',
  useWhen: 'asked to',
  input: z.object({ what: z.string() }),
  effect: 'read',
  run: ({ what }) => ({ what, seen: true }),
})
const call = { id: '1', name: 'look', args: '{"what":"it"}' }

const usage = {
  inputTokens: { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: undefined, reasoning: undefined },
}
const asked = [
  { type: 'stream-start', warnings: [] },
  { type: 'tool-call', toolCallId: '1', toolName: 'look', input: call.args },
  { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: undefined } },
]
const transferred = [
  { type: 'tool-call', toolCallId: '1', toolName: 'transfer_to_Target', input: '{"task":"go"}' },
  { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: undefined } },
]
const said = [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'done' },
  { type: 'text-end', id: '0' },
  { type: 'finish', usage, finishReason: { unified: 'stop', raw: undefined } },
]

/** A model that calls in each turn but the last. */
function mock(turns: readonly (readonly { readonly type: string }[])[]): Model {
  let turn = 0
  return {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'mock',
    doStream: async () => {
      const parts = turns[turn++ % turns.length] ?? []
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part)
            controller.close()
          },
        }),
      }
    },
  }
}

const turns = [...Array.from({ length: TURNS - 1 }, () => asked), said]
const helper = agent({ name: 'Helper', instructions: 'Help.', tools: [look] })
const target = agent({ name: 'Target', instructions: 'Help.', tools: [look] })
const source = agent({ name: 'Source', instructions: 'Help.', tools: [look], handoffs: [handoff(target)] })
const gate = createGate({ tools: [look] })
const open = () => gate.session({ tenant: 't', user: 'u', conversation: 'c' })

function bare() {
  const model = mock(turns)
  return async () => {
    for (let turn = 0; turn < TURNS; turn++) {
      const { stream } = await model.doStream({ prompt: [] })
      for await (const _ of stream);
    }
  }
}

function crossings() {
  const session = open()
  let count = 0
  return async () => {
    for (let turn = 1; turn < TURNS; turn++) await session.call({ ...call, id: `c${count++}` })
  }
}

function runs() {
  const session = open()
  const model = mock(turns)
  return async () => {
    const { status } = await runAgent(helper, { model, session, input: 'go' }).result
    if (status !== 'done') throw new Error(status)
  }
}

/** Median microseconds of processor time a call: a long candidate is preempted more than a short one. */
async function cpuOf<K extends string>(
  candidates: Record<K, () => Promise<unknown>>,
): Promise<Record<K, number>> {
  const names = Object.keys(candidates) as K[]
  const rounds = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = -2; round < 9; round++) {
    for (const name of names) {
      globalThis.gc?.()
      const before = process.cpuUsage()
      for (let index = 0; index < 100; index++) {
        await candidates[name]()
        await new Promise(setImmediate)
      }
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) rounds.get(name)?.push((user + system) / 100)
    }
  }
  return Object.fromEntries(names.map((name) => [name, quantile(rounds.get(name) ?? [], 0.5)])) as Record<
    K,
    number
  >
}

const times = await cpuOf({ bare: bare(), crossings: crossings(), run: runs() })
const own = times.run - times.bare
print(
  `One run of ${TURNS} turns, a tool call in each but the last; processor time a turn`,
  ['', 'median', 'goal'],
  [
    ['the bare model call', us(times.bare / TURNS), ''],
    ['session.call', us(times.crossings / (TURNS - 1)), ''],
    ['runAgent', us(times.run / TURNS), ''],
    ['  above the bare model call', us(own / TURNS), '<= 300.0 us'],
    ['  of it the loop itself', us((own - times.crossings) / TURNS), ''],
  ],
)

async function many(count: number) {
  const model = mock([transferred, asked, said])
  for (let index = 0; index < count; index++) {
    const session = gate.session({ tenant: 't', user: 'u', conversation: `c${index % 20}` })
    const { status, finalAgent } = await runAgent(source, { model, session, input: 'go' }).result
    if (status !== 'done' || finalAgent !== 'Target') throw new Error(`${status} ${finalAgent}`)
    session.close()
    // As any program does: what a session puts off until then keeps it alive.
    await new Promise(setImmediate)
  }
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

await many(RUNS / 10)
const first = await many(RUNS / 2)
const second = await many(RUNS / 2)
print(
  `Heap after runs with a handoff and a tool call, MiB`,
  ['', 'MiB', 'goal'],
  [
    [`after ${RUNS / 2} runs`, first.toFixed(1), ''],
    [`after ${RUNS} runs`, second.toFixed(1), ''],
    ['  grown', (second - first).toFixed(2), '<= 1.00'],
  ],
)

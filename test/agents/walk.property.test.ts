// Random graphs, and models that call and hand over at random: what ran is held against sets that are worked out
// here, from the declarations and the way alone.

import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Agent, agent, agentTool, handoff } from '../../src/agents/index.js'
import type { Model } from '../../src/agents/run/model.js'
import { runAgent } from '../../src/agents/run/run.js'
import { createGate, type Tool, tool } from '../../src/index.js'
import { played } from './kit.js'

vi.spyOn(process, 'emitWarning').mockImplementation(() => {})

const AGENTS = 5
const tools = Array.from({ length: 6 }, (_, index) =>
  tool({
    name: `tool_${index}`,
    description: `Does ${index}.`,
    useWhen: 'asked to',
    input: z.object({}),
    effect: 'read',
    run: () => ({ done: index }),
  }),
) as unknown as Tool[]
const gate = createGate({ tools })

const some = fc.uniqueArray(fc.nat(tools.length - 1), { maxLength: 5 })
const edgeArb = fc.record({
  to: fc.nat(AGENTS - 1),
  returns: fc.boolean(),
  passthrough: fc.boolean(),
  blocked: fc.uniqueArray(fc.nat(tools.length - 1), { maxLength: 2 }),
})
const agentArb = fc.record({
  tools: some,
  delegates: some,
  edges: fc.array(edgeArb, { minLength: 1, maxLength: 3 }),
})
const graphArb = fc.record({
  agents: fc.array(agentArb, { minLength: AGENTS, maxLength: AGENTS }),
  passthrough: fc.boolean(),
  blocked: fc.uniqueArray(fc.nat(tools.length - 1), { maxLength: 1 }),
  grant: fc.uniqueArray(fc.nat(tools.length - 1), { minLength: 3 }),
  moves: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ tool: fc.nat(tools.length - 1) }) },
      { weight: 4, arbitrary: fc.record({ edge: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.constant({ say: true as const }) },
    ),
    { minLength: 4, maxLength: 16 },
  ),
})
type Graph = typeof graphArb extends fc.Arbitrary<infer T> ? T : never

const SAY = { say: true } as const

function build({ agents }: Graph): Agent {
  const pick = (indexes: readonly number[]) => indexes.map((index) => tools[index] as Tool)
  const made: Agent[] = agents.map(({ tools: own, delegates, edges: given }, index) =>
    agent({
      name: `A${index}`,
      instructions: `A${index}`,
      tools: pick(own),
      delegates: pick(delegates),
      handoffs: () =>
        given.map(({ to, returns, passthrough, blocked }, at) =>
          (returns ? agentTool : handoff)(made[to] as Agent, {
            toolName: `go_${at}`,
            detectCycles: false,
            maxDepth: 4,
            toolPolicyMode: passthrough ? 'passthrough' : 'intersect',
            blockedTools: pick(blocked),
          }),
        ),
    }),
  )
  return made[0] as Agent
}

/** What the agent at the end of a way may call: sets of numbers, worked out from the start of the way. */
function allowed(
  { agents, passthrough, blocked, grant }: Graph,
  way: readonly number[],
): ReadonlySet<number> {
  const bad = new Set(blocked)
  const isFit = (index: number) => grant.includes(index) && !bad.has(index)
  let at = 0
  let callable = new Set(agents[0]?.tools.filter(isFit))
  let passable = new Set([...callable, ...(agents[0]?.delegates ?? []).filter(isFit)])
  for (const step of way) {
    const edge = agents[at]?.edges[step]
    if (!edge) throw new Error('no such step')
    for (const index of edge.blocked) bad.add(index)
    const free = edge.passthrough && passthrough
    const next = agents[edge.to] as Graph['agents'][number]
    const before = passable
    callable = new Set(next.tools.filter((index) => isFit(index) && (free || before.has(index))))
    // What a target delegates must have come to it as well.
    passable = new Set([
      ...callable,
      ...next.delegates.filter((index) => isFit(index) && (free || before.has(index))),
    ])
    at = edge.to
  }
  return callable
}

/** Plays the moves, one a turn, so that the way to who is at work is known. Keeps what each turn was offered. */
function player({ moves }: Graph): Model & { readonly offered: readonly string[][] } {
  const offered: string[][] = []
  return {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'test',
    offered,
    doStream: async ({ tools: shown = [] }) => {
      const move = moves[offered.length] ?? SAY
      offered.push(shown.map(({ name }) => name).filter((name) => name.startsWith('tool_')))
      const toolName = 'tool' in move ? `tool_${move.tool}` : 'edge' in move ? `go_${move.edge}` : ''
      const part = toolName
        ? { type: 'tool-call', toolCallId: '1', toolName, input: '{}' }
        : { type: 'text-delta', id: '0', delta: 'said' }
      const finish = { type: 'finish', finishReason: { unified: 'stop' }, usage: {} }
      return { stream: ReadableStream.from([part, finish]) as never }
    },
  }
}

test('whatever models call and to whom they hand over, what is shown and what runs was granted on the way', async () => {
  const counts = { ok: 0, denied: 0, hops: 0 }
  await fc.assert(
    fc.asyncProperty(graphArb, async (graph) => {
      const pick = (indexes: readonly number[]) => indexes.map((index) => tools[index] as Tool)
      const session = gate.session({ tenant: 't', user: 'u', conversation: 'c', grant: pick(graph.grant) })
      const policy = { passthrough: graph.passthrough, blockedTools: pick(graph.blocked) }
      const model = player(graph)
      const run = runAgent(build(graph), { model, session, input: 'go', maxTurns: 40, policy })
      const { events } = await played(run)
      const way: number[] = []
      let turn = 0
      for (const event of events) {
        const move = graph.moves[turn - 1] ?? SAY
        if (event.type === 'usage') {
          const names = [...allowed(graph, way)].map((index) => `tool_${index}`)
          expect(new Set(model.offered[turn++])).toEqual(new Set(names))
        } else if (event.type === 'handoff.started' && 'edge' in move) {
          counts.hops++
          way.push(move.edge)
        } else if (event.type === 'handoff.finished' && event.status !== 'denied') {
          way.pop()
        } else if (event.type === 'call.finished' && 'tool' in move) {
          const { status } = event.outcome
          expect(status).toBe(allowed(graph, way).has(move.tool) ? 'ok' : 'denied')
          counts[status === 'ok' ? 'ok' : 'denied']++
        }
      }
      expect(turn).toBe(model.offered.length)
    }),
    { numRuns: 150 },
  )
  // Not for want of trying.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(20)
})

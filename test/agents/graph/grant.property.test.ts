// Grants along random walks through random graphs: they never grow, and equal a model that is written the other
// way round, from the tool and the whole walk instead of hop by hop.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathOf, walkHandoffs } from '../../../src/agents/explain/walk.js'
import { agent } from '../../../src/agents/graph/agent.js'
import { type Held, type Hop, hop, rootHeld, runPolicy } from '../../../src/agents/graph/grant.js'
import type { Agent } from '../../../src/agents/graph/graph.js'
import { handoff } from '../../../src/agents/graph/handoff.js'
import { foreign, sample } from '../sample.js'

// Twelve tools: look-alikes of the first two, and some of two upstreams.
const TOOLS = [
  ...['search', 'execute_code', 'read_mail', 'send_mail', 'store', 'fetch_page'].map((name) => sample(name)),
  ...['Search', 'execute-code'].map((name) => sample(name)),
  foreign('shell', 'run'),
  foreign('shell', 'list'),
  foreign('files', 'read'),
  foreign('files', 'list'),
]
/** Indices of the tools that a model would mix up. */
const TWINS = [
  [0, 6],
  [1, 7],
]
const NAMES = TOOLS.map(({ name }) => name)

/** What blocks, as it is written, and which tools that should hit. */
interface Block {
  readonly written: unknown
  readonly hits: readonly number[]
}

const anyTool = fc.nat({ max: TOOLS.length - 1 })
const twinsOf = (index: number) => TWINS.find((pair) => pair.includes(index)) ?? [index]
const block: fc.Arbitrary<Block> = fc.oneof(
  anyTool.map((index) => ({ written: TOOLS[index], hits: [index] })),
  anyTool.map((index) => ({ written: NAMES[index], hits: twinsOf(index) })),
  anyTool.map((index) => ({
    written: ` ${NAMES[index]?.toUpperCase().replaceAll('_', '-')}`,
    hits: twinsOf(index),
  })),
  fc.constantFrom(
    { written: 'shell/*', hits: [8, 9] },
    { written: 'FILES/read', hits: [10] },
    { written: '*/list', hits: [9, 11] },
    { written: '*_mail', hits: [2, 3] },
  ),
)
const blocks = fc.array(block, { maxLength: 2 })
/** Indices of tools, no two alike: an agent can't have both. */
const toolSet = fc
  .uniqueArray(anyTool, { maxLength: TOOLS.length })
  .map((set) => set.filter((index, at) => !twinsOf(index).some((twin) => set.slice(0, at).includes(twin))))

interface EdgePlan {
  readonly to: number
  readonly passthrough: boolean
  readonly blocks: readonly Block[]
}
interface AgentPlan {
  readonly tools: readonly number[]
  readonly delegates: readonly number[]
  readonly edges: readonly EdgePlan[]
}
interface Plan {
  readonly agents: readonly AgentPlan[]
  readonly policy: { readonly passthrough: boolean | undefined; readonly blocks: readonly Block[] }
  readonly session: readonly number[] | undefined
  readonly steps: readonly number[]
}

const often = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })

const plan: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.record({
    agents: fc.array(
      fc.record({
        tools: toolSet,
        delegates: often<readonly number[]>([], toolSet),
        edges: fc.array(
          fc.record({
            to: fc.nat({ max: count - 1 }),
            passthrough: often(false, fc.boolean()),
            blocks: often<readonly Block[]>([], blocks),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      }),
      { minLength: count, maxLength: count },
    ),
    policy: fc.record({
      passthrough: fc.constantFrom(undefined, true, false),
      blocks: often<readonly Block[]>([], blocks),
    }),
    session: fc.option(fc.uniqueArray(anyTool, { minLength: 6 }), { nil: undefined }),
    steps: fc.array(fc.nat({ max: 3 }), { maxLength: 8 }),
  }),
)

function build({ agents }: Plan): Agent {
  const tools = (indices: readonly number[]) => indices.map((index) => TOOLS[index] as (typeof TOOLS)[number])
  const made: Agent[] = agents.map((each, number) =>
    agent({
      name: `Agent ${number}`,
      instructions: '',
      tools: tools(each.tools),
      delegates: tools(each.delegates),
      handoffs: () =>
        each.edges.map(({ to, passthrough, blocks }, at) =>
          handoff(made[to] as Agent, {
            toolName: `to-${at}`,
            toolPolicyMode: passthrough ? 'passthrough' : 'intersect',
            blockedTools: blocks.map(({ written }) => written as string),
          }),
        ),
    }),
  )
  return made[0] as Agent
}

const policyOf = ({ policy: { passthrough, blocks } }: Plan) =>
  runPolicy({
    ...(passthrough !== undefined && { passthrough }),
    blockedTools: blocks.map(({ written }) => written as string),
  })

/** The hops of the walk, the root first. */
function walk(given: Plan): readonly Hop[] {
  const ceiling = given.session && new Set(given.session.map((index) => TOOLS[index]?.declaration as object))
  const hops = [rootHeld(build(given), ceiling, policyOf(given))]
  for (const step of given.steps) {
    const { held } = hops.at(-1) as Hop
    const edges = held.agent.handoffs
    hops.push(hop(held, edges[step % edges.length] as (typeof edges)[number]))
  }
  return hops
}

/** The agents and the edges of the walk, as the plan has them. */
function route({ agents, steps }: Plan): {
  readonly at: readonly AgentPlan[]
  readonly by: readonly EdgePlan[]
} {
  const at = [agents[0] as AgentPlan]
  const by: EdgePlan[] = []
  for (const step of steps) {
    const { edges } = at.at(-1) as AgentPlan
    const edge = edges[step % edges.length] as EdgePlan
    by.push(edge)
    at.push(agents[edge.to] as AgentPlan)
  }
  return { at, by }
}

/** The model: whether the agent at a position may call a tool, from the whole way there. */
function mayCall(given: Plan, index: number, position: number): boolean {
  const { at, by } = route(given)
  const way = by.slice(0, position)
  const blocking = [...given.policy.blocks, ...way.flatMap((edge) => edge.blocks)]
  if (blocking.some(({ hits }) => hits.includes(index))) return false
  if (given.session && !given.session.includes(index)) return false
  if (!at[position]?.tools.includes(index)) return false
  const { passthrough } = given.policy
  // Without a word of the policy only the root's own edges pass through.
  const passes = (place: number) => passthrough === true || (passthrough === undefined && place === 0)
  const opened = way.findLastIndex((edge, place) => edge.passthrough && passes(place)) + 1
  return at
    .slice(opened, position)
    .every(({ tools, delegates }) => tools.includes(index) || delegates.includes(index))
}

const RUNS = { numRuns: 600 }
const indicesOf = ({ tools }: Held) =>
  TOOLS.flatMap((tool, index) => (tools.has(tool.declaration) ? [index] : []))
const isSubset = (a: Iterable<object>, b: { has(value: object): boolean }) =>
  [...a].every((each) => b.has(each))

test('what is held equals the model, at each step of each walk', () => {
  fc.assert(
    fc.property(plan, (given) => {
      walk(given).forEach(({ held }, position) => {
        const expected = TOOLS.flatMap((_, index) => (mayCall(given, index, position) ? [index] : []))
        expect(indicesOf(held)).toEqual(expected)
      })
    }),
    RUNS,
  )
})

test('so does what explain says of each path', () => {
  fc.assert(
    fc.property(plan, (given) => {
      const anywhere = { ...given, session: undefined }
      for (const place of walkHandoffs(build(given), policyOf(given), 60).places) {
        const steps = pathOf(place).flatMap(({ from }) =>
          from ? [from.place.agent.handoffs.indexOf(from.edge)] : [],
        )
        const expected = TOOLS.filter((_, index) => mayCall({ ...anywhere, steps }, index, steps.length))
        expect(place.hop.granted).toEqual(expected.map(({ name }) => name).sort())
      }
    }),
    { numRuns: 100 },
  )
})

test('a grant never grows along a walk, but over a passthrough edge that the policy allows', () => {
  fc.assert(
    fc.property(plan, (given) => {
      const hops = walk(given)
      for (const [position, { held, mode }] of hops.entries()) {
        expect(isSubset(held.tools, held.passable)).toBe(true)
        const before = hops[position - 1]
        if (!before || mode === 'passthrough') continue
        expect(isSubset(held.passable.keys(), before.held.passable)).toBe(true)
      }
    }),
    RUNS,
  )
})

test('without passthrough nobody holds more than the root holds or delegates', () => {
  fc.assert(
    fc.property(plan, (given) => {
      const hops = walk({ ...given, policy: { ...given.policy, passthrough: false } })
      const root = hops[0] as Hop
      for (const { held } of hops) expect(isSubset(held.tools, root.held.passable)).toBe(true)
    }),
    RUNS,
  )
})

test('a blocked tool is held by nobody behind the block', () => {
  fc.assert(
    fc.property(plan, (given) => {
      const { by } = route(given)
      walk(given).forEach(({ held }, position) => {
        const hits = [
          ...given.policy.blocks,
          ...by.slice(0, position).flatMap((edge) => edge.blocks),
        ].flatMap((each) => each.hits)
        for (const hit of hits) expect(held.passable.has(TOOLS[hit]?.declaration as object)).toBe(false)
      })
    }),
    RUNS,
  )
})

test('a record names each tool of the target once, sorted, as granted or withheld', () => {
  fc.assert(
    fc.property(plan, (given) => {
      for (const { held, granted, withheld } of walk(given)) {
        const kept = withheld.map(({ tool }) => tool)
        expect([...granted, ...kept].sort()).toEqual(held.agent.tools.map(({ name }) => name).sort())
        expect([...granted].sort()).toEqual(granted)
        expect([...kept].sort()).toEqual(kept)
      }
    }),
    RUNS,
  )
})

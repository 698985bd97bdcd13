// What each agent of a graph can really do: every path, what is held at its end, what was withheld and why, and
// what its author should know. Runs nothing.

import { type RunPolicyOptions, runPolicy, type Withheld } from '../graph/grant.js'
import type { Agent } from '../graph/graph.js'
import { idleBlocks } from '../graph/idle-blocks.js'
import { isNeedlesslyEmpty, withheldLine } from '../graph/report.js'
import { reachLines } from './reach.js'
import { pathOf, type Walk, walkHandoffs } from './walk.js'

/** One way through the graph. */
export interface HandoffPath {
  /** Names of the agents, the root first. */
  readonly path: readonly string[]
  /** What the last of them may call. Sorted. */
  readonly tools: readonly string[]
  /** Which of its tools it doesn't get. Sorted. */
  readonly withheld: readonly Withheld[]
}

/** What {@link explainHandoffs} gives. */
export interface ExplainedHandoffs {
  /** Shortest first; at most 1 000, and a warning says when there are more. */
  readonly paths: readonly HandoffPath[]
  /** Worst first: reach, passthrough, clashes, empty grants, cycles, names, blocks without effect, what was cut. */
  readonly warnings: readonly string[]
}

/**
 * Explains what an agent, and all that it may hand to, can do. The session's grant is not known here: a run may
 * hold less, never more. Conditions (`when`, `guard`) count as if they let everything pass.
 *
 * @param policy The policy that runs will have.
 * @throws DefinitionError for a policy that is none, and for edges (given as a function) that are none.
 * @example
 * for (const warning of explainHandoffs(triage).warnings) console.log(warning)
 */
export function explainHandoffs(agent: Agent, policy: RunPolicyOptions = {}): ExplainedHandoffs {
  return explainWalk(walkHandoffs(agent, runPolicy(policy, 'explainHandoffs(): policy')))
}

/** The same, of a graph that was walked already. */
export function explainWalk(walk: Walk): ExplainedHandoffs {
  const paths = walk.places.map((place) => ({
    path: pathOf(place).map(({ agent }) => agent.name),
    tools: place.hop.granted,
    withheld: place.hop.withheld,
  }))
  const kinds = [reachLines, passthroughs, clashes, emptyGrants, cycles, sameNames, blocks, cuts]
  return { paths, warnings: kinds.flatMap((kind) => capped([...new Set(kind(walk))])) }
}

/** The most warnings of one kind: more of them say the same of the graph as the first. */
const MAX_LINES = 50

function capped(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines
  return [...lines.slice(0, MAX_LINES), '... and more like the last.']
}

function passthroughs({ places }: Walk): readonly string[] {
  return places.flatMap(({ agent, hop, from }) => {
    if (from?.edge.mode !== 'passthrough') return []
    const edge = `${from.place.agent.name} -> ${agent.name}`
    if (hop.mode !== 'passthrough') {
      return [
        hop.held.passthrough === 'none'
          ? `${edge} asks for passthrough, which the policy refuses.`
          : `${edge} asks for passthrough, which only the agent that a run begins with may give: policy.passthrough allows it to all.`,
      ]
    }
    const beyond = agent.tools
      .filter(
        ({ declaration }) =>
          hop.held.tools.has(declaration) && !from.place.hop.held.passable.has(declaration),
      )
      .map(({ name }) => name)
    return [
      beyond.length > 0
        ? `${edge} is a passthrough edge: it gives ${beyond.sort().join(', ')}, which ${from.place.agent.name} can't pass on otherwise.`
        : `${edge} is a passthrough edge, and grants no more than it would without.`,
    ]
  })
}

function clashes({ places }: Walk): readonly string[] {
  return places.flatMap(({ agent, hop, from }) =>
    from
      ? hop.clashes.map(
          (tool) =>
            `${from.place.agent.name} -> ${agent.name}: '${tool}' of ${agent.name} shares its name with another tool that ${from.place.agent.name} holds.`,
        )
      : [],
  )
}

function emptyGrants({ places }: Walk): readonly string[] {
  return places.flatMap(({ hop, from }) =>
    from && isNeedlesslyEmpty(hop) ? (withheldLine(from.place.agent, from.edge, hop) ?? []) : [],
  )
}

function cycles({ cycles: found }: Walk): readonly string[] {
  return found.map(({ agents, edge, isRefused }) => {
    const ring = `Cycle: ${agents.map(({ name }) => name).join(' -> ')}`
    return isRefused
      ? `${ring}; a run refuses the last hop.`
      : `${ring}; detectCycles is off on all of the way, so a run may go round until ${edge.maxDepth} handoffs are made.`
  })
}

function sameNames({ agents }: Walk): readonly string[] {
  const counts = new Map<string, number>()
  for (const { name } of agents) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(
      ([name, count]) =>
        `${count} agents are named '${name}': grants keep them apart, a reader of these lines can't.`,
    )
}

function blocks({ root, policy, agents }: Walk): readonly string[] {
  return idleBlocks(root, policy, agents)
}

function cuts({ isCut, places, tooDeep }: Walk): readonly string[] {
  const deep = [...tooDeep].map(
    ([{ name }, maxDepth]) => `Longer paths to ${name} are left out: maxDepth is ${maxDepth}.`,
  )
  return isCut ? [...deep, `Cut after ${places.length} paths: there are more.`] : deep
}

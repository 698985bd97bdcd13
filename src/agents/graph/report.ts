// What an edge grants, as lines for its author. An agent carries those of its own edges from its construction on.

import { isBlocked } from './blocked.js'
import { type Hop, hop, type RunPolicy, rootHeld, runPolicy } from './grant.js'
import { type Agent, type Handoff, reachable } from './graph.js'
import { idleBlocks } from './idle-blocks.js'

/** What {@link reportEdges} gives. */
export interface EdgeReport {
  /** A line for each edge that withholds something. */
  readonly lines: readonly string[]
  /** Those of edges that grant nothing, though not everything was blocked. */
  readonly empty: readonly string[]
}

/** What the edges of an agent withhold, as if it were the root of a run: further up, less is held, never more. */
export function reportEdges(agent: Agent, edges: readonly Handoff[]): EdgeReport {
  const { held } = rootHeld(agent, undefined, runPolicy())
  const lines: string[] = []
  const empty: string[] = []
  for (const edge of edges) {
    const made = hop(held, edge)
    const line = withheldLine(agent, edge, made)
    if (line === undefined) continue
    lines.push(line)
    if (isNeedlesslyEmpty(made)) empty.push(line)
  }
  return { lines: Object.freeze(lines), empty }
}

/** The same of all agents that can be reached, each by itself, and the blocks that block nothing. */
export function reportLines(root: Agent, policy: RunPolicy): readonly string[] {
  const agents = [...reachable(root).keys()]
  return [...agents.flatMap(({ report }) => report), ...idleBlocks(root, policy, agents)]
}

/** `Triage -> Automation grants 1 of 2 tools; withheld: execute_code (not held by Triage).` Undefined: nothing is. */
export function withheldLine(source: Agent, { target }: Handoff, made: Hop): string | undefined {
  const { granted, withheld } = made
  if (withheld.length === 0) return undefined
  const names = withheld.map(({ tool, why }) => `${tool} (${why})`).join(', ')
  const line = `${source.name} -> ${target.name} grants ${granted.length} of ${countTools(target.tools.length)}; withheld: ${names}.`
  const canDelegate = withheld.some(({ why }) => why.startsWith('not held by'))
  if (!isNeedlesslyEmpty(made) || !canDelegate) return line
  return `${line} What ${source.name} passes on without calling it belongs in its delegates.`
}

/** Whether a grant is empty though not everything was blocked: rarely what was meant. */
export function isNeedlesslyEmpty({ held, granted }: Hop): boolean {
  return granted.length === 0 && held.agent.tools.some((tool) => !isBlocked(held.blocked, tool))
}

/** `1 tool`, `2 tools`. */
export function countTools(count: number): string {
  return `${count} ${count === 1 ? 'tool' : 'tools'}`
}

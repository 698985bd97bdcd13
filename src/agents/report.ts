// What one edge grants, as a line for its author. An agent carries these lines from its construction on.

import { isBlocked } from './blocked.js'
import { type Hop, hop, rootHeld, runPolicy } from './grant.js'
import type { Agent, Handoff } from './graph.js'

/** A line for each edge that withholds something, as if the agent were the root of a run. */
export function reportEdges(agent: Agent): readonly string[] {
  const { held } = rootHeld(agent, undefined, runPolicy())
  return Object.freeze(
    agent.handoffs
      .map((edge) => ({ edge, made: hop(held, edge) }))
      .filter(({ made }) => made.withheld.length > 0)
      .map(({ edge, made }) => grantLine(agent, edge, made)),
  )
}

/** `Triage -> Automation grants 1 of 2 tools; withheld: execute_code (not held by Triage).` */
export function grantLine(source: Agent, { target }: Handoff, { granted, withheld }: Hop): string {
  const all = target.tools.length
  const line = `${source.name} -> ${target.name} grants ${granted.length} of ${all} ${all === 1 ? 'tool' : 'tools'}`
  const names = withheld.map(({ tool, why }) => `${tool} (${why})`).join(', ')
  return names ? `${line}; withheld: ${names}.` : `${line}.`
}

/** What to do about a grant that is empty though nobody blocked it. Undefined when it is not, or was meant. */
export function emptyGrantMend(
  source: Agent,
  { target }: Handoff,
  { held, granted }: Hop,
): string | undefined {
  const lacking = target.tools.filter((tool) => !isBlocked(held.blocked, tool))
  if (granted.length > 0 || lacking.length === 0) return undefined
  const names = lacking.map(({ name }) => name).join(', ')
  return `Name what ${source.name} may pass on without calling it: delegates: [${names}].`
}

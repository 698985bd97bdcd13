// A graph of agents as Mermaid. Every text in it is escaped: names are the author's, and still no syntax.

import type { Agent, Handoff } from '../graph/graph.js'
import { countTools } from '../graph/report.js'
import { actOf } from './reach.js'
import type { Walk } from './walk.js'

/**
 * A flow chart: a node for each agent, with the most that it holds on any path, an arrow for each edge. Thick
 * arrows are passthrough, dotted ones are not taken on any path that was walked (cycles, or the walk was cut).
 */
export function handoffChart({ agents, places, root }: Walk): string {
  const held = new Map<Agent, Set<string>>()
  const grants = new Map<Handoff, number[]>()
  const passed = new Set<Handoff>()
  for (const { agent, hop, from } of places) {
    const names = held.get(agent) ?? new Set()
    for (const name of hop.granted) names.add(name)
    held.set(agent, names)
    if (!from) continue
    grants.set(from.edge, [...(grants.get(from.edge) ?? []), hop.granted.length])
    if (hop.mode === 'passthrough') passed.add(from.edge)
  }
  const id = new Map(agents.map((agent, index) => [agent, `a${index}`]))
  const nodes = agents.map(
    (agent) => `  ${id.get(agent)}["${nodeText(agent, held.get(agent) ?? new Set())}"]`,
  )
  const edges = agents.flatMap((agent) =>
    agent.handoffs.map((edge) => {
      const counts = grants.get(edge)
      const arrow = counts === undefined ? '-.->' : passed.has(edge) ? '==>' : '-->'
      const grant = counts === undefined ? 'not taken' : grantText(counts, edge)
      const label = edge.returns ? `as a tool, ${grant}` : grant
      return `  ${id.get(agent)} ${arrow}|"${label}"| ${id.get(edge.target)}`
    }),
  )
  const acting = agents.filter((agent) =>
    agent.tools.some((tool) => actOf(tool) !== undefined && held.get(agent)?.has(tool.name)),
  )
  const styles = [
    `  style ${id.get(root)} stroke-width:3px`,
    ...(acting.length > 0
      ? ['  classDef acts stroke:#c00', `  class ${acting.map((agent) => id.get(agent)).join(',')} acts`]
      : []),
  ]
  return `${['flowchart LR', ...nodes, ...edges, ...styles].join('\n')}\n`
}

function nodeText({ name, tools }: Agent, held: ReadonlySet<string>): string {
  const lines = tools
    .filter((tool) => held.has(tool.name))
    .map((tool) => {
      const act = actOf(tool)
      return plain(act === undefined ? tool.name : `${tool.name} (${act})`)
    })
    .sort()
  return [plain(name), ...(lines.length > 0 ? lines : ['no tools'])].join('<br/>')
}

/** `1 of 2 tools`; `0 to 1 of 2 tools` where it depends on the path. */
function grantText(counts: readonly number[], { target }: Handoff): string {
  const least = Math.min(...counts)
  const most = Math.max(...counts)
  return `${least === most ? most : `${least} to ${most}`} of ${countTools(target.tools.length)}`
}

/** What isn't plainly a word as an entity, the way Mermaid writes one. It takes `1.` and `-` at a start for a list. */
function plain(text: string): string {
  return text.replaceAll(/^-|[^\p{L}\p{M}\p{N} _:,()-]/gu, (char) => `#${char.codePointAt(0)};`)
}

// How a plan reads in a terminal: a line a tool, and what a person should look at. Decides how things look, never
// what is proposed.

import { type GatewayConsole, onOneLine } from '../gateway/console.js'
import type { Proposal } from '../lint/propose/index.js'
import { hasSideEffect } from '../tool/effects.js'
import { additions } from './diff.js'
import type { InitPlan, ServerPlan } from './plan.js'

/** Writes what was found and what is proposed. */
export function reportPlan({ servers, warnings, kept }: InitPlan, console: GatewayConsole): void {
  for (const warning of warnings) console.warn(warning)
  for (const server of servers) reportServer(server, console)
  for (const what of kept) console.write(`kept: ${onOneLine(what)}`)
}

/** Writes what a file would get. */
export function reportChange(file: string, before: string, after: string, console: GatewayConsole): void {
  console.write(`\n${console.paint('strong', onOneLine(file))}`)
  for (const line of additions(before, after)) {
    const style = line.startsWith('+') ? 'good' : line.startsWith('-') ? 'bad' : 'faint'
    console.write(console.paint(style, onOneLine(line)))
  }
}

function reportServer(server: ServerPlan, console: GatewayConsole): void {
  const { paint, write } = console
  const id = onOneLine(server.id)
  if ('trouble' in server) {
    console.warn(`${id}: left out, since it could not be looked at: ${server.trouble}`)
    return
  }
  const { tools, added, kept, unnamable } = server
  write(`\n${paint('strong', id)}: ${tools} ${tools === 1 ? 'tool' : 'tools'}`)
  const width = Math.min(WIDEST_NAME, Math.max(0, ...added.map(({ name }) => name.length)))
  for (const proposal of added) {
    write(`  ${onOneLine(proposal.name).padEnd(width)}  ${toolLine(proposal)}`)
  }
  if (kept.length > 0) write(`  kept, as the config has them: ${onOneLine(kept.join(', '))}`)
  if (unnamable.length > 0) {
    console.warn(`${id}: not declared, since no entry of a config can name them: ${unnamable.join(', ')}`)
  }
  const remarks = remarksOf(added)
  if (remarks.length === 0) return
  write(`  ${paint('attention', 'to review:')}`)
  for (const remark of remarks) write(`    ${onOneLine(remark)}`)
}

const WIDEST_NAME = 36

function toolLine({ policy, assumed }: Proposal): string {
  const { effect, egress, roles, origin } = policy
  const places = Object.entries(roles ?? {}).map(([path, place]) =>
    typeof place === 'string'
      ? `${path} ${place}`
      : `${path} ${place.role}${place.of === undefined ? '' : ` of ${place.of}`}`,
  )
  const ids = typeof origin === 'object' ? [`ids of ${[...idsOf(origin)].join(', ')} its own`] : []
  const isSent =
    hasSideEffect(assumed) && assumed !== 'destroy' && places.some((place) => / target$/.test(place))
  const out = egress === undefined ? (isSent ? '(send)' : '') : egress === false ? 'stays here' : egress
  const columns = [effect ?? `(${assumed})`, out, [...places, ...ids].join(', ')]
  return onOneLine(`${(columns[0] ?? '').padEnd(9)} ${(columns[1] ?? '').padEnd(10)} ${columns[2]}`)
}

function idsOf(origin: object): Set<string> {
  return new Set(Object.values(origin as Record<string, { id?: string }>).flatMap(({ id }) => id ?? []))
}

/** One line a remark, with the tools that share it. */
function remarksOf(added: readonly Proposal[]): string[] {
  const byRemark = new Map<string, string[]>()
  for (const { name, review } of added) {
    for (const remark of review) byRemark.set(remark, [...(byRemark.get(remark) ?? []), name])
  }
  return [...byRemark].map(([remark, names]) => `${names.join(', ')}: ${remark}`)
}

// How a plan reads in a terminal: a line a tool, and what a person should look at. Decides how things look, never
// what is proposed.

import { type GatewayConsole, onOneLine } from '../gateway/console/console.js'
import type { Proposal } from '../lint/propose/index.js'
import { wrap } from '../text/wrap.js'
import { hasSideEffect } from '../tool/effects.js'
import { additions } from './diff.js'
import type { InitPlan, ServerPlan } from './plan.js'

/** Writes what was found and what is proposed. */
export function reportPlan({ servers, warnings, kept }: InitPlan, console: GatewayConsole): void {
  for (const warning of warnings) console.warn(warning)
  for (const server of servers) reportServer(server, console)
  for (const what of kept) {
    for (const line of wrap(`kept: ${onOneLine(what)}`, console.width, '  ')) console.write(line)
  }
}

/** Writes what a file would get. */
export function reportChange(file: string, before: string, after: string, console: GatewayConsole): void {
  console.write(`\n${console.paint('strong', onOneLine(file))}`)
  for (const line of additions(before, after)) {
    const style = line.startsWith('+') ? 'good' : line.startsWith('-') ? 'bad' : 'faint'
    const shown = onOneLine(line)
    const indent = shown.slice(1).search(/\S|$/) + 5
    for (const part of wrap(shown, console.width, ' '.repeat(indent)))
      console.write(console.paint(style, part))
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
  const wrapped = (text: string, indent: number) => {
    for (const line of wrap(text, console.width, ' '.repeat(indent))) write(line)
  }
  if (added.length > 0) reportTools(added, console)
  if (kept.length > 0) wrapped(`  kept, as the config has them: ${onOneLine(kept.join(', '))}`, 4)
  if (unnamable.length > 0) {
    console.warn(`${id}: not declared, since no entry of a config can name them: ${unnamable.join(', ')}`)
  }
  const remarks = remarksOf(added)
  if (remarks.length === 0) return
  write(`  ${paint('attention', 'to review:')}`)
  for (const remark of remarks) wrapped(`    ${onOneLine(remark)}`, 6)
}

const WIDEST_NAME = 36
/** A narrower last column has a line of its own. */
const LEAST_ARGUMENTS = 24

/** A table; the head has the names that the config has. */
function reportTools(added: readonly Proposal[], { width, write, paint }: GatewayConsole): void {
  const rows = added.map((proposal) => [onOneLine(proposal.name), ...cellsOf(proposal)] as const)
  const name = Math.min(WIDEST_NAME, Math.max(...rows.map(([name]) => name.length)))
  const line = (cells: readonly [string, string, string, string]) =>
    `  ${cells[0].padEnd(name)}  ${cells[1].padEnd(9)} ${cells[2].padEnd(8)} ${cells[3]}`.trimEnd()
  const start = line(['', 'x', 'x', 'x']).length - 1
  write(paint('faint', line(['tool', 'effect', 'egress', 'roles of its arguments'])))
  for (const [tool, effect, egress, places] of rows) {
    const fits = width - start >= LEAST_ARGUMENTS
    if (fits)
      for (const each of wrap(line([tool, effect, egress, places]), width, ' '.repeat(start))) write(each)
    else {
      write(line([tool, effect, egress, '']))
      if (places) for (const each of wrap(`      ${places}`, width, ' '.repeat(6))) write(each)
    }
  }
  if (rows.some((row) => row.some((cell) => cell.startsWith('(')))) {
    write(paint('faint', '  (in brackets: not declared, and taken so)'))
  }
}

/** Effect, egress, and what its arguments decide. */
function cellsOf({ policy, assumed }: Proposal): [string, string, string] {
  const { effect, egress, roles, origin } = policy
  const places = Object.entries(roles ?? {}).map(([path, place]) =>
    typeof place === 'string'
      ? `${path}: ${place}`
      : `${path}: ${place.role}${place.of === undefined ? '' : ` of ${place.of}`}`,
  )
  const ids = typeof origin === 'object' ? [`ids of ${[...idsOf(origin)].join(', ')} its own`] : []
  const isSent =
    hasSideEffect(assumed) && assumed !== 'destroy' && places.some((place) => /: target$/.test(place))
  const out = egress === undefined ? (isSent ? '(send)' : '') : egress === false ? 'none' : egress
  return [effect ?? `(${assumed})`, out, onOneLine([...places, ...ids].join(', '))]
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

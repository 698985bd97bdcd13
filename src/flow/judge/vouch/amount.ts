// How much: what the user said as an amount, a quantity of the service's own, or one step that the words ask for.

import type { FlowTool } from '../../../tool/flow/declare.js'
import { isVouched } from '../../../tool/flow/label.js'
import type { SeenRecord, Sighting } from '../../evidence/seen.js'
import { amountsIn, saysHowMuch } from '../../words/amounts.js'
import { numberOf } from '../../words/numbers.js'
import { holds, isDerived } from '../derive.js'
import type { Account, Known } from '../known.js'
import { type Facts, placeOf } from './look.js'
import { vouchTrusted } from './trusted-value.js'

export function vouchAmount(facts: Facts, tool: FlowTool, known: Known): Account {
  const { value, label, seen, place } = facts
  const number = numberOf(value)
  const trusted = vouchTrusted(facts, 'amount', known)
  if (trusted && (number === undefined || trusted.by !== 'user')) return trusted
  const missing: Account = { ok: false, reason: 'no_evidence', label, ...place }
  if (number === undefined) return missing
  const said = known.words.said(known.asOf).map(amountsIn)
  if (said.some(({ values }) => values.has(number))) return { ok: true, by: 'user', label: 'user' }
  const row = seen.find(
    (at) => isVouched(at.label) && at.id === undefined && holdsNamedAccount(at.record, known),
  )
  if (row) return { ok: true, by: 'first-party', label: row.label, ...placeOf(row) }
  if (!isSaid(tool, known) && holds(known.index.quantities(), number, number, known.asOf)) {
    const own = seen.filter((at) => at.label === 'first-party' && at.id === undefined)
    const at = own.find((each) => !isBesideNamed(each, known))
    if (at || own.length === 0) return { ok: true, by: 'first-party', label: 'first-party', ...placeOf(at) }
  }
  const operands = {
    quantities: () => known.index.quantities(),
    shownSince: (seq: number, asOf: number) =>
      known.index.shownSince(seq, asOf).filter((record) => known.within?.has(record) ?? true),
  }
  return isDerived(number, said, operands, known.asOf)
    ? { ok: true, by: 'derived', label: 'first-party' }
    : missing
}

/** The words that ask for this act say how much: then another amount, whoever knows it, is not what was asked. */
function isSaid(tool: FlowTool, { acts, asOf }: Known): boolean {
  const asking = acts.clausesFor(tool, asOf)
  const what = tool.egress === 'pay' ? 'money' : 'things'
  return asking.length > 0 && asking.every(({ clause, message }) => saysHowMuch(clause, message.text, what))
}

/** "Refund GB29... what they sent me": the row that has the account. */
function holdsNamedAccount({ values }: SeenRecord, { words, asOf }: Known): boolean {
  return values.some(
    ({ key, label }) => isVouched(label) && key.startsWith('account:') && words.named(key, asOf),
  )
}

/** In the list is a row with the account that the user named, and this is another one. */
function isBesideNamed({ record }: Sighting, known: Known): boolean {
  return (
    record.list.length > 1 && record.list.some((each) => each !== record && holdsNamedAccount(each, known))
  )
}

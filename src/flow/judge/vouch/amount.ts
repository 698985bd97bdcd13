// How much.

import { numberOf } from '../../words/numbers.js'
import { holds, isDerived } from '../derive.js'
import type { Account, Known } from '../known.js'
import { type Facts, placeOf } from './look.js'
import { vouchTrusted } from './trusted-value.js'

export function vouchAmount(facts: Facts, known: Known): Account {
  const { value, label, seen, place } = facts
  const number = numberOf(value)
  const trusted = vouchTrusted(facts, 'amount', known)
  if (trusted && (number === undefined || trusted.by !== 'user')) return trusted
  if (number === undefined) return { ok: false, reason: 'no_evidence', label, ...place }
  const said = known.words.said(known.asOf).map(({ numbers }) => numbers)
  if (said.some(({ values }) => values.has(number))) return { ok: true, by: 'user', label: 'user' }
  const quantities = known.index.quantities()
  if (holds(quantities, number, number, known.asOf)) {
    return {
      ok: true,
      by: 'first-party',
      label: 'first-party',
      ...placeOf(seen.find((at) => at.label === 'first-party')),
    }
  }
  if (isDerived(number, said, quantities, known.asOf))
    return { ok: true, by: 'derived', label: 'first-party' }
  return { ok: false, reason: 'no_evidence', label, ...place }
}

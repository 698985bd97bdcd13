// What is known of one value before its role is asked: its canonical form, who accounts for it, where it was seen.

import type { Role } from '../../../tool/flow/roles.js'
import type { Integrity } from '../../../tool/outcome.js'
import { MAX_FIELD } from '../../evidence/evidence.js'
import { bestLabel, type Sighting } from '../../evidence/seen.js'
import { type Canonical, canonicalOf } from '../../words/canonical.js'
import type { EvidencePlace } from '../decision.js'
import type { Known } from '../known.js'

export interface Facts {
  readonly value: string | number | boolean
  readonly form: Canonical
  readonly label: Integrity
  readonly seen: readonly Sighting[]
  readonly place: { readonly from?: EvidencePlace }
}

export function look(value: string | number | boolean, role: Role, known: Known): Facts {
  if (typeof value === 'string' && value.length > MAX_FIELD * 2) return { ...UNKNOWN_TEXT, value }
  const form = canonicalOf(value)
  const seen = lookedUp(known.index.seen(form.key, known.asOf), form, known)
  if (isUsers(form, role, known)) return { value, form, label: 'user', seen, place: {} }
  if (known.trusted.accounts({ value, form }, role, () => wasSeen(seen)))
    return { value, form, label: 'operator', seen, place: {} }
  return { value, form, label: bestLabel(seen), seen, place: placeOf(seen[0]) }
}

/** No laundering in part: what a tool built from a doubtful argument is no better than that, whatever it declares. */
function lookedUp(seen: readonly Sighting[], form: Canonical, known: Known): readonly Sighting[] {
  if (!seen.some(({ label }) => label === 'first-party')) return seen
  return seen.map((at) =>
    at.label === 'first-party' && known.isBuilt(form, at.record.seq) ? { ...at, label: 'unknown' } : at,
  )
}

const UNKNOWN_TEXT = {
  form: { kind: 'text', text: '', key: '', exact: true },
  label: 'unknown',
  seen: [],
  place: {},
} as const satisfies Omit<Facts, 'value'>

function isUsers({ kind, text, key }: Canonical, role: Role, { words, asOf }: Known): boolean {
  if (kind === 'text' && role === 'target') return words.namesTarget(text, asOf)
  if (words.named(key, asOf)) return true
  // An address is named as a whole or not at all; a name and a path are words.
  if (kind === 'url' || kind === 'email' || kind === 'phone') return false
  return words.says(text, asOf, kind !== 'text')
}

/** Of the id space that is wanted, where one is. */
export function isOf(at: Sighting, of: string | undefined): boolean {
  return of === undefined || at.id === of
}

/** Seen whole, and not merely because the model wrote it somewhere before. */
export function wasSeen(seen: readonly Sighting[]): boolean {
  return seen.some(({ label }) => label !== 'unknown')
}

export function placeOf(at: Sighting | undefined): { readonly from?: EvidencePlace } {
  return at ? { from: { tool: at.record.tool, callId: at.record.callId, path: at.path } } : {}
}

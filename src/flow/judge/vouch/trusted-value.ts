// What accounts for a value in more than one role: the operator, the user's words, an endorsement, a record that the
// user named, two pieces that are each accounted for.

import type { FlowTool } from '../../../tool/flow/declare.js'
import type { Role } from '../../../tool/flow/roles.js'
import type { AnchorFor } from '../../evidence/anchor.js'
import type { Canonical } from '../../words/canonical.js'
import type { Reason } from '../decision.js'
import { piecesOf } from '../join.js'
import type { Account, Known } from '../known.js'
import { type Facts, look, placeOf } from './look.js'

export function vouchTrusted(
  { form, label }: Facts,
  role: Role,
  known: Known,
): (Account & { ok: true }) | undefined {
  if (label === 'operator' || (label === 'user' && isNamed(form, known)))
    return { ok: true, by: label, label }
  return known.endorsed(form.key, role) ? { ok: true, by: 'endorsement', label } : undefined
}

/** Whether the user's words name something by the value, and don't merely count with it. */
function isNamed({ kind, text }: Canonical, { words, asOf }: Known): boolean {
  // A card number counts nothing.
  return kind !== 'number' || text.length >= 13 || words.namesNumber(text, asOf)
}

/** A value of a record that the user named. */
export function vouchAnchored(
  { form, label, seen }: Facts,
  wanted: AnchorFor,
  known: Known,
): (Account & { ok: true }) | undefined {
  const found = known.anchors.find(seen, form.key, wanted)
  return found && { ok: true, by: 'anchored', label, words: found.words, ...placeOf(found.at) }
}

/** No record that the user named accounts for it: says which values do, where some do. */
export function unanchored(
  { form, label, place }: Facts,
  wanted: AnchorFor,
  known: Known,
  reason: Reason = 'no_evidence',
): Account {
  const found = known.anchors.candidates(form.kind, wanted)
  const candidates = found.map(({ key, record: { tool, callId }, path }) => ({
    value: key.slice(key.indexOf(':') + 1),
    from: { tool, callId, path },
  }))
  const isAmong = found.some(({ key }) => key === form.key)
  return {
    ok: false,
    reason: reason === 'no_evidence' && isAmong && found.length > 1 ? 'several_records' : reason,
    label,
    ...place,
    ...(candidates.length > 0 && { candidates }),
  }
}

/** A directory and a file name, a date and a time: each piece must be accounted for by itself. */
export function vouchJoined(facts: Facts, role: Role, tool: FlowTool, known: Known): Account | undefined {
  const pieces = piecesOf(facts.form)
  if (!pieces) return undefined
  const good = pieces.every((piece) => {
    const own = look(piece, role, known)
    // A name that is a host says nothing of where a file goes.
    if (own.label === 'operator' && own.form.kind !== 'path' && !known.trusted.names(piece)) return false
    // A path counts letter for letter, so its pieces do too.
    if (own.label === 'user') return known.words.says(piece, known.asOf, true)
    if (
      vouchTrusted(own, role, known) ||
      vouchAnchored(
        own,
        { role: role === 'selector' ? role : 'target', tool, of: undefined, asOf: known.asOf },
        known,
      )
    )
      return true
    return !tool.egress && tool.effect !== 'destroy' && own.label === 'first-party'
  })
  return good ? { ok: true, by: 'joined', label: facts.label } : undefined
}

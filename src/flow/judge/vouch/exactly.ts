// Code and secrets.

import type { Role } from '../../../tool/flow/roles.js'
import type { Account, Known } from '../known.js'
import type { Facts } from './look.js'

/** Code and secrets: letter for letter as the user or the operator wrote them. */
export function vouchExactly(facts: Facts, role: Role, known: Known): Account {
  const { value, form, label, place } = facts
  if (known.words.says(String(value), known.asOf, true)) return { ok: true, by: 'user', label: 'user' }
  if (label === 'operator') return { ok: true, by: 'operator', label }
  if (known.endorsed(form.key, role)) return { ok: true, by: 'endorsement', label }
  return { ok: false, reason: 'no_evidence', label, ...place }
}

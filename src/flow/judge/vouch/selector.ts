// Which existing object.

import type { FlowTool } from '../../../tool/flow/declare.js'
import type { RoleUse } from '../../../tool/flow/roles.js'
import type { Account, Known } from '../known.js'
import { type Facts, isOf, placeOf } from './look.js'
import { unanchored, vouchAnchored, vouchJoined, vouchTrusted } from './trusted-value.js'

export function vouchSelector(facts: Facts, use: RoleUse, tool: FlowTool, known: Known): Account {
  const { label, seen } = facts
  const wanted = { role: 'selector', tool, of: use.of, asOf: known.asOf } as const
  const trusted = vouchTrusted(facts, 'selector', known) ?? vouchAnchored(facts, wanted, known)
  if (trusted) return trusted
  const own = seen.find((at) => at.label === 'first-party' && isOf(at, use.of))
  // The attack: an agent finds an id and deletes what it stands for, though nobody named it.
  if (own && tool.effect === 'destroy')
    return { ...unanchored(facts, wanted, known, 'object_not_named'), ...placeOf(own) }
  if (own) return { ok: true, by: 'first-party', label, ...placeOf(own) }
  return vouchJoined(facts, 'selector', tool, known) ?? unanchored(facts, wanted, known)
}

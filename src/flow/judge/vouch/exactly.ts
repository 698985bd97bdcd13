// Code and secrets.

import type { FlowTool } from '../../../tool/flow/declare.js'
import type { Role } from '../../../tool/flow/roles.js'
import { asksFor } from '../../words/commands.js'
import type { Account, Known } from '../known.js'
import { approvalKey } from './approval-key.js'
import type { Facts } from './look.js'

/** Code and secrets: byte for byte and as a whole, as the user or the operator wrote them. */
export function vouchExactly(facts: Facts, role: Role, tool: FlowTool, known: Known): Account {
  const { value, form, label, place } = facts
  const text = String(value)
  // A command is asked for now; who one is, was said for the conversation.
  const messages = role === 'command' ? known.words.recent(known.asOf) : known.words.said(known.asOf)
  const asking = known.acts.clausesFor(tool, known.asOf).map(({ clause }) => clause)
  if (messages.some((message) => asksFor(message, text, asking)))
    return { ok: true, by: 'user', label: 'user' }
  if (known.trusted.names(value)) return { ok: true, by: 'operator', label: 'operator' }
  if (known.endorsed(approvalKey(form, value), role)) return { ok: true, by: 'endorsement', label }
  return { ok: false, reason: 'no_evidence', label: label === 'user' ? 'unknown' : label, ...place }
}

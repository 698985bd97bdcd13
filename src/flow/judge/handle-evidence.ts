// Handles as evidence. What stands behind a handle is known exactly, by its record, so no text is matched.

import type { FlowTool } from '../../tool/flow/declare.js'
import { atLeast, isVouched } from '../../tool/flow/label.js'
import type { Role } from '../../tool/flow/roles.js'
import { isCommon } from '../words/common-words.js'
import { foldText, standsIn } from '../words/words.js'
import type { Account, HandleFacts, Known } from './known.js'

/** Whether a handle may stand for a value in a role. Its kind and its owner were checked when it was opened. */
export function vouchHandle(handle: HandleFacts, role: Role, tool: FlowTool, known: Known): Account {
  const { label } = handle
  const yes: Account = { ok: true, by: 'handle', label }
  switch (role) {
    case 'control':
    case 'when':
    case 'content':
      return yes
    case 'command':
    case 'credential':
      return handle.fills?.includes(role) || atLeast(label, 'user')
        ? yes
        : { ok: false, reason: 'no_evidence', label }
    case 'selector':
      if (tool.effect !== 'destroy' || isNamed(handle, known)) return yes
      return { ok: false, reason: 'object_not_named', label }
    case 'amount':
      return atLeast(label, 'first-party') ? yes : { ok: false, reason: 'no_evidence', label }
    case 'target':
      if (atLeast(label, 'user') || (!tool.egress && atLeast(label, 'first-party'))) return yes
      return isVouched(label) && isNamed(handle, known) ? yes : { ok: false, reason: 'no_evidence', label }
  }
}

/** Whether the user's newest words hold the name on the card. */
function isNamed({ name }: HandleFacts, { words, asOf }: Known): boolean {
  const folded = name === undefined ? '' : foldText(name)
  if (folded.length < 4 || isCommon(folded)) return false
  return words.recent(asOf).some((message) => standsIn(folded, message.folded))
}

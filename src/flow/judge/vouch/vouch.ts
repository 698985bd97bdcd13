// The role table: whether something trusted accounts for one value, in the role that it plays. Only positive
// evidence counts; that a value was seen in bad company proves nothing, and is not looked for.

import type { FlowTool } from '../../../tool/flow/declare.js'
import type { RoleUse } from '../../../tool/flow/roles.js'
import { vouchHandle } from '../handle-evidence.js'
import type { Account, HandleFacts, Known } from '../known.js'
import { vouchAmount } from './amount.js'
import { vouchExactly } from './exactly.js'
import { look } from './look.js'
import { vouchSelector } from './selector.js'
import { vouchTarget } from './target.js'

/** Whether something accounts for a value in its role. */
export function vouch(
  value: string | number | boolean,
  use: RoleUse,
  tool: FlowTool,
  known: Known,
  handle: HandleFacts | undefined,
): Account {
  if (use.listed) return { ok: true, by: 'schema', label: 'operator' }
  if (handle) return vouchHandle(handle, use.role, tool, known)
  const facts = look(value, use.role, known)
  switch (use.role) {
    case 'control':
    case 'when':
    case 'content':
      return { ok: true, by: 'schema', label: facts.label, ...facts.place }
    case 'target':
      return vouchTarget(facts, tool, known)
    case 'selector':
      return vouchSelector(facts, use, tool, known)
    case 'amount':
      return vouchAmount(facts, tool, known)
    case 'command':
    case 'credential':
      return vouchExactly(facts, use.role, tool, known)
  }
}

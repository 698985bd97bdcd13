// Endorsements: a person's approval of a value for a purpose, with an end. Bound to the canonical value, the role
// and the tool as it was declared; a changed tool asks again.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import type { ArgumentFacts } from '../judge/decision.js'
import { approvalKeyOf } from '../judge/vouch/approval-key.js'

/** One approval of a value. Plain data; it survives a restart. */
export interface Endorsement {
  readonly id: string
  /** The canonical value. */
  readonly key: string
  readonly role: Role
  readonly tools: readonly { readonly name: string; readonly identity: string }[]
  /** Who approved. */
  readonly by: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Milliseconds since the epoch; none: with the conversation. */
  readonly expiresAt?: number
  /** How often it still counts; none: no limit. */
  readonly uses?: number
}

/** The endorsement that covers a value, if one does. */
export function endorsementFor(
  endorsements: Iterable<Endorsement>,
  key: string,
  role: Role,
  tool: Pick<FlowTool, 'identity'>,
  now: number,
): Endorsement | undefined {
  for (const each of endorsements) {
    if (each.key !== key || each.role !== role) continue
    if (each.expiresAt !== undefined && each.expiresAt <= now) continue
    if (each.uses !== undefined && each.uses <= 0) continue
    if (each.tools.some(({ identity }) => identity === tool.identity)) return each
  }
  return undefined
}

/** The endorsements that a call uses up, each counted once a call, as they are afterwards. */
export function spentBy(
  endorsements: Iterable<Endorsement>,
  facts: readonly ArgumentFacts[],
  tool: Pick<FlowTool, 'identity'>,
  now: number,
): readonly Endorsement[] {
  const spent = new Map<string, Endorsement>()
  for (const { by, value, role } of facts) {
    if (by !== 'endorsement') continue
    const used = [approvalKeyOf({ value }), approvalKeyOf({ value, reason: 'links_spent' })]
      .map((key) => endorsementFor(endorsements, key, role, tool, now))
      .find((each) => each !== undefined)
    if (used?.uses !== undefined) spent.set(used.id, { ...used, uses: used.uses - 1 })
  }
  return [...spent.values()]
}

// Endorsements: a person's word on a value for a purpose, yes or never, with an end. Bound to the canonical value, the
// role and the tool as it was declared; a changed tool asks again.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import type { StandingApproval } from '../../tool/outcome.js'
import type { ArgumentFacts } from '../judge/decision.js'
import { approvalKeyOf } from '../judge/vouch/approval-key.js'
import { readTarget } from '../words/address-grammar.js'
import { canonicalOf } from '../words/canonical.js'

/** One answer that goes on counting. Plain data; it survives a restart. */
export interface Endorsement {
  readonly id: string
  /** Never. Default: a yes. */
  readonly verdict?: 'deny'
  /** The canonical value. */
  readonly key: string
  /** `act`: a never to the tool itself. */
  readonly role: Role | 'act'
  readonly tools: readonly { readonly name: string; readonly identity: string }[]
  /** The value as the person saw it. */
  readonly shown?: string
  /** Who answered. */
  readonly by: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Milliseconds since the epoch; none: with the conversation. */
  readonly expiresAt?: number
  /** How often it still counts; none: no limit. */
  readonly uses?: number
}

type Bound = Pick<FlowTool, 'identity'>

/** The endorsement that covers a value, if one does. */
export function endorsementFor(
  endorsements: Iterable<Endorsement>,
  key: string,
  role: Role,
  tool: Bound,
  now: number,
): Endorsement | undefined {
  for (const each of endorsements) {
    if (each.verdict !== 'deny' && each.key === key && each.role === role && counts(each, tool, now))
      return each
  }
  return undefined
}

/** The arguments to which a person said never; `act` when it is the tool itself. */
export function refusedBy(
  endorsements: Iterable<Endorsement>,
  facts: () => readonly ArgumentFacts[],
  tool: Bound,
  now: number,
): 'act' | readonly ArgumentFacts[] {
  const refused = [...endorsements].filter((each) => each.verdict === 'deny' && counts(each, tool, now))
  if (refused.length === 0) return []
  if (refused.some(({ role }) => role === 'act')) return 'act'
  return facts().filter(({ value, role }) => {
    const ofRole = refused.filter((each) => each.role === role)
    if (ofRole.length === 0) return false
    const keys = new Set(refusalKeys(value, role))
    return ofRole.some(({ key }) => keys.has(key.toLowerCase()))
  })
}

/** In whatever form and case it is written, and as one of several: a refused address is not to be smuggled in within a list. */
function refusalKeys(value: ArgumentFacts['value'], role: Role): string[] {
  const parts = role === 'target' && typeof value === 'string' ? (readTarget(value) ?? []) : []
  return [value, ...parts].flatMap((each) => {
    const site = approvalKeyOf({ value: each, reason: 'links_spent' })
    return [canonicalOf(each).key, approvalKeyOf({ value: each }), site].map((key) => key.toLowerCase())
  })
}

/** The endorsements that a call uses up, each counted once a call, as they are afterwards. */
export function spentBy(
  endorsements: Iterable<Endorsement>,
  facts: readonly ArgumentFacts[],
  tool: Bound,
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

/** Whether it has come to its end. */
export function hasEnded({ expiresAt, uses }: Endorsement, now: number): boolean {
  return (expiresAt !== undefined && expiresAt <= now) || (uses !== undefined && uses <= 0)
}

/** As it is listed for people. */
export function standingOf(endorsement: Endorsement): StandingApproval {
  const { id, verdict = 'allow', tools, role, key, shown = key, by, at, expiresAt, uses } = endorsement
  return {
    id,
    verdict,
    tools: tools.map(({ name }) => name),
    role,
    ...(role !== 'act' && { value: shown }),
    by,
    at: new Date(at).toISOString(),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
    ...(uses !== undefined && { uses }),
  }
}

function counts(endorsement: Endorsement, { identity }: Bound, now: number): boolean {
  return !hasEnded(endorsement, now) && endorsement.tools.some((each) => each.identity === identity)
}

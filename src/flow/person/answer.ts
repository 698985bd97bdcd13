// What a person says to an approval: checked once, where it comes in, and then one tagged union.

import { z } from 'zod'
import { DefinitionError, parseOptions } from '../../base/options.js'

/** What `session.approve` and `run.approve` take. */
export interface ApproveOptions {
  /** `once`: these very calls pass, one time each. `value`: calls of this tool with its values pass. */
  readonly for: 'once' | 'value'
  /** The session's own user, or `operator`, or `operator:<name>`, as the host authenticated them. */
  readonly by: string
  /**
   * The `revision` that was shown. When a call joined since, the answer is refused as `approval_changed`. It may be
   * left out while the approval is about one call.
   */
  readonly seen?: string | undefined
  /** When an approval of values ends: ISO 8601, a date, or milliseconds. Default: with the conversation. */
  readonly until?: string | number | Date | undefined
  /** How often an approval of values counts. Default: no limit. */
  readonly uses?: number | undefined
}

/** What `session.deny` and `run.deny` take. */
export interface DenyOptions {
  /** The session's own user, or `operator`, or `operator:<name>`, as the host authenticated them. */
  readonly by: string
  /**
   * `once`, the default: these very calls are denied. `value`: never, which is that every call of this tool with these
   * values is denied, whatever accounts for them; where there are no items, every call of this tool.
   */
  readonly for?: 'once' | 'value' | undefined
  /** When `for: 'value'` ends: ISO 8601, a date, or milliseconds. Default: with the conversation. */
  readonly until?: string | number | Date | undefined
}

/** What `session.revoke` takes. */
export interface RevokeOptions {
  /** The session's own user, or `operator`, or `operator:<name>`, as the host authenticated them. */
  readonly by: string
}

/**
 * What `onApproval` gives: the options of `session.approve` or those of `session.deny`.
 *
 * @example { approve: { for: 'once', by: 'u-17' } }
 */
export type ApprovalAnswer = { readonly approve: ApproveOptions } | { readonly deny: DenyOptions }

/** An answer, once it was checked. */
export type Answer =
  | ({ readonly verdict: 'allow' } & ApproveOptions)
  | ({ readonly verdict: 'deny' } & DenyOptions)

/** The answer of who approves. @throws DefinitionError for unknown keys and values of a wrong form. */
export function approving(options: ApproveOptions, what: string): Answer {
  return { ...parseOptions(approveSchema, options, what), verdict: 'allow' }
}

/** The answer of who denies. @throws DefinitionError for unknown keys and values of a wrong form. */
export function denying(options: DenyOptions, what: string): Answer {
  return { ...parseOptions(denySchema, options, what), verdict: 'deny' }
}

/** Who takes something back. @throws DefinitionError for unknown keys and values of a wrong form. */
export function revoking(options: RevokeOptions, what: string): RevokeOptions {
  return parseOptions(revokeSchema, options, what)
}

/**
 * The answer of a callback that was shown a revision.
 *
 * @throws DefinitionError unless it gives one of the two, in its form.
 */
export function answerOf(given: ApprovalAnswer, what: string, shown: string): Answer {
  const { approve, deny } = parseOptions(answerSchema, given, what)
  if (approve && !deny) return { seen: shown, ...approve, verdict: 'allow' }
  if (deny && !approve) return { ...deny, verdict: 'deny' }
  throw new DefinitionError(
    `${what}: give either { approve: { for, by } } or { deny: { by } }; undefined leaves the call held.`,
  )
}

const by = z.string("give who answers: the session's user, or 'operator'.")
const until = z.union([z.string(), z.number(), z.date()]).optional()

const approveSchema = z.strictObject({
  for: z.enum(['once', 'value']),
  by,
  seen: z.string().optional(),
  until,
  uses: z.int().min(1, 'must be 1 or more.').optional(),
})

const denySchema = z.strictObject({ by, for: z.enum(['once', 'value']).optional(), until })

const revokeSchema = z.strictObject({ by })

const answerSchema = z.strictObject({ approve: approveSchema.optional(), deny: denySchema.optional() })

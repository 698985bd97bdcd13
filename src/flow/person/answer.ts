// What a person says to an approval: checked once, where it comes in, and then one tagged union.

import { z } from 'zod'
import { DefinitionError, parseOptions } from '../../base/options.js'

/** What `session.approve` and `run.approve` take. */
export interface ApproveOptions {
  /** `once`: this very call passes, one time. `value`: calls of this tool with its values pass. */
  readonly for: 'once' | 'value'
  /** The session's own user, or `operator`, or `operator:<name>`, as the host authenticated them. */
  readonly by: string
  /** When an approval of values ends: ISO 8601, a date, or milliseconds. Default: with the conversation. */
  readonly until?: string | number | Date | undefined
  /** How often an approval of values counts. Default: no limit. */
  readonly uses?: number | undefined
}

/** What `session.deny` and `run.deny` take. */
export interface DenyOptions {
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

/** The answer of a callback. @throws DefinitionError unless it gives one of the two, in its form. */
export function answerOf(given: ApprovalAnswer, what: string): Answer {
  const { approve, deny } = parseOptions(answerSchema, given, what)
  if (approve && !deny) return { ...approve, verdict: 'allow' }
  if (deny && !approve) return { ...deny, verdict: 'deny' }
  throw new DefinitionError(
    `${what}: give either { approve: { for, by } } or { deny: { by } }; undefined leaves the call held.`,
  )
}

const by = z.string("give who answers: the session's user, or 'operator'.")

const approveSchema = z.strictObject({
  for: z.enum(['once', 'value']),
  by,
  until: z.union([z.string(), z.number(), z.date()]).optional(),
  uses: z.int().min(1, 'must be 1 or more.').optional(),
})

const denySchema = z.strictObject({ by })

const answerSchema = z.strictObject({ approve: approveSchema.optional(), deny: denySchema.optional() })

// Takes an answer to an approval: who may answer, what the answer changes, and until when it counts.

import { HIDDEN } from '../../text/characters.js'
import type { Answer } from './answer.js'
import { ApprovalError } from './approval-error.js'
import type { Endorsement } from './endorsements.js'
import type { PendingApproval } from './pending.js'

/** How long an approval for once waits for its calls to be made again, from the answer on. */
const ONCE_MS = 15 * 60_000

/** An approval as it is after its answer, and what goes on counting. */
interface Answered {
  readonly asked: PendingApproval
  readonly endorsements: readonly Omit<Endorsement, 'id'>[]
}

/**
 * Takes an answer.
 *
 * @throws ApprovalError when this approval can't be answered so, by this person, now.
 */
export function answerApproval(
  asked: PendingApproval,
  answer: Answer,
  user: string | undefined,
  now: number,
): Answered {
  const { by, until } = answer
  if (!mayAnswer(by, user))
    throw new ApprovalError('Only the user of the session or an operator can answer its approvals.')
  if (asked.answer) throw new ApprovalError('The approval was answered before.')
  if (asked.retired)
    throw new ApprovalError('The approval was retired, since the user spoke of other things. Call again.')
  if (asked.expiresAt <= now)
    throw new ApprovalError('The approval has expired. Call again to be asked anew.')
  const uses = answer.verdict === 'allow' ? answer.uses : undefined
  if (answer.for !== 'value' && (until !== undefined || uses !== undefined)) {
    throw new ApprovalError(`'until' and 'uses' are for an answer about values: for: 'value'.`)
  }
  const expiresAt = endOf(until, now)
  const about = {
    tools: [asked.tool],
    by,
    at: now,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(uses !== undefined && { uses }),
  }
  return answer.verdict === 'deny' ? denied(asked, answer, about) : allowed(asked, answer, about)
}

type About = Pick<Endorsement, 'tools' | 'by' | 'at' | 'expiresAt' | 'uses'>

function allowed(
  asked: PendingApproval,
  { for: what, seen }: Answer & { verdict: 'allow' },
  about: About,
): Answered {
  const { approval } = asked
  if (!approval.offers.includes(what)) {
    const offered = approval.offers.filter((each) => each !== 'never').join(' or ')
    throw new ApprovalError(`This approval offers ${offered}, not '${what}'.`)
  }
  // A yes is to what was seen. One call is what it was about from the start.
  if (seen === undefined ? approval.calls.length > 1 : seen !== approval.revision) {
    throw new ApprovalError(
      `approval_changed: the approval is about ${approval.calls.length} calls now. Look at it again, and answer with { seen: '${approval.revision}' }.`,
      approval,
    )
  }
  const { by, at } = about
  const given: PendingApproval = {
    ...asked,
    answer: { verdict: 'allow', for: what, by, at },
    expiresAt: what === 'once' ? Math.ceil(at) + ONCE_MS : asked.expiresAt,
  }
  return {
    asked: given,
    endorsements: what === 'value' ? asked.values.map((value) => ({ ...value, ...about })) : [],
  }
}

function denied(
  asked: PendingApproval,
  { for: what = 'once' }: Answer & { verdict: 'deny' },
  about: About,
): Answered {
  if (what === 'value' && asked.refusals.length === 0) {
    throw new ApprovalError(
      "What stands behind a handle can't be refused for good, as each token is another value. Deny it once.",
    )
  }
  const { by, at } = about
  return {
    asked: { ...asked, answer: { verdict: 'deny', for: what, by, at } },
    endorsements:
      what === 'value' ? asked.refusals.map((value) => ({ verdict: 'deny', ...value, ...about })) : [],
  }
}

/** Whether somebody may answer, or take an answer back. */
export function mayAnswer(by: string, user: string | undefined): boolean {
  if (typeof by !== 'string' || by === '') return false
  return by === user || by === 'operator' || OPERATOR.test(by)
}

/** Who it was is kept with the answer, so the name must be one that is seen. */
const OPERATOR = new RegExp(`^operator:(?=.*[^\\s${HIDDEN}])`, 'u')

function endOf(until: Answer['until'], now: number): number | undefined {
  if (until === undefined) return undefined
  const end = new Date(until).getTime()
  if (Number.isNaN(end)) throw new ApprovalError(`'until' is no date.`)
  if (end <= now) throw new ApprovalError(`'until' is in the past.`)
  return end
}

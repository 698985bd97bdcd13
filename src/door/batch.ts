// Held calls of a batch with somebody to ask: put to a person one after another, and called again once they are
// answered, so that what comes out is final.

import type { ApprovalAnswer } from '../flow/person/answer.js'
import { ApprovalError } from '../flow/person/approval-error.js'
import type { Approval, Outcome } from '../tool/outcome.js'

/** Asks a person. `undefined`: nobody answered, and the call stays held. */
export type AskPerson = (
  approval: Approval,
) => ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>

/** What {@link settleHeld} needs of the session. */
export interface Asker {
  readonly ask: AskPerson
  /** As it is now: calls may have joined. */
  open(approvalId: string): Approval | undefined
  answer(shown: Approval, answer: ApprovalAnswer): Promise<void>
  /** Told what `ask` threw, or why its answer was not taken. */
  onFault(error: unknown): void
  /** Takes the call through the gate once more. */
  again(): Promise<Outcome>
}

/** A call may be held for a second reason once the first is settled; it does not go on for ever. */
const MAX_ASKED = 3

/** Asks for a held call until it is final, or nobody answers. */
export async function settleHeld(held: Outcome, asker: Asker): Promise<Outcome> {
  let latest = held
  for (let asked = 0; latest.status === 'held' && asked < MAX_ASKED; asked++) {
    const approval = asker.open(latest.approval.id)
    // An equal call of the batch may have used up the answer; then this one asks for itself.
    if (approval && !(await isAnswered(approval, asker))) return latest
    latest = await asker.again()
  }
  return latest
}

async function isAnswered(approval: Approval, asker: Asker): Promise<boolean> {
  const { ask, answer, onFault } = asker
  try {
    const given = await ask(approval)
    if (given === undefined) return false
    await answer(approval, given)
    return true
  } catch (error) {
    // What joined while somebody looked is shown as well.
    if (error instanceof ApprovalError && error.approval) return isAnswered(error.approval, asker)
    onFault(error)
    return false
  }
}

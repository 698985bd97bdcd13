// Held calls of a batch with somebody to ask: put to a person one after another, and called again once they are
// answered, so that what comes out is final.

import type { ApprovalAnswer } from '../flow/person/answer.js'
import type { Approval, Outcome } from '../tool/outcome.js'

/** Asks a person. `undefined`: nobody answered, and the call stays held. */
export type AskPerson = (
  approval: Approval,
) => ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>

/** What {@link settleHeld} needs of the session. */
export interface Asker {
  readonly ask: AskPerson
  isOpen(approvalId: string): boolean
  answer(approvalId: string, answer: ApprovalAnswer): Promise<void>
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
    const { approval } = latest
    // An equal call of the batch may have used up the answer; then this one asks for itself.
    if (asker.isOpen(approval.id) && !(await isAnswered(approval, asker))) return latest
    latest = await asker.again()
  }
  return latest
}

async function isAnswered(approval: Approval, { ask, answer, onFault }: Asker): Promise<boolean> {
  try {
    const given = await ask(approval)
    if (given === undefined) return false
    await answer(approval.id, given)
    return true
  } catch (error) {
    onFault(error)
    return false
  }
}

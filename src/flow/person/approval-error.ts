// Why an answer was not taken.

import type { Approval } from '../../tool/outcome.js'

/**
 * Why an answer was not taken. `approval_changed`: a call joined since it was looked at, and `approval` is what it is
 * now; show it again. `refused`: anything else, as the message says.
 */
export class ApprovalError extends Error {
  override readonly name = 'ApprovalError'
  readonly code: 'approval_changed' | 'refused'

  constructor(
    message: string,
    readonly approval?: Approval,
  ) {
    super(message)
    this.code = approval ? 'approval_changed' : 'refused'
  }
}

// How a crossing may end: what the code gave, why it was stopped, and the outcome that is made of either.

import type { Abort } from '../base/abort.js'
import type { FlowTool } from '../tool/flow/declare.js'
import type { Approval, Card, FailureCategory, GateCode, Outcome } from '../tool/outcome.js'

/** After stage 6: what the tool's code gave. */
export interface Ran {
  readonly kind: 'ran'
  readonly value: unknown
  /** When the call must end, and what ends it before: milliseconds since the epoch. */
  readonly deadline: number
  readonly signal: Abort
  /** It failed, and the value is the part that there is. */
  readonly failure?: Stop
}

/** The handle of a whole result. */
export interface WholeHandle {
  readonly card: Card
  /** Whether it opens still, as far as that is known at once. */
  isHeld(): boolean
}

/** After stage 7: the outcome, and about how many characters its payload has. */
export interface Shaped {
  readonly outcome: Outcome
  /** Settles when code that was not waited for has ended at last. */
  readonly late?: Promise<void> | undefined
  readonly size: number
  /** The tool has run to its end, though what it gave could not be shown. */
  readonly ran?: true
  /** The whole, where a view of it was cut. */
  readonly rest?: WholeHandle
  /** Whose flow counts for this result, where it is not the tool's own. */
  readonly flow?: FlowTool
}

/** Why a call does not run, or did not end well. Data, until shape makes an outcome of it. */
export interface Stop {
  readonly kind: 'stop'
  readonly status: 'denied' | 'error' | 'held'
  readonly code: GateCode | (string & {})
  readonly retryable: boolean
  /** Whose it is. Default: what its code says. */
  readonly category?: FailureCategory
  /** JSON Pointer to the argument that is to be mended. */
  readonly path?: string
  /** For a person. */
  readonly userMessage: string
  /** For the model, where it differs: what to change, or whether to give up. */
  readonly forModel?: string
  /** Words that may be a third party's, as they came: the model reads them in a fence. */
  readonly said?: string
  readonly ref?: string
  readonly approval?: Approval
  /** Settles when the code that was not waited for has ended at last. */
  readonly late?: Promise<void>
}

/** Stops a crossing. */
export function stop(parts: Omit<Stop, 'kind'>): Stop {
  return { kind: 'stop', ...parts }
}

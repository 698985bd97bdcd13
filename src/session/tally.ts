// What is counted of calls while they are checked: how often a model made the same fault, or asked for what it was
// refused. A preview is counted nowhere, so it has a tally of its own that forgets.

import type { ArgumentTries } from '../args/tries.js'
import type { Decision } from '../flow/judge/decision.js'
import type { Flow } from '../flow/kept/session-flow.js'
import type { Fault } from '../json/schema/fault.js'

/** Told by the stages that check a call. */
export interface Tally {
  /** A fault in the arguments. Gives how often it came, this time included. */
  fault(tool: string, fault: Pick<Fault, 'path' | 'rule'>): number
  /** The call was judged: it counts from now on, whether it runs or not. */
  judged(decision: Decision): void
  /** The call was refused by the judge or by a person. */
  refused(tool: string): void
}

/** Counts for a session. */
export function tallyOf(tries: ArgumentTries, flow: Flow): Tally {
  return {
    fault: (tool, fault) => tries.count(tool, fault),
    judged: (decision) => flow.called(decision),
    refused: (tool) => flow.refusals.note(tool),
  }
}

/** Counts nothing. */
export const UNCOUNTED: Tally = Object.freeze({ fault: () => 0, judged: () => {}, refused: () => {} })

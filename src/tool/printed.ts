// The form of an outcome: own plain data, and on its prototype how it is printed. A host that writes an outcome into a
// model's context with JSON.stringify writes the model view and nothing else.

import type { Outcome, OutcomeData, Printed } from './outcome.js'

const FORM = Object.freeze({
  toJSON(this: Outcome): Printed {
    const { callId, tool, status, model } = this
    return { callId, tool, status, model }
  },
  record(this: Outcome): OutcomeData {
    return { ...this } as OutcomeData
  },
})

/** Makes an outcome of its data, which it takes over and freezes at the top. */
export function outcomeOf(data: OutcomeData): Outcome {
  return Object.freeze(Object.setPrototypeOf(data, FORM) as Outcome)
}

// What a model is told of arguments that don't fit, and for how long it may try: the same fault too often,
// and the text says to stop.

import { faultText } from '../args/faults.js'
import type { Fault } from '../json/schema/schema.js'
import { type Stop, stop } from '../session/ended.js'
import type { Resolved } from './crossing.js'

/** Makes the `invalid_arguments` stop and counts the try. */
export function refuseArguments(crossing: Resolved, faults: readonly Fault[]): Stop {
  const { tool, tally, by } = crossing
  const tries = Math.max(...faults.slice(0, 3).map((fault) => tally.fault(tool.name, fault)))
  const exhausted = tries > tool.limits.argumentRetries
  return stop({
    status: 'error',
    code: 'invalid_arguments',
    retryable: !exhausted,
    ...(faults[0]?.pointer && { path: faults[0].pointer }),
    userMessage:
      by === 'model'
        ? 'The assistant used the tool wrongly.'
        : `The input does not fit: ${faults[0]?.text ?? ''}`,
    forModel: faultText(tool.name, faults, { exhausted }),
  })
}

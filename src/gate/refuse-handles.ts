// What a model is told of handles that are no good, before its call ran or by the tool itself, and for how long it may
// try: the same fault too often, and the text says to stop, as for any other argument.

import { stopHint } from '../args/faults.js'
import { HandleError, isHandleCode } from '../handles/errors.js'
import { mayRetry } from '../net/retry.js'
import { type Stop, stop } from '../session/ended.js'
import { cleanLine } from '../text/clean.js'
import type { Resolved } from './crossing.js'
import { internalFault } from './stops.js'

/** Stops a call whose handles are no good, and says what is to be mended where. */
export function refuseHandles(crossing: Resolved, faults: readonly HandleError[]): Stop {
  return refused(crossing, faults, `${crossing.tool.name} did not run.`)
}

/** A handle error that the tool itself threw: its own words, and the caller's to mend like any other. */
export function refusedInRun(crossing: Resolved, thrown: HandleError): Stop {
  const { tool } = crossing
  const { code, pointer, cause } = thrown
  if (!isHandleCode(code))
    return internalFault(crossing, thrown, 'the tool threw a handle error of no known code')
  const text = cleanLine(String(thrown.message), LONGEST) || 'A handle of this call can not be used.'
  // Made anew: what came may be of another copy of the package, or have been changed since it was made.
  const fault = new HandleError(code, text, {
    ...(typeof pointer === 'string' && { pointer: cleanLine(pointer, LONGEST) }),
    cause,
  })
  const unsure = mayRetry(tool, false) ? '' : ' What it had begun may be done: look before you call it again.'
  const stopped = refused(crossing, [fault], `${tool.name} could not use what it was given.${unsure}`)
  // Nothing of the caller's to mend: like after a time-out, only what is safe twice is tried again.
  return fault.isFault && unsure ? { ...stopped, retryable: false } : stopped
}

/** Longest words of one fault, in characters. */
const LONGEST = 2_000

function refused(crossing: Resolved, faults: readonly HandleError[], what: string): Stop {
  const { core, callId, tool } = crossing
  const first = faults.find(({ isFault }) => isFault) ?? (faults[0] as HandleError)
  for (const { code, cause } of faults) {
    if (cause !== undefined)
      core.log.error({ callId, tool: tool.name, code, err: cause }, 'a handle could not be used')
  }
  const lines = faults
    .slice(0, 5)
    .map(({ pointer, message }) => (pointer ? `- ${pointer}: ${message}` : `- ${message}`))
  if (faults.length > 5) lines.push(`- and ${faults.length - 5} more`)
  const exhausted = isExhausted(crossing, faults)
  return stop({
    status: 'error',
    code: first.code,
    retryable: first.retryable && !exhausted,
    ...(first.pointer && { path: first.pointer }),
    userMessage: first.userMessage,
    forModel: [what, ...lines, ...(exhausted ? [stopHint(tool.name)] : [])].join('\n'),
  })
}

/** Counts the try. What is not the caller's to mend is no try. */
function isExhausted({ tool, tally }: Resolved, faults: readonly HandleError[]): boolean {
  const tries = faults
    .filter(({ isFault, retryable }) => !isFault && retryable)
    .slice(0, 3)
    .map(({ code, pointer = '' }) => tally.fault(tool.name, { path: pointer, rule: code }))
  return Math.max(0, ...tries) > tool.limits.argumentRetries
}

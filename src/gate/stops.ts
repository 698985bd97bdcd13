// The stops that any stage may come to: aborted, and what nobody declared. Of a thrown error that is no
// `failure` the log gets all under a reference; the model and the UI get the reference and nothing else.

import { newId } from '../base/ids.js'
import type { Unserialisable } from '../handles/seal/serialise.js'
import { mayRetry } from '../net/retry.js'
import { type Stop, stop } from '../session/ended.js'
import type { Tool } from '../tool/tool.js'
import { placeText } from '../view/place-text.js'
import type { Arrival } from './crossing.js'

/** Logs a fault and gives the stop that tells of it. */
export function internalFault(crossing: Arrival, error: unknown, what: string): Stop {
  const { core, callId, asked } = crossing
  const ref = newId(core.random, 'ref')
  core.log.error({ ref, callId, tool: asked.name, err: error }, what)
  return stop({
    status: 'error',
    code: 'internal',
    retryable: false,
    userMessage: `Something went wrong inside the tool (reference ${ref}).`,
    forModel: `The tool failed inside (reference ${ref}). Go on without it and say so.`,
    ref,
  })
}

/** What every stage says of a call that was stopped on its way. */
export function aborted(tool?: Tool): Stop {
  return stop({
    status: 'error',
    code: 'aborted',
    // What was begun may be done: like after a time-out, only what is safe twice is tried again.
    retryable: !tool || mayRetry(tool, false),
    userMessage: 'The call was stopped.',
    forModel: 'The call was stopped before it ended. What it had begun may be done in part.',
  })
}

/** A call that was stopped before any of its tool's code ran, as every call is once its session is closed. */
export function stoppedBefore(): Stop {
  return stop({
    status: 'error',
    code: 'aborted',
    retryable: true,
    userMessage: 'The call was stopped.',
    forModel: 'The call was stopped before it began. Nothing ran.',
  })
}

/** Why a run's time was up: it never told of progress, it told of none any more, or it may not go on longer. */
export type Lapse = 'timeout' | 'silence' | 'longest'

/** A call that reached its deadline. */
export function timedOut(tool: Tool, why: Lapse = 'timeout'): Stop {
  const { timeoutMs, longestMs } = tool.limits
  const seconds = (why === 'longest' ? longestMs : timeoutMs) / 1_000
  const late = why === 'silence' ? `told of no progress for ${seconds} s` : `took longer than ${seconds} s`
  const unsafe = !mayRetry(tool, false)
  return stop({
    status: 'error',
    code: 'timeout',
    retryable: !unsafe,
    userMessage: `It ${late} and was stopped.`,
    forModel: `${tool.name} ${late} and was stopped.${unsafe ? ' It may have been done all the same: check before you try again.' : ' A smaller request may be in time.'}`,
  })
}

/** An act that this turn saw already, and whose outcome was too much to keep. */
export function doneBefore(): Stop {
  return stop({
    status: 'error',
    code: 'conflict',
    category: 'policy',
    retryable: false,
    userMessage: 'This was done already.',
    forModel:
      'This very call was made already in this turn; its outcome is not kept any more. Do not repeat it: look at what it did.',
  })
}

/** A call object of a provider, passed on as it is: its arguments stand under another key. */
export function misnamedArguments(key: string): Stop {
  return stop({
    status: 'error',
    code: 'invalid_arguments',
    retryable: false,
    userMessage: 'The call could not be read.',
    forModel: `The call has its arguments under '${key}'; session.call takes { id, name, args }. Nothing ran.`,
  })
}

/** What a tool gave does not fit its `output`. */
export function resultInvalid(tool: Tool): Stop {
  return stop({
    status: 'error',
    code: 'result_invalid',
    retryable: false,
    userMessage: 'The tool gave a result of the wrong form.',
    forModel: `${tool.name} gave a result of the wrong form. That is the tool's fault: do not repeat the call as it is.`,
  })
}

/** What a tool gave has no JSON form, or is too large. */
export function noJsonForm(tool: Tool, { code, path, reason }: Unserialisable): Stop {
  return stop({
    status: 'error',
    code,
    retryable: false,
    userMessage: 'The tool gave a result that can not be shown.',
    forModel: `${tool.name} gave a result that can't cross: ${placeText(path) || 'the result'}: ${reason}. That is the tool's fault: do not repeat the call as it is.`,
  })
}

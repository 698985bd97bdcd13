// Stage 7, shape: one walk that makes the result JSON-safe, then the model view and the UI view within their
// budgets. Failures get their two texts here.

import { withDeadline } from '../base/deadline.js'
import { labelOfResult } from '../flow/judge/decision.js'
import { HandleError } from '../handles/errors.js'
import { Inspected } from '../handles/look/inspector.js'
import { Unserialisable } from '../handles/seal/serialise.js'
import type { Json } from '../json/json.js'
import type { Fault } from '../json/schema/fault.js'
import { mayRetry } from '../net/retry.js'
import { type Ran, type Shaped, type Stop, stop } from '../session/ended.js'
import { cleanLine } from '../text/clean.js'
import type { OutcomeData, UiView } from '../tool/outcome.js'
import { outcomeOf } from '../tool/printed.js'
import { Empty, isA } from '../tool/results.js'
import { placeText } from '../view/place-text.js'
import type { Arrival, Judged } from './crossing.js'
import { base, failedOutcome, notice, stopped } from './failed.js'
import { emptyText, modelView } from './model-view.js'
import { type Collected, type Committed, collect, mark } from './seal/collect.js'
import { aborted, internalFault, noJsonForm, resultInvalid, timedOut } from './stops.js'
import { uiView } from './ui-view.js'

/** Makes the outcome of what a call came to. */
export function shape(crossing: Arrival, ended: Ran | Stop): Promise<Shaped> | Shaped {
  if (ended.kind === 'stop') return stopped(crossing, ended)
  const ran = crossing as Judged
  if (isA(ended.value, Empty)) return nothing(ran, ended.value)
  const work: Work = { crossing: ran, ended }
  if (ended.failure) return partial(work, ended.failure)
  if (isA(ended.value, Inspected)) return valued({ ...work, inspected: ended.value }, ended.value.value)
  return ran.tool.schema.output ? checkOutput(work) : valued(work, ended.value)
}

/** A failure that shows the part there is. What doesn't fit, or can't be kept, is left out: it failed all the same. */
async function partial(work: Work, failure: Stop): Promise<Shaped> {
  const shaped = await (work.crossing.tool.schema.output ? checkOutput(work) : valued(work, work.ended.value))
  return 'results' in shaped.outcome ? shaped : stopped(work.crossing, failure)
}

/** A result on its way out. */
interface Work {
  readonly crossing: Judged
  readonly ended: Ran
  /** It was read out of a handle, and is labelled by that handle's record. */
  readonly inspected?: Inspected
}

/** With an output schema, what it does not declare does not leave. An asynchronous one ends with the run. */
async function checkOutput(work: Work): Promise<Shaped> {
  const { crossing, ended: ran } = work
  const { tool, core } = crossing
  const ended = await withDeadline(() => tool.schema.output!.parse(mark(crossing, ran.value) as Json), {
    timeoutMs: Math.max(1, ran.deadline - core.clock()),
    signal: ran.signal,
  })
  switch (ended.kind) {
    case 'aborted':
      // It has run: what is not safe twice is not offered to be tried again.
      return stopped(crossing, aborted(tool))
    case 'timeout':
      return stopped(crossing, timedOut(tool))
    case 'threw':
      return stopped(crossing, internalFault(crossing, ended.error, 'the output schema threw'))
    case 'value': {
      if ('value' in ended.value) return valued(work, ended.value.value)
      return unfit(crossing, ended.value.faults)
    }
  }
}

/** Three steps that the types put in order: collected, written, shown. */
function valued(work: Work, result: unknown): Promise<Shaped> | Shaped {
  const { crossing } = work
  const { tool, core } = crossing
  try {
    const collected = collect(crossing, result, {
      isPlain: work.inspected !== undefined,
      failed: work.ended.failure !== undefined,
    })
    return 'faults' in collected ? unfit(crossing, collected.faults) : finished(work, collected)
  } catch (error) {
    if (error instanceof HandleError) return handleFault(crossing, error)
    if (!(error instanceof Unserialisable)) throw error
    core.log.error(
      {
        callId: crossing.callId,
        tool: tool.name,
        path: placeText(error.path) || 'the result',
        reason: error.reason,
      },
      'result has no JSON form',
    )
    return { ...stopped(crossing, noJsonForm(tool, error)), ran: true }
  }
}

interface Views {
  readonly ui: UiView
  readonly model: string
}

function finished(work: Work, collected: Collected): Promise<Shaped> | Shaped {
  const { crossing, ended } = work
  const views = {
    ui: uiView(crossing, collected),
    model: modelView(crossing, collected, ended.failure),
  }
  // What waits to be written is known when both views are made.
  const committed = collected.commit(ended.signal)
  return 'show' in committed
    ? delivered(work, collected, committed, views)
    : written(work, collected, committed, views)
}

/** All handles of a result are written before any is shown. */
async function written(
  work: Work,
  collected: Collected,
  writing: Promise<Committed | 'aborted'>,
  views: Views,
): Promise<Shaped> {
  const { crossing } = work
  const { core, callId, tool } = crossing
  const committed = await writing.catch((fault: HandleError) => fault)
  if (committed === 'aborted') return stopped(crossing, aborted(tool))
  if (!(committed instanceof HandleError)) return delivered(work, collected, committed, views)
  const without = collected.withoutRest()
  if (!without) return handleFault(crossing, committed)
  // No room for the whole result is no fault of the call: its views say that they are cut, as without handles.
  core.log.warn({ callId, tool: tool.name, code: committed.code }, 'a result was not kept')
  return finished(work, without)
}

function delivered(
  { crossing, ended, inspected }: Work,
  { sealed }: Collected,
  committed: Committed,
  views: Views,
): Shaped {
  const { tool, core, decision } = crossing
  const { cards, value, rest } = committed.show()
  if (ended.failure) {
    const label = labelOfResult(tool.flow, decision)
    const part = { value, handles: cards, label, model: views.model, ui: views.ui }
    return { outcome: failedOutcome(crossing, ended.failure, part), size: sealed.size, ...(rest && { rest }) }
  }
  // One literal: an object that is spread and then grows costs as much as the walk.
  const outcome: OutcomeData = {
    callId: crossing.callId,
    tool: tool.name,
    status: 'ok',
    model: views.model,
    ui: views.ui,
    handles: cards,
    label: inspected ? inspected.flow.label : labelOfResult(tool.flow, decision),
    durationMs: core.clock() - crossing.arrivedAt,
    value,
  }
  return {
    outcome: outcomeOf(outcome),
    size: sealed.size,
    ...(inspected && { flow: inspected.flow }),
    ...(rest && { rest }),
  }
}

/** The tool has run, and what it gave can't leave. */
function handleFault(crossing: Judged, { code, cause, userMessage, message }: HandleError): Shaped {
  const { core, callId, tool } = crossing
  core.log.error(
    { callId, tool: tool.name, code, ...(cause !== undefined && { err: cause }) },
    'a result could not be sealed',
  )
  // A lost race is no act: nothing of it was written.
  const isUndone = code === 'handle_stale'
  const shaped = stopped(
    crossing,
    stop({
      status: 'error',
      code,
      // No argument mends it. The tool has run: like after a time-out, only what is safe twice is tried again.
      retryable: isUndone || (code === 'handle_store_unavailable' && mayRetry(tool, false)),
      ...(!isUndone && code !== 'handle_quota' && { category: 'tool' as const }),
      userMessage,
      forModel: `${tool.name} ran, and its result could not be kept: ${message}`,
    }),
  )
  return isUndone ? shaped : { ...shaped, ran: true }
}

function unfit(crossing: Judged, faults: readonly Fault[]): Shaped {
  const { core, callId, tool } = crossing
  // Where and which rule: the sentence of a fault quotes the value, which may be a secret behind a handle.
  const places = faults.map(({ path, rule }) => `${path || 'the result'}: ${rule}`)
  core.log.error({ callId, tool: tool.name, faults: places }, 'result does not fit output')
  return { ...stopped(crossing, resultInvalid(tool)), ran: true }
}

function nothing(crossing: Judged, { message }: Empty): Shaped {
  const userMessage = cleanLine(String(message), 300)
  const outcome: OutcomeData = {
    ...base(crossing, notice({ status: 'empty', userMessage })),
    status: 'empty',
    model: emptyText(crossing, String(message)),
    label: labelOfResult(crossing.tool.flow, crossing.decision),
  }
  return { outcome: outcomeOf(outcome), size: userMessage.length }
}

// Stage 7, shape: one walk that makes the result JSON-safe, then the model view and the UI view within their
// budgets. Failures get their two texts here.

import { cleanLine } from '../tool/clean-line.js'
import type { Fault } from '../tool/fault.js'
import type { Json } from '../tool/json.js'
import type { Failure, Label, Outcome, UiView } from '../tool/outcome.js'
import { Empty, isA } from '../tool/results.js'
import type { Tool } from '../tool/tool.js'
import type { Arrival, Judged } from './crossing.js'
import { withDeadline } from './deadline.js'
import { type Ran, type Shaped, type Stop, stop } from './ended.js'
import { emptyText, failureText, modelView } from './model-view.js'
import { placeText } from './place.js'
import { type Serialised, serialise, Unserialisable } from './serialise.js'
import { aborted, internalFault, timedOut } from './stops.js'
import { uiView } from './ui-view.js'

const READERS: readonly string[] = Object.freeze(['session'])
const UNKNOWN: Label = Object.freeze({ integrity: 'unknown', readers: READERS })
const NO_HANDLES = Object.freeze([])

/** Makes the outcome of what a call came to. */
export function shape(crossing: Arrival, ended: Ran | Stop): Promise<Shaped> | Shaped {
  if (ended.kind === 'stop') return stopped(crossing, ended)
  const ran = crossing as Judged
  if (isA(ended.value, Empty)) return nothing(ran, ended.value)
  const { output } = ran.tool.schema
  if (!output) return valued(ran, ended.value)
  return checkOutput(ran, ended)
}

/** With an output schema, what it does not declare does not leave. An asynchronous one ends with the run. */
async function checkOutput(crossing: Judged, { value, deadline, signal }: Ran): Promise<Shaped> {
  const { tool, core } = crossing
  const ended = await withDeadline(() => tool.schema.output!.parse(value as Json), {
    timeoutMs: Math.max(1, deadline - core.clock()),
    signal,
    onLate: () => {},
  })
  switch (ended.kind) {
    case 'aborted':
      return stopped(crossing, aborted())
    case 'timeout':
      return stopped(crossing, timedOut(tool))
    case 'threw':
      return stopped(crossing, internalFault(crossing, ended.error, 'the output schema threw'))
    case 'value': {
      if ('value' in ended.value) return valued(crossing, ended.value.value)
      return unfit(crossing, ended.value.faults)
    }
  }
}

function valued(crossing: Judged, result: unknown): Shaped {
  const { tool, core, state } = crossing
  try {
    const sealed = declaredOnly(tool, serialise(result))
    if ('faults' in sealed) return unfit(crossing, sealed.faults)
    const { value, size } = sealed
    const ui = uiView(crossing, sealed)
    const model = modelView(crossing, value)
    // One literal: an object that is spread and then grows costs as much as the walk.
    const outcome: Outcome = {
      callId: crossing.callId,
      tool: tool.name,
      status: 'ok',
      model,
      ui,
      handles: NO_HANDLES,
      label: state.flow.labelOf(tool.flow, crossing.decision),
      durationMs: core.clock() - crossing.arrivedAt,
      value,
    }
    return { outcome: Object.freeze(outcome), size }
  } catch (error) {
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
    return stopped(crossing, noJsonForm(tool, error))
  }
}

/** What leaves is what the schema declares: libraries keep further keys, and a foreign schema has no library. */
function declaredOnly(tool: Tool, sealed: Serialised): Serialised | { readonly faults: readonly Fault[] } {
  const { output } = tool.schema
  if (!output) return sealed
  const { removed, faults } = output.strip(sealed.value)
  if (faults.length > 0) return { faults }
  return removed === 0 ? sealed : serialise(sealed.value)
}

function unfit(crossing: Judged, faults: readonly Fault[]): Shaped {
  const { core, callId, tool } = crossing
  const texts = faults.map(({ text }) => text)
  core.log.error({ callId, tool: tool.name, faults: texts }, 'result does not fit output')
  return stopped(crossing, resultInvalid(tool))
}

function nothing(crossing: Judged, { message }: Empty): Shaped {
  const userMessage = cleanLine(String(message), 300)
  const outcome: Outcome = {
    ...base(crossing, notice({ status: 'empty', userMessage })),
    status: 'empty',
    model: emptyText(crossing, String(message)),
    label: crossing.state.flow.labelOf(crossing.tool.flow, crossing.decision),
  }
  return { outcome: Object.freeze(outcome), size: userMessage.length }
}

function stopped(crossing: Arrival, stop: Stop): Shaped {
  const { status, code, retryable, userMessage, ref, question } = stop
  const error: Failure = Object.freeze({ code, retryable, userMessage, ...(ref !== undefined && { ref }) })
  const shared = {
    ...base(
      crossing,
      question
        ? { panel: 'question', data: question as unknown as Json }
        : notice({ status, code, userMessage, ...(ref !== undefined && { ref }) }),
    ),
    model: failureText(crossing, stop),
    label: UNKNOWN,
    error,
  }
  const outcome: Outcome =
    status === 'held' ? { ...shared, status, question: question! } : { ...shared, status }
  return { outcome: Object.freeze(outcome), size: userMessage.length, late: stop.late }
}

function base(crossing: Arrival, ui: UiView) {
  const { callId, core, arrivedAt, tool } = crossing
  return {
    callId,
    tool: tool?.name ?? cleanLine(crossing.asked.name, 64),
    ui,
    handles: NO_HANDLES,
    durationMs: core.clock() - arrivedAt,
  }
}

function notice(data: { [key: string]: Json }): UiView {
  return { panel: 'notice', data }
}

function resultInvalid(tool: Tool): Stop {
  return stop({
    status: 'error',
    code: 'result_invalid',
    retryable: false,
    userMessage: 'The tool gave a result of the wrong form.',
    forModel: `${tool.name} gave a result of the wrong form. That is the tool's fault: the same call will fail again.`,
  })
}

function noJsonForm(tool: Tool, { code, path, reason }: Unserialisable): Stop {
  return stop({
    status: 'error',
    code,
    retryable: false,
    userMessage: 'The tool gave a result that can not be shown.',
    forModel: `${tool.name} gave a result that can't cross: ${placeText(path) || 'the result'}: ${reason}. That is the tool's fault: the same call will fail again.`,
  })
}

// What a call that was stopped, or failed, comes to: the error as data, the text for the model, and the tool's own
// panel, so that a UI that shows panels clears it or shows the part there is.

import type { Json } from '../json/json.js'
import type { Shaped, Stop } from '../session/ended.js'
import { cleanLine } from '../text/clean.js'
import { categoryOf } from '../tool/categories.js'
import type { Card, Failure, Label, Outcome, UiView } from '../tool/outcome.js'
import { outcomeOf } from '../tool/printed.js'
import type { Arrival } from './crossing.js'
import { failureText } from './model-view.js'
import { panelOf } from './ui-view.js'

const READERS: readonly string[] = Object.freeze(['session'])
const UNKNOWN: Label = Object.freeze({ integrity: 'unknown', readers: READERS })
const NO_HANDLES = Object.freeze([])

/** The part of a result that a failure came with, sealed and shown as results are. */
interface Part {
  readonly value: unknown
  readonly handles: readonly Card[]
  readonly label: Label
  readonly model: string
  readonly ui: UiView
}

/** Makes the outcome of a call that a stage stopped. */
export function stopped(crossing: Arrival, stop: Stop): Shaped {
  return { outcome: failedOutcome(crossing, stop), size: stop.userMessage.length, late: stop.late }
}

/** The outcome of a stop, with the part there is. */
export function failedOutcome(crossing: Arrival, stop: Stop, part?: Part): Outcome {
  const { status, approval } = stop
  const shared = {
    ...base(crossing, failureView(crossing, stop, part?.ui)),
    model: part ? part.model : failureText(crossing, stop),
    label: UNKNOWN,
    ...(part && { handles: part.handles, label: part.label, results: part.value }),
    error: errorOf(crossing, stop),
  }
  return outcomeOf(status === 'held' ? { ...shared, status, approval: approval! } : { ...shared, status })
}

function errorOf({ tool }: Arrival, stop: Stop): Failure {
  const { code, retryable, userMessage, ref, path } = stop
  return Object.freeze({
    code,
    category: stop.category ?? categoryOf(code, tool?.upstream !== undefined),
    retryable,
    ...(path !== undefined && { path }),
    userMessage,
    ...(ref !== undefined && { ref }),
  })
}

/** The panel of a part is the one that `toUi` names; without a tool there is none but the notice. */
function failureView({ tool }: Arrival, stop: Stop, part?: UiView): UiView {
  const { status, code, retryable, userMessage, ref, approval } = stop
  if (approval) return { panel: 'approval', data: approval as unknown as Json }
  const data = { status, code, retryable, userMessage, ...(ref !== undefined && { ref }) }
  if (part) return { ...part, data: { ...data, results: part.data } }
  return tool ? { panel: panelOf(tool), data } : notice(data)
}

/** What every outcome has. */
export function base(crossing: Arrival, ui: UiView) {
  const { callId, core, arrivedAt, tool } = crossing
  return {
    callId,
    tool: tool?.name ?? cleanLine(crossing.asked.name, 64),
    ui,
    handles: NO_HANDLES as readonly Card[],
    durationMs: core.clock() - arrivedAt,
  }
}

/** The panel of what has no other. */
export function notice(data: { [key: string]: Json }): UiView {
  return { panel: 'notice', data }
}

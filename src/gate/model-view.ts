// The text that a model gets of an outcome, within the tool's budget: a tool's own view, the default view, or
// what is said of an empty result and of a failure.

import { cleanLine } from '../tool/clean-line.js'
import { thirdParty } from '../tool/fence.js'
import type { Json } from '../tool/json.js'
import { Say, say } from '../tool/say.js'
import type { Arrival, Resolved } from './crossing.js'
import { defaultView } from './default-view.js'
import type { Stop } from './ended.js'
import { randomText } from './ids.js'
import { notPromised } from './pure.js'
import { render } from './render.js'

/** Budget of a text about a call that names no tool, in tokens. */
const NO_TOOL_TOKENS = 500
/** An `empty` text is a sentence or two; what is longer belongs into a result. */
const EMPTY_CHARS = 2_000

/** The model view of a value. A `toModel` that throws costs the view, never the call. */
export function modelView(crossing: Resolved, value: Json): string {
  const { tool, core, callId } = crossing
  if (tool.toModel) {
    try {
      return write(crossing, notPromised(tool.toModel(value), 'toModel'))
    } catch (error) {
      core.log.error({ callId, tool: tool.name, err: error }, 'toModel failed; the default view was shown')
    }
  }
  const { name, limits, effect } = tool
  return write(
    crossing,
    defaultView(value, { tool: name, items: limits.items, thirdParty: effect !== 'derive' }),
  )
}

/** What the model reads of a result that found nothing. */
export function emptyText(crossing: Resolved, message: string): string {
  return write(crossing, ownWords(cleanLine(message, EMPTY_CHARS)))
}

/** What the model reads of a call that did not run, or failed: what to change, or whether to give up. */
export function failureText(crossing: Arrival, stop: Stop): string {
  if (stop.forModel !== undefined) return write(crossing, ownWords(stop.forModel))
  const name = crossing.tool?.name ?? 'The call'
  const hint = stop.retryable ? 'It may work when tried again.' : 'The same call will fail again.'
  const failed = `${name} failed (${stop.code})`
  if (!stop.thirdParty) return write(crossing, ownWords(`${failed}: ${stop.userMessage} ${hint}`))
  return write(
    crossing,
    say`
    ${ownWords(`${failed}. ${hint} It said:`)}
    ${thirdParty(crossing.tool?.upstream?.id ?? name, stop.userMessage)}`,
  )
}

function write({ core, tool }: Arrival, view: Say | string): string {
  return render(view, {
    budget: tool?.limits.modelTokens ?? NO_TOOL_TOKENS,
    nonce: () => randomText(core.random, 8),
    ...(core.countTokens && { count: core.countTokens }),
  }).text
}

/** Words of the gate itself, or of the developer: no data to be quoted. */
function ownWords(text: string): Say {
  const lines = text.split('\n').map((line) => ({ texts: [line], first: 0, alone: false }))
  return new Say(lines, [])
}

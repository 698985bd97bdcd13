// The text that a model gets of an outcome, within the tool's budget: a tool's own view, the default view, or
// what is said of an empty result and of a failure.

import { randomText } from '../base/ids.js'
import { notPromised } from '../base/pure.js'
import { INSPECTOR } from '../handles/look/inspector.js'
import { listNames, withCards } from '../handles/seal/cards.js'
import type { Stop } from '../session/ended.js'
import { cleanLine } from '../text/clean.js'
import { isA } from '../tool/results.js'
import { speaksForOthers, voiceOf } from '../tool/voice.js'
import { defaultView } from '../view/default-view.js'
import { thirdParty } from '../view/fence.js'
import { ownWords } from '../view/own-words.js'
import { render } from '../view/render.js'
import { Say, say } from '../view/say.js'
import type { Arrival, Judged, Resolved } from './crossing.js'
import type { Collected } from './seal/collect.js'

/** Budget of a text about a call that names no tool, in tokens. */
const NO_TOOL_TOKENS = 500
/** An `empty` text is a sentence or two; what is longer belongs into a result. */
const EMPTY_CHARS = 2_000

/** The model view of a sealed result. A `toModel` that throws costs the view, never the call. */
export function modelView(crossing: Resolved, collected: Collected, failure?: Stop): string {
  const rest = () => restSentence(crossing, collected.rest())
  const view = ownView(crossing, collected) ?? usualView(crossing, collected, rest)
  const shown = collected.ofEntities.length > 0 ? withCards(view, collected) : view
  const known = { rest, exact: () => collected.rest() }
  if (!failure) return write(crossing, shown, known)
  const whole = say`
    ${failureWords(crossing, failure)}
    ${ownWords('There is a part of the result:')}
    ${shown}`
  return write(crossing, whole, known)
}

/** The tool's own view, if it has one that holds. */
function ownView(crossing: Resolved, collected: Collected): Say | string | undefined {
  const { tool, core, callId } = crossing
  if (!tool.toModel) return undefined
  const view = {
    get rest() {
      return collected.rest()
    },
  }
  try {
    const said = notPromised(tool.toModel(collected.carded(), view), 'toModel')
    if (typeof said === 'string' || isA(said, Say)) return said
    throw new TypeError('a view is what say`...` gives, or a text')
  } catch (error) {
    core.log.error({ callId, tool: tool.name, err: error }, 'toModel failed; the default view was shown')
    return undefined
  }
}

/** What is read out of a handle keeps its source: the words are those of the tool that gave it. */
function sourceOf({ tool, state, opened }: Resolved & { readonly opened?: Judged['opened'] }): string {
  const token = tool.isInspector ? opened?.[0]?.value.origin?.token : undefined
  return (token !== undefined && state.keptResults.voiceOf(token)) || tool.name
}

function usualView(crossing: Resolved, collected: Collected, rest: () => string | undefined): Say {
  const { tool, core } = crossing
  const { limits, effect } = tool
  const { value } = collected.sealed
  const lists = collected.rows.size > 0 ? listNames(value, collected) : undefined
  return defaultView(value, {
    tool: sourceOf(crossing),
    budget: limits.modelTokens,
    ...(limits.items !== undefined && { items: limits.items }),
    ...(core.countTokens && { count: core.countTokens }),
    thirdParty: effect !== 'derive',
    // Rows and excerpts stand alone there, without the result that they are taken from.
    fencesLists: tool.isInspector === true,
    rest,
    ...(lists && { lists }),
  })
}

function restSentence({ core, grant }: Resolved, handle: string | undefined): string | undefined {
  if (handle === undefined) return undefined
  const reader = core.tools.get(INSPECTOR)
  return reader && grant.has(reader.declaration)
    ? `The rest is in ${handle}: read on with ${INSPECTOR}.`
    : `The full result is ${handle}.`
}

/** What the model reads of a result that found nothing. */
export function emptyText(crossing: Resolved, message: string): string {
  const { tool } = crossing
  const line = cleanLine(message, EMPTY_CHARS)
  if (!speaksForOthers(tool)) return write(crossing, ownWords(line))
  return write(
    crossing,
    say`
    ${ownWords(`${tool.name} found nothing. It said:`)}
    ${thirdParty(voiceOf(tool), line)}`,
  )
}

/** What the model reads of a call that did not run, or failed: what to change, or whether to give up. */
export function failureText(crossing: Arrival, stop: Stop): string {
  return write(crossing, failureWords(crossing, stop))
}

function failureWords(crossing: Arrival, stop: Stop): Say {
  if (stop.forModel !== undefined) return ownWords(stop.forModel)
  const name = crossing.tool?.name ?? 'The call'
  const hint = stop.retryable ? 'It may work when tried again.' : 'Do not repeat it as it is.'
  const failed = `${name} failed (${stop.code})`
  if (stop.said === undefined || !crossing.tool)
    return ownWords(`${failed}: ${ended(stop.userMessage)} ${hint}`)
  return say`
    ${ownWords(`${failed}. ${hint} It said:`)}
    ${thirdParty(voiceOf(crossing.tool), stop.said)}`
}

/** An author's message may lack its full stop; what follows would run into it. */
function ended(text: string): string {
  return /[\p{L}\p{N}'")\]]$/u.test(text) ? `${text}.` : text
}

/** How to read on in a result, and the handle of what it is to the letter. */
interface Whole {
  rest(): string | undefined
  exact(): string | undefined
}

function write({ core, tool, state }: Arrival, view: Say | string, whole?: Whole): string {
  const { text, cut, changed } = render(view, {
    budget: tool?.limits.modelTokens ?? NO_TOOL_TOKENS,
    nonce: () => {
      const nonce = randomText(core.random, 8)
      state.shownMarks.addFence(nonce)
      return nonce
    },
    ...(core.countTokens && { count: core.countTokens }),
    ...whole,
  })
  if (cut || changed) state.shownMarks.addNotices(text)
  return text
}

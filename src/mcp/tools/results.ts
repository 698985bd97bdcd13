// What a client gets for an outcome: the model view as `content`, everything else in `_meta` under our keys, so
// that the whole payload never stands where a model reads it twice.

import { INSPECTOR } from '../../handles/look/inspector.js'
import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import { plainJson } from '../../json/plain-json.js'
import type { Limits } from '../../tool/limits.js'
import type { Outcome } from '../../tool/outcome.js'
import type { ModelView } from '../../tool/tool.js'
import { fits } from '../../view/budget.js'
import { defaultView } from '../../view/default-view.js'
import { thirdParty } from '../../view/fence.js'
import { ownWords } from '../../view/own-words.js'
import { type Say, say } from '../../view/say.js'
import type { RawResult } from '../relay.js'
import { type SourcedText, sortBlocks } from './blocks.js'
import { dataOf, readJson, type SourcedData } from './data.js'
import type { Views } from './policy.js'

/** The UI view of an outcome. */
const UI_META = 'sallyport/ui'
/** What went wrong, as data: status, code, whether to try again, words for a person. */
export const FAILURE_META = 'sallyport/failure'
/** The cards of the handles that a call made, as data. */
const HANDLES_META = 'sallyport/handles'
/** Parts of the server's result that were too much to pass on. */
const LEFT_OUT_META = 'sallyport/left-out'

/** What a client gets for an outcome. */
interface Answer {
  /** A `CallToolResult`. */
  readonly result: JsonObject
  /** How much of it a model reads, in bytes. */
  readonly seenBytes: number
}

/** What a model view has room for. */
type Room = Pick<Limits, 'items' | 'modelTokens'>

/** The text that the model gets of a result: the server's words in fences, its data, and what was left out. */
export function modelText(source: string, { result }: RawResult, room: Room, view: ModelView = NO_REST): Say {
  const { texts, labels, passed, notes, crowded } = sortBlocks(source, result)
  const data = dataOf(source, result.structuredContent, texts)
  // Words that fit stand as they came: what a file holds may be wanted to the letter.
  const isTold = data === undefined || (data.isInTexts && haveRoom(texts, room))
  const words = isTold || !data.isInTexts ? texts : []
  const parts = words.map((part) => thirdParty(part.source, part.text))
  if (!isTold) parts.push(dataText(data, room, () => restSentence(view)))
  if (labels.length > 0) parts.push(thirdParty(source, `Links:\n${labels.join('\n')}`))
  // An empty text block is refused by providers, and takes the whole turn with it.
  if (parts.length + notes.length === 0) return nothingToRead(source, passed.length)
  const left = notes.length > 0 ? [say`Not shown here, but in the panel: ${notes}.`] : []
  const rest = crowded ? restSentence(view) : undefined
  const [only] = parts
  // As it is, since it may end with the words that a cut would say again.
  const whole =
    only && parts.length === 1 && left.length === 0
      ? only
      : say`
        ${parts}
        ${left}`
  if (rest === undefined) return whole
  return say`
    ${whole}
    ${ownWords(rest)}`
}

const NO_REST: ModelView = Object.freeze({ rest: undefined })

/** The words of the gate's own notice, so that it is not said twice. */
function restSentence({ rest }: ModelView): string | undefined {
  return rest === undefined ? undefined : `The rest is in ${rest}: read on with ${INSPECTOR}.`
}

function nothingToRead(source: string, attached: number): Say {
  if (attached === 0) return say`${source} gave no content.`
  return attached === 1 ? say`${source} gave one attachment.` : say`${source} gave ${attached} attachments.`
}

/** Tokens of the line above data. */
const HEADING = 40
/** Tokens that a fence takes. */
const FENCE = 64

function haveRoom(texts: readonly SourcedText[], { modelTokens }: Room): boolean {
  const all = texts.map(({ text }) => text).join('\n')
  return fits(all, modelTokens - FENCE * texts.length)
}

/** As JSON where that fits whole, so that nothing is lost; else as rows: JSON that is cut in its middle says little. */
function dataText(
  { source, value }: SourcedData,
  { items, modelTokens }: Room,
  rest: () => string | undefined,
): Say {
  const json = JSON.stringify(value)
  if (fits(json, modelTokens - FENCE)) return thirdParty(source, json)
  return say`
    Third-party data from ${source}:
    ${defaultView(value, {
      tool: source,
      budget: modelTokens - HEADING,
      ...(items !== undefined && { items }),
      thirdParty: true,
      rest,
    })}`
}

/** The tool of an upstream that gave a result. */
interface AnswerOrigin {
  /** The server's id. */
  readonly server: string
  readonly views: Views
}

const OWN: AnswerOrigin = Object.freeze({ server: '', views: 'split' })

/**
 * Makes the answer to a call.
 *
 * @param from The tool that was called; none for the gate's own, and for one that isn't there.
 * @param howToAnswer Words on how a person answers it, for one that is held.
 */
export function answerOf(outcome: Outcome, from: AnswerOrigin | undefined, howToAnswer?: string): Answer {
  const raw = from && outcome.status === 'ok' ? (outcome.value as RawResult) : undefined
  const { server: source, views } = from ?? OWN
  if (raw && views === 'raw') {
    if (raw.bytes > LARGEST_RAW) return tooLarge(raw.bytes)
    const { _meta, ...rest } = raw.result
    const result = _meta === undefined ? rest : { ...rest, _meta: foreignMeta(raw.result) }
    return { result, seenBytes: raw.bytes }
  }
  const isAsked = outcome.status === 'held' && howToAnswer !== undefined
  const model = isAsked ? `${outcome.model}\n${howToAnswer}` : outcome.model
  const texts = model.trim() === '' ? [] : [{ type: 'text', text: model }]
  const ui = {
    [UI_META]: outcome.ui as unknown as Json,
    ...(outcome.handles.length > 0 && { [HANDLES_META]: outcome.handles as unknown as Json }),
  }
  const seenBytes = Buffer.byteLength(model)
  if (raw) {
    const { passed, passedSize } = sortBlocks(source, raw.result)
    const result = { content: [...texts, ...passed], _meta: { ...foreignMeta(raw.result), ...ui } }
    return { result, seenBytes: seenBytes + passedSize }
  }
  if (!('error' in outcome)) return { result: { content: texts, _meta: ui }, seenBytes }
  const failure = { [FAILURE_META]: { status: outcome.status, ...outcome.error } }
  return { result: { content: texts, isError: true, _meta: { ...ui, ...failure } }, seenBytes }
}

/**
 * What of a result counts as evidence: the structured value, or JSON that stands alone in a text; else the texts,
 * which vouch for nothing but themselves. Declared paths of `origin` begin here.
 */
export function evidenceIn({ result }: RawResult): Json {
  const { structuredContent, content } = result
  if (structuredContent !== undefined) return structuredContent
  const texts = (Array.isArray(content) ? content : []).flatMap((block: Json) =>
    isRecord(block) && block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  )
  return texts.length === 1 ? (readJson(texts[0] as string) ?? texts[0]!) : texts
}

/** Bytes. The official client ends the connection, and with it all servers, at a line of 10 MiB. */
const LARGEST_RAW = 8 * 1024 * 1024

function tooLarge(bytes: number): Answer {
  const text = `The result is too large to pass on (${Math.ceil(bytes / 1024 / 1024)} MiB).`
  return { result: { isError: true, content: [{ type: 'text', text }] }, seenBytes: text.length }
}

/** The words of a result that says it is an error: its texts, else its data. A stranger's. Undefined: it has none. */
export function errorText(result: JsonObject): string | undefined {
  const words = sortBlocks('', result)
    .texts.map(({ text }) => text)
    .join('\n')
    .trim()
  if (words !== '') return words
  const { structuredContent } = result
  if (structuredContent === undefined || structuredContent === null) return undefined
  const plain = plainJson(withDigits(structuredContent), LARGEST_ERROR)
  return 'value' in plain ? JSON.stringify(plain.value) : undefined
}

/** Large whole numbers as their digits. */
function withDigits(value: unknown, depth = LARGEST_ERROR.depth): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || depth === 0) return value
  if (Array.isArray(value)) return value.map((item) => withDigits(item, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDigits(item, depth - 1)]))
}

const LARGEST_ERROR = { depth: 32, members: 1_000, bytes: 16 * 1024 }

/**
 * The server's own `_meta`, without what is the protocol's at one hop, and without our keys. All of it goes when it
 * is more than any client has a use for: the official one ends the connection, and with it all servers, at 10 MiB.
 */
function foreignMeta({ _meta }: JsonObject): JsonObject {
  if (!isRecord(_meta)) return {}
  const kept = Object.entries(_meta as JsonObject).filter(([key]) => !RESERVED.test(key))
  const plain = plainJson(Object.fromEntries(kept), LARGEST_META)
  return 'value' in plain ? (plain.value as JsonObject) : { [LEFT_OUT_META]: ['_meta'] }
}

const RESERVED = /^(?:(?:io\.modelcontextprotocol|sallyport)\/|progressToken$)/
const LARGEST_META = { depth: 64, members: 10_000, bytes: 64 * 1024 }

// What a client gets for an outcome: the model view as `content`, everything else in `_meta` under our keys, so
// that the whole payload never stands where a model reads it twice.

import { fits } from '../gate/budget.js'
import { defaultView } from '../gate/default-view.js'
import { thirdParty } from '../tool/fence.js'
import { isRecord, type Json, type JsonObject } from '../tool/json.js'
import type { Limits } from '../tool/limits.js'
import type { Outcome } from '../tool/outcome.js'
import { type Say, say } from '../tool/say.js'
import { type SourcedText, sortBlocks } from './blocks.js'
import { dataOf, type SourcedData } from './data.js'
import type { Views } from './policy.js'
import type { RawResult } from './relay.js'

/** The UI view of an outcome. */
export const UI_META = 'sallyport/ui'
/** What went wrong, as data: status, code, whether to try again, words for a person. */
export const FAILURE_META = 'sallyport/failure'

/** What a client gets for an outcome. */
export interface Answer {
  /** A `CallToolResult`. */
  readonly result: JsonObject
  /** How much of it a model reads, in bytes. */
  readonly seenBytes: number
}

/** What a model view has room for. */
type Room = Pick<Limits, 'items' | 'modelTokens'>

/** The text that the model gets of a result: the server's words in fences, its data, and what was left out. */
export function modelText(source: string, { result }: RawResult, room: Room): Say {
  const { texts, passed, notes } = sortBlocks(source, result)
  const data = dataOf(source, result.structuredContent, texts)
  // Words that fit stand as they came: what a file holds may be wanted to the letter.
  const isTold = data === undefined || (data.isInTexts && haveRoom(texts, room))
  const words = isTold || !data.isInTexts ? texts : []
  const parts = words.map((part) => thirdParty(part.source, part.text))
  if (!isTold) parts.push(dataText(data, room))
  if (parts.length + passed.length + notes.length === 0) return say`${source} gave no content.`
  const left = notes.length > 0 ? [say`Not shown here, but in the panel: ${notes}.`] : []
  return say`
    ${parts}
    ${left}`
}

/** Tokens that a fence takes. */
const FENCE = 64

function haveRoom(texts: readonly SourcedText[], { modelTokens }: Room): boolean {
  const all = texts.map(({ text }) => text).join('\n')
  return fits(all, modelTokens - FENCE * texts.length)
}

/** As JSON where that fits whole, so that nothing is lost; else as rows: JSON that is cut in its middle says little. */
function dataText({ source, value }: SourcedData, { items, modelTokens }: Room): Say {
  const json = JSON.stringify(value)
  if (fits(json, modelTokens - FENCE)) return thirdParty(source, json)
  return say`
    Third-party data from ${source}:
    ${defaultView(value, { tool: source, items, thirdParty: true })}`
}

/** Makes the answer to a call. */
export function answerOf(outcome: Outcome, source: string, views: Views): Answer {
  const raw = outcome.status === 'ok' ? (outcome.value as RawResult) : undefined
  if (raw && views === 'raw') {
    const { _meta, ...rest } = raw.result
    const result = _meta === undefined ? rest : { ...rest, _meta: foreignMeta(raw.result) }
    return { result, seenBytes: raw.bytes }
  }
  const text = { type: 'text', text: outcome.model }
  const ui = { [UI_META]: outcome.ui as unknown as Json }
  const seenBytes = Buffer.byteLength(outcome.model)
  if (raw) {
    const { passed, passedSize } = sortBlocks(source, raw.result)
    const result = { content: [text, ...passed], _meta: { ...foreignMeta(raw.result), ...ui } }
    return { result, seenBytes: seenBytes + passedSize }
  }
  if (!('error' in outcome)) return { result: { content: [text], _meta: ui }, seenBytes }
  const failure = { [FAILURE_META]: { status: outcome.status, ...outcome.error } }
  return { result: { content: [text], isError: true, _meta: { ...ui, ...failure } }, seenBytes }
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
  return texts.length === 1 ? parsed(texts[0] as string) : texts
}

function parsed(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** The words of a result that says it is an error. */
export function errorText({ content }: JsonObject): string {
  const texts = (Array.isArray(content) ? content : [])
    .map((block: Json) => (isRecord(block) && block.type === 'text' ? block.text : undefined))
    .filter((text): text is string => typeof text === 'string')
  return texts.join('\n').trim() || 'The server reported an error without words.'
}

/** The server's own `_meta`, without what is the protocol's at one hop, and without our keys. */
function foreignMeta({ _meta }: JsonObject): JsonObject {
  if (!isRecord(_meta)) return {}
  return Object.fromEntries(Object.entries(_meta as JsonObject).filter(([key]) => !RESERVED.test(key)))
}

const RESERVED = /^(io\.modelcontextprotocol|sallyport)\//

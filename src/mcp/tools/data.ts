// What of a result is data and not prose: structured content, or JSON that a server put into a text because
// older clients read nothing else.

import { isDeepStrictEqual } from 'node:util'
import { readExact } from '../../json/exact-json.js'
import { isRecord, type Json } from '../../json/json.js'
import type { SourcedText } from './blocks.js'

/** A stranger's data and where it is from. */
export interface SourcedData {
  readonly source: string
  readonly value: Json
  /** Whether the texts of the result say the same, so that a model reads one or the other. */
  readonly isInTexts: boolean
}

/**
 * Finds the data of a result. None where structured content only wraps the texts.
 *
 * @param source The server's id.
 */
export function dataOf(
  source: string,
  structured: Json | undefined,
  texts: readonly SourcedText[],
): SourcedData | undefined {
  if (structured !== undefined && structured !== null && !isInWords(structured, texts)) {
    return { source, value: structured, isInTexts: isInJson(structured, texts) }
  }
  const [first, second] = texts
  const value = first && !second ? readJson(first.text) : undefined
  return value === undefined ? undefined : { source: first!.source, value, isInTexts: true }
}

/** Whether structured content only wraps the texts: `{ content: 'words' }`, `{ result: ['a', 'b'] }`. */
export function isInWords(structured: Json, texts: readonly SourcedText[]): boolean {
  const only = onlyValue(structured)
  const items = Array.isArray(only) ? only : [only]
  return texts.length > 0 && saysEach(texts, items, (text, item) => text === item)
}

/**
 * Whether the texts are its JSON, or that of its only value, as the spec wants for older clients: in one text, or
 * in one for each item of a list.
 */
function isInJson(structured: Json, texts: readonly SourcedText[]): boolean {
  if (texts.length === 0) return false
  const only = onlyValue(structured)
  if (Array.isArray(only) && saysEach(texts, only, saysAsJson)) return true
  const [{ text }] = texts as readonly [SourcedText]
  return texts.length === 1 && [structured, only].some((value) => saysAsJson(text, value))
}

function saysEach(
  texts: readonly SourcedText[],
  items: readonly (Json | undefined)[],
  says: (text: string, item: Json | undefined) => boolean,
): boolean {
  return texts.length === items.length && texts.every(({ text }, index) => says(text, items[index]))
}

function saysAsJson(text: string, value: Json | undefined): boolean {
  if (value === undefined) return false
  if (typeof value === 'object' && value !== null) return isDeepStrictEqual(readJson(text), value)
  return text === value || text === JSON.stringify(value)
}

function onlyValue(structured: Json): Json | undefined {
  const values = isRecord(structured) ? Object.values(structured) : []
  return values.length === 1 ? (values[0] as Json) : undefined
}

/** The list or the object that a text is the JSON of. Its large whole numbers are their digits, as in a sealed result. */
export function readJson(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return readExact(text, String) as Json
  } catch {
    return undefined
  }
}

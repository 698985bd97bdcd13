// What a handle of an upstream's result stands for: what is useful to pass on or to read on in, and not the frame that
// the protocol puts around it.

import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import type { RawResult } from '../relay.js'
import { isForUserAlone } from './blocks.js'
import { isInWords } from './data.js'

/**
 * The value of a handle. One text is that text to the letter, so that a file that was read is the file that is
 * written. Else it is the structured content, or the list of the texts; with images, files or links among them it is
 * the list of the content blocks. Blocks for the user alone are in none of them.
 *
 * Where an operator declared the `origin` of places, they begin at the same value: see `evidenceIn`.
 */
export function restIn({ result: { content, structuredContent } }: RawResult): Json {
  const blocks = (Array.isArray(content) ? (content as readonly Json[]) : []).filter(
    (block): block is JsonObject => isRecord(block) && !isForUserAlone(block),
  )
  const texts = blocks.flatMap((block) => textOf(block) ?? [])
  if (blocks.length > texts.length) return blocks
  const isStructured = structuredContent !== undefined && structuredContent !== null
  const [only] = texts
  if (only !== undefined && texts.length === 1) {
    const sourced = [{ source: '', text: only }]
    if (!isStructured || isInWords(structuredContent, sourced)) return only
  }
  return isStructured ? structuredContent : texts
}

/** The text of a block, also of a file that was put in as text. */
function textOf({ type, text, resource }: JsonObject): string | undefined {
  const words = type === 'text' ? text : type === 'resource' && isRecord(resource) ? resource.text : undefined
  return typeof words === 'string' ? words : undefined
}

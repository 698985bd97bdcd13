// Strangers' text made safe to read: well-formed, and without what a person can't see and a model can.

import { HIDDEN_IN_TEXT } from './characters.js'
import { clip } from './clip.js'

/**
 * Well-formed text without control, invisible and bidirectional characters; every line break becomes `\n`.
 * Joiners and variation selectors stay inside an emoji.
 */
export function clean(text: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  if (!SUSPECT.test(formed)) return formed
  return formed.replace(LINE_BREAKS, '\n').replace(HIDDEN, (_, joined = '', shown = '') => joined + shown)
}

/** The text on one line, cleaned, at most `max` characters: for messages to a person, and names that a call brought. */
export function cleanLine(text: string, max: number): string {
  if (text.length <= max && NAME.test(text)) return text
  const line = clean(text.slice(0, max * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return clip(line, max)
}

/** Whether a line break of any kind stands in the first 64 Ki characters. */
export function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text.length > 65_536 ? text.slice(0, 65_536) : text)
}

/** The usual one, which needs no cleaning. */
const NAME = /^[\w.-]+$/
const LINE_BREAK = /[\n\v\f\r\x85\u2028\u2029]/
const LINE_BREAKS = /\r\n?|[\v\f\x85\u2028\u2029]/g
// Line breaks are one by then. Tab stays.
const SUSPECT = new RegExp(HIDDEN_IN_TEXT + String.raw`|\r`, 'u')
const HIDDEN = new RegExp(
  String.raw`(\p{ExtPict}[\ufe0f\p{EMod}]?\u200d(?=\p{ExtPict}))|(\p{Emoji}\ufe0f)|${HIDDEN_IN_TEXT}`,
  'gu',
)

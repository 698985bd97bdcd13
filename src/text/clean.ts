// Strangers' text made safe to read: well-formed, and without what a person can't see and a model can.

import { AT_HOME, HIDDEN_IN_TEXT } from './characters.js'
import { clip } from './clip.js'

/**
 * Well-formed text without control, invisible and bidirectional characters; every line break becomes `\n`.
 * Joiners and selectors stay where a script or an emoji needs them.
 */
export function clean(text: string): string {
  return cleaned(text, '', '\n')
}

/**
 * The same with a mark at each change, for whoever tells how many there were: {@link LEFT_OUT} in the place of a hidden
 * character, {@link REWRITTEN} before a line break that was another. No text can bring them: they are hidden themselves.
 */
export function cleanMarked(text: string): string {
  return cleaned(text, LEFT_OUT, `${REWRITTEN}\n`)
}

export const LEFT_OUT = '\ufdd0'
export const REWRITTEN = '\ufdd1'

function cleaned(text: string, leftOut: string, lineBreak: string): string {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  if (!SUSPECT.test(formed)) return formed
  // Hidden ones first: the marks are of their kind.
  return formed
    .replace(HIDDEN, (found, atHome: string | undefined) =>
      atHome !== undefined || LINE_BREAK.test(found) ? found : leftOut,
    )
    .replace(LINE_BREAKS, lineBreak)
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
  if (text.length <= 64) return hasBreakIn(text)
  return LINE_BREAK.test(text.length > 65_536 ? text.slice(0, 65_536) : text)
}

/** The short way for most texts there are. */
function hasBreakIn(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 ? code >= 0x0a && code <= 0x0d : code === 0x85 || code === 0x2028 || code === 0x2029)
      return true
  }
  return false
}

/** The usual one, which needs no cleaning. */
const NAME = /^[\w.-]+$/
const LINE_BREAK = /[\n\v\f\r\x85\u2028\u2029]/
const LINE_BREAKS = /\r\n?|[\v\f\x85\u2028\u2029]/g
// Tab stays, and line breaks become one.
const SUSPECT = new RegExp(HIDDEN_IN_TEXT + String.raw`|\r`, 'u')
const HIDDEN = new RegExp(`(${AT_HOME})|${HIDDEN_IN_TEXT}`, 'gu')

// One clean line out of any text: for messages to a person and names that a call brought along.

import { clean } from './clean.js'
import { clip } from './clip.js'

/** The text on one line, without control and invisible characters, at most `max` characters. */
export function cleanLine(text: string, max: number): string {
  if (text.length <= max && PLAIN.test(text)) return text
  const line = clean(text.slice(0, max * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return clip(line, max)
}

/** The usual name, which needs no cleaning. */
const PLAIN = /^[\w.-]+$/

// Texts that a person can be shown: nothing in them is invisible, their length is bounded, and hosts are in punycode.

import { createHash } from 'node:crypto'
import { placeName, type Visited } from '../../json/place.js'
import { HIDDEN } from '../../text/characters.js'
import { clip, cutAt } from '../../text/clip.js'
import { canonicalOf } from '../words/canonical.js'

const MAX_SHOWN = 300
const INVISIBLE = new RegExp(`[${HIDDEN}]`, 'gu')

/** A value that a person can be shown: hidden characters are written out, where `cleanLine` takes them out. */
export function shownText(value: string | number | boolean): string {
  const { kind, text } = canonicalOf(value)
  // The canonical form where the raw one hides which host it goes to.
  const hides = (kind === 'url' || kind === 'email') && /[^\x20-\x7e]/.test(String(value))
  const escaped = escapeHidden(hides ? text : String(value))
  return clip(escaped, MAX_SHOWN)
}

/** The same, with how much more there is. */
export function shownLength(value: string | number | boolean): string {
  const text = shownText(value)
  const left = typeof value === 'string' ? value.length - (MAX_SHOWN - 1) : 0
  return text.length < MAX_SHOWN || left <= 1 ? text : `${text} ${left} more`
}

/** The name of an argument that a person can be shown: two places of a call never have the same one. */
export function shownName(at: Visited): string {
  const name = placeName(at)
  const escaped = escapeHidden(name)
  if (escaped.length <= MAX_SHOWN) return escaped
  // What was cut off may be all in which two names differ.
  const mark = `… #${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
  return `${escaped.slice(0, cutAt(escaped, MAX_SHOWN - mark.length))}${mark}`
}

/** A text with what nobody sees written out. */
export function escapeHidden(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => `\\u{${(char.codePointAt(0) as number).toString(16)}}`)
}

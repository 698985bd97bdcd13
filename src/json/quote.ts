// How strangers' words stand in a fault: keys and values of arguments, words of a foreign schema. Always on one
// line, cut, without characters that a reader can't see.

import { clean } from '../text/clean.js'
import { clip } from '../text/clip.js'
import type { Json } from './json.js'
import type { JsonPath } from './plain-json.js'

const MAX = 60

/** A value as JSON on one line, cleaned, cut to 60 characters. */
export function quote(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  return clip(preview(value, MAX + 1), MAX)
}

/** A word such as a key, without quotes where it is harmless, else as a JSON string. */
export function word(text: string): string {
  return /^[\p{L}\p{N}_$@.-]{1,60}$/u.test(text) ? text : quote(text)
}

const NAME = /^[\p{L}\p{N}_$][\p{L}\p{N}_$-]*$/u

/**
 * `filters[2].name`; an odd or long key stands in brackets as a JSON string, cleaned and cut. The root is the empty
 * text.
 *
 * @param maxKey Characters of a key.
 */
export function pathText(path: JsonPath, maxKey = MAX): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (step.length <= maxKey && NAME.test(step)) text += text === '' ? step : `.${step}`
    else text += `[${JSON.stringify(clip(clean(step.slice(0, maxKey * 4)), maxKey))}]`
  }
  return text
}

/** Compact JSON that stops soon after `room` characters, however big the value. */
function preview(value: Json, room: number): string {
  if (typeof value === 'string') return JSON.stringify(clean(value.slice(0, room * 2)))
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const key in value) {
    if (text.length > room) return text
    if (text.length > 1) text += ','
    if (!isList) text += `${preview(key, room)}:`
    text += preview((value as Record<string, Json>)[key] as Json, room - text.length)
  }
  return text + (isList ? ']' : '}')
}

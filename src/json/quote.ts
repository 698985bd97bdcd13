// How strangers' words stand in a fault: keys and values of arguments, words of a foreign schema. Always on one
// line, cut, without characters that a reader can't see.

import { clean } from '../text/clean.js'
import type { Json } from './json.js'
import type { JsonPath } from './plain-json.js'

const MAX = 60

/** A value as JSON on one line, cleaned, cut to 60 characters. */
export function quote(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  return cut(preview(value, MAX + 1))
}

/** A word such as a key, without quotes where it is harmless, else as a JSON string. */
export function word(text: string): string {
  return /^[\p{L}\p{N}_$@.-]{1,60}$/u.test(text) ? text : quote(text)
}

/** `filters[2].name`; an odd key stands in brackets as a JSON string. The root is the empty text. */
export function pathText(path: JsonPath): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (/^[\p{L}\p{N}_$-]{1,60}$/u.test(step)) text += text === '' ? step : `.${step}`
    else text += `[${quote(step)}]`
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

function cut(text: string): string {
  if (text.length <= MAX) return text
  // Half a surrogate pair would make the whole text ill-formed.
  return `${text.slice(0, MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

// One page of a part: rows of a list, characters of a text, members of an object. Going on with `next` until there is
// none shows everything, each thing once.

import type { Json, JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { pointerOf } from '../../json/pointer.js'
import { boundary, lengthOf, sizeWithin, typeName } from './measure.js'
import { LONGEST_POINTER, type Part } from './pointer.js'

/** An answer. */
export interface Inspection {
  readonly value: JsonObject
  /**
   * Where in the inspected value the part under `key` of the answer comes from; the first item of a list is then item
   * `from` of the one there. None: it comes from several places, or from nowhere.
   */
  readonly part?: { readonly key: string; readonly at: JsonPath; readonly from?: number }
}

/** Which page. */
export interface PageAsk {
  readonly from: number
  readonly limit: number | undefined
  /** Characters. */
  readonly room: number
}

/** Rows, members and matches of a page when no limit is named. */
export const DEFAULT_ROWS = 20

export function pageOf({ value, path }: Part, ask: PageAsk): Inspection {
  const pointer = pointerOf(path)
  if (typeof value === 'string') return textPage(value, path, ask)
  if (typeof value !== 'object' || value === null) {
    return { value: { path: pointer, type: typeName(value), value }, part: { key: 'value', at: path } }
  }
  const { from } = ask
  if (Array.isArray(value)) {
    const { end, apart } = stretch(value.length, ask, path, (at) => ({ step: at, value: value[at] as Json }))
    const items = apart ? [] : value.slice(from, end)
    const page = { path: pointer, type: 'list', from, total: value.length, items }
    return { value: { ...page, ...rest(end, value.length, apart) }, part: { key: 'items', at: path, from } }
  }
  const keys = Object.keys(value)
  const object = value as JsonObject
  const { end, apart } = stretch(keys.length, ask, path, (at) => ({
    step: keys[at]!,
    value: object[keys[at]!]!,
  }))
  // A key may be `__proto__`: fromEntries makes it a key like any other.
  const members = Object.fromEntries(apart ? [] : keys.slice(from, end).map((key) => [key, object[key]!]))
  const page = { path: pointer, type: 'object', from, total: keys.length, members }
  return { value: { ...page, ...rest(end, keys.length, apart) }, part: { key: 'members', at: path } }
}

function textPage(text: string, path: JsonPath, { from, limit, room }: PageAsk): Inspection {
  const start = boundary(text, Math.min(from, text.length))
  const end = boundary(text, Math.min(text.length, start + Math.max(1, Math.min(limit ?? room, room))))
  // A limit of 1 at a pair of surrogates: a page always goes on.
  const stop = end > start || end === text.length ? end : end + 2
  const page = {
    path: pointerOf(path),
    type: 'text',
    from: start,
    total: text.length,
    text: text.slice(start, stop),
  }
  return { value: { ...page, ...rest(stop, text.length, undefined) }, part: { key: 'text', at: path } }
}

interface Stretch {
  readonly end: number
  /** The first one alone is more than the room: what it is, in its place. */
  readonly apart?: JsonObject
}

/** How far a page reaches. */
export function stretch(
  total: number,
  { from, limit = DEFAULT_ROWS, room }: PageAsk,
  path: JsonPath,
  part: (at: number) => { readonly step: string | number; readonly value: Json },
): Stretch {
  const last = Math.min(total, from + limit)
  let left = room
  for (let at = from; at < last; at++) {
    const { step, value } = part(at)
    const name = typeof step === 'string' ? step.length + 4 : 1
    const size = sizeWithin(value, left - name)
    if (size === undefined)
      return at > from ? { end: at } : { end: at + 1, apart: apartOf([...path, step], value) }
    left -= size + name
  }
  return { end: Math.max(from, last) }
}

function apartOf(path: JsonPath, value: Json): JsonObject {
  const pointer = pointerOf(path)
  const what = { type: typeName(value), length: lengthOf(value) }
  if (pointer.length > LONGEST_POINTER)
    return { ...what, note: 'too large to show, and its path is too long to ask for' }
  return { path: pointer, ...what, note: 'too large to show here: page it by its own path' }
}

/** What a page says of what it does not show. */
export function rest(end: number, total: number, apart: JsonObject | undefined): JsonObject {
  return { ...(apart && { apart }), ...(end < total && { next: end }) }
}

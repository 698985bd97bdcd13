// How big a part of a value is, and what it is called in a result of `inspect_handle`. Nothing here goes on after the
// room is used up, and nothing calls itself: a stranger's value may be as deep as it likes.

import type { Json } from '../../json/json.js'

/** What a value is, in a reader's words. */
type TypeName = 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null'

export function typeName(value: Json): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  return typeof value as 'object' | 'number' | 'boolean'
}

/** Items of a list, characters (UTF-16 code units) of a text, keys of an object; nothing else holds anything. */
export function lengthOf(value: Json): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

/** Deeper than that no result may be. */
const MAX_DEPTH = 100

/** About how many characters a value is as JSON; undefined when it doesn't fit, or is too deep for a result. */
export function sizeWithin(value: Json, room: number): number | undefined {
  let size = 0
  const rest: { readonly value: Json; readonly depth: number }[] = [{ value, depth: 1 }]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value: at, depth } = next
    if (depth > MAX_DEPTH) return undefined
    if (typeof at === 'string') size += at.length + 2
    else if (typeof at !== 'object' || at === null) size += String(at).length
    else {
      size += 2
      // Counted before it is put off, so that what waits is never more than the room.
      if (Array.isArray(at)) {
        if (size + 2 * at.length > room) return undefined
        size += at.length
        for (const item of at) rest.push({ value: item, depth: depth + 1 })
      } else {
        for (const key in at) {
          size += key.length + 4
          if (size > room) return undefined
          rest.push({ value: (at as Record<string, Json>)[key]!, depth: depth + 1 })
        }
      }
    }
    if (size > room) return undefined
  }
  return size
}

/** Where to cut a text at or before `at`, so that no code point is split. */
export function boundary(text: string, at: number): number {
  const splits = isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))
  return splits ? at - 1 : at
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

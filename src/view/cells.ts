// Values as they stand in one line of the default view: whole when they are short, else clipped or counted.

import type { Json, JsonObject } from '../json/json.js'
import { clip } from '../text/clip.js'
import { compactJson, quoteScalar, quoteString } from './hole.js'

/** The most characters of a text in a line, and of one that names something: half an id is of no use. */
export const MAX_TEXT = 80
export const MAX_ID = 200

/** A value in a line. Texts longer than `max` are clipped; what is long or deep otherwise is counted. */
export function cellText(value: Json | undefined, max: number): string {
  if (typeof value === 'string') return quoteString(clip(value, max))
  if (typeof value !== 'object' || value === null) return quoteScalar(value) ?? '-'
  if (isSmall(value)) return compactJson(value, Number.POSITIVE_INFINITY) ?? '-'
  if (!isList(value)) {
    const { length } = Object.keys(value)
    return length === 1 ? '{1 key}' : `{${length} keys}`
  }
  const [first] = value
  if (typeof first !== 'string') return `[${value.length} items]`
  return `[${quoteString(clip(first, MAX_TEXT))}, ${value.length - 1} more]`
}

/**
 * A value that stands for a row: of what is long or deep its first parts, since a count alone tells nothing. A
 * list is `[first, second, 7 more]`, an object `{key: first, 7 more}`.
 */
export function beginningText(value: Json | undefined): string {
  return beginning(value, MAX_TEXT, MAX_DEPTH)
}

/** Lists and objects within each other of which parts are shown. */
const MAX_DEPTH = 3

function beginning(value: Json | undefined, room: number, depth: number): string {
  if (typeof value !== 'object' || value === null || depth === 0 || isSmall(value))
    return cellText(value, room)
  const keys = isList(value) ? undefined : Object.keys(value)
  const { length } = keys ?? (value as readonly Json[])
  let text = ''
  let shown = 0
  for (; shown < length && text.length < room; shown++) {
    const left = Math.max(room - text.length, LEAST_TEXT)
    const key = keys?.[shown]
    const item = (value as JsonObject)[key ?? shown]
    if (shown > 0) text += ', '
    text += `${key === undefined ? '' : `${quoteString(clip(key, left))}: `}${beginning(item, left, depth - 1)}`
  }
  if (shown < length) text += `, ${length - shown} more`
  return keys ? `{${text}}` : `[${text}]`
}

/** A text that is clipped to less says nothing. */
const LEAST_TEXT = 20

/** Whether {@link cellText} leaves nothing out. */
export function isWhole(value: Json | undefined, max: number): boolean {
  if (typeof value === 'string') return value.length <= max
  return typeof value !== 'object' || value === null || isSmall(value)
}

/** Whether a list or an object is a few short values, so that it can stand in a line. */
export function isSmall(value: object): boolean {
  let width = 0
  for (const key in value) {
    const item: unknown = value[key as keyof typeof value]
    if (typeof item === 'object' && item !== null) return false
    width += key.length + (typeof item === 'string' ? item.length : 4)
    if (width > 2 * MAX_TEXT) return false
  }
  return true
}

/** About how many characters a value takes in a line. */
export function widthOf(value: Json | undefined): number {
  if (typeof value === 'string') return Math.min(value.length, MAX_TEXT) + 4
  if (typeof value === 'number') return 8
  return typeof value === 'object' && value !== null ? 40 : 6
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value)
}

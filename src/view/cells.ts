// Values as they stand in one line of the default view: whole when they are short, else clipped, begun or counted.
// How much of each is shown grows with the room that a view has.

import type { Json, JsonObject } from '../json/json.js'
import { clip } from '../text/clip.js'
import { compactJson, quoteScalar, quoteString } from './hole.js'

/** The most characters of a text in a line, and of one that names something: half an id is of no use. */
export const MAX_TEXT = 80
export const MAX_ID = 200

/** How finely a view is made, and what it left out. */
export interface Grain {
  /** 1: as short as can be. So many times longer may a value be. */
  readonly detail: number
  /** Whether nothing was clipped or counted so far. */
  isAll: boolean
}

/** A value in a line. Texts longer than `max` are clipped; what is long or deep otherwise is counted, or begun. */
export function cellText(value: Json | undefined, max: number, grain: Grain): string {
  if (typeof value === 'string') return clippedText(value, max, grain)
  if (typeof value !== 'object' || value === null) return quoteScalar(value) ?? '-'
  if (isSmall(value)) return smallText(value)
  const { detail } = grain
  // From a count to a beginning by small steps: there may be many of them.
  return detail === 1
    ? countText(value, grain)
    : beginning(value, max * (1 - 1 / detail), MAX_DEPTH * detail, grain)
}

/**
 * A value that stands for a row: of what is long or deep its first parts, since a count alone tells nothing. A
 * list is `[first, second, 7 more]`, an object `{key: first, 7 more}`.
 */
export function beginningText(value: Json | undefined, grain: Grain): string {
  return beginning(value, MAX_TEXT * grain.detail, MAX_DEPTH * grain.detail, grain)
}

/** Lists and objects within each other of which parts are shown. */
const MAX_DEPTH = 3

function beginning(value: Json | undefined, room: number, depth: number, grain: Grain): string {
  if (typeof value === 'string') return clippedText(value, room, grain)
  if (typeof value !== 'object' || value === null) return quoteScalar(value) ?? '-'
  if (isSmall(value)) return smallText(value)
  if (depth < 1) return countText(value, grain)
  const keys = isList(value) ? undefined : Object.keys(value)
  const { length } = keys ?? (value as readonly Json[])
  let text = ''
  let shown = 0
  for (; shown < length && (shown === 0 || text.length < room); shown++) {
    const left = Math.max(room - text.length, LEAST_TEXT)
    const key = keys?.[shown]
    const item = (value as JsonObject)[key ?? shown]
    if (shown > 0) text += ', '
    text += `${key === undefined ? '' : `${clippedText(key, left, grain)}: `}${beginning(item, left, depth - 1, grain)}`
  }
  if (shown < length) {
    text += `, ${length - shown} more`
    grain.isAll = false
  }
  return keys ? `{${text}}` : `[${text}]`
}

/** A text that is clipped to less says nothing. */
const LEAST_TEXT = 20

function clippedText(text: string, max: number, grain: Grain): string {
  if (text.length > max) grain.isAll = false
  return quoteString(clip(text, max))
}

function smallText(value: object): string {
  return compactJson(value, Number.POSITIVE_INFINITY) ?? '-'
}

function countText(value: object, grain: Grain): string {
  grain.isAll = false
  if (!isList(value)) {
    const { length } = Object.keys(value)
    return length === 1 ? '{1 key}' : `{${length} keys}`
  }
  const [first] = value
  if (typeof first !== 'string') return `[${value.length} items]`
  return `[${quoteString(clip(first, MAX_TEXT))}, ${value.length - 1} more]`
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

/** About how many characters a value takes in a line; no more than it does. */
export function widthOf(value: Json | undefined): number {
  if (typeof value === 'string') return Math.min(value.length, MAX_TEXT)
  return typeof value === 'object' && value !== null ? 2 : 1
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value)
}

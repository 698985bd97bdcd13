// What a value looks like, two levels deep, without its content but for the names of keys.

import type { Json, JsonObject } from '../../json/json.js'
import { lengthOf, typeName } from './measure.js'

const LEVELS = 2
/** Keys of one object that are named. */
const MOST_KEYS = 40
/** A longer key is data rather than a name. */
const LONGEST_KEY = 200

/** The shape in at most about `room` characters. Of a list the first item stands for all. */
export function shapeOf(value: Json, room: number): Json {
  return shape(value, LEVELS, { left: room })
}

function shape(value: Json, levels: number, room: { left: number }): Json {
  const name = inWords(value)
  room.left -= name.length
  if (levels === 0 || lengthOf(value) === 0) return name
  if (Array.isArray(value)) return { is: name, first: shape(value[0] as Json, levels - 1, room) }
  if (typeof value !== 'object' || value === null) return name
  const keys = Object.keys(value)
  const shown: [string, Json][] = []
  for (const key of keys.slice(0, MOST_KEYS)) {
    if (key.length > Math.min(LONGEST_KEY, room.left)) continue
    room.left -= key.length
    shown.push([key, shape((value as JsonObject)[key]!, levels - 1, room)])
  }
  const left = keys.length - shown.length
  return { is: name, keys: Object.fromEntries(shown), ...(left > 0 && { left: many(left, 'more key') }) }
}

function inWords(value: Json): string {
  switch (typeName(value)) {
    case 'text':
      return `text of ${many(lengthOf(value), 'character')}`
    case 'list':
      return `list of ${many(lengthOf(value), 'item')}`
    case 'object':
      return `object of ${many(lengthOf(value), 'key')}`
    default:
      return typeName(value)
  }
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

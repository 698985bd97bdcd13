// A place in JSON as a value of its own: an RFC 6901 pointer, or the key that leads to one. Only these are compared
// and looked up. The names that people read are made here too, and are never read back.

import { type JsonPath, type JsonPointer, pointerOf, pointerTo, stepsOf } from './pointer.js'

declare const VALUE: unique symbol
declare const KEY: unique symbol

/** Where a value stands. */
export type Place = JsonPointer & { readonly [VALUE]: true }

/**
 * A key of an open object, which is data like any other: not the place of the value below it. No key can write one,
 * since a pointer that is not empty begins with a slash.
 */
type KeyPlace = `key:${JsonPointer}` & { readonly [KEY]: true }

/** What a walk over JSON visits: a value, or a key. */
export type Visited = Place | KeyPlace

/** The place of the whole. */
export const ROOT = '' as Place

/** The place at the end of a path. */
export function placeOf(path: JsonPath): Place {
  return pointerOf(path) as Place
}

/** The place one step further. */
export function placeBelow(place: Place, step: string | number): Place {
  return pointerTo(place, step) as Place
}

/** The key that leads to a place. */
export function keyTo(place: Place): KeyPlace {
  return `key:${place}` as KeyPlace
}

/** Whether something is the value at a place, or a part or a key of that value. The key that leads there is not. */
export function isWithin(visited: Visited, place: Place): boolean {
  return visited === place || pointerIn(visited).startsWith(`${place}/`)
}

/**
 * A name for people: `items.0.id`, and `users.lena (key)` for a key. What could be taken for something else stands as
 * a JSON string: `"a.b".c`. Two places of one value never have the same name. The whole is the empty text.
 */
export function placeName(visited: Visited): string {
  const name = (stepsOf(pointerIn(visited)) ?? []).map(stepName).join('.')
  return isKey(visited) ? `${name} (key)` : name
}

/** A key or an index as it stands in a name. */
export function stepName(step: string): string {
  return PLAIN.test(step) ? step : JSON.stringify(step)
}

// No `@` and no `:`: put together by dots, harmless keys must not read like an address.
const PLAIN = /^[\p{L}\p{N}_$-]+$/u

function isKey(visited: Visited): visited is KeyPlace {
  return visited.startsWith('key:')
}

function pointerIn(visited: Visited): string {
  return isKey(visited) ? visited.slice('key:'.length) : visited
}

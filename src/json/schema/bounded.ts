// Whether values can be checked against a stranger's schema in bounded time. A schema is read as an automaton that
// walks down a value; where it can be on the way twice at once, again and again, each level of a value doubles the
// work, and 250 characters of schema stop the process. Nothing here validates.

import type { JsonObject } from '../json.js'
import {
  ANY_ITEM,
  ANY_KEY,
  MOST_AT_ONE_PLACE,
  OutOfBudget,
  spend,
  startWalk,
  stepsOf,
  type Walk,
} from './steps.js'

/** Why checking against a schema has no bound, for the operator. Undefined: it has one. */
export function unbounded(root: JsonObject): string | undefined {
  const walk = startWalk(root)
  try {
    const places = reachable(root, walk)
    const groups = cycles(places, walk)
    if (groups.some((group) => isAmbiguous(group, walk))) return TWICE
    const groupOf = new Map(groups.flatMap((group) => [...group].map((place) => [place, group] as const)))
    return weightOf(root, groupOf, walk) > MOST_AT_ONE_PLACE ? TOO_OFTEN : undefined
  } catch (error) {
    if (error instanceof OutOfBudget) return TOO_OFTEN
    throw error
  }
}

const TWICE =
  'it refers to itself by more than one way for the same value, so that checking a deep value would never end'
const TOO_OFTEN = 'it would check the same value too often'

function nextOf(place: JsonObject, walk: Walk): JsonObject[] {
  return [...new Set([...stepsOf(place, walk).byKey.values()].flat())]
}

function reachable(root: JsonObject, walk: Walk): Set<JsonObject> {
  const places = new Set([root])
  for (const place of places) for (const next of nextOf(place, walk)) places.add(next)
  return places
}

/** Groups of places that lead back to each other. */
function cycles(places: ReadonlySet<JsonObject>, walk: Walk): Set<JsonObject>[] {
  const number = new Map<JsonObject, number>()
  const low = new Map<JsonObject, number>()
  const open: JsonObject[] = []
  const isOpen = new Set<JsonObject>()
  const groups: Set<JsonObject>[] = []
  const visit = (place: JsonObject) => {
    number.set(place, number.size)
    low.set(place, number.size - 1)
    open.push(place)
    isOpen.add(place)
    const next = nextOf(place, walk)
    for (const other of next) {
      if (!number.has(other)) visit(other)
      else if (!isOpen.has(other)) continue
      low.set(place, Math.min(low.get(place)!, low.get(other)!))
    }
    if (low.get(place) !== number.get(place)) return
    const group = new Set(open.splice(open.indexOf(place)))
    for (const member of group) isOpen.delete(member)
    if (group.size > 1 || next.includes(place)) groups.push(group)
  }
  for (const place of places) if (!number.has(place)) visit(place)
  return groups
}

/**
 * Whether two ways through a cycle read the same keys and meet again: then each round doubles the work. Ways that
 * part for good only add up.
 */
function isAmbiguous(group: ReadonlySet<JsonObject>, walk: Walk): boolean {
  const ids = new Map([...group].map((place, index) => [place, index]))
  const seen = new Set<number>()
  const pairs: [JsonObject, JsonObject][] = []
  const inGroup = (place: JsonObject, label: string) => {
    const { byKey } = stepsOf(place, walk)
    const fallback = label.startsWith(ANY_KEY) ? ANY_KEY : label.startsWith(ANY_ITEM) ? ANY_ITEM : label
    return (byKey.get(label) ?? byKey.get(fallback) ?? []).filter((next) => group.has(next))
  }
  const add = (left: JsonObject, right: JsonObject) => {
    spend(walk, 1)
    const id = ids.get(left)! * group.size + ids.get(right)!
    if (seen.has(id)) return
    seen.add(id)
    pairs.push([left, right])
  }
  for (const place of group) {
    for (const label of stepsOf(place, walk).byKey.keys()) {
      const next = inGroup(place, label)
      if (new Set(next).size < next.length) return true
      for (const [index, left] of next.entries()) for (const right of next.slice(index + 1)) add(left, right)
    }
  }
  for (const [left, right] of pairs) {
    const labels = new Set([...stepsOf(left, walk).byKey.keys(), ...stepsOf(right, walk).byKey.keys()])
    for (const label of labels) {
      for (const one of inGroup(left, label)) {
        for (const other of inGroup(right, label)) {
          if (one === other) return true
          add(one, other)
        }
      }
    }
  }
  return false
}

/** How many schemas meet at most at one place below `place`, cycles not counted. */
function weightOf(
  place: JsonObject,
  groups: ReadonlyMap<JsonObject, ReadonlySet<JsonObject>>,
  walk: Walk,
): number {
  const known = walk.weights.get(place)
  if (known !== undefined) return known
  const { here, byKey } = stepsOf(place, walk)
  let most = here
  for (const next of byKey.values()) {
    let sum = 0
    for (const part of next) if (!groups.get(place)?.has(part)) sum += weightOf(part, groups, walk)
    most = Math.max(most, sum)
  }
  walk.weights.set(place, Math.min(most, 2 * MOST_AT_ONE_PLACE))
  return walk.weights.get(place)!
}

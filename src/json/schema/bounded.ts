// Whether values can be checked against a stranger's schema in bounded time. A schema is read as an automaton that
// walks down a value; where it can be on the way twice at once, again and again, each level of a value doubles the
// work, and 250 characters of schema stop the process. Nothing here validates.

import type { Json, JsonObject } from '../json.js'
import type { UnionKeyword } from './dispatch.js'
import {
  ANY_ITEM,
  ANY_KEY,
  areTogether,
  MOST_AT_ONE_PLACE,
  OutOfBudget,
  type Step,
  spend,
  startWalk,
  stepsOf,
  type Walk,
} from './steps.js'

/**
 * Why checking against a schema has no bound, for whoever defined it. Undefined: it has one.
 *
 * @param dispatched The unions of which the checker looks at one branch only, where a key tells which. Default: both,
 *   as our own check does.
 */
export function unbounded(
  root: JsonObject,
  dispatched: readonly UnionKeyword[] = ['anyOf', 'oneOf'],
): string | undefined {
  const walk = startWalk(root, dispatched)
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
  return [
    ...new Set(
      [...stepsOf(place, walk).byKey.values()].flatMap((steps) => steps.map(({ schema }) => schema)),
    ),
  ]
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
    return (byKey.get(label) ?? byKey.get(fallback) ?? []).filter((next) => group.has(next.schema))
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
      for (const [index, left] of next.entries()) {
        for (const right of next.slice(index + 1)) {
          spend(walk, 1)
          if (!areTogether(left.choices, right.choices)) continue
          if (left.schema === right.schema) return true
          add(left.schema, right.schema)
        }
      }
    }
  }
  for (const [left, right] of pairs) {
    const labels = new Set([...stepsOf(left, walk).byKey.keys(), ...stepsOf(right, walk).byKey.keys()])
    for (const label of labels) {
      for (const one of inGroup(left, label)) {
        for (const other of inGroup(right, label)) {
          if (!areTogether(one.choices, other.choices)) continue
          if (one.schema === other.schema) return true
          add(one.schema, other.schema)
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
    const further = next.filter(({ schema }) => !groups.get(place)?.has(schema))
    most = Math.max(
      most,
      together(further, 0, (part) => weightOf(part, groups, walk)),
    )
  }
  walk.weights.set(place, Math.min(most, 2 * MOST_AT_ONE_PLACE))
  return walk.weights.get(place)!
}

/** The most that can come together: of the branches of a union that is told apart, the heaviest. */
function together(steps: readonly Step[], depth: number, weigh: (schema: JsonObject) => number): number {
  const unions = new Map<Json, Map<number, Step[]>>()
  let sum = 0
  for (const step of steps) {
    const choice = step.choices[depth]
    if (!choice) {
      sum += weigh(step.schema)
      continue
    }
    const branches = unions.get(choice.union) ?? new Map<number, Step[]>()
    unions.set(choice.union, branches)
    branches.set(choice.branch, [...(branches.get(choice.branch) ?? []), step])
  }
  for (const branches of unions.values()) {
    sum += Math.max(...[...branches.values()].map((branch) => together(branch, depth + 1, weigh)))
  }
  return sum
}

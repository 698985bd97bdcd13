// Whether values can be checked against a stranger's schema in bounded time. A schema is read as an automaton that
// walks down a value; where it can be on the way twice at once, again and again, each level of a value doubles the
// work, and 250 characters of schema stop the process. Nothing here validates.

import { isSchema, listed } from './declared.js'
import type { Json, JsonObject } from './json.js'

/** Why checking against a schema has no bound, for the operator. Undefined: it has one. */
export function unbounded(root: JsonObject): string | undefined {
  const schemas = allSchemas(root)
  const walk: Walk = { root, named: schemas.filter(isNamed), steps: new Map(), weights: new Map() }
  try {
    const places = reachable(root, walk)
    for (const group of cycles(places, walk)) if (isAmbiguous(group, walk)) return TWICE
    const group = new Map(cycles(places, walk).flatMap((set) => [...set].map((place) => [place, set])))
    return weightOf(root, group, walk) > MOST_AT_ONE_PLACE ? TOO_OFTEN : undefined
  } catch (error) {
    if (error instanceof OutOfBudget) return TOO_OFTEN
    throw error
  }
}

const TWICE =
  'it refers to itself by more than one way for the same value, so that checking a deep value would never end'
const TOO_OFTEN = 'it would check the same value too often'

/** Subschemas that meet at one place of a value. A union of fifty kinds in a union of fifty has some 2 500. */
const MOST_AT_ONE_PLACE = 5_000
/** Steps of the analysis itself. */
const MOST_STEPS = 200_000

class OutOfBudget extends Error {}

/** Which schemas check the part of a value under each key, once for each time that they do. */
interface Steps {
  /** Schemas that check the value itself, this one included. */
  readonly here: number
  readonly byKey: ReadonlyMap<string, readonly JsonObject[]>
}

interface Walk {
  readonly root: JsonObject
  /** Schemas that a reference may name otherwise than by its path from the root. */
  readonly named: readonly JsonObject[]
  readonly steps: Map<JsonObject, Steps>
  readonly weights: Map<JsonObject, number>
  spent?: number
}

function spend(walk: Walk, steps: number): void {
  walk.spent = (walk.spent ?? 0) + steps
  if (walk.spent > MOST_STEPS) throw new OutOfBudget()
}

const ANY_KEY = 'key:'
const ANY_ITEM = 'item:'
const NAMES = 'names:'

/** One step down: what a schema and all that check the same value with it say of each part. */
function stepsOf(place: JsonObject, walk: Walk): Steps {
  const known = walk.steps.get(place)
  if (known) return known
  const same = sameValue(place, walk)
  const keys = new Set(same.flatMap(namedKeys))
  const items = Math.max(0, ...same.map((schema) => tupleOf(schema).length))
  const byKey = new Map<string, JsonObject[]>()
  const put = (label: string, parts: readonly Json[]) => {
    const schemas = parts.filter(isSchema)
    spend(walk, 1 + schemas.length)
    if (schemas.length > 0) byKey.set(label, schemas)
  }
  for (const key of keys)
    put(
      `${ANY_KEY}${key}`,
      same.flatMap((schema) => atKey(schema, key)),
    )
  put(
    ANY_KEY,
    same.flatMap((schema) => atKey(schema, undefined)),
  )
  for (let index = 0; index < items; index++)
    put(
      `${ANY_ITEM}${index}`,
      same.flatMap((schema) => atItem(schema, index)),
    )
  put(
    ANY_ITEM,
    same.flatMap((schema) => atItem(schema, Number.POSITIVE_INFINITY)),
  )
  put(
    NAMES,
    same.map(({ propertyNames }) => propertyNames ?? null),
  )
  const steps = { here: same.length, byKey }
  walk.steps.set(place, steps)
  return steps
}

/** All schemas that check the value which `place` checks, one entry for each time that they do. */
function sameValue(place: JsonObject, walk: Walk): JsonObject[] {
  const found: JsonObject[] = []
  const open = new Set<JsonObject>()
  const visit = (schema: JsonObject) => {
    // A schema that is its own part overflows the stack at the first value, which is bounded.
    if (open.has(schema)) return
    spend(walk, 1)
    if (found.push(schema) > MOST_AT_ONE_PLACE) throw new OutOfBudget()
    open.add(schema)
    for (const part of partsOfSame(schema, walk)) visit(part)
    open.delete(schema)
  }
  visit(place)
  return found
}

function partsOfSame(schema: JsonObject, walk: Walk): JsonObject[] {
  const { allOf, anyOf, oneOf, not, dependentSchemas, dependencies } = schema
  const parts = [
    ...[allOf, anyOf, oneOf].flatMap(listed),
    ...[not, schema.if, schema.then, schema.else],
    ...[dependentSchemas, dependencies].flatMap(valuesOf),
  ].filter((part): part is JsonObject => isSchema(part as Json))
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = schema[keyword]
    if (typeof reference === 'string') parts.push(...targetsOf(reference, walk))
  }
  return parts
}

function namedKeys(schema: JsonObject): string[] {
  return isSchema(schema.properties) ? Object.keys(schema.properties) : []
}

/** `undefined`: a key that nobody names. A pattern may match any key. */
function atKey(schema: JsonObject, key: string | undefined): Json[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema
  const own =
    key !== undefined && isSchema(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  const further = own === undefined ? [additionalProperties, unevaluatedProperties] : []
  return [own, ...sharedAt(schema, key), ...further, ...valuesOf(patternProperties)].map(orNull)
}

/** Closing an intersection checks the keys that its parts share once more, together. */
function sharedAt(schema: JsonObject, key: string | undefined): Json[] {
  if (key === undefined || schema.allOf === undefined) return []
  const shared = [schema, ...listed(schema.allOf).filter(isSchema)]
    .map(({ properties }) =>
      isSchema(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined,
    )
    .filter((part) => part !== undefined)
  return shared.length > 1 ? shared : []
}

function tupleOf({ prefixItems, items }: JsonObject): readonly Json[] {
  if (Array.isArray(prefixItems)) return prefixItems
  return Array.isArray(items) ? items : []
}

function atItem(schema: JsonObject, index: number): Json[] {
  const { items, additionalItems, unevaluatedItems, contains } = schema
  const own = tupleOf(schema)[index]
  const further = own === undefined ? [items, additionalItems, unevaluatedItems] : []
  return [own, contains, ...further].map(orNull)
}

/** Every schema that a reference may mean: one, but where a stranger's ids make it hard to tell. */
function targetsOf(reference: string, { root, named }: Walk): JsonObject[] {
  const [, fragment = ''] = reference.split('#', 2)
  if (fragment !== '' && !fragment.startsWith('/')) {
    return named.filter(({ $anchor, $dynamicAnchor, $id }) =>
      [$anchor, $dynamicAnchor, typeof $id === 'string' ? $id.split('#')[1] : undefined].includes(fragment),
    )
  }
  const bases = [root, ...named.filter(({ $id }) => typeof $id === 'string' && named[0] !== root)]
  return [...new Set(bases)].flatMap((base) => at(base, fragment))
}

function at(base: JsonObject, fragment: string): JsonObject[] {
  let found: Json | undefined = base
  for (const step of fragment.split('/').slice(1)) {
    const key = unescaped(step)
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as JsonObject)[key]
        : undefined
  }
  return found !== undefined && isSchema(found) ? [found] : []
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

function isNamed({ $anchor, $dynamicAnchor, $id }: JsonObject): boolean {
  return [$anchor, $dynamicAnchor, $id].some((name) => typeof name === 'string')
}

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

/** Every object in the schema: more than are schemas, which does no harm. */
function allSchemas(root: JsonObject): JsonObject[] {
  const found: JsonObject[] = [root]
  for (const value of found) {
    for (const part of Object.values(value))
      if (typeof part === 'object' && part !== null) found.push(part as JsonObject)
  }
  return found
}

function valuesOf(value: Json | undefined): Json[] {
  return value !== undefined && isSchema(value) ? Object.values(value) : []
}

function orNull(part: Json | undefined): Json {
  return part ?? null
}

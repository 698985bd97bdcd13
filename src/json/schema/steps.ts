// What a JSON Schema says of each part of a value: for each key, the subschemas that check what stands there, once
// for each time that they do. Read pessimistically: a pattern may match any key, a reference may mean any resource.

import type { Json, JsonObject } from '../json.js'
import { isSchema, listed } from './declared.js'

/** Subschemas that meet at one place of a value. A union of fifty kinds in a union of fifty has some 2 500. */
export const MOST_AT_ONE_PLACE = 5_000
/** Steps of the analysis itself. */
const MOST_STEPS = 1_000_000

/** The analysis would take too long, and so would a check. */
export class OutOfBudget extends Error {}

/** Which schemas check the part of a value under each key, once for each time that they do. */
interface Steps {
  /** Schemas that check the value itself, this one included. */
  readonly here: number
  readonly byKey: ReadonlyMap<string, readonly JsonObject[]>
}

/** What is known of a schema so far. */
export interface Walk {
  readonly root: JsonObject
  /** Schemas that a reference may name otherwise than by its path from the root. */
  readonly named: readonly JsonObject[]
  readonly steps: Map<JsonObject, Steps>
  readonly weights: Map<JsonObject, number>
  spent?: number
}

/** @throws OutOfBudget when the walk is longer than any honest schema's. */
export function spend(walk: Walk, steps: number): void {
  walk.spent = (walk.spent ?? 0) + steps
  if (walk.spent > MOST_STEPS) throw new OutOfBudget()
}

/** Keys that no schema names. */
export const ANY_KEY = 'key:'
/** Items past all tuples. */
export const ANY_ITEM = 'item:'
const NAMES = 'names:'

/** Begins a walk from the root of a schema. */
export function startWalk(root: JsonObject): Walk {
  return { root, named: allSchemas(root).filter(isNamed), steps: new Map(), weights: new Map() }
}

/** One step down: what a schema and all that check the same value with it say of each part. */
export function stepsOf(place: JsonObject, walk: Walk): Steps {
  const known = walk.steps.get(place)
  if (known) return known
  const same = sameValue(place, walk)
  const keys = new Set(same.flatMap(namedKeys))
  const items = Math.max(0, ...same.map((schema) => tupleOf(schema).length))
  const byKey = new Map<string, JsonObject[]>()
  const put = (label: string, parts: readonly Json[]) => {
    const schemas = parts.filter(isSchema)
    spend(walk, same.length + schemas.length)
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
  const bases = [root, ...named.filter(({ $id }) => typeof $id === 'string')]
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

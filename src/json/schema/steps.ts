// What a JSON Schema says of each part of a value: for each key, the subschemas that check what stands there, once
// for each time that they do. Read pessimistically: a pattern may match any key, a dynamic
// reference may mean any schema of its name.

import type { Json, JsonObject } from '../json.js'
import { isSchema, listed } from './declared.js'
import { dispatchOf, type UnionKeyword } from './dispatch.js'
import { referredBy } from './reference.js'

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
  readonly byKey: ReadonlyMap<string, readonly Step[]>
}

/** A schema that checks a part, and the branches by which it does. */
export interface Step {
  readonly schema: JsonObject
  /** Branches of unions that are told apart by a key, the outermost first: of each union a value is in one. */
  readonly choices: readonly Choice[]
}

/** One branch of a union. */
interface Choice {
  readonly union: Json
  readonly branch: number
}

/** Whether two schemas can check one value both. */
export function areTogether(one: readonly Choice[], other: readonly Choice[]): boolean {
  return !one.some(({ union, branch }) =>
    other.some((choice) => choice.union === union && choice.branch !== branch),
  )
}

/** What is known of a schema so far. */
export interface Walk {
  readonly root: JsonObject
  /** The unions of which only the branch that a key tells is checked, where there is such a key. */
  readonly dispatched: readonly UnionKeyword[]
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
export function startWalk(root: JsonObject, dispatched: readonly UnionKeyword[]): Walk {
  return { root, dispatched, steps: new Map(), weights: new Map() }
}

/** One step down: what a schema and all that check the same value with it say of each part. */
export function stepsOf(place: JsonObject, walk: Walk): Steps {
  const known = walk.steps.get(place)
  if (known) return known
  const same = sameValue(place, walk)
  const keys = new Set(same.flatMap(({ schema }) => namedKeys(schema)))
  const items = Math.max(0, ...same.map(({ schema }) => tupleOf(schema).length))
  const byKey = new Map<string, Step[]>()
  const put = (label: string, partsOf: (schema: JsonObject) => readonly Json[]) => {
    const steps = same.flatMap(({ schema, choices }) =>
      partsOf(schema)
        .filter(isSchema)
        .map((part) => ({ schema: part, choices })),
    )
    spend(walk, same.length + steps.length)
    if (steps.length > 0) byKey.set(label, steps)
  }
  for (const key of keys) put(`${ANY_KEY}${key}`, (schema) => atKey(schema, key))
  put(ANY_KEY, (schema) => atKey(schema, undefined))
  for (let index = 0; index < items; index++) put(`${ANY_ITEM}${index}`, (schema) => atItem(schema, index))
  put(ANY_ITEM, (schema) => atItem(schema, Number.POSITIVE_INFINITY))
  put(NAMES, ({ propertyNames }) => [propertyNames ?? null])
  const steps = { here: same.length, byKey }
  walk.steps.set(place, steps)
  return steps
}

/** All schemas that check the value which `place` checks, one entry for each time that they do. */
function sameValue(place: JsonObject, walk: Walk): Step[] {
  const found: Step[] = []
  const open = new Set<JsonObject>()
  const visit = (schema: JsonObject, choices: readonly Choice[]) => {
    // A schema that is its own part overflows the stack at the first value, which is bounded.
    if (open.has(schema)) return
    spend(walk, 1)
    if (found.push({ schema, choices }) > MOST_AT_ONE_PLACE) throw new OutOfBudget()
    open.add(schema)
    for (const part of partsOfSame(schema, walk)) visit(part, choices)
    for (const keyword of UNIONS) {
      const branches = listed(schema[keyword])
      const isTold = walk.dispatched.includes(keyword) && dispatchOf(schema, keyword, walk.root) !== undefined
      for (const [branch, part] of branches.entries()) {
        if (isSchema(part)) visit(part, isTold ? [...choices, { union: branches, branch }] : choices)
      }
    }
    open.delete(schema)
  }
  visit(place, [])
  return found
}

const UNIONS = ['anyOf', 'oneOf'] as const

function partsOfSame(schema: JsonObject, { root }: Walk): JsonObject[] {
  const { allOf, not, dependentSchemas, dependencies } = schema
  const parts = [
    ...listed(allOf),
    ...[not, schema.if, schema.then, schema.else],
    ...[dependentSchemas, dependencies].flatMap(valuesOf),
  ].filter((part): part is JsonObject => isSchema(part as Json))
  return [...parts, ...referredBy(schema, root)]
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

function valuesOf(value: Json | undefined): Json[] {
  return value !== undefined && isSchema(value) ? Object.values(value) : []
}

function orNull(part: Json | undefined): Json {
  return part ?? null
}

// Closes the objects of a JSON Schema: `unevaluatedProperties: false` wherever an object says nothing of further
// keys, so that a misspelt filter never runs unfiltered. The advertised schema stays as its author wrote it.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { at, type Cursor } from './cursor.js'
import { choicesOf, isSchema, listed } from './declared.js'
import { mapSubschemas } from './subschemas.js'

/**
 * The schema with each object closed. `lenient` is for definitions that came from elsewhere: a nested object of
 * which nothing at all is declared stays open there, since `{ "type": "object" }` is how servers write
 * free-form data, and no key of it can be misspelt.
 */
export function closed(root: JsonObject, options: { readonly lenient: boolean }): JsonObject {
  const context: Context = { root, lenient: options.lenient }
  return closeObject(root, context, !saysOfFurtherKeys(root))
}

interface Context {
  readonly root: JsonObject
  readonly lenient: boolean
}

/** A schema for a value of its own: the place at which an object is closed. */
function place(schema: Json, context: Context): Json {
  return isSchema(schema) ? closeObject(schema, context, isOpenObject(schema, context)) : schema
}

function closeObject(schema: JsonObject, context: Context, close: boolean): JsonObject {
  const shared = sharedKeys(schema)
  const out: Record<string, Json> = inPlace(schema, context, shared)
  if (shared.size > 0) {
    // Two parts of an intersection declare the same key: only together do they tell what may stand in it.
    const joint = [...shared].map(([key, schemas]) => [key, place({ allOf: schemas }, context)])
    out.allOf = [...listed(out.allOf), { properties: Object.fromEntries(joint) }]
  }
  if (close) {
    const free = requiredOnly(schema, context.root)
    if (free.length > 0) {
      const taken = Object.fromEntries(free.map((key) => [key, true]))
      out.properties = { ...(isRecord(out.properties) ? (out.properties as JsonObject) : {}), ...taken }
    }
    out.unevaluatedProperties = false
  }
  return out
}

/** Keys that are required and that nothing declares: any value is fine there, and without them no call is. */
function requiredOnly(schema: JsonObject, root: JsonObject): string[] {
  const { parts, keys } = declaredBy(schema, root)
  const declared = new Set(keys)
  const patterns = parts.some(({ patternProperties }) => patternProperties !== undefined)
  const wanted = parts.flatMap(({ required, dependentRequired }) => [
    ...listed(required),
    ...(isSchema(dependentRequired) ? Object.values(dependentRequired).flatMap(listed) : []),
  ])
  const isFree = (key: Json): key is string =>
    typeof key === 'string' && key !== '__proto__' && !declared.has(key)
  // Where patterns declare keys, such a key may have its schema there.
  return patterns ? [] : [...new Set(wanted.filter(isFree))]
}

// `$schema` would look for a draft that is not loaded, `id` is draft 4's, and `$async` makes ajv answer with a
// promise, which is truthy: a stranger's schema would admit everything.
const DROPPED = ['$schema', 'id', '$async']

/**
 * A schema that applies to a value beside others: what is inside is closed, itself it is not, or the parts of an
 * intersection would refuse each other's keys. `not`, `if`, `contains` and `propertyNames` stay as they are: closing
 * them would change what they select. Definitions are closed where they are referred to.
 */
function inPlace(schema: JsonObject, context: Context, shared: Shared): Record<string, Json> {
  const beside = (part: Json, keys: Shared) => (isSchema(part) ? inPlace(part, context, keys) : part)
  const own = (part: Json) => (isSchema(part) ? beside(part, sharedKeys(part)) : part)
  const kept = Object.entries(schema).filter(
    ([keyword, given]) => !(DROPPED.includes(keyword) && typeof given !== 'object'),
  )
  return mapSubschemas(Object.fromEntries(kept), (part, { keyword, holds, name }) => {
    if (keyword === 'allOf') return beside(part, shared)
    if (holds === 'same' || holds === 'definition') return own(part)
    if (holds !== 'part') return part
    return keyword === 'properties' && shared.has(name as string) ? own(part) : place(part, context)
  })
}

function isOpenObject(schema: JsonObject, { root, lenient }: Context): boolean {
  if (saysOfFurtherKeys(schema)) return false
  const { parts, types } = declaredBy(schema, root)
  const declaresKeys = parts.some((part) => isRecord(part.properties) || isRecord(part.patternProperties))
  if (!declaresKeys && (lenient || !types.has('object'))) return false
  // A constant object names its keys by being there.
  return !parts.some((part) => choicesOf(part)?.some(isRecord))
}

/** Not what counts beside some key alone: a key that only this declares would be refused where it does not count. */
function declaredBy(schema: JsonObject, root: JsonObject): Cursor {
  return at(root, { from: [schema], reach: 'branches' })
}

function saysOfFurtherKeys(schema: JsonObject): boolean {
  return 'additionalProperties' in schema || 'unevaluatedProperties' in schema
}

type Shared = ReadonlyMap<string, readonly Json[]>

/** The keys that more than one part of an intersection declares, with what each says of them. */
function sharedKeys(schema: JsonObject): Shared {
  const parts = conjunction(schema)
  if (parts.length < 2) return new Map()
  const keys = new Set(
    parts.flatMap(({ properties }) => (isSchema(properties) ? Object.keys(properties) : [])),
  )
  const declared = [...keys].map((key): [string, Json[]] => [
    key,
    parts.flatMap(({ properties }) =>
      isSchema(properties) && Object.hasOwn(properties, key) ? [properties[key] as Json] : [],
    ),
  ])
  return new Map(declared.filter(([, schemas]) => schemas.length > 1))
}

function conjunction(schema: JsonObject): JsonObject[] {
  return [schema, ...listed(schema.allOf).filter(isSchema).flatMap(conjunction)]
}

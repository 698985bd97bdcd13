// Closes the objects of a JSON Schema: `unevaluatedProperties: false` wherever an object says nothing of further
// keys, so that a misspelt filter never runs unfiltered. The advertised schema stays as its author wrote it.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { choicesOf, isSchema, keysOf, listed, partsOf, typesOf } from './declared.js'

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
  const parts = partsOf(schema, root)
  const declared = new Set(keysOf(parts))
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

const VALUES = [
  'items',
  'additionalProperties',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
]
const KEYED_VALUES = ['properties', 'patternProperties']
const SAME_VALUE = ['then', 'else']
const LISTED_SAME_VALUE = ['allOf', 'anyOf', 'oneOf']
const KEYED_SAME_VALUE = ['$defs', 'definitions', 'dependentSchemas', 'dependencies']
// `$schema` would look for a draft that is not loaded, `id` is draft 4's, and `$async` makes ajv answer with a
// promise, which is truthy: a stranger's schema would admit everything.
const DROPPED = ['$schema', 'id', '$async']

/**
 * A schema that applies to a value beside others: what is inside is closed, itself it is not, or the parts of an
 * intersection would refuse each other's keys. `not`, `if`, `contains` and `propertyNames` stay as they are: closing
 * them would change what they select. Definitions are closed where they are referred to.
 */
function inPlace(schema: JsonObject, context: Context, shared: Shared): Record<string, Json> {
  const next = (part: Json) => (isSchema(part) ? inPlace(part, context, shared) : part)
  const own = (part: Json) => (isSchema(part) ? inPlace(part, context, sharedKeys(part)) : part)
  const value = (part: Json) => place(part, context)
  const out: Record<string, Json> = {}
  for (const [keyword, given] of Object.entries(schema)) {
    if (DROPPED.includes(keyword) && typeof given !== 'object') continue
    if (VALUES.includes(keyword)) out[keyword] = Array.isArray(given) ? given.map(value) : value(given)
    else if (keyword === 'prefixItems') out[keyword] = listed(given).map(value)
    else if (SAME_VALUE.includes(keyword)) out[keyword] = own(given)
    else if (LISTED_SAME_VALUE.includes(keyword))
      out[keyword] = listed(given).map(keyword === 'allOf' ? next : own)
    else if (KEYED_SAME_VALUE.includes(keyword)) out[keyword] = mapValues(given, own)
    else if (KEYED_VALUES.includes(keyword)) {
      out[keyword] = mapValues(given, (part, key) => (shared.has(key) ? own(part) : value(part)))
    } else out[keyword] = given
  }
  return out
}

function isOpenObject(schema: JsonObject, { root, lenient }: Context): boolean {
  if (saysOfFurtherKeys(schema)) return false
  const parts = partsOf(schema, root)
  const declaresKeys = parts.some((part) => isRecord(part.properties) || isRecord(part.patternProperties))
  if (!declaresKeys && (lenient || !typesOf(parts).has('object'))) return false
  // A constant object names its keys by being there.
  return !parts.some((part) => choicesOf(part)?.some(isRecord))
}

function saysOfFurtherKeys(schema: JsonObject): boolean {
  return 'additionalProperties' in schema || 'unevaluatedProperties' in schema
}

type Shared = ReadonlyMap<string, readonly Json[]>

/** The keys that more than one part of an intersection declares, with what each says of them. */
function sharedKeys(schema: JsonObject): Shared {
  const parts = conjunction(schema)
  if (parts.length < 2) return new Map()
  const declared = keysOf(parts).map((key): [string, Json[]] => [
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

function mapValues(given: Json, change: (value: Json, key: string) => Json): Json {
  if (!isSchema(given)) return given
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value, key)]))
}

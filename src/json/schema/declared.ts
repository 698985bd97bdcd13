// What a schema says by its own keywords, and whether a value can be meant for it. Which schemas count at a place is told
// by cursor.ts. Nothing here validates.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { referredBy } from './reference.js'

/** The seven types of JSON Schema. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** A schema and all that apply with it, whatever the value: through references and `allOf`. */
export function conjunction(schema: JsonObject, root: JsonObject): JsonObject[] {
  const parts = new Set([schema])
  for (const part of parts)
    for (const other of [...referredBy(part, root), ...listed(part.allOf)])
      if (isSchema(other)) parts.add(other)
  return [...parts]
}

/** Whether a value can be meant for a schema, going by types, consts and enums alone. */
export function mayBe(schema: Json, value: Json, root: JsonObject): boolean {
  return mayBeKnown(schema, value, root, new Map())
}

/** Each schema is asked once: of one that is its own part, or stands in many, asking again would have no end. */
function mayBeKnown(schema: Json, value: Json, root: JsonObject, known: Map<JsonObject, boolean>): boolean {
  if (!isSchema(schema)) return schema !== false
  const before = known.get(schema)
  if (before !== undefined) return before
  known.set(schema, true)
  const fits = hasFittingShape(schema, value) && hasFittingParts(schema, value, root, known)
  known.set(schema, fits)
  return fits
}

function hasFittingShape(schema: JsonObject, value: Json): boolean {
  const types = listedTypes(schema)
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false
  const choices = choicesOf(schema)
  if (choices && !isScalarChoice(choices, value)) return false
  if (!isRecord(schema.properties) || !isRecord(value)) return true
  return Object.entries(schema.properties).every(([key, property]) => {
    const allowed = isSchema(property as Json) ? choicesOf(property as JsonObject) : undefined
    return !allowed || !Object.hasOwn(value, key) || isScalarChoice(allowed, value[key] as Json)
  })
}

function hasFittingParts(
  schema: JsonObject,
  value: Json,
  root: JsonObject,
  known: Map<JsonObject, boolean>,
): boolean {
  const fits = (part: Json) => mayBeKnown(part, value, root, known)
  const targets = referredBy(schema, root)
  // Of a dynamic reference any may be meant.
  if (targets.length > 0 && !targets.some(fits)) return false
  if (!listed(schema.allOf).every(fits)) return false
  return [listed(schema.anyOf), listed(schema.oneOf)].every(
    (branches) => branches.length === 0 || branches.some(fits),
  )
}

/** The types that the parts name, by `type`, `const` or `enum`; none: nothing is said of the type. */
export function typesOf(parts: readonly JsonObject[]): ReadonlySet<JsonType> {
  return new Set(
    parts.flatMap((part) => {
      const types = listedTypes(part)
      return types.length > 0 ? types : (choicesOf(part) ?? []).map(typeOf)
    }),
  )
}

/** The values of `enum` or `const`, if there is one. */
export function choicesOf(schema: JsonObject): readonly Json[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum
  return Object.hasOwn(schema, 'const') ? [schema.const as Json] : undefined
}

/** Whether a value is of a type, as JSON Schema counts: 5.0 is an integer, an integer is a number. */
export function isOfType(value: Json, type: JsonType): boolean {
  if (type === 'integer') return Number.isInteger(value)
  const actual = typeOf(value)
  return actual === type || (type === 'number' && actual === 'integer')
}

/** The narrowest JSON Schema type of a value. */
export function typeOf(value: Json): JsonType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as 'boolean' | 'string' | 'object'
}

/** Whether a value is a schema object; `true` and `false` are schemas that say nothing more. */
export function isSchema(value: Json | undefined): value is JsonObject {
  return isRecord(value)
}

/** A keyword's list, or none. */
export function listed(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function listedTypes(schema: JsonObject): JsonType[] {
  return (
    Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]
  ) as JsonType[]
}

function isScalarChoice(choices: readonly Json[], value: Json): boolean {
  return choices.some((choice) => choice === value || (typeof choice === 'object' && choice !== null))
}

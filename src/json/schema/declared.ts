// What a JSON Schema declares at a place: the subschemas that apply there, their keys and types. Read-only
// look-ups, for closing objects, for explaining faults, for mending fields. Nothing here validates.

import { isRecord, type Json, type JsonObject } from '../json.js'

/** The seven types of JSON Schema. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/**
 * A schema and all that apply to the same value: through `$ref`, `allOf`, `anyOf`, `oneOf`, `then`, `else`.
 * With a value, union branches that it can't be (by type, const or enum) are left out, unless it can be none.
 */
export function partsOf(schema: Json | undefined, root: JsonObject, value?: Json): JsonObject[] {
  const parts = new Set<JsonObject>()
  collect(schema, root, value, parts)
  return [...parts]
}

function collect(
  schema: Json | undefined,
  root: JsonObject,
  value: Json | undefined,
  parts: Set<JsonObject>,
): void {
  if (!isSchema(schema) || parts.has(schema)) return
  parts.add(schema)
  if (typeof schema.$ref === 'string') collect(resolveReference(root, schema.$ref), root, value, parts)
  for (const part of listed(schema.allOf)) collect(part, root, value, parts)
  for (const branches of [listed(schema.anyOf), listed(schema.oneOf)]) {
    const fitting = value === undefined ? branches : branches.filter((branch) => mayBe(branch, value, root))
    for (const branch of fitting.length > 0 ? fitting : branches) collect(branch, root, value, parts)
  }
  collect(schema.then, root, value, parts)
  collect(schema.else, root, value, parts)
}

/** Whether a value can be meant for a schema, going by types, consts and enums alone. */
export function mayBe(schema: Json, value: Json, root: JsonObject, depth = 0): boolean {
  if (!isSchema(schema) || depth > 32) return schema !== false
  const types = listedTypes(schema)
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false
  const choices = choicesOf(schema)
  if (choices && !isScalarChoice(choices, value)) return false
  if (isRecord(schema.properties) && isRecord(value)) {
    for (const [key, property] of Object.entries(schema.properties)) {
      const allowed = isSchema(property) ? choicesOf(property) : undefined
      if (allowed && Object.hasOwn(value, key) && !isScalarChoice(allowed, value[key] as Json)) return false
    }
  }
  const target = typeof schema.$ref === 'string' ? resolveReference(root, schema.$ref) : undefined
  if (target && !mayBe(target, value, root, depth + 1)) return false
  if (!listed(schema.allOf).every((part) => mayBe(part, value, root, depth + 1))) return false
  return [listed(schema.anyOf), listed(schema.oneOf)].every(
    (branches) => branches.length === 0 || branches.some((branch) => mayBe(branch, value, root, depth + 1)),
  )
}

/** The schemas declared for one key or item of a value to which the parts apply. */
export function childrenOf(parts: readonly JsonObject[], key: string | number): Json[] {
  return parts.flatMap((part) => {
    const child = typeof key === 'number' ? itemSchema(part, key) : propertySchema(part, key)
    return child === undefined ? [] : [child]
  })
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

/** The keys that the parts declare by name, in order. */
export function keysOf(parts: readonly JsonObject[]): string[] {
  return [
    ...new Set(parts.flatMap((part) => (isRecord(part.properties) ? Object.keys(part.properties) : []))),
  ]
}

/** Whether some part requires the key. */
export function isRequired(parts: readonly JsonObject[], key: string): boolean {
  return parts.some((part) => listed(part.required).includes(key))
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

/** The schema that a reference inside the document points to; undefined when there is none. */
export function resolveReference(root: JsonObject, reference: string): JsonObject | undefined {
  if (reference === '#') return root
  const hash = reference.indexOf('#')
  const pointer = hash === -1 ? '' : reference.slice(hash + 1)
  if (hash !== 0 || !pointer.startsWith('/')) {
    const named = namesIn(root).get(reference)
    if (named || hash <= 0) return named
  }
  let at: Json | undefined = hash > 0 ? namesIn(root).get(reference.slice(0, hash)) : root
  if (pointer === '') return at
  if (!pointer.startsWith('/')) return undefined
  for (const step of pointer.slice(1).split('/')) {
    const key = unescapeStep(step)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as JsonObject)[key]
  }
  return isSchema(at) ? at : undefined
}

const namesOf = new WeakMap<JsonObject, ReadonlyMap<string, JsonObject>>()

/** The schemas that a document names itself: `#name` by `$anchor`, and by `$id`. The first one of a name counts. */
function namesIn(root: JsonObject): ReadonlyMap<string, JsonObject> {
  const known = namesOf.get(root)
  if (known) return known
  const names = new Map<string, JsonObject>()
  const seen = new Set<Json>([root])
  for (const part of seen) {
    if (typeof part !== 'object' || part === null) continue
    for (const inner of Object.values(part)) if (typeof inner === 'object') seen.add(inner as Json)
    if (!isSchema(part)) continue
    const { $anchor, $id } = part
    const given = [typeof $anchor === 'string' ? `#${$anchor}` : undefined, $id]
    for (const name of given) if (typeof name === 'string' && !names.has(name)) names.set(name, part)
  }
  namesOf.set(root, names)
  return names
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

function propertySchema(part: JsonObject, key: string): Json | undefined {
  if (isRecord(part.properties) && Object.hasOwn(part.properties, key)) return part.properties[key] as Json
  return isSchema(part.additionalProperties) ? part.additionalProperties : undefined
}

function itemSchema(part: JsonObject, index: number): Json | undefined {
  // Draft 7 wrote tuples as a list under `items`.
  const tuple = listed(part.prefixItems ?? part.items)
  if (index < tuple.length) return tuple[index]
  return Array.isArray(part.items) ? part.additionalItems : part.items
}

function unescapeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

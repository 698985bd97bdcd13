// The schema of an upstream's tool with handles taken at the places that the operator's config names under `accepts`:
// what stood there before, or a handle of a result. What becomes of the values is in `fit.ts`.

import { nearName } from '../../base/names.js'
import { DefinitionError } from '../../base/options.js'
import { result } from '../../handles/kinds/result-kind.js'
import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import { at } from '../../json/schema/cursor.js'
import { isSchema, listed } from '../../json/schema/declared.js'
import { HANDLE_KEYWORD, isMarked } from '../../json/schema/marks.js'
import { resolveReference } from '../../json/schema/reference.js'
import { segmentsOf } from '../../tool/flow/paths.js'

/**
 * The schema with handles taken at each path too. What paths don't name stays as it is, also where it is shared.
 *
 * @param what The tool, for messages.
 * @throws DefinitionError for a path that the schema doesn't have.
 */
export function accepting(schema: JsonObject, paths: readonly string[], what: string): JsonObject {
  return paths.reduce((made, path) => {
    const segments = segmentsOf(path, `${what}: accepts`)
    const changed = change(made, segments, made, 0)
    if (changed === undefined) throw unknownPath(schema, path, segments, what)
    return changed
  }, schema)
}

/**
 * The schema without marks of handles. An upstream that marked a place of its own would have the gate open what a
 * caller puts there, and be sent the value: only the operator says where handles are taken.
 */
export function withoutMarks(schema: JsonObject): JsonObject {
  return isMarked(schema) ? (unmarked(schema) as JsonObject) : schema
}

/** In all of the JSON, data too: a reference may lead there, and would find the mark. */
function unmarked(part: Json): Json {
  if (Array.isArray(part)) return part.map(unmarked)
  if (!isRecord(part)) return part
  const kept = Object.entries(part as JsonObject).filter(
    ([key, value]) => key !== HANDLE_KEYWORD || typeof value !== 'string',
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, unmarked(value)]))
}

/** References that follow each other without end. */
const MAX_DEPTH = 64
const SAME_VALUE = ['then', 'else']
const LISTED_SAME_VALUE = ['allOf', 'anyOf', 'oneOf']
/** Of a list or of an object that is a map. */
const EACH = ['items', 'prefixItems', 'additionalItems', 'additionalProperties']

type Changed = JsonObject | undefined

/** A copy with the place changed to which the segments lead; undefined when they lead nowhere. */
function change(schema: Json, segments: readonly string[], root: JsonObject, depth: number): Changed {
  if (depth > MAX_DEPTH || (!isSchema(schema) && schema !== true)) return undefined
  const [segment, ...below] = segments
  if (segment === undefined) return orHandle(schema, root)
  if (!isSchema(schema)) return undefined
  const made: Record<string, Json> = {}
  const put = (key: string, value: Json | undefined) => {
    if (value !== undefined) made[key] = value
  }
  const within = (part: Json) => change(part, below, root, depth + 1)
  const beside = (part: Json) => change(part, segments, root, depth + 1)
  if (segment === '*') for (const key of EACH) put(key, either(schema[key], within))
  else put('properties', keyed(schema.properties, segment, within))
  for (const key of SAME_VALUE) put(key, either(schema[key], beside))
  for (const key of LISTED_SAME_VALUE) put(key, either(schema[key], beside))
  const target = typeof schema.$ref === 'string' ? resolveReference(root, schema.$ref, schema) : undefined
  const referred = target && change(target, segments, root, depth + 1)
  if (referred) return inlined({ ...schema, ...made }, referred)
  return Object.keys(made).length > 0 ? { ...schema, ...made } : undefined
}

function keyed(properties: Json | undefined, key: string, next: (part: Json) => Changed): Json | undefined {
  if (!isRecord(properties) || !Object.hasOwn(properties, key)) return undefined
  const changed = next(properties[key] as Json)
  return changed && { ...(properties as JsonObject), [key]: changed }
}

/** A schema, or those of a list that have the place. */
function either(part: Json | undefined, next: (part: Json) => Changed): Json | undefined {
  if (!Array.isArray(part)) return part === undefined ? undefined : next(part)
  const changed = part.map(next)
  return changed.some(Boolean) ? changed.map((each, i) => each ?? part[i]!) : undefined
}

/** In the place of the reference: the definition itself may stand in other places, which take no handle. */
function inlined({ $ref: _, ...schema }: JsonObject, { $id, $anchor, ...referred }: JsonObject): JsonObject {
  const isBare = Object.keys(schema).every((key) => ANNOTATIONS.includes(key))
  return isBare ? { ...referred, ...schema } : { ...schema, allOf: [...listed(schema.allOf), referred] }
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', '$comment']
const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** What stood there, or a handle. The description is said of both. */
function orHandle(schema: JsonObject | true, root: JsonObject): JsonObject {
  const before = schema === true ? {} : schema
  // Where nothing is said of the type, any text would pass for a handle that is misspelt.
  const typed = at(root, { from: [before] }).types.size > 0 ? before : { ...before, type: TYPES }
  const { title, description } = before
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    anyOf: [typed, result.jsonSchema()],
  }
}

function unknownPath(
  schema: JsonObject,
  path: string,
  segments: readonly string[],
  what: string,
): DefinitionError {
  let place = at(schema)
  for (const segment of segments) {
    const below = place.segment(segment)
    if (below.schemas.length === 0) break
    place = below
  }
  const names = place.keys
  const near = nearName(segments.at(-1) as string, names)
  const mend = near ? `did you mean '${near}'?` : `known keys there: ${names.join(', ') || 'none'}.`
  return new DefinitionError(`${what}: accepts: the input has no '${path}'; ${mend}`)
}

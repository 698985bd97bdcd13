// What OpenAI's strict mode takes: it makes the model keep to a schema, and knows a part of JSON Schema only. A
// schema is rewritten where that changes nothing of what the gate admits, or not at all.

import type { Json, JsonObject } from '../json/json.js'
import { at } from '../json/schema/cursor.js'
import { isSchema, type JsonType, listed } from '../json/schema/declared.js'
import { resolveReference } from '../json/schema/reference.js'
import { areApart, mixesNulls } from './apart.js'
import { flatten, plainRoot } from './flat.js'
import { inWords, notesIn, saying } from './in-words.js'
import { withoutLookAround } from './plain.js'
import {
  ASSERTIONS,
  current,
  isAssertion,
  KEYWORDS,
  mapEntries,
  narrowed,
  ownTypes,
  parted,
  spend,
  type Work,
} from './rewrite.js'

/**
 * The schema for strict mode: objects closed, every key required, nullable where it was optional. Undefined where
 * it can't be said there.
 *
 * @param options.passesNulls Whether the tool gets its arguments as they came. Then null can't stand for absent.
 */
// Sources: OpenAI docs, "Structured Outputs: supported schemas", whose limits these are; the keywords that the openai
// package refuses (7.59, lib/transform); nine formats (cyanheads/git-mcp-server#47); "schema must have a 'type' key"
// (can1357/oh-my-pi#211); "$ref cannot have keywords" (camel-ai/camel#3001); lengths are taken (pydantic-ai#7400).
export function strictSchema(
  input: JsonObject,
  options: { readonly passesNulls: boolean },
): JsonObject | undefined {
  try {
    return made(input, options)
  } catch (error) {
    // A chain of thousands of references overflows the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function made(input: JsonObject, options: { readonly passesNulls: boolean }): JsonObject | undefined {
  const { $id: _, ...root } = current(input)
  const walk: Walk = { root, left: 5_000, ...options, exact: true, properties: 0, choices: 0, references: [] }
  const plain = plainRoot(root, walk)
  if (!plain.exact) return undefined
  // The gate closes the root in any case.
  const out = schemaOf({ additionalProperties: false, properties: {}, ...plain.schema }, walk, 0)
  const found = new Map<string, JsonObject>()
  // The list grows on the way: a definition may refer to the next.
  for (const reference of walk.references) {
    if (!found.has(reference)) found.set(reference, schemaOf(resolveReference(root, reference)!, walk, 0))
  }
  const strict = { ...out, ...definitionsOf(found) }
  const isWithin = walk.properties <= 5_000 && walk.choices <= 1_000
  return walk.exact && isWithin && JSON.stringify(strict).length <= 120_000 ? strict : undefined
}

interface Walk extends Work {
  readonly passesNulls: boolean
  /** False once anything could not be said. What is made after that doesn't matter. */
  exact: boolean
  properties: number
  choices: number
  readonly references: string[]
}

const MOST_LEVELS = 10

function schemaOf(given: Json, walk: Walk, level: number): JsonObject {
  if (!isSchema(given) || !spend(walk) || level > MOST_LEVELS) return refuse(walk)
  const { schema, exact } = flatten(given, walk)
  if (!exact || schema.$id !== undefined || schema.$anchor !== undefined) return refuse(walk)
  const says = saying(schema.title === undefined ? {} : { title: schema.title }, notesIn(schema))
  const { claims } = parted(schema)
  if (claims.$ref !== undefined) return referenceOf(claims, says, walk)
  if (claims.anyOf ?? claims.oneOf) return unionOf(claims, says, walk, level)
  if (Object.keys(claims).some((keyword) => ASSERTIONS.has(keyword) && !VALUES.has(keyword)))
    return refuse(walk)
  return typedOf(claims, says, walk, level)
}

const VALUES: ReadonlySet<string> = new Set(['type', 'enum', 'const'])

function refuse(walk: Walk): JsonObject {
  walk.exact = false
  return {}
}

function referenceOf({ $ref, ...claims }: JsonObject, says: JsonObject, walk: Walk): JsonObject {
  const isPlain = typeof $ref === 'string' && ($ref === '#' || DEFINITION.test($ref))
  if (!isPlain || Object.keys(claims).length > 0 || !resolveReference(walk.root, $ref)) return refuse(walk)
  if ($ref !== '#') walk.references.push($ref)
  // Notes are not taken beside a reference, and are beside a union of one.
  return Object.keys(says).length === 0 ? { $ref } : { ...says, anyOf: [{ $ref }] }
}

const DEFINITION = /^#\/(\$defs|definitions)\/([\w.-]+)$/

function definitionsOf(found: ReadonlyMap<string, JsonObject>): JsonObject {
  const places = new Map<string, [string, JsonObject][]>()
  for (const [reference, schema] of found) {
    const [, place, name] = DEFINITION.exec(reference) as unknown as [string, string, string]
    places.set(place, [...(places.get(place) ?? []), [name, schema]])
  }
  return Object.fromEntries([...places].map(([place, schemas]) => [place, Object.fromEntries(schemas)]))
}

function unionOf(claims: JsonObject, says: JsonObject, walk: Walk, level: number): JsonObject {
  const { anyOf, oneOf, ...beside } = claims
  if (anyOf !== undefined && oneOf !== undefined) return refuse(walk)
  const branches = listed(anyOf ?? oneOf)
  if (branches.length === 0 || branches.length > MOST_BRANCHES) return refuse(walk)
  // What stands beside a union holds for each of its branches.
  const whole =
    Object.keys(beside).length === 0 ? branches : branches.map((branch) => ({ allOf: [beside, branch] }))
  if (oneOf !== undefined && !areApart(branches, walk.root)) return refuse(walk)
  if (!walk.passesNulls && mixesNulls(whole, walk.root)) return refuse(walk)
  return { ...says, anyOf: whole.map((branch) => schemaOf(branch, walk, level)) }
}

/** Each is held against each. */
const MOST_BRANCHES = 100

function typedOf(claims: JsonObject, says: JsonObject, walk: Walk, level: number): JsonObject {
  const types = ownTypes(claims)
  const parts = types.flatMap((type) => {
    const part = narrowed(claims, type)
    return part ? [typeOf(type, part, walk, level)] : []
  })
  const [only, ...more] = parts
  if (!only) return refuse(walk)
  return more.length === 0 ? { ...says, ...only, ...described(says, only) } : { ...says, anyOf: parts }
}

/** Words of both: of the author, and of what could not be said else. */
function described(says: JsonObject, part: JsonObject): JsonObject {
  return typeof part.description === 'string' ? saying(says, [part.description]) : {}
}

function typeOf(type: JsonType, part: JsonObject, walk: Walk, level: number): JsonObject {
  if (Object.entries(part).some(([keyword, value]) => !TAKEN.has(keyword) && !isIdle(keyword, value)))
    return refuse(walk)
  const { format, ...rest } = Object.fromEntries(
    Object.entries(part).filter(([keyword]) => TAKEN.has(keyword)),
  )
  countChoices(listed(part.enum), walk)
  if (type === 'array') return { ...rest, items: schemaOf(part.items ?? true, walk, level) }
  if (type === 'object') return objectOf(part, walk, level)
  // A format is a note in 2020-12: nothing is lost when it is said in words.
  const isKnown = format === undefined || FORMATS.has(format as string)
  return withoutLookAround(
    isKnown
      ? { ...rest, ...(format !== undefined && { format }) }
      : saying(rest as JsonObject, [inWords('format', format)]),
  )
}

const FORMATS: ReadonlySet<string> = new Set(
  'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '),
)
const TAKEN: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'items', 'minItems', 'maxItems', 'properties', 'required', 'additionalProperties'],
  ...['minLength', 'maxLength', 'pattern', 'format', ...KEYWORDS.number],
])

/** Whether a keyword says nothing with this value, or only to a reader. */
function isIdle(keyword: string, value: Json): boolean {
  if (keyword.startsWith('content')) return true
  if (keyword === 'uniqueItems' || keyword.startsWith('unevaluated')) return value === false
  return (
    keyword === 'propertyNames' &&
    isSchema(value) &&
    Object.keys(value).join() === 'type' &&
    value.type === 'string'
  )
}

function countChoices(choices: readonly Json[], walk: Walk): void {
  walk.choices += choices.length
  const characters = choices.reduce<number>((sum, choice) => sum + String(choice).length, 0)
  if (choices.length > 250 && characters > 15_000) walk.exact = false
}

function objectOf(part: JsonObject, walk: Walk, level: number): JsonObject {
  const { properties = {}, additionalProperties } = part
  if (!isSchema(properties)) return refuse(walk)
  const names = Object.keys(properties)
  const isOpen = additionalProperties === undefined ? names.length === 0 : additionalProperties !== false
  const required = listed(part.required)
  if (isOpen || part.enum || required.some((name) => !names.includes(name as string))) return refuse(walk)
  walk.properties += names.length
  return {
    type: 'object',
    properties: mapEntries(properties, (schema, name) =>
      required.includes(name) ? schemaOf(schema, walk, level + 1) : optionalOf(schema, walk, level + 1),
    ),
    required: names,
    additionalProperties: false,
  }
}

/** Admission drops a null exactly where the declared types leave it out. */
function optionalOf(schema: Json, walk: Walk, level: number): JsonObject {
  const { types } = at(walk.root, { from: [schema] })
  const value = schemaOf(schema, walk, level)
  if (types.has('null')) return takesNull(schema) ? value : refuse(walk)
  return walk.passesNulls || types.size === 0 ? refuse(walk) : orNull(value)
}

function takesNull(schema: Json): boolean {
  if (!isSchema(schema)) return false
  const claims = Object.keys(schema).filter(isAssertion)
  if (claims.length === 1 && /^(anyOf|oneOf)$/.test(claims[0]!))
    return listed(schema[claims[0]!]).some(takesNull)
  const choices = schema.enum ?? (schema.const === null ? [null] : undefined)
  if (choices !== undefined && !listed(choices).includes(null)) return false
  return (
    ownTypes(schema).includes('null') &&
    !claims.some((keyword) => ASSERTIONS.has(keyword) && !VALUES.has(keyword))
  )
}

function orNull(schema: JsonObject): JsonObject {
  const { description, title, ...rest } = schema
  const notes = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  if (Array.isArray(rest.anyOf)) return { ...notes, ...rest, anyOf: [...rest.anyOf, { type: 'null' }] }
  const isScalar = typeof rest.type === 'string' && !/^(object|array)$/.test(rest.type) && !rest.enum
  if (isScalar) return { ...notes, ...rest, type: [rest.type as string, 'null'] }
  return { ...notes, anyOf: [rest, { type: 'null' }] }
}

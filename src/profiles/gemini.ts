// What Gemini takes as `parameters`: a part of OpenAPI 3.0 without references, constants, open keys or lists of
// types. What it has no field for is said in words.

import type { Json, JsonObject } from '../json/json.js'
import { isSchema, type JsonType, listed } from '../json/schema/declared.js'
import { resolveReference } from '../json/schema/reference.js'
import { flatten, plainRoot } from './flat.js'
import { inWords, notesIn, saying, withoutNames } from './in-words.js'
import {
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
 * The schema as Gemini takes it. It never asks for less than the gate does without saying so in a description, and a
 * recursion ends after one round.
 */
// Sources: Schema and FunctionDeclaration of @google/genai 2.32; src/lint/rules/portable-gemini.ts; unknown fields
// (ahmadrosid/nakama#292, diegosouzapw/OmniRoute#9617); formats (google-gemini/gemini-cli#2237); anyOf stands alone
// (lambda-alpha-labs/Graphenium#37); enums of non-empty strings (directus/directus#27100, sbroenne/mcp-server-excel#607);
// required keys are declared (probelabs/probe#569); no empty `properties` (agno-agi/agno#2112).
export function geminiSchema(input: JsonObject): JsonObject {
  const root = current(input)
  const walk: Walk = { root, left: MOST_SCHEMAS, within: [] }
  return typedOf(plainRoot(root, walk).schema, walk, 0)
}

interface Walk extends Work {
  /** References that are being followed. */
  readonly within: string[]
}

/** What is bigger is of no use in a prompt, and references that double would never end. */
const MOST_SCHEMAS = 2_000
const MOST_LEVELS = 16

function schemaOf(given: Json, walk: Walk, level: number): JsonObject {
  if (given === false) return anything(['Leave it out.'])
  if (!isSchema(given) || !spend(walk)) return anything([])
  const { schema } = flatten(given, walk)
  if (schema.$ref !== undefined) return followed(schema, walk, level)
  if (level > MOST_LEVELS) return cut(schema)
  return (schema.anyOf ?? schema.oneOf) ? unionOf(schema, walk, level) : typedOf(schema, walk, level)
}

function followed({ $ref, ...beside }: JsonObject, walk: Walk, level: number): JsonObject {
  const reference = String($ref)
  const target = resolveReference(walk.root, reference)
  if (!target) return schemaOf(beside, walk, level)
  const { claims, notes } = parted(beside)
  const isAlone = Object.keys(claims).length === 0
  const whole = isAlone ? { ...target, ...notes } : { ...notes, allOf: [claims, target] }
  if (walk.within.includes(reference) || walk.within.length > MOST_LEVELS) return cut(whole)
  walk.within.push(reference)
  const made = schemaOf(whole, walk, level)
  walk.within.pop()
  return made
}

/** Where a schema holds itself, or nests too deep. */
function cut(schema: JsonObject): JsonObject {
  const says = [...notesIn(schema), 'Nested in the same way.']
  return ownTypes(schema).includes('object') ? saying({ type: 'object' }, says) : anything(says)
}

function anything(says: readonly string[]): JsonObject {
  const [first, ...more] = (['string', 'number', 'boolean', 'object'] as const).map((type) => ({ type }))
  return { anyOf: [saying(first!, says), ...more] }
}

function unionOf({ anyOf, oneOf, ...beside }: JsonObject, walk: Walk, level: number): JsonObject {
  const { claims } = parted(beside)
  const isAlone = Object.keys(claims).length === 0
  const branches = listed(anyOf ?? oneOf).filter((branch) => !isNull(branch))
  // What stands beside a union holds for each of its branches.
  const made = branches.map((branch) =>
    schemaOf(isAlone ? branch : { allOf: [claims, branch] }, walk, level + 1),
  )
  const says = [...notesIn(beside), ...(anyOf && oneOf ? [inWords('oneOf', oneOf)] : [])]
  return joined(made, says, branches.length < listed(anyOf ?? oneOf).length)
}

/** Branches as one schema. `anyOf` must stand alone, so what is said of all is said with the first. */
function joined(made: readonly JsonObject[], says: readonly string[], nullable: boolean): JsonObject {
  const all = made.flatMap((schema) =>
    Array.isArray(schema.anyOf) ? (schema.anyOf as JsonObject[]) : [schema],
  )
  const [first, ...more] = all.map((schema) => (nullable ? { ...schema, nullable } : schema))
  if (!first) return saying({ type: 'string', nullable: true }, [...says, 'Always null.'])
  const { description, ...rest } = first
  const told = saying(rest as JsonObject, [
    ...says,
    ...(typeof description === 'string' ? [description] : []),
  ])
  return more.length === 0 ? told : { anyOf: [told, ...more] }
}

function typedOf(schema: JsonObject, walk: Walk, level: number): JsonObject {
  const named = ownTypes(schema)
  const types = named.length > 0 ? named : meantTypes(schema)
  if (types.length === 0) return anything([...notesIn(schema), ...wordsFor(schema, walk, new Set())])
  const { description: _, default: _default, examples: _examples, ...unsaid } = schema
  const made = types.flatMap((type) => {
    const part = type === 'null' ? undefined : narrowed(unsaid, type)
    return part ? [typeOf(type, part, walk, level)] : []
  })
  return joined(made, notesIn(schema), types.includes('null') && narrowed(schema, 'null') !== undefined)
}

/** The type that keywords are about, where none is named: a field without one is refused. */
function meantTypes(schema: JsonObject): JsonType[] {
  const kinds = Object.keys(KEYWORDS) as (keyof typeof KEYWORDS)[]
  return kinds.filter((kind) => Object.keys(schema).some((keyword) => KEYWORDS[kind].has(keyword)))
}

function typeOf(type: JsonType, given: JsonObject, walk: Walk, level: number): JsonObject {
  const part = type === 'object' ? withoutNames(given, PROPERTY) : given
  const { title, description } = part
  const made: JsonObject = { ...present({ title, description }), type, ...FIELDS[type](part, walk, level) }
  return saying(made, wordsFor(part, walk, new Set([...SAID[type], ...Object.keys(made)])))
}

const PROPERTY = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/

/** The fields that Gemini has for values of a type. */
const FIELDS: Readonly<Record<JsonType, (part: JsonObject, walk: Walk, level: number) => JsonObject>> = {
  string: ({ minLength, maxLength, pattern, format, enum: choices }) =>
    present({
      minLength,
      maxLength,
      pattern,
      format: format === 'date-time' ? format : undefined,
      enum: listed(choices).includes('') ? undefined : choices,
    }),
  number: bounds,
  integer: ({ exclusiveMinimum: over, exclusiveMaximum: under, ...part }) =>
    bounds({
      ...part,
      ...(typeof over === 'number' && { exclusiveMinimum: Math.floor(over) + 1 }),
      ...(typeof under === 'number' && { exclusiveMaximum: Math.ceil(under) - 1 }),
    }),
  boolean: () => ({}),
  null: () => ({}),
  array({ items, prefixItems, minItems, maxItems }, walk, level) {
    const places = listed(prefixItems)
    const further = items === undefined && places.length > 0 ? false : (items ?? true)
    const all = further === false ? places : [...places, further]
    const made = all.map((item) => schemaOf(item, walk, level + 1))
    const most = items === false ? places.length : undefined
    return present({
      items: made.length > 0 ? joined(made, [], false) : anything([]),
      minItems,
      maxItems: end(Math.min, maxItems, most),
    })
  },
  object({ properties, required, minProperties, maxProperties }, walk, level) {
    const declared = isSchema(properties) ? properties : {}
    const names = listed(required).filter((name) => Object.hasOwn(declared, name as string))
    return present({
      properties:
        Object.keys(declared).length > 0
          ? mapEntries(declared, (schema) => schemaOf(schema, walk, level + 1))
          : undefined,
      required: names.length > 0 ? names : undefined,
      minProperties,
      maxProperties,
    })
  },
}

/** What the fields say besides those of their own name. */
const SAID: Readonly<Record<JsonType, readonly string[]>> = {
  string: [],
  number: [],
  integer: ['exclusiveMinimum', 'exclusiveMaximum'],
  boolean: [],
  null: [],
  array: ['items'],
  object: ['properties', 'required'],
}

function wordsFor(part: JsonObject, walk: Walk, said: ReadonlySet<string>): string[] {
  return Object.entries(part).flatMap(([keyword, value]) => {
    if (!isAssertion(keyword) || said.has(keyword) || isIdle(keyword, value)) return []
    // Definitions are not sent, so a reference would say nothing.
    const reference = isSchema(value) && typeof value.$ref === 'string' ? value.$ref : undefined
    return [inWords(keyword, (reference && resolveReference(walk.root, reference)) || value)]
  })
}

/** Whether a keyword says nothing, or only that keys or items are free. */
function isIdle(keyword: string, value: Json): boolean {
  if (keyword.startsWith('content') || keyword.startsWith('unevaluated')) return true
  if (keyword === 'uniqueItems') return value !== true
  if (keyword === 'enum') return listed(value).length === 1 && typeof listed(value)[0] === 'number'
  if (keyword === 'propertyNames')
    return isSchema(value) && value.enum === undefined && value.pattern === undefined
  return keyword === 'additionalProperties' && (!isSchema(value) || Object.keys(value).length === 0)
}

/** Bounds are inclusive here, and of a list of numbers only the ends can be said. */
function bounds(part: JsonObject): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = part
  const choices = listed(part.enum)
  return present({
    minimum: end(Math.max, minimum, exclusiveMinimum, end(Math.min, ...choices)),
    maximum: end(Math.min, maximum, exclusiveMaximum, end(Math.max, ...choices)),
  })
}

function end(
  choose: (...ends: number[]) => number,
  ...all: readonly (Json | undefined)[]
): number | undefined {
  const ends = all.filter((one) => typeof one === 'number')
  return ends.length > 0 ? choose(...ends) : undefined
}

function present(fields: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject
}

function isNull(schema: Json): boolean {
  return isSchema(schema) && ownTypes(schema).join() === 'null'
}

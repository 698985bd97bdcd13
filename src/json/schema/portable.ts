// From a library's schema to the JSON Schema that is advertised, or to one message that says what can't be
// carried, where, and how to mend it.

import type { StandardJSONSchemaV1 } from '@standard-schema/spec'
import { DefinitionError } from '../../base/options.js'
import { cleanLine } from '../../text/clean.js'
import type { Json, JsonObject } from '../json.js'
import { plainJson } from '../plain-json.js'
import { pathText, word } from '../quote.js'
import { isSchema, listed, typesOf } from './declared.js'
import { resolveReference } from './reference.js'

/** Which way values go: what a caller sends, or what leaves. */
export type Direction = 'input' | 'output'

/**
 * The JSON Schema (2020-12) of a Standard Schema.
 *
 * @throws DefinitionError naming the tool, the path and the mend.
 */
export function portableSchema(schema: StandardJSONSchemaV1, direction: Direction, what: string): JsonObject {
  const json = rooted(plainSchema(convert(schema, direction, what), what))
  if (direction === 'input') refuseRoot(json, what)
  const gap = findGap(json, json, [], new Set())
  if (gap) throw new DefinitionError(`${what}${dotted(gap.path)}: ${gap.reason} ${gap.mend}`)
  return json
}

/** A copy of a JSON Schema that is plain JSON of a bounded size. */
export function plainSchema(raw: unknown, what: string): JsonObject {
  const plain = plainJson(raw, { depth: 128, members: 50_000, bytes: 4 * 1024 * 1024 })
  if ('value' in plain && isSchema(plain.value)) return plain.value
  const where = 'rule' in plain ? `${plain.rule} at '${pathText(plain.path)}'` : 'not an object'
  throw new DefinitionError(`${what}: the JSON Schema can't be used (${where}). Give a JSON Schema object.`)
}

function convert(schema: StandardJSONSchemaV1, direction: Direction, what: string): unknown {
  const standard = schema['~standard']
  const converter = standard?.jsonSchema?.[direction]
  if (typeof converter !== 'function') {
    throw new DefinitionError(
      `${what}: the schema gives no JSON Schema. Use zod 4.2 or later, arktype, valibot through toStandardJsonSchema of @valibot/to-json-schema, or jsonSchema(raw).`,
    )
  }
  const target = 'draft-2020-12'
  try {
    return converter({ target, libraryOptions: standard.vendor === 'valibot' ? VALIBOT : undefined })
  } catch (error) {
    const reason = cleanLine(error instanceof Error ? error.message : String(error), 120)
    const gap = gapOf((options) => {
      const libraryOptions = standard.vendor === 'valibot' ? { ...VALIBOT_GAPS, ...options } : options
      return converter({ target, libraryOptions })
    })
    throw new DefinitionError(`${what}${dotted(gap)}: ${reason.replace(/\.?$/, '.')} ${mendFor(reason)}`)
  }
}

/** Refinements (`check` and the like) are run by the library and need no JSON Schema; transformations do. */
const VALIBOT = {
  overrideAction: ({
    valibotAction,
    jsonSchema,
  }: {
    valibotAction: { kind?: string; type?: string }
    jsonSchema: object
  }) =>
    valibotAction.kind === 'validation' || TEXT_TO_TEXT.has(valibotAction.type ?? '')
      ? jsonSchema
      : undefined,
  // The converter writes loose objects like plain ones, which are closed here.
  overrideSchema: ({
    valibotSchema,
    jsonSchema,
  }: {
    valibotSchema: { type?: string }
    jsonSchema: object
  }) => (valibotSchema.type === 'loose_object' ? { ...jsonSchema, additionalProperties: {} } : undefined),
}

/** Transformations that take any text and give one. */
const TEXT_TO_TEXT: ReadonlySet<string> = new Set(
  'trim trim_start trim_end to_lower_case to_upper_case normalize'.split(' '),
)

/** To find the place: what can't be converted as `{}`. */
const VALIBOT_GAPS = {
  ...VALIBOT,
  overrideAction: (given: Parameters<typeof VALIBOT.overrideAction>[0] & { errors?: unknown }) =>
    VALIBOT.overrideAction(given) ?? (given.errors ? {} : undefined),
}

/** Where the conversion failed: asked again with what can't be converted as `{}`, which zod also reports. */
function gapOf(convertWith: (libraryOptions: Record<string, unknown>) => unknown): readonly string[] {
  const reported: (readonly (string | number)[])[] = []
  const unrepresentable = ({ path }: { path: readonly (string | number)[] }) => {
    reported.push(path)
    return 'any'
  }
  try {
    const json = convertWith({ unrepresentable, errorMode: 'ignore' }) as JsonObject
    return reported[0] ? valuePath(reported[0]) : (findGap(json, json, [], new Set())?.path ?? [])
  } catch {
    return []
  }
}

/** From a path in the schema to a path in the value. */
function valuePath(schemaPath: readonly (string | number)[]): string[] {
  const path: string[] = []
  for (let i = 0; i < schemaPath.length; i++) {
    const keyword = schemaPath[i]
    if (keyword === 'properties') path.push(String(schemaPath[++i]))
    else if (keyword === 'prefixItems') path.push(`[${schemaPath[++i]}]`)
    else if (keyword === 'items') path.push('[]')
    else if (keyword === 'additionalProperties') path.push('*')
  }
  return path
}

/** A root that only refers to a definition is given as that definition: providers want an object there. */
function rooted(json: JsonObject): JsonObject {
  const { $schema: _, ...root } = json
  const target = typeof root.$ref === 'string' ? resolveReference(root, root.$ref) : undefined
  if (!target || target === root) return root
  const { $ref: _ref, ...rest } = root
  return { ...rest, ...target }
}

function refuseRoot(json: JsonObject, what: string): void {
  if (json.anyOf || json.oneOf || json.allOf) {
    throw new DefinitionError(
      `${what}: a union or intersection can't be the root, since model providers refuse it. Put it under a key, or declare one object with optional keys.`,
    )
  }
  if (json.type !== 'object') {
    throw new DefinitionError(
      `${what}: must be an object, since a call names its arguments. Put it under a key.`,
    )
  }
}

interface Gap {
  readonly path: readonly string[]
  readonly reason: string
  readonly mend: string
}

/** The first place of which the JSON Schema says nothing, or of which it would admit nothing. */
function findGap(
  schema: Json,
  root: JsonObject,
  path: readonly string[],
  seen: Set<JsonObject>,
): Gap | undefined {
  if (!isSchema(schema)) return schema === true ? saysNothing(path) : undefined
  if (seen.has(schema)) return undefined
  seen.add(schema)
  if (!Object.keys(schema).some((keyword) => !ANNOTATIONS.has(keyword))) return saysNothing(path)
  if (path.length > 0 && isBareObject(schema)) return takesNothing(path)
  if (isNever(schema)) return neverFits(path, 'admits no value')
  if (schema.contentEncoding === 'binary') return neverFits(path, 'is a file, which JSON has not')
  const inner = (part: Json, ...steps: string[]) => findGap(part, root, [...path, ...steps], seen)
  const target = typeof schema.$ref === 'string' ? resolveReference(root, schema.$ref, schema) : undefined
  const further = schema.additionalProperties
  return first(
    target && inner(target),
    ...Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([key, part]) =>
      inner(part, key),
    ),
    // `{}` and `true` here are a loose object, or a record of anything: said on purpose.
    isSchema(further) && Object.keys(further).length > 0 ? inner(further, '*') : undefined,
    schema.items === undefined ? undefined : inner(schema.items, '[]'),
    ...listed(schema.prefixItems).map((part, i) => inner(part, `[${i}]`)),
    ...[schema.allOf, schema.anyOf, schema.oneOf].flatMap(listed).map((part) => inner(part)),
  )
}

const ANNOTATIONS: ReadonlySet<string> = new Set(
  '$schema $id $comment $defs title description default examples deprecated readOnly writeOnly'.split(' '),
)

function saysNothing(path: readonly string[]): Gap {
  const reason = 'becomes {} in JSON Schema, which tells a model nothing.'
  return { path, reason, mend: MENDS.at(-1)![1] }
}

function takesNothing(path: readonly string[]): Gap {
  return {
    path,
    reason: 'is an object without declared keys, which would admit none.',
    mend: 'Declare its keys, or make it a record.',
  }
}

function isNever({ not }: JsonObject): boolean {
  return not === true || (isSchema(not) && Object.keys(not).length === 0)
}

function neverFits(path: readonly string[], what: string): Gap {
  return { path, reason: `${what}.`, mend: 'Leave it out, or take text, such as Base64 or a URL.' }
}

function isBareObject(schema: JsonObject): boolean {
  return (
    typesOf([schema]).has('object') &&
    !BODIES.some((keyword) => schema[keyword] !== undefined) &&
    !('const' in schema || 'enum' in schema)
  )
}

const BODIES = 'properties patternProperties additionalProperties propertyNames $ref allOf anyOf oneOf'.split(
  ' ',
)

const MENDS: readonly (readonly [RegExp, string])[] = [
  [
    /transform|custom|pipe|action/i,
    'Describe the value by a type that JSON has, and convert it inside the tool.',
  ],
  [/\bdate\b/i, 'JSON has no dates: take an ISO 8601 text, such as z.iso.datetime().'],
  [/bigint/i, 'JSON has no bigint: take its digits as text.'],
  [/\bmap\b/i, 'JSON has no Map: use a record, or a list of pairs.'],
  [/\bset\b/i, 'JSON has no Set: use a list.'],
  [/undefined|void/i, 'JSON has no undefined: make the key optional.'],
  [
    /./,
    'Use a type that JSON has: a date as ISO 8601 text, a bigint as digits, a Map as a record, anything as z.json().',
  ],
]

function mendFor(reason: string): string {
  return MENDS.find(([pattern]) => pattern.test(reason))?.[1] ?? ''
}

function dotted(path: readonly string[]): string {
  return path.map((step) => (step.startsWith('[') ? step : `.${step === '*' ? step : word(step)}`)).join('')
}

function first(...gaps: readonly (Gap | undefined)[]): Gap | undefined {
  return gaps.find((gap) => gap !== undefined)
}

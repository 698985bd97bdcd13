// How profiles take a JSON Schema apart: every subschema in its place, one type at a time, within a budget. No
// provider is known here.

import type { Json, JsonObject } from '../json/json.js'
import { choicesOf, isOfType, type JsonType, listed, typeOf } from '../json/schema/declared.js'
import { mapSchemas } from '../json/schema/subschemas.js'

/** A document and how many more of its schemas may be looked at: references that double would never end. */
export interface Work {
  readonly root: JsonObject
  left: number
}

/** Takes one from the budget. False: there is none left. */
export function spend(work: Work): boolean {
  return work.left-- > 0
}

/** A document in the words of 2020-12, which is what the rewriters know: no `$schema`, tuples as `prefixItems`. */
export function current({ $schema: _, ...root }: JsonObject): JsonObject {
  return mapSchemas(root, ({ items, additionalItems, ...rest }) => {
    const further = Array.isArray(items) ? additionalItems : items
    return {
      ...rest,
      ...(Array.isArray(items) && { prefixItems: items }),
      ...(further !== undefined && { items: further }),
    }
  })
}

/** The object with each value changed. */
export function mapEntries(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}

/** The object without some of its keys. */
export function without(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)))
}

/** The types that a schema names by itself, by `type`, `const` or `enum`; none: it says nothing of the type. */
export function ownTypes(schema: JsonObject): JsonType[] {
  const named = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]
  const types = new Set(named.length > 0 ? (named as JsonType[]) : choicesIn(schema)?.map(typeOf))
  // Every integer is a number.
  return [...types].filter((type) => TYPES.has(type) && (type !== 'integer' || !types.has('number')))
}

const TYPES = words('null boolean integer number string array object')

/** What a schema says of one of its types, with `const` as `enum`; undefined when it takes no value of the type. */
export function narrowed(schema: JsonObject, type: JsonType): JsonObject | undefined {
  const choices = choicesIn(schema)?.filter((choice) => isOfType(choice, type))
  if (choices?.length === 0) return undefined
  const { const: _const, enum: _enum, ...rest } = schema
  const kind = type === 'integer' ? 'number' : type
  const kept = Object.entries(rest).filter(([keyword]) => (KIND_OF.get(keyword) ?? kind) === kind)
  return { ...Object.fromEntries(kept), type, ...(choices && { enum: choices }) }
}

function choicesIn(schema: JsonObject): readonly Json[] | undefined {
  const choices = choicesOf(schema)
  const isBoth = Array.isArray(schema.enum) && schema.const !== undefined
  return isBoth ? listed(schema.enum).filter((choice) => choice === schema.const) : choices
}

/** What says something about a value, whatever its type. The rest is notes to a reader, or unknown. */
export const ASSERTIONS: ReadonlySet<string> = words(`type enum const not if then else allOf anyOf oneOf $ref
  $dynamicRef $recursiveRef`)

/** The keywords that are about values of one type, by that type. */
export const KEYWORDS = {
  object: words(`properties patternProperties additionalProperties propertyNames required minProperties
    maxProperties dependentRequired dependentSchemas dependencies unevaluatedProperties`),
  array: words(
    'items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems',
  ),
  string: words('minLength maxLength pattern format contentEncoding contentMediaType contentSchema'),
  number: words('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
} as const

const KIND_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(KEYWORDS).flatMap(([kind, keywords]) => [...keywords].map((keyword) => [keyword, kind])),
)

/** Whether a keyword says something about values. */
export function isAssertion(keyword: string): boolean {
  return ASSERTIONS.has(keyword) || KIND_OF.has(keyword)
}

/** A schema as what it says about values, and the rest. */
export function parted(schema: JsonObject): { readonly claims: JsonObject; readonly notes: JsonObject } {
  const entries = Object.entries(schema)
  return {
    claims: Object.fromEntries(entries.filter(([keyword]) => isAssertion(keyword))),
    notes: Object.fromEntries(entries.filter(([keyword]) => !isAssertion(keyword))),
  }
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

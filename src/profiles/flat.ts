// Parts of an intersection as one schema, and a root with variants as one object: providers want a plain object at
// the root, and some know no intersections. What is lost is said in words, and whether anything was.

import { canonicalJson } from '../json/canonical-json.js'
import type { Json, JsonObject } from '../json/json.js'
import { isSchema, listed } from '../json/schema/declared.js'
import { resolveReference } from '../json/schema/reference.js'
import { inWords, saying } from './in-words.js'
import { isAssertion, ownTypes, spend, type Work } from './rewrite.js'

/** A schema without what could be merged away. */
interface Flat {
  readonly schema: JsonObject
  /** Whether it admits the same values as before. */
  readonly exact: boolean
}

/** The schema with its `allOf` merged into it, references there followed. */
export function flatten(schema: JsonObject, work: Work): Flat {
  if (schema.allOf === undefined) return { schema, exact: true }
  const alone = loneReference(schema)
  if (alone) return { schema: alone, exact: true }
  const parts: JsonObject[] = []
  const isWhole = gather(schema, work, parts, 0)
  const merged = merge(parts)
  return { schema: merged.schema, exact: isWhole && merged.exact && !closesEarly(parts) }
}

/**
 * The root as an object without variants. Their keys stand side by side, those that every variant requires are
 * required, and the description says which go together.
 */
export function plainRoot(root: JsonObject, work: Work, depth = 0): Flat {
  const { $ref, ...rest } = root
  // The empty schema keeps the reference from standing alone, so that it is followed.
  const whole = $ref === undefined ? root : { ...rest, allOf: [{ $ref }, ...listed(rest.allOf), {}] }
  const { schema, exact } = flatten(whole, work)
  const { anyOf, oneOf, ...outer } = schema
  const unions = [anyOf, oneOf].filter((union) => union !== undefined)
  if (unions.length === 0) return { schema: { ...outer, type: 'object' }, exact }
  const isDeep = depth > MOST_DEPTH
  const object = unions.reduce<JsonObject>(
    (all, union) => (isDeep ? all : sideBySide(all, listed(union), work, depth)),
    { ...outer, type: 'object' },
  )
  return { schema: object, exact: false }
}

/** Deeper than any honest nesting of intersections and references. */
const MOST_DEPTH = 32

/** `allOf` around one reference is how a description stands beside it in older drafts. */
function loneReference({ allOf, ...beside }: JsonObject): JsonObject | undefined {
  const [only, ...more] = listed(allOf)
  const isAlone = isSchema(only) && more.length === 0 && Object.keys(only).join() === '$ref'
  return isAlone && !Object.keys(beside).some(isAssertion) ? { ...beside, ...only } : undefined
}

/** Collects what applies to the same value. False: something of it is missing. */
function gather(schema: JsonObject, work: Work, parts: JsonObject[], depth: number): boolean {
  if (!spend(work) || depth > MOST_DEPTH) return false
  const { allOf, $ref, ...own } = schema
  // A reference beside the outermost `allOf` stays where it is.
  const target =
    depth > 0 && typeof $ref === 'string' ? (resolveReference(work.root, $ref, schema) ?? false) : undefined
  parts.push(target === undefined && $ref !== undefined ? { ...own, $ref } : own)
  return [...(target === undefined ? [] : [target]), ...listed(allOf)]
    .map((part) => (isSchema(part) ? gather(part, work, parts, depth + 1) : part === true))
    .every(Boolean)
}

function merge(parts: readonly JsonObject[]): Flat {
  const out = new Map<string, Json>()
  const lost: string[] = []
  for (const [keyword, value] of parts.flatMap((part) => Object.entries(part))) {
    const before = out.get(keyword)
    const both = before === undefined ? value : joined(keyword, before, value)
    if (both !== undefined) out.set(keyword, both)
    else lost.push(inWords(keyword, value))
  }
  return { schema: saying(Object.fromEntries(out), lost), exact: lost.length === 0 }
}

/** Two values of a keyword as one that says both; undefined when there is none. */
function joined(keyword: string, a: Json, b: Json): Json | undefined {
  if (!isAssertion(keyword) || isEqual(a, b)) return a
  if (keyword === 'required') return [...new Set([...listed(a), ...listed(b)])]
  if (keyword === 'properties' && isSchema(a) && isSchema(b)) {
    const shared = Object.keys(b).filter((key) => Object.hasOwn(a, key))
    const both = shared.map((key) => [key, isEqual(a[key]!, b[key]!) ? a[key] : { allOf: [a[key], b[key]] }])
    return { ...a, ...b, ...Object.fromEntries(both) }
  }
  if (keyword === 'type') {
    const [one, other] = [ownTypes({ type: a }), ownTypes({ type: b })]
    const types = one.filter((type) => other.includes(type))
    return types.length === 0 ? undefined : types.length === 1 ? types[0] : types
  }
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  if (/^(min|exclusiveMin)/.test(keyword)) return Math.max(a, b)
  return /^(max|exclusiveMax)/.test(keyword) ? Math.min(a, b) : undefined
}

/** Whether a part speaks of all keys but its own, which the others' keys would then be among. */
function closesEarly([outer, ...inner]: readonly JsonObject[]): boolean {
  const declaring = [outer, ...inner].filter((part) => part?.properties !== undefined)
  const closes = (part: JsonObject | undefined) =>
    part?.additionalProperties !== undefined || part?.patternProperties !== undefined
  if (inner.some((part) => part.unevaluatedProperties !== undefined)) return true
  return [outer, ...inner].some((part) => closes(part) && declaring.some((other) => other !== part))
}

function sideBySide(outer: JsonObject, union: readonly Json[], work: Work, depth: number): JsonObject {
  const variants = union
    .filter(isSchema)
    .map((variant) => plainRoot({ allOf: [variant, {}] }, work, depth + 1).schema)
  const own = isSchema(outer.properties) ? outer.properties : {}
  // By key, then by text: thousands of variants may share a key.
  const found = new Map<string, Map<string, Json>>()
  for (const { properties } of variants) {
    for (const [key, schema] of Object.entries(isSchema(properties) ? properties : {})) {
      if (!found.has(key)) found.set(key, new Map())
      found.get(key)!.set(canonicalJson(schema), schema)
    }
  }
  const added = [...found]
    .filter(([key]) => !Object.hasOwn(own, key))
    .map(([key, schemas]) => [
      key,
      schemas.size === 1 ? [...schemas.values()][0] : { anyOf: [...schemas.values()] },
    ])
  const needs = variants.map(({ required }) =>
    listed(required).filter((key) => !listed(outer.required).includes(key)),
  )
  const always = (needs[0] ?? []).filter((key) => needs.every((keys) => keys.includes(key)))
  const choices = needs.map((keys) => keys.filter((key) => !always.includes(key)).join(', '))
  const required = [...listed(outer.required), ...always]
  return saying(
    {
      ...outer,
      properties: { ...own, ...Object.fromEntries(added) },
      ...(required.length > 0 && { required }),
    } as JsonObject,
    choices.length > 1 && choices.every(Boolean) ? [`Give one of: ${choices.join('; ')}.`] : [],
  )
}

function isEqual(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b)
}

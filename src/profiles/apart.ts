// Whether the branches of a union can be told apart. `anyOf` says the same as `oneOf` only where they can, and a
// null that stands for an absent key is read right only where it can't belong to another branch.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import {
  childrenOf,
  choicesOf,
  isRequired,
  isSchema,
  keysOf,
  listed,
  partsOf,
  partsOfAll,
  typesOf,
} from '../json/schema/declared.js'
import { resolveReference } from '../json/schema/reference.js'
import { ownTypes } from './rewrite.js'

/** Whether no value fits two of the branches, as far as types and constants tell. */
export function areApart(branches: readonly Json[], root: JsonObject): boolean {
  return branches.every((one, i) => branches.slice(i + 1).every((other) => isApart(one, other, root)))
}

/**
 * Whether admission could take a null of one branch for a value of another: it drops a null whose key may be left
 * out, and asks all the branches that the value may be meant for.
 */
export function mixesNulls(branches: readonly Json[], root: JsonObject): boolean {
  const all = branches.map((schema) => ({ schema, parts: partsOf(schema, root) }))
  return all.some((one) => {
    const others = all.filter((other) => other !== one)
    const isKnown = others.every(({ schema }) => isApart(one.schema, schema, root))
    // A null where a branch wants one of some constants makes that branch look unmeant.
    const isMissed = hasOptionalChoice(one.parts)
    if (isKnown !== isMissed) return isMissed
    return others.some(({ parts }) => mixes(one.parts, parts, root))
  })
}

function isApart(a: Json, b: Json, root: JsonObject): boolean {
  const [one, other] = [resolved(a, root), resolved(b, root)]
  if (!one || !other) return false
  const [types, others] = [ownTypes(one), ownTypes(other)]
  if (types.length === 0 || others.length === 0) return false
  const shared = types.filter((type) => others.some((two) => type === two || isNumbers(type, two)))
  if (shared.length === 0 || haveApartChoices(one, other)) return true
  if (shared.some((type) => type !== 'object')) return false
  const [keys, otherKeys] = [one.properties, other.properties]
  if (!isRecord(keys) || !isRecord(otherKeys)) return false
  const required = new Set(listed(other.required))
  return listed(one.required).some(
    (key) =>
      typeof key === 'string' &&
      required.has(key) &&
      haveApartChoices(keys[key] as Json, otherKeys[key] as Json),
  )
}

function isNumbers(a: string, b: string): boolean {
  return /^(integer|number)$/.test(a) && /^(integer|number)$/.test(b)
}

function haveApartChoices(a: Json | undefined, b: Json | undefined): boolean {
  const [one, other] = [a, b].map((schema) => (isSchema(schema) ? choicesOf(schema) : undefined))
  const isPlain = (value: Json) => typeof value !== 'object' || value === null
  return Boolean(one?.every((value) => isPlain(value) && !other?.includes(value)) && other?.every(isPlain))
}

function resolved(schema: Json, root: JsonObject): JsonObject | undefined {
  if (!isSchema(schema)) return undefined
  return typeof schema.$ref === 'string' ? resolveReference(root, schema.$ref, schema) : schema
}

function hasOptionalChoice(parts: readonly JsonObject[]): boolean {
  return optionalKeys(parts).some((key) =>
    childrenOf(parts, key).some((child) => isSchema(child) && choicesOf(child) !== undefined),
  )
}

function optionalKeys(parts: readonly JsonObject[]): string[] {
  return keysOf(parts).filter((key) =>
    parts.some((part) => keysOf([part]).includes(key) && !isRequired([part], key)),
  )
}

function mixes(own: readonly JsonObject[], other: readonly JsonObject[], root: JsonObject): boolean {
  const typesAt = (parts: readonly JsonObject[], key: string | number) =>
    typesOf(partsOfAll(childrenOf(parts, key), root))
  const holdsMore = (parts: readonly JsonObject[], key: string | number) => {
    const types = typesAt(parts, key)
    return types.has('object') || types.has('array')
  }
  const takesOver = (key: string) => isRequired(other, key) || typesAt(other, key).has('null')
  return (
    optionalKeys(own).some((key) => keysOf(other).includes(key) && takesOver(key)) ||
    [0, ...keysOf(own)].some((key) => holdsMore(own, key) && holdsMore(other, key))
  )
}

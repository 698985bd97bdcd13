// Whether the branches of a union can be told apart. `anyOf` says the same as `oneOf` only where they can, and a
// null that stands for an absent key is read right only where it can't belong to another branch.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { at, type Cursor } from '../json/schema/cursor.js'
import { choicesOf, isSchema, listed } from '../json/schema/declared.js'
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
  const all = branches.map((schema) => ({ schema, place: at(root, { from: [schema] }) }))
  return all.some((one) => {
    const others = all.filter((other) => other !== one)
    const isKnown = others.every(({ schema }) => isApart(one.schema, schema, root))
    // A null where a branch wants one of some constants makes that branch look unmeant.
    const isMissed = hasOptionalChoice(one.place)
    if (isKnown !== isMissed) return isMissed
    return others.some(({ place }) => mixes(one.place, place))
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

function hasOptionalChoice(place: Cursor): boolean {
  return optionalKeys(place).some((key) =>
    place.key(key).schemas.some((child) => isSchema(child) && choicesOf(child) !== undefined),
  )
}

function optionalKeys({ keys, parts }: Cursor): string[] {
  return keys.filter((key) =>
    parts.some(
      ({ properties, required }) =>
        isRecord(properties) && Object.hasOwn(properties, key) && !listed(required).includes(key),
    ),
  )
}

function mixes(own: Cursor, other: Cursor): boolean {
  const holdsMore = ({ types }: Cursor) => types.has('object') || types.has('array')
  const takesOver = (key: string) => other.requires(key) || other.key(key).types.has('null')
  return (
    optionalKeys(own).some((key) => other.keys.includes(key) && takesOver(key)) ||
    [0, ...own.keys].some((step) => holdsMore(own.step(step)) && holdsMore(other.step(step)))
  )
}

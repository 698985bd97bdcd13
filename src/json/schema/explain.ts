// Which of a validator's errors a caller should read. A union reports the errors of each branch; only those of
// the branch that was meant help.

import type { ErrorObject } from 'ajv'
import { isRecord, type Json, type JsonObject } from '../json.js'
import { escapeStep } from '../pointer.js'
import { at } from './cursor.js'
import { choicesOf, isSchema, listed, mayBe } from './declared.js'
import { type Fault, faultOf } from './fault.js'
import { referredBy } from './reference.js'

// Hostile arguments can have ten thousand faults. Nobody reads more than a few.
const MAX_ERRORS = 300
const MAX_FAULTS = 10

/** The faults in a value, unknown keys first since they explain missing ones. Never empty. */
export function explain(errors: readonly ErrorObject[], value: Json, root: JsonObject): readonly Fault[] {
  const open = new Set(errors.slice(0, MAX_ERRORS).filter(isDirect))
  // What is inside a union is reported before the union itself, so outer ones are settled first.
  const insides = new Map<Json, ReadonlySet<unknown>>()
  for (const error of [...open].filter(isUnion).reverse()) {
    if (open.has(error)) narrow(error, open, root, insides)
  }
  const telling = withoutFollowUps([...open], root)
  const faults = new Map<string, Fault>()
  for (const error of telling.length > 0 ? telling : errors.slice(0, 1)) {
    const one = faultOf(error, value, root)
    if (!faults.has(one.path)) faults.set(one.path, one)
    if (faults.size === MAX_FAULTS) break
  }
  const isUndeclared = (one: Fault) => one.rule === 'undeclared'
  const all = [...faults.values()]
  return [...all.filter(isUndeclared), ...all.filter((one) => !isUndeclared(one))]
}

/** `if` only says that `then` or `else` failed, and what fails inside `propertyNames` is told by the keyword. */
function isDirect(error: ErrorObject): boolean {
  return error.keyword !== 'if' && error.propertyName === undefined
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf'
}

/** Leaves of a failed union only what belongs to the branch that was meant, or the union alone. */
function narrow(
  union: ErrorObject,
  open: Set<ErrorObject>,
  root: JsonObject,
  insides: Map<Json, ReadonlySet<unknown>>,
): void {
  const value = union.data as Json
  const branches = listed(union.schema as Json)
  // Behind a reference ajv's schema paths don't tell which branch an error comes from, but the schemas do.
  const owned = branches.map((branch) => {
    const inside = insides.get(branch) ?? reach(branch, root, new Set())
    insides.set(branch, inside)
    return [...open].filter(
      (error) => error !== union && inside.has(error.parentSchema) && isUnder(union, error),
    )
  })
  const fitting = branches.flatMap((branch, i) => (mayBe(branch, value, root) ? [owned[i]!] : []))
  const meant = fitting.toSorted((a, b) => a.length - b.length)[0] ?? []
  const wrongChoice = choiceError(union, branches, value, root)
  for (const error of owned.flat()) open.delete(error)
  if (wrongChoice) {
    open.add(wrongChoice)
    open.delete(union)
  } else if (meant.length > 0) {
    for (const error of meant) open.add(error)
    open.delete(union)
  }
}

/** All that belongs to a schema, through references. */
function reach(schema: unknown, root: JsonObject, inside: Set<unknown>): ReadonlySet<unknown> {
  if (typeof schema !== 'object' || schema === null || inside.has(schema)) return inside
  inside.add(schema)
  for (const part of Object.values(schema)) reach(part, root, inside)
  for (const part of referredBy(schema as JsonObject, root)) reach(part, root, inside)
  return inside
}

/** Where each branch names its own constant for a key, and the value has none of them: that is the fault. */
function choiceError(
  union: ErrorObject,
  branches: readonly Json[],
  value: Json,
  root: JsonObject,
): ErrorObject | undefined {
  if (!isRecord(value)) return undefined
  const places = branches.map((branch) => at(root, { from: [branch] })).filter((each) => each.keys.length > 0)
  for (const key of places[0]?.keys ?? []) {
    const choices = places.map((each) =>
      each.key(key).schemas.flatMap((child) => (isSchema(child) ? (choicesOf(child) ?? []) : [])),
    )
    if (choices.some((each) => each.length === 0)) continue
    const all = choices.flat()
    const parentSchema = { enum: all }
    const given = value[key] as Json | undefined
    if (given === undefined) {
      return {
        ...union,
        keyword: 'required',
        params: { missingProperty: key },
        parentSchema: { properties: { [key]: parentSchema } },
      }
    }
    if (all.includes(given)) return undefined
    return {
      ...union,
      keyword: 'enum',
      instancePath: `${union.instancePath}/${escapeStep(key)}`,
      parentSchema,
      data: given,
    }
  }
  return undefined
}

/** A declared key counts as unevaluated when the part that declares it failed; the failure itself is told. */
function withoutFollowUps(errors: readonly ErrorObject[], root: JsonObject): ErrorObject[] {
  const isDeclaredKey = declaredKeys(root)
  const declared = new Set(errors.filter(isDeclaredKey))
  const causes = errors.filter((error) => !declared.has(error))
  return errors.filter((error) => !declared.has(error) || !causes.some((cause) => isUnder(error, cause)))
}

/** Whether an error is about a key that its schema declares. The keys of a schema are gathered once, not for each error. */
function declaredKeys(root: JsonObject): (error: ErrorObject) => boolean {
  const known = new Map<unknown, ReadonlySet<string>>()
  return ({ keyword, parentSchema, params }) => {
    if (keyword !== 'unevaluatedProperties') return false
    const keys = known.get(parentSchema) ?? new Set(at(root, { from: [parentSchema as JsonObject] }).keys)
    known.set(parentSchema, keys)
    return keys.has(params.unevaluatedProperty)
  }
}

function isUnder({ instancePath }: ErrorObject, other: ErrorObject): boolean {
  return other.instancePath === instancePath || other.instancePath.startsWith(`${instancePath}/`)
}

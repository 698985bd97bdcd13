// Unions of which one key tells the branch: `type: 'p'` or `type: 'li'`. A value is checked against that branch alone,
// so that nested values cost what they hold, and not a power of it.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { conjunction, listed } from './declared.js'

/** A union as a switch. */
export interface Dispatch {
  /** The key that tells. */
  readonly key: string
  /** By index of the branch, the values of the key that mean it. */
  readonly tagged: ReadonlyMap<number, readonly Scalar[]>
  /** Indexes of the branches that take no object. */
  readonly others: readonly number[]
}

/** A value that `===` compares. */
type Scalar = string | number | boolean | null

/** The keywords that offer branches. */
export type UnionKeyword = 'anyOf' | 'oneOf'

/**
 * How a union is told apart: by the first key that all branches for objects require, each with constants of its own.
 * Undefined when there is none; then each branch has to be tried.
 *
 * @param holder The schema that has the keyword.
 */
export function dispatchOf(
  holder: JsonObject,
  keyword: UnionKeyword,
  root: JsonObject,
): Dispatch | undefined {
  const branches = holder[keyword]
  if (!Array.isArray(branches)) return undefined
  const parts = branches.map((branch: Json) =>
    isRecord(branch) ? conjunction(branch as JsonObject, root) : [],
  )
  const indexes = branches.map((_, index) => index)
  const others = indexes.filter((index) => takesNoObject(parts[index]!))
  const objects = indexes.filter((index) => !others.includes(index))
  if (objects.length < 2) return undefined
  // Without a type a branch takes all that is no object, too.
  const isTyped = holder.type === 'object' || objects.every((index) => takesObjectsOnly(parts[index]!, root))
  if (!isTyped) return undefined
  const required = listed(holder.required)
  for (const key of keysIn(parts[objects[0]!]!, root)) {
    const tagged = new Map<number, readonly Scalar[]>()
    for (const index of objects) {
      const tags = tagsOf(parts[index]!, key, required, root, 0)
      if (!tags) break
      tagged.set(index, tags)
    }
    const all = [...tagged.values()].flat()
    if (tagged.size === objects.length && new Set(all).size === all.length) return { key, tagged, others }
  }
  return undefined
}

/** Unions in a branch of a union, one in the other. */
const DEEPEST = 16

/** The constants of a key that a branch requires. */
function tagsOf(
  parts: readonly JsonObject[],
  key: string,
  required: readonly Json[],
  root: JsonObject,
  depth: number,
): readonly Scalar[] | undefined {
  const mustBe = [...required, ...parts.flatMap((part) => listed(part.required))]
  if (mustBe.includes(key)) {
    for (const part of parts) {
      const property = ownProperty(part, key)
      const tags =
        property &&
        conjunction(property, root)
          .map(constantsOf)
          .find((each) => each !== undefined)
      if (tags) return tags
    }
  }
  if (depth > DEEPEST) return undefined
  for (const part of parts) {
    for (const branches of [listed(part.anyOf), listed(part.oneOf)]) {
      if (branches.length === 0) continue
      const inner = branches.map((branch) =>
        isRecord(branch)
          ? tagsOf(conjunction(branch as JsonObject, root), key, mustBe, root, depth + 1)
          : undefined,
      )
      if (inner.every((tags) => tags !== undefined)) return [...new Set(inner.flat())]
    }
  }
  return undefined
}

/** The keys that may tell: those of the branch, and of the branches in it. */
function keysIn(parts: readonly JsonObject[], root: JsonObject, depth = 0): string[] {
  const own = parts.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : []))
  if (own.length > 0 || depth > DEEPEST) return [...new Set(own)]
  const [first] = parts.flatMap(({ anyOf, oneOf }) => [...listed(anyOf), ...listed(oneOf)])
  return isRecord(first) ? keysIn(conjunction(first as JsonObject, root), root, depth + 1) : []
}

function takesObjectsOnly(parts: readonly JsonObject[], root: JsonObject, depth = 0): boolean {
  if (parts.some(({ type }) => type === 'object')) return true
  return parts.some(({ anyOf, oneOf }) =>
    [listed(anyOf), listed(oneOf)].some(
      (branches) =>
        branches.length > 0 &&
        depth < DEEPEST &&
        branches.every(
          (each) =>
            isRecord(each) && takesObjectsOnly(conjunction(each as JsonObject, root), root, depth + 1),
        ),
    ),
  )
}

function takesNoObject(parts: readonly JsonObject[]): boolean {
  return parts.some(({ type, const: constant, enum: choices }) => {
    if (type !== undefined) return ![type].flat().includes('object')
    return constant !== undefined ? !isRecord(constant) : Array.isArray(choices) && !choices.some(isRecord)
  })
}

function constantsOf(schema: JsonObject): readonly Scalar[] | undefined {
  const given = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const]
  const isScalar = (value: Json) => value === null || typeof value !== 'object'
  return given.length > 0 && given.every(isScalar) ? ([...new Set(given)] as Scalar[]) : undefined
}

function ownProperty({ properties }: JsonObject, key: string): JsonObject | undefined {
  if (!isRecord(properties) || !Object.hasOwn(properties, key)) return undefined
  const property = properties[key]
  return isRecord(property) ? (property as JsonObject) : undefined
}

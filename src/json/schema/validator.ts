// How a library's schema is asked, once for each value. zod's Standard Schema door tries without waiting first
// and asks again when that meets a promise, so an author's asynchronous code would run twice, and the first
// promise be left to reject alone.

import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { UnionKeyword } from './dispatch.js'

type Result = StandardSchemaV1.Result<unknown>
type Validator = (value: unknown) => Result | Promise<Result>

/** The validator of a schema. */
export function validatorOf(schema: StandardSchemaV1): Validator {
  const standard = schema['~standard']
  if (standard.vendor !== 'zod' || !holdsAuthorsCode(schema)) return (value) => standard.validate(value)
  return async (value) => {
    const { success, data, error } = await (schema as unknown as ZodLike).safeParseAsync(value)
    return success ? { value: data } : { issues: error.issues }
  }
}

interface ZodLike {
  safeParseAsync(value: unknown): Promise<
    | { readonly success: true; readonly data: unknown; readonly error?: undefined }
    | {
        readonly success: false
        readonly data?: undefined
        readonly error: { readonly issues: StandardSchemaV1.Issue[] }
      }
  >
}

/**
 * The unions of which the library looks at one branch only, where a key tells which: by the keyword that they become.
 * zod and valibot try all branches of a plain union (`anyOf`), one after the other, each with all that is below it;
 * their discriminated ones become `oneOf`. arktype finds the key itself. Of another library nothing is known.
 */
export function dispatchedBy(schema: StandardSchemaV1): readonly UnionKeyword[] {
  const { vendor } = schema['~standard']
  if (vendor === 'arktype') return ['anyOf', 'oneOf']
  if (vendor === 'valibot') return ['oneOf']
  return vendor === 'zod' && !holdsInGraph(schema, triesAll) ? ['oneOf'] : []
}

/** `z.xor` becomes `oneOf` too, and a discriminated union with a fallback tries all in the end. */
function triesAll({ type, inclusive, discriminator, unionFallback }: Definition): boolean {
  return type === 'union' && (unionFallback === true || (inclusive === false && discriminator === undefined))
}

/** Schemas are small; of a graph that isn't the dearer answer is the safe one. */
const MOST_NODES = 10_000

/**
 * Whether code of the author's runs in a schema. Any of it may give a promise: `(id) => exists(id)` looks like any
 * other function, so there is no use in asking for the `async` ones.
 */
function holdsAuthorsCode(schema: object): boolean {
  return holdsInGraph(schema, isAuthors)
}

function holdsInGraph(schema: object, wanted: (definition: Definition) => boolean): boolean {
  const seen = new Set<unknown>([schema])
  for (const node of seen) {
    const definition = definitionOf(node)
    if (definition && wanted(definition)) return true
    if (seen.size > MOST_NODES) return true
    for (const part of partsOf(definition ?? node)) seen.add(part)
  }
  return false
}

interface Definition {
  readonly type?: unknown
  readonly check?: unknown
  readonly fn?: unknown
  readonly transform?: unknown
  readonly getter?: unknown
  readonly inclusive?: unknown
  readonly discriminator?: unknown
  readonly unionFallback?: unknown
}

/** Of a schema only its definition is looked at; the rest of the object leads all over the library. */
function definitionOf(node: unknown): Definition | undefined {
  return typeof node === 'object' && node !== null
    ? (node as { _zod?: { def?: Definition } })._zod?.def
    : undefined
}

/** Refinements, checks and formats of one's own, and transforms. */
function isAuthors({ type, check, fn, transform }: Definition): boolean {
  return type === 'custom' || check === 'custom' || [fn, transform].some((one) => typeof one === 'function')
}

function partsOf(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, getter } = node as Definition
  // What a lazy schema is shows only when it is asked for; the library keeps the answer.
  if (type === 'lazy' && typeof getter === 'function') return [getter()]
  return Object.values(node)
}

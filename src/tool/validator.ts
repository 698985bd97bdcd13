// How a library's schema is asked, once for each value. zod's Standard Schema door tries without waiting first
// and asks again when that meets a promise, so an author's asynchronous code would run twice, and the first
// promise be left to reject alone.

import type { StandardSchemaV1 } from '@standard-schema/spec'

type Result = StandardSchemaV1.Result<unknown>
type Validator = (value: unknown) => Result | Promise<Result>

/** The validator of a schema. */
export function validatorOf(schema: StandardSchemaV1): Validator {
  const standard = schema['~standard']
  if (standard.vendor !== 'zod' || !holdsAsyncCode(schema)) return (value) => standard.validate(value)
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

const AsyncFunction = (async () => {}).constructor
/** Schemas are small; a graph that isn't is left to the library. */
const MOST_NODES = 10_000

/** Whether an `async` function stands anywhere in the definition of a schema. */
function holdsAsyncCode(schema: object): boolean {
  const seen = new Set<unknown>([schema])
  for (const node of seen) {
    if (node instanceof AsyncFunction) return true
    if (seen.size > MOST_NODES) return false
    for (const part of partsOf(node)) seen.add(part)
  }
  return false
}

function partsOf(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  // Of a schema only its definition is looked at; the rest of the object leads all over the library.
  const definition = (node as { _zod?: { def?: unknown } })._zod?.def
  return definition ? Object.values(definition) : Object.values(node)
}

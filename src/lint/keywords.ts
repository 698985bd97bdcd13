// What one schema says by its own keywords. Walking a document is in schema.ts.

import type { JsonObject } from '../json/json.js'

/** The `type` keyword as a list. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : []
}

/** Whether a schema takes numbers and nothing else, but for null. */
export function isNumeric(schema: JsonObject): boolean {
  const types = typesOf(schema).filter((type) => type !== 'null')
  return types.length > 0 && types.every((type) => type === 'number' || type === 'integer')
}

/** Whether a schema takes this one type and nothing else, but for null. */
export function isOnly(schema: JsonObject, type: string): boolean {
  const types = typesOf(schema).filter((one) => one !== 'null')
  return types.length === 1 && types[0] === type
}

/** Whether a schema lists its values. */
export function isClosed(schema: JsonObject): boolean {
  return 'enum' in schema || 'const' in schema
}

/**
 * The greatest number that a schema takes. A bound at 2^53 - 1 is no bound: zod writes it for every `z.int()`.
 */
export function upperBound(schema: JsonObject): number | undefined {
  const bounds = [schema.maximum, schema.exclusiveMaximum].filter(
    (bound): bound is number => typeof bound === 'number' && bound < Number.MAX_SAFE_INTEGER,
  )
  return bounds.length > 0 ? Math.min(...bounds) : undefined
}

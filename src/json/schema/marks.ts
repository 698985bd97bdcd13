// Positions of a JSON Schema that are marked for handles. What a handle is, this layer does not know: only that the
// text at such a position is read by the gate, and not by the schema.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { childrenOf, partsOfAll } from './declared.js'

/** The keyword that marks a position; its value is the name of the kind, or {@link ANY_KIND}. */
export const HANDLE_KEYWORD = 'x-sallyport-handle'

/** The mark of a position that takes a handle of any kind. */
export const ANY_KIND = '*'

/**
 * The schema without the forms of handles: a handle that is one letter off must be answered as such, with the one
 * that was meant, and not as a text that fits no pattern. A union of handles is then no choice of exactly one.
 */
export function withoutForms(schema: JsonObject): JsonObject {
  return without(schema) as JsonObject
}

function without(part: Json): Json {
  if (Array.isArray(part)) return part.map(without)
  if (!isRecord(part)) return part as Json
  const isMarked = typeof part[HANDLE_KEYWORD] === 'string'
  const out: Record<string, Json> = {}
  for (const [key, value] of Object.entries(part as JsonObject)) {
    if (isMarked && key === 'pattern') continue
    const isUnion = key === 'oneOf' && Array.isArray(value) && value.some(isHandle)
    put(out, isUnion ? 'anyOf' : key, without(value))
  }
  return out
}

function isHandle(part: Json): boolean {
  if (!isRecord(part)) return false
  const { [HANDLE_KEYWORD]: kind, $ref } = part
  return typeof kind === 'string' || (typeof $ref === 'string' && /^#\/\$defs\/handle_\w+$/.test($ref))
}

function put(out: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(out, key, { value, enumerable: true, writable: true, configurable: true })
}

/** Whether a schema marks any position. Asked for every call, so answered once for a schema. */
export function isMarked(schema: JsonObject): boolean {
  return holdsKeyword(schema, HANDLE_KEYWORD, marked)
}

/** The kinds that a schema names at its marked positions. */
export function kindsMarked(schema: Json): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = isRecord(schema) ? schema[HANDLE_KEYWORD] : undefined
  const below = Object.values(schema as JsonObject).flatMap(kindsMarked)
  return [...new Set(typeof own === 'string' ? [own, ...below] : below)]
}

/** The kinds that a schema takes at a dotted path, where `*` is any index or key; none: no handle stands there. */
export function kindsAt(root: JsonObject, path: string): string[] {
  let schemas: readonly Json[] = [root]
  for (const segment of path.split('.')) {
    const parts = partsOfAll(schemas, root)
    const keys =
      segment === '*' ? [0, segment] : /^\d+$/.test(segment) ? [Number(segment), segment] : [segment]
    schemas = keys.flatMap((key) => childrenOf(parts, key))
  }
  const kinds = partsOfAll(schemas, root).map((part) => part[HANDLE_KEYWORD])
  return [...new Set(kinds.filter((kind) => typeof kind === 'string'))]
}

/** Whether a keyword stands anywhere in a schema. */
export function holdsKeyword(part: Json, keyword: string, known: WeakMap<object, boolean>): boolean {
  if (typeof part !== 'object' || part === null) return false
  let found = known.get(part)
  if (found === undefined) {
    found =
      Object.hasOwn(part, keyword) || Object.values(part).some((inner) => holdsKeyword(inner, keyword, known))
    known.set(part, found)
  }
  return found
}

const marked = new WeakMap<object, boolean>()

// Positions of a JSON Schema that are marked for handles. What a handle is, this layer does not know: only that the
// text at such a position is read by the gate, and not by the schema.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { at, type Cursor } from './cursor.js'
import { isSchema, listed } from './declared.js'
import { mapSubschemas } from './subschemas.js'

/** The keyword that marks a position; its value is the name of the kind, or {@link ANY_KIND}. */
export const HANDLE_KEYWORD = 'x-sallyport-handle'

/** The mark of a position that takes a handle of any kind. */
export const ANY_KIND = '*'

/**
 * The schema without the forms of handles: a handle that is one letter off must be answered as such, with the one
 * that was meant, and not as a text that fits no pattern. A union of handles is then no choice of exactly one.
 */
export function withoutForms(root: JsonObject): JsonObject {
  return without(root, root)
}

function without(schema: JsonObject, root: JsonObject): JsonObject {
  const { pattern: _, ...formless } = schema
  const isHandle = (branch: Json) => markedIn(at(root, { from: [branch] })).length > 0
  const bare = mapSubschemas(typeof schema[HANDLE_KEYWORD] === 'string' ? formless : schema, (part) =>
    isSchema(part) ? without(part, root) : part,
  )
  if (!listed(schema.oneOf).some(isHandle)) return bare
  const { oneOf, ...others } = bare
  if (others.anyOf === undefined) return { ...others, anyOf: oneOf! }
  // The other union counts as well.
  return { ...others, allOf: [...listed(others.allOf), { anyOf: oneOf! }] }
}

/** Whether a schema marks any position. Asked for every call, so answered once for a schema. */
export function isMarked(schema: JsonObject): boolean {
  return holdsKeyword(schema, HANDLE_KEYWORD, marked)
}

// A reference may lead into data, or under a keyword that nobody knows, so what follows looks at all of the JSON.

/** The kinds that a schema names at its marked positions. */
export function kindsMarked(schema: Json): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = isRecord(schema) ? schema[HANDLE_KEYWORD] : undefined
  const below = Object.values(schema as JsonObject).flatMap(kindsMarked)
  return [...new Set(typeof own === 'string' ? [own, ...below] : below)]
}

/** The kinds that a schema takes at a dotted path, where `*` is any index or key; none: no handle stands there. */
export function kindsAt(root: JsonObject, path: string): string[] {
  return markedIn(path.split('.').reduce((place, segment) => place.segment(segment), at(root)))
}

/** The kinds that are marked at a place. */
export function markedIn({ parts }: Pick<Cursor, 'parts'>): string[] {
  const kinds = parts.map((part) => part[HANDLE_KEYWORD])
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

// What a `$ref` refers to: the one place that says so, for all that read a schema. It goes by the same rules as the
// validator, since what is checked and what is judged must be the same place. Nothing outside the document is followed.

import { isRecord, type Json, type JsonObject } from '../json.js'
import { type JsonPointer, stepsOfFragment, valueAt } from '../pointer.js'
import { isApplied, subschemasOf } from './subschemas.js'
import { resolveUri } from './uri.js'

/**
 * The schemas that apply where `schema` stands because it refers to them, by `$ref`, `$dynamicRef` or `$recursiveRef`.
 * One each; of a dynamic reference all that it may mean. What leads out of the document or nowhere is left out: a tool
 * with such a reference isn't usable (see {@link brokenReference}).
 */
export function referredBy(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  if (!REFERENCES.some((keyword) => typeof schema[keyword] === 'string')) return []
  return REFERENCES.flatMap((keyword) => {
    const reference = schema[keyword]
    return typeof reference === 'string' ? targetsOf(keyword, reference, schema, root) : []
  })
}

/** The keywords that refer to another schema. */
export const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const

/**
 * The schema that a reference means, or undefined when it is not in the document.
 *
 * @param from The schema that holds the reference: an `$id` around it changes what it means. Default: the root.
 */
export function resolveReference(
  root: JsonObject,
  reference: string,
  from: JsonObject = root,
): JsonObject | undefined {
  const found = resolved(root, reference, from)
  return isRecord(found) ? found : undefined
}

/** Where a schema stands in the document, as a pointer; undefined when it is no part of it. */
export function pointerInto(root: JsonObject, schema: JsonObject): JsonPointer | undefined {
  return indexOf(root).places.get(schema)?.pointer
}

/**
 * The first reference, of those that a value can meet, that leads to nothing in the document or could mean two things.
 * Undefined when all are good.
 */
export function brokenReference(root: JsonObject): string | undefined {
  const met = new Set([root])
  for (const schema of met) {
    for (const keyword of REFERENCES) {
      const reference = schema[keyword]
      if (typeof reference === 'string' && resolved(root, reference, schema) === undefined) return reference
    }
    for (const inner of subschemasOf(schema)) if (isApplied(inner)) met.add(inner.schema)
    for (const target of referredBy(schema, root)) met.add(target)
  }
  return undefined
}

function targetsOf(
  keyword: (typeof REFERENCES)[number],
  reference: string,
  schema: JsonObject,
  root: JsonObject,
): JsonObject[] {
  const first = resolveReference(root, reference, schema)
  const { places } = indexOf(root)
  const named = (has: (part: JsonObject) => boolean) => [...places.keys()].filter(has)
  const name = reference.split('#')[1]
  const others =
    keyword === '$ref'
      ? []
      : // The validator takes the root where it finds no dynamic anchor there.
        [
          root,
          ...named(({ $dynamicAnchor, $recursiveAnchor }) =>
            keyword === '$dynamicRef' ? $dynamicAnchor === name : $recursiveAnchor === true,
          ),
        ]
  return [...new Set([...(first ? [first] : []), ...others])]
}

function resolved(root: JsonObject, reference: string, from: JsonObject): Json | undefined {
  // Nearly all are such, and need no index.
  if (reference === '#' && root.$id === undefined && from === root) return root
  const { places, names, base } = indexOf(root)
  const full = absolute(places.get(from)?.base ?? base, reference)
  if (full === undefined) return undefined
  if (names.has(full)) return names.get(full)
  const hash = full.indexOf('#')
  const document = names.get(hash === -1 ? full : full.slice(0, hash))
  const steps = hash === -1 ? [] : stepsOfFragment(full.slice(hash + 1))
  if (document === undefined || steps === undefined) return undefined
  const found = valueAt(document, steps) as Json | undefined
  return isRecord(found) || typeof found === 'boolean' ? found : undefined
}

/** What a document says of its parts. */
interface Index {
  readonly base: string
  /** All that may be schemas, with the URI that references in them start from. */
  readonly places: ReadonlyMap<JsonObject, { readonly pointer: JsonPointer; readonly base: string }>
  /** By `$id`, `$anchor` and `$dynamicAnchor`, as whole URIs. Undefined: two parts claim the name. */
  readonly names: ReadonlyMap<string, JsonObject | undefined>
}

const indexes = new WeakMap<JsonObject, Index>()

function indexOf(root: JsonObject): Index {
  const known = indexes.get(root)
  if (known) return known
  const index = makeIndex(root)
  indexes.set(root, index)
  return index
}

function makeIndex(root: JsonObject): Index {
  const base = typeof root.$id === 'string' ? (absolute('', root.$id) ?? '') : ''
  const names = new Map<string, JsonObject | undefined>([[base, root]])
  const places = new Map([[root, { pointer: '' as JsonPointer, base }]])
  const name = (uri: string | undefined, schema: JsonObject) => {
    if (uri === undefined || names.get(uri) === schema) return
    names.set(uri, names.has(uri) ? undefined : schema)
  }
  for (const [schema, { pointer, base: around }] of places) {
    const { $id, $anchor, $dynamicAnchor } = schema
    const id = typeof $id === 'string' && schema !== root ? absolute(around, $id) : undefined
    name(id, schema)
    const own = id ?? around
    for (const anchor of new Set([$anchor, $dynamicAnchor]))
      if (typeof anchor === 'string') name(absolute(own, `#${anchor}`), schema)
    places.set(schema, { pointer, base: own })
    for (const inner of subschemasOf(schema, pointer))
      if (!places.has(inner.schema)) places.set(inner.schema, { pointer: inner.pointer, base: own })
  }
  return { base, places, names }
}

/** A whole URI, without the empty fragment that means the document itself. */
function absolute(base: string, reference: string): string | undefined {
  try {
    return withoutEmpty(resolveUri(base, withoutEmpty(reference)))
  } catch {
    return undefined
  }
}

function withoutEmpty(uri: string): string {
  return uri.replace(/#\/?$/, '')
}

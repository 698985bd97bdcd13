// Fields that a model sent in the wrong clothes: JSON text where the schema wants something else than text, null
// for a key that may be left out. Guided by what the schema declares, never by what the text looks like.

import type { Json, JsonObject } from '../json/json.js'
import { type JsonPath, plainJson } from '../json/plain-json.js'
import { pathText } from '../json/quote.js'
import { childrenOf, isOfType, isRequired, partsOf, typeOf, typesOf } from '../json/schema/declared.js'
import { MAX_DEPTH, MAX_MEMBERS, parseJson } from './parse.js'

/** Arguments with their fields mended. */
interface Mended {
  readonly args: JsonObject
  /** `decoded: filter`, `null dropped: limit`; empty when nothing was to mend. */
  readonly notes: readonly string[]
}

const MAX_NOTES = 20

/** Decodes each field once, where its declared types exclude text; drops nulls of optionals that don't accept them. */
export function mendFields(
  args: JsonObject,
  schema: JsonObject,
  options: { readonly dropNulls: boolean },
): Mended {
  const notes: string[] = []
  const context: Context = { root: schema, dropNulls: options.dropNulls, notes }
  return { args: mend(args, [schema], [], context) as JsonObject, notes }
}

interface Context {
  readonly root: JsonObject
  readonly dropNulls: boolean
  readonly notes: string[]
}

function mend(given: Json, schemas: readonly Json[], path: JsonPath, context: Context): Json {
  const value = typeof given === 'string' ? decode(given, schemas, path, context) : given
  if (typeof value !== 'object' || value === null) return value
  const parts = schemas.flatMap((schema) => partsOf(schema, context.root, value))
  if (Array.isArray(value)) {
    return value.map((item: Json, i) => mend(item, childrenOf(parts, i), [...path, i], context))
  }
  const out: Record<string, Json> = {}
  for (const [key, field] of Object.entries(value as JsonObject)) {
    const children = childrenOf(parts, key)
    if (children.length === 0) {
      out[key] = field
      continue
    }
    const at = [...path, key]
    if (field === null && context.dropNulls && !isRequired(parts, key) && refusesNull(children, context)) {
      note(context, `null dropped: ${pathText(at)}`)
    } else out[key] = mend(field, children, at, context)
  }
  return out
}

function decode(text: string, schemas: readonly Json[], path: JsonPath, context: Context): Json {
  const types = [...typesOf(schemas.flatMap((schema) => partsOf(schema, context.root, text)))]
  if (types.length === 0 || types.includes('string')) return text
  const read = parseJson(text)
  if (!('value' in read) || read.value === null) return text
  // The look at prototype keys and the rest comes before anything is assigned from it.
  const plain = plainJson(read.value, {
    depth: MAX_DEPTH,
    members: MAX_MEMBERS,
    bytes: Number.POSITIVE_INFINITY,
  })
  if (!('value' in plain)) return text
  const { value } = plain
  if (!types.some((type) => isOfType(value, type)) || typeOf(value) === 'string') return text
  note(context, `decoded: ${pathText(path)}`)
  return value
}

function refusesNull(schemas: readonly Json[], { root }: Context): boolean {
  const types = typesOf(schemas.flatMap((schema) => partsOf(schema, root)))
  return types.size > 0 && !types.has('null')
}

function note(context: Context, text: string): void {
  if (context.notes.length < MAX_NOTES) context.notes.push(text)
}

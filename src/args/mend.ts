// Fields that a model sent in the wrong clothes: JSON text where the schema wants something else than text, null
// for a key that may be left out. Guided by what the schema declares, never by what the text looks like.

import type { Json, JsonObject } from '../json/json.js'
import { type JsonPath, plainJson } from '../json/plain-json.js'
import { pathText } from '../json/quote.js'
import { at, type Cursor } from '../json/schema/cursor.js'
import { isOfType, typeOf } from '../json/schema/declared.js'
import { MAX_DEPTH, MAX_MEMBERS, parseJson, whyUnread } from './parse.js'

/** Arguments with their fields mended. */
export interface Mended {
  readonly args: JsonObject
  /** `decoded: filter`, `null dropped: limit`; empty when nothing was to mend. */
  readonly notes: readonly string[]
  /** Why a text was not read as the JSON that the schema wants, by its place as a fault names it. */
  readonly unread: ReadonlyMap<string, string>
}

const MAX_NOTES = 20

/** Decodes each field once, where its declared types exclude text; drops nulls of optionals that don't accept them. */
export function mendFields(
  args: JsonObject,
  schema: JsonObject,
  options: { readonly dropNulls: boolean },
): Mended {
  const notes: string[] = []
  const unread = new Map<string, string>()
  const context: Context = { dropNulls: options.dropNulls, notes, unread }
  return { args: mend(args, at(schema), [], context) as JsonObject, notes, unread }
}

interface Context {
  readonly dropNulls: boolean
  readonly notes: string[]
  readonly unread: Map<string, string>
}

function mend(given: Json, place: Cursor, path: JsonPath, context: Context): Json {
  const value = typeof given === 'string' ? decode(given, place, path, context) : given
  if (typeof value !== 'object' || value === null) return value
  const here = place.meant(value)
  if (Array.isArray(value)) {
    return value.map((item: Json, i) => mend(item, here.item(i), [...path, i], context))
  }
  const out: Record<string, Json> = {}
  for (const [key, field] of Object.entries(value as JsonObject)) {
    const below = here.key(key)
    const step = [...path, key]
    if (field === null && context.dropNulls && !here.requires(key) && refusesNull(below)) {
      note(context, `null dropped: ${pathText(step)}`)
    } else out[key] = below.schemas.length === 0 ? field : mend(field, below, step, context)
  }
  return out
}

function decode(text: string, place: Cursor, path: JsonPath, context: Context): Json {
  const types = [...place.meant(text).types]
  if (types.length === 0 || types.includes('string')) return text
  const read = parseJson(text)
  const why = whyUnread(text, read)
  if (why !== undefined && context.unread.size < MAX_NOTES) context.unread.set(pathText(path), why)
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

function refusesNull({ types }: Cursor): boolean {
  return types.size > 0 && !types.has('null')
}

function note(context: Context, text: string): void {
  if (context.notes.length < MAX_NOTES) context.notes.push(text)
}

// The words of a definition as clients get them: without what a person can't see, and what a terminal would obey.

import { stripVTControlCharacters } from 'node:util'
import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { isData, isNaming } from '../json/schema/subschemas.js'
import { clean } from '../text/clean.js'

/**
 * A definition whose titles and descriptions, at any depth of its schemas, have no control, invisible or bidirectional
 * characters and no escape sequences. All else stays as it came: values of an enum are sent back to the server.
 */
export function withCleanWords(definition: JsonObject): JsonObject {
  return cleaned(definition) as JsonObject
}

/** Words of a stranger, as a client may show them. */
export function cleanWords(text: string): string {
  return clean(stripVTControlCharacters(text))
}

function cleaned(value: Json): Json {
  if (Array.isArray(value)) return value.map(cleaned)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => {
      if (isData(key) || AS_THEY_CAME.has(key)) return [key, item]
      // Names of an author, each with a schema: one may be called 'default'.
      if (isNaming(key) && isRecord(item)) return [key, eachOf(item as JsonObject)]
      if (typeof item === 'string') return [key, WORDS.has(key) ? cleanWords(item) : item]
      return [key, cleaned(item)]
    }),
  )
}

function eachOf(named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, cleaned(schema)]))
}

const WORDS: ReadonlySet<string> = new Set(['title', 'description', '$comment'])
/** Data of a definition, in which a key of that name is no description. */
const AS_THEY_CAME: ReadonlySet<string> = new Set(['_meta', 'icons'])

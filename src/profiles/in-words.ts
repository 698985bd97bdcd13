// What a provider's schema can't say goes into its description, so that the model is still told. The gate checks
// it all the same.

import type { Json, JsonObject } from '../json/json.js'
import { isSchema, listed } from '../json/schema/declared.js'
import { clip } from '../text/clip.js'

/** The schema with sentences after its description. */
export function saying(schema: JsonObject, sentences: readonly string[]): JsonObject {
  if (sentences.length === 0) return schema
  const all = [...(typeof schema.description === 'string' ? [schema.description] : []), ...sentences]
  const ended = all.map((one, i) => (i + 1 < all.length ? one.replace(/[^.!?:;\s]$/, '$&.') : one))
  return { ...schema, description: ended.join(' ') }
}

/** What a schema tells its reader: its description, default and examples. */
export function notesIn(schema: JsonObject): string[] {
  return ['description', 'default', 'examples'].flatMap((keyword) => {
    const value = schema[keyword]
    if (value === undefined) return []
    return keyword !== 'description' ? [inWords(keyword, value)] : typeof value === 'string' ? [value] : []
  })
}

/** A keyword as a sentence. */
export function inWords(keyword: string, value: Json): string {
  switch (keyword) {
    case 'exclusiveMinimum':
      return `Greater than ${text(value)}.`
    case 'exclusiveMaximum':
      return `Less than ${text(value)}.`
    case 'multipleOf':
      return `A multiple of ${text(value)}.`
    case 'uniqueItems':
      return value === true ? 'No item twice.' : 'Items may repeat.'
    case 'enum':
      return `One of ${listed(value).map(text).join(', ')}.`
    case 'default':
      return `Default: ${text(value)}.`
    case 'examples':
      return `For example ${listed(value).map(text).join(', ')}.`
    case 'format':
      return `Format: ${typeof value === 'string' ? clip(value, MOST_CHARACTERS) : text(value)}.`
    case 'pattern':
      // As JSON, its backslashes would double.
      return `Pattern: \`${typeof value === 'string' ? clip(value, MOST_CHARACTERS) : text(value)}\`.`
    case 'prefixItems':
      return `In this order: ${text(value)}.`
    case 'additionalProperties':
      return `Other keys are free, with values like ${text(value)}.`
    default:
      return `${keyword}: ${text(value)}.`
  }
}

/** The object without the keys whose names a provider refuses, and with words for them. */
export function withoutNames(schema: JsonObject, allowed: RegExp): JsonObject {
  const { properties } = schema
  if (!isSchema(properties)) return schema
  const odd = Object.keys(properties).filter((name) => !allowed.test(name))
  if (odd.length === 0) return schema
  const isRequired = (name: string) => listed(schema.required).includes(name)
  const kept = Object.entries(properties).filter(([name]) => !odd.includes(name))
  const { additionalProperties, ...open } = schema
  return saying(
    {
      // A closed object would refuse what the words ask for.
      ...(additionalProperties === false ? open : schema),
      properties: Object.fromEntries(kept),
      ...(schema.required !== undefined && {
        required: listed(schema.required).filter((name) => !odd.includes(name as string)),
      }),
    },
    odd.map(
      (name) =>
        `${isRequired(name) ? 'Needs' : 'Takes'} the key ${text(name)} too: ${text(properties[name] as Json)}.`,
    ),
  )
}

/** Longer than an honest constraint, shorter than a schema. */
const MOST_CHARACTERS = 300

function text(value: Json): string {
  return clip(JSON.stringify(value), MOST_CHARACTERS)
}

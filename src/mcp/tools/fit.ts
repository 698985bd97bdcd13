// What a handle stood for, as the upstream's own schema wants it at that place: a text to the letter, data as JSON.
// Nothing of the value is told in a fault: a caller that holds a handle need not have read what is behind it.

import { replaceAt } from '../../handles/kinds/positions.js'
import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { pathText } from '../../json/quote.js'
import { at } from '../../json/schema/cursor.js'
import { isOfType, type JsonType, typeOf } from '../../json/schema/declared.js'
import { type Fault, fault } from '../../json/schema/fault.js'
import { compileInput, jsonSchema, type ParseResult } from '../../json/schema/schema.js'
import { readJson } from './data.js'

/**
 * Makes arguments fit once handles were opened in them. A place that takes text gets a text to the letter, and
 * anything else as JSON; a place that takes data gets the value, or the data that a text is the JSON of. What does not
 * fit the upstream's schema then is refused here.
 *
 * @param schema The upstream's own.
 * @param paths Where handles are taken.
 */
export function fitting(
  schema: JsonObject,
  paths: readonly string[],
  tool: string,
): (args: JsonObject) => ParseResult {
  const { check } = compileInput(jsonSchema(schema), tool)
  const declared = paths.map((path) => path.split('.'))
  return (args) => {
    const places = declared.flatMap((segments) => placesOf(args, segments, []))
    if (places.length === 0) return { value: args }
    const fitted = places.map(({ path, value }) => ({
      path,
      value: asWanted(value, typesAt(schema, args, path)),
    }))
    const made = replaceAt(args, fitted) as JsonObject
    if (isTooLarge(made, fitted)) return { faults: fitted.map(({ path }) => tooLarge(path)) }
    const faults = misfits(check(made), fitted)
    return faults.length > 0 ? { faults } : { value: made }
  }
}

interface Fitted {
  readonly path: JsonPath
  readonly value: Json
}

function placesOf(at: Json, [segment, ...below]: readonly string[], path: JsonPath): Fitted[] {
  // Null counts as absent.
  if (segment === undefined) return at === null ? [] : [{ path, value: at }]
  if (Array.isArray(at)) {
    return segment === '*' ? at.flatMap((item: Json, i) => placesOf(item, below, [...path, i])) : []
  }
  if (!isRecord(at)) return []
  const keys = segment === '*' ? Object.keys(at) : Object.hasOwn(at, segment) ? [segment] : []
  return keys.flatMap((key) => placesOf(at[key] as Json, below, [...path, key]))
}

/** The types that the upstream takes at a place; none: it says nothing of them. */
function typesAt(schema: JsonObject, args: JsonObject, path: JsonPath): ReadonlySet<JsonType> {
  let place = at(schema)
  let value: Json = args
  for (const step of path) {
    place = place.meant(value).step(step)
    value = (value as Record<string | number, Json>)[step] as Json
  }
  return place.types
}

function asWanted(value: Json, types: ReadonlySet<JsonType>): Json {
  if (types.size === 0 || [...types].some((type) => isOfType(value, type))) return value
  if (typeof value !== 'string') return types.has('string') ? JSON.stringify(value) : value
  const data = readJson(value)
  return data !== undefined && types.has(typeOf(data)) ? data : value
}

/** What is wrong at these places, without a word of what stands there. Elsewhere the arguments were checked before. */
function misfits(faults: readonly Fault[], places: readonly Fitted[]): Fault[] {
  return places.flatMap(({ path }) => {
    const at = pathText(path)
    const found = faults.find(
      ({ path: each, rule }) =>
        rule === 'schema' || each === at || each.startsWith(`${at}.`) || each.startsWith(`${at}[`),
    )
    return found ? [fault(path, found.rule, `does not fit what this tool takes here (${found.rule})`)] : []
  })
}

/** Bytes. A server of the official package ends at a line of 10 MiB, and takes its other calls along. */
const LARGEST = 8 * 1024 * 1024

function isTooLarge(args: JsonObject, places: readonly Fitted[]): boolean {
  // Six bytes are the most that a character becomes. What the caller wrote itself has a limit of its own.
  const most = places.reduce(
    (sum, { value }) => (typeof value === 'string' ? sum + value.length * 6 : LARGEST),
    0,
  )
  return most >= LARGEST / 2 && Buffer.byteLength(JSON.stringify(args)) > LARGEST
}

function tooLarge(path: JsonPath): Fault {
  return fault(
    path,
    'size',
    `together the values are too large to pass on; at most ${LARGEST / 1024 / 1024} MiB`,
  )
}

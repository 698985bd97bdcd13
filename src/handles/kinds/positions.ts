// The places of a value that a JSON Schema marks for handles: found by walking the value along the schema. What stands
// anywhere else is no handle, whatever it looks like. Nothing is opened or sealed here.

import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { at, type Cursor } from '../../json/schema/cursor.js'
import { choicesOf, isOfType, isSchema, typesOf } from '../../json/schema/declared.js'
import { HANDLE_KEYWORD, holdsKeyword, isMarked, markedIn } from '../../json/schema/marks.js'
import { REFERENCES } from '../../json/schema/reference.js'
import { isToken } from '../token.js'

/** A place that takes a handle, and what stands there. */
export interface Position {
  readonly path: JsonPath
  readonly value: unknown
  /** The kinds that the place takes. */
  readonly kinds: readonly string[]
  /** Whether nothing but a handle may stand here. */
  readonly sole: boolean
}

/** Which ways handles cross a tool. `unknown`: it takes none, and does not declare what it gives. */
export type HandleDependency = 'in' | 'out' | 'both' | 'none' | 'unknown'

/**
 * Whether a tool takes handles, gives them, both, or none; a channel without a memory can refuse it by that.
 *
 * @param mayGive Without an output it may give entities all the same.
 */
export function handleDependency(input: JsonObject, output?: JsonObject, mayGive = false): HandleDependency {
  const [takes, gives] = [isMarked(input), output !== undefined && isMarked(output)]
  if (takes) return gives ? 'both' : 'in'
  if (output === undefined && mayGive) return 'unknown'
  return gives ? 'out' : 'none'
}

/**
 * The places of arguments at which a handle stands. In a union with a literal, the literal is no handle; in one with
 * any text, a text is a handle if its checksum is right, or if the caller meant one, as far as `isMeant` can tell: a token
 * that went wrong is to be mended, and not to be passed on as a text.
 */
export function placesIn(
  schema: JsonObject,
  args: Json,
  isMeant: (text: string, kinds: readonly string[]) => boolean = () => false,
): Position[] {
  const places: Position[] = []
  if (!isMarked(schema)) return places
  const visit: Visit = (at, value, path) => {
    const place = at.meant(value as Json)
    const kinds = markedIn(place)
    if (kinds.length === 0) return place
    const others = place.parts.filter((part) => part[HANDLE_KEYWORD] === undefined)
    const sole = !others.some((part) => takesType(part, value as Json))
    if (others.some((part) => choicesOf(part)?.includes(value as Json))) return undefined
    if (!sole && !(typeof value === 'string' && (isToken(value) || isMeant(value, kinds)))) return place
    places.push({ path, value, kinds, sole })
    return undefined
  }
  walk(at(schema), args, [], visit, startCount())
  return places
}

/** The places of a result at which a value of some kind may stand: whether it does is for the kind to say. */
export function placesOut(schema: JsonObject, result: unknown): Position[] {
  const places: Position[] = []
  if (!isMarked(schema)) return places
  const visit: Visit = (place, value, path) => {
    const kinds = markedIn(place)
    if (kinds.length === 0 || value === null || value === undefined) return place
    const sole = place.parts.every((part) => part[HANDLE_KEYWORD] !== undefined || typesOf([part]).size === 0)
    places.push({ path, value, kinds, sole })
    return sole ? undefined : place
  }
  walk(at(schema), result, [], visit, startCount())
  return places
}

/** A copy of a value with other values at some places. What is on no path stays the same object. */
export function replaceAt(
  root: unknown,
  replacements: readonly { readonly path: JsonPath; readonly value: unknown }[],
): unknown {
  const copies = new Set<unknown>()
  return replacements.reduce((at, { path, value }) => replaceOne(at, path, 0, value, copies), root)
}

/** Deeper than any admitted argument; a result that goes on holds itself, which the result's own walk reports. */
const MAX_DEPTH = 200
/**
 * A part that stands at two places of each of its owners stands at 2^depth places. What an honest result shares among
 * its rows stands at about as many places as there are rows.
 */
const FREE_VISITS = 100_000
const VISITS_FOR_EACH_PART = 16

/** What a walk has done so far. */
interface Count {
  visits: number
  readonly parts: Set<unknown>
}

function startCount(): Count {
  return { visits: 0, parts: new Set() }
}

/** Tells where to go on below a value; undefined: it is done. */
type Visit = (place: Cursor, value: unknown, path: JsonPath) => Cursor | undefined

/** Visits each value that may be a handle or hold one. */
function walk(place: Cursor, value: unknown, path: JsonPath, visit: Visit, count: Count): void {
  if (path.length > MAX_DEPTH || !place.schemas.some(mayHold)) return
  if (typeof value === 'object' && value !== null) count.parts.add(value)
  if (++count.visits > FREE_VISITS + VISITS_FOR_EACH_PART * count.parts.size)
    throw new TypeError('the same parts stand in it too often; give each once, and refer to it by an id')
  const here = visit(place, value, path)
  if (here === undefined) return
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) walk(here.item(i), item, [...path, i], visit, count)
  } else if (isPlain(value)) {
    for (const key of Object.keys(value))
      if (key !== '__proto__') walk(here.key(key), value[key], [...path, key], visit, count)
  }
}

/** Whether a part by itself, without the choices that it lists, takes a value of this type. */
function takesType(part: JsonObject, value: Json): boolean {
  return choicesOf(part) === undefined && [...typesOf([part])].some((type) => isOfType(value, type))
}

const referring = Object.fromEntries(
  REFERENCES.map((keyword) => [keyword, new WeakMap<object, boolean>()]),
) as Record<(typeof REFERENCES)[number], WeakMap<object, boolean>>

/** A reference may lead to a mark; everything else shows its own. */
function mayHold(schema: Json): boolean {
  if (isSchema(schema) && isMarked(schema)) return true
  return REFERENCES.some((keyword) => holdsKeyword(schema, keyword, referring[keyword]))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function replaceOne(
  at: unknown,
  path: JsonPath,
  depth: number,
  value: unknown,
  copies: Set<unknown>,
): unknown {
  const step = path[depth]
  if (step === undefined) return value
  const copy = copies.has(at) ? at : Array.isArray(at) ? [...at] : { ...(at as object) }
  copies.add(copy)
  const holder = copy as Record<string | number, unknown>
  holder[step] = replaceOne(holder[step], path, depth + 1, value, copies)
  return copy
}

// The places of a value that a JSON Schema marks for handles: found by walking the value along the schema. What stands
// anywhere else is no handle, whatever it looks like. Nothing is opened or sealed here.

import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { childrenOf, choicesOf, isOfType, isSchema, partsOfAll, typesOf } from '../../json/schema/declared.js'
import { HANDLE_KEYWORD, holdsKeyword, isMarked } from '../../json/schema/marks.js'
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
  walk(
    [schema],
    args,
    [],
    (parts, value, path) => {
      const kinds = kindsOf(parts)
      if (kinds.length === 0) return false
      const others = parts.filter((part) => part[HANDLE_KEYWORD] === undefined)
      const sole = !others.some((part) => takesType(part, value as Json))
      if (others.some((part) => choicesOf(part)?.includes(value as Json))) return true
      if (!sole && !(typeof value === 'string' && (isToken(value) || isMeant(value, kinds)))) return false
      places.push({ path, value, kinds, sole })
      return true
    },
    (found, value) => partsOfAll(found, schema, value as Json),
  )
  return places
}

/** The places of a result at which a value of some kind may stand: whether it does is for the kind to say. */
export function placesOut(schema: JsonObject, result: unknown): Position[] {
  const places: Position[] = []
  if (!isMarked(schema)) return places
  walk(
    [schema],
    result,
    [],
    (parts, value, path) => {
      const kinds = kindsOf(parts)
      if (kinds.length === 0 || value === null || value === undefined) return false
      const sole = parts.every((part) => part[HANDLE_KEYWORD] !== undefined || typesOf([part]).size === 0)
      places.push({ path, value, kinds, sole })
      return sole
    },
    (found) => partsOfAll(found, schema),
  )
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
/** A part that stands at two places of each of its owners is visited 2^depth times. */
const MAX_VISITS = 1_000_000

type Visit = (parts: readonly JsonObject[], value: unknown, path: JsonPath) => boolean
type Apply = (schemas: readonly Json[], value: unknown) => readonly JsonObject[]

/** Visits each value that may be a handle or hold one; goes into it unless `visit` says that it is done. */
function walk(
  schemas: readonly Json[],
  value: unknown,
  path: JsonPath,
  visit: Visit,
  apply: Apply,
  count: { visits: number } = { visits: 0 },
): void {
  if (path.length > MAX_DEPTH || !schemas.some(mayHold)) return
  if (++count.visits > MAX_VISITS) throw new TypeError('it is too large, or holds parts of itself too often')
  const parts = apply(schemas, value)
  if (visit(parts, value, path)) return
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries())
      walk(childrenOf(parts, i), item, [...path, i], visit, apply, count)
  } else if (isPlain(value)) {
    for (const key of Object.keys(value)) {
      if (key !== '__proto__') walk(childrenOf(parts, key), value[key], [...path, key], visit, apply, count)
    }
  }
}

function kindsOf(parts: readonly JsonObject[]): string[] {
  return [...new Set(parts.map((part) => part[HANDLE_KEYWORD]).filter((kind) => typeof kind === 'string'))]
}

/** Whether a part by itself, without the choices that it lists, takes a value of this type. */
function takesType(part: JsonObject, value: Json): boolean {
  return choicesOf(part) === undefined && [...typesOf([part])].some((type) => isOfType(value, type))
}

const referring = new WeakMap<object, boolean>()

/** A reference may lead to a mark; everything else shows its own. */
function mayHold(schema: Json): boolean {
  return (isSchema(schema) && isMarked(schema)) || holdsKeyword(schema, '$ref', referring)
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

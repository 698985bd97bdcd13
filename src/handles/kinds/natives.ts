// Native values in the arguments of a session without handles. They are taken out before the arguments are read as
// JSON, and put back where the declaration marks a position: nowhere else can an object come in.

import { hash } from 'node:crypto'
import { isRecord, type Json } from '../../json/json.js'
import { type Place, placeOf } from '../../json/place.js'
import { type Fault, fault } from '../../json/schema/fault.js'
import { isMarked } from '../../json/schema/marks.js'
import type { Tool } from '../../tool/tool.js'
import { isToken } from '../token.js'
import type { Kind } from './kind.js'
import { placesIn, replaceAt } from './positions.js'

/** A native value and the kind that takes it. */
export interface Native {
  readonly kind: Kind
  readonly value: unknown
}

/** Arguments with texts in the place of native values, and the values by place. */
interface TakenOut {
  readonly args: unknown
  readonly natives: ReadonlyMap<Place, Native>
  /** What stands at a position and is neither a value of its kinds, nor a token or a name. */
  readonly faults: readonly Fault[]
}

/**
 * Takes native values out. Text that a model wrote holds none; here the program speaks, so a text that is no token is a
 * value where a kind says of texts that they are its own.
 */
export function takeNatives(tool: Tool, args: unknown, kinds: ReadonlyMap<string, Kind>): TakenOut {
  const natives = new Map<Place, Native>()
  if (!isRecord(args) || !isMarked(tool.inputSchema)) return { args, natives, faults: [] }
  const places = placesIn(tool.inputSchema, args as Json)
  const faults: Fault[] = []
  const taken = places.flatMap(({ path, value, kinds: names }) => {
    const kind = names.map((name) => kinds.get(name)).find((each) => each && isNative(each, value))
    if (!kind) {
      if (!mayBeOpened(value, names, kinds)) faults.push(fault(path, 'kind', mustBe(names)))
      return []
    }
    natives.set(placeOf(path), { kind, value })
    return [{ path, value: nameOf(value) }]
  })
  return { args: taken.length > 0 ? replaceAt(args, taken) : args, natives, faults }
}

/** A token, a name, or nothing, which the schema may take. */
function mayBeOpened(value: unknown, names: readonly string[], kinds: ReadonlyMap<string, Kind>): boolean {
  if (value === null || value === undefined) return true
  if (typeof value !== 'string') return false
  return isToken(value) || names.some((name) => kinds.get(name)?.by === 'name')
}

/** What a session without handles is told, in one form for all kinds. */
export function mustBe(kinds: readonly string[]): string {
  return `must be a value of kind ${kinds.join(' or ')}`
}

function isNative(kind: Kind, value: unknown): boolean {
  if (typeof value !== 'string') return takes(kind, value)
  // A call that is resumed has the names of values in their place: what they were is gone.
  return kind.by !== 'name' && !isToken(value) && !NAME.test(value) && claims(kind, value)
}

const NAME = /^native [a-z]+ [0-9a-f]+$/
const names = new WeakMap<object, string>()
let named = 0

/** Two different values are never the same text, or one call would be taken for a repeat of another. */
function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return `native ${typeof value} ${hash('sha256', String(value)).slice(0, 32)}`
  }
  const known = names.get(value)
  if (known !== undefined) return known
  const name = `native value ${++named}`
  names.set(value, name)
  return name
}

/** Whether a kind would take a value. One that says nothing of its values takes what stands at its position. */
export function takes(kind: Kind, value: unknown): boolean {
  try {
    return kind.is(value) || kind.faultOf(value) === undefined
  } catch {
    return false
  }
}

/** Whether a kind says of a value that it is its own; a kind that can't tell leaves it to what else may stand there. */
export function claims(kind: Kind, value: unknown): boolean {
  return kind.tells && takes(kind, value)
}

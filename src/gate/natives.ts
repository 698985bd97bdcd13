// Native values in the arguments of a session without handles. They are taken out before the arguments are read as
// JSON, and put back where the declaration marks a position: nowhere else can an object come in.

import type { Kind } from '../handles/kind.js'
import { placesIn, pointerOf, replaceAt } from '../handles/positions.js'
import { isRecord, type Json } from '../tool/json.js'
import { isMarked } from '../tool/marks.js'
import type { Tool } from '../tool/tool.js'

/** A native value and the kind that takes it. */
export interface Native {
  readonly kind: Kind
  readonly value: unknown
}

/** Arguments with texts in the place of native values, and the values by JSON Pointer. */
export interface TakenOut {
  readonly args: unknown
  readonly natives: ReadonlyMap<string, Native>
}

/** Takes native values out. Text that a model wrote holds none. */
export function takeNatives(tool: Tool, args: unknown, kinds: ReadonlyMap<string, Kind>): TakenOut {
  const natives = new Map<string, Native>()
  if (!isRecord(args) || !isMarked(tool.inputSchema)) return { args, natives }
  const places = placesIn(tool.inputSchema, args as Json).filter(({ value }) => typeof value !== 'string')
  const taken = places.flatMap(({ path, value, kinds: names }) => {
    const kind = names.map((name) => kinds.get(name)).find((each) => each && takes(each, value))
    if (!kind) return []
    natives.set(pointerOf(path), { kind, value })
    return [{ path, value: nameOf(value) }]
  })
  return { args: taken.length > 0 ? replaceAt(args, taken) : args, natives }
}

const names = new WeakMap<object, string>()
let named = 0

/** Two different values are never the same text, or one call would be taken for a repeat of another. */
function nameOf(value: unknown): string {
  const known = typeof value === 'object' && value !== null ? names.get(value) : undefined
  if (known !== undefined) return known
  const name = `native value ${++named}`
  if (typeof value === 'object' && value !== null) names.set(value, name)
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

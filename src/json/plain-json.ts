// A bounded copy of any value as plain JSON. It is what stands between a stranger's object graph and the rest:
// cycles, proxies, throwing getters, prototype keys and depth bombs end here. Results of tools are shaped
// elsewhere, with more mercy.

import { isRecord, type Json } from './json.js'
import type { JsonPath } from './pointer.js'

/** How much a copy may hold. */
interface PlainLimits {
  /** Objects and arrays inside each other; the root counts. */
  readonly depth: number
  /** Keys and items, all together. */
  readonly members: number
  /** UTF-8 bytes of all texts and keys, with their quotes. */
  readonly bytes: number
  /**
   * Refuses integers beyond 2^53: whoever parsed the text they came in may have changed their last digits. Default:
   * taken, as where a schema gives its bounds.
   */
  readonly safeIntegers?: boolean
}

export type { JsonPath }

/** Why a value was not copied. `value`: no JSON, such as a function, a class instance or a getter that threw. */
type PlainRule =
  | 'depth'
  | 'members'
  | 'size'
  | 'prototype key'
  | 'unicode'
  | 'number'
  | 'unsafe integer'
  | 'value'

/** A refusal and where. */
export interface PlainRefusal {
  readonly rule: PlainRule
  readonly path: JsonPath
}

/** Copies a value as plain JSON. `undefined` in an object counts as absent; `-0` becomes `0`. Never throws. */
export function plainJson(value: unknown, limits: PlainLimits): { readonly value: Json } | PlainRefusal {
  const walk: Walk = { limits, members: 0, bytes: 0, rule: undefined, path: [] }
  try {
    const copied = copy(value, walk, 1)
    if (copied !== undefined) return { value: copied }
  } catch {
    // A getter or a proxy trap threw, or a proxy was revoked.
    walk.rule = 'value'
  }
  return { rule: walk.rule ?? 'value', path: walk.path }
}

interface Walk {
  readonly limits: PlainLimits
  members: number
  bytes: number
  rule: PlainRule | undefined
  /** Filled while a refusal comes up from where it was found, so that the good case keeps no path. */
  readonly path: (string | number)[]
}

function copy(value: unknown, walk: Walk, depth: number): Json | undefined {
  switch (typeof value) {
    case 'string':
      return copyText(value, walk)
    case 'number':
      if (!Number.isFinite(value)) return refuse(walk, 'number')
      if (walk.limits.safeIntegers && Number.isInteger(value) && !Number.isSafeInteger(value))
        return refuse(walk, 'unsafe integer')
      return value === 0 ? 0 : value
    case 'boolean':
      return value
    case 'bigint':
      return refuse(walk, 'unsafe integer')
    case 'object':
      if (value === null) return null
      if (depth > walk.limits.depth) return refuse(walk, 'depth')
      return Array.isArray(value) ? copyArray(value, walk, depth) : copyObject(value, walk, depth)
    default:
      return refuse(walk, 'value')
  }
}

function copyText(text: string, walk: Walk): string | undefined {
  walk.bytes += Buffer.byteLength(text) + 2
  if (walk.bytes > walk.limits.bytes) return refuse(walk, 'size')
  return text.isWellFormed() ? text : refuse(walk, 'unicode')
}

function copyArray(list: readonly unknown[], walk: Walk, depth: number): Json | undefined {
  const { length } = list
  walk.members += length
  if (walk.members > walk.limits.members) return refuse(walk, 'members')
  const out: Json[] = []
  for (let i = 0; i < length; i++) {
    const item = copy(list[i], walk, depth + 1)
    if (item === undefined) return refuseAt(walk, i)
    out.push(item)
  }
  return out
}

function copyObject(source: object, walk: Walk, depth: number): Json | undefined {
  if (!isPlain(source)) return refuse(walk, 'value')
  const keys = Object.keys(source)
  walk.members += keys.length
  if (walk.members > walk.limits.members) return refuse(walk, 'members')
  const out: Record<string, Json> = {}
  for (const key of keys) {
    const value = (source as Record<string, unknown>)[key]
    if (value === undefined) continue
    // JSON.parse makes `__proto__` an own key; the first merge or assignment of it would change a prototype.
    if (key === '__proto__') return refuse(walk, 'prototype key')
    if (copyText(key, walk) === undefined) return undefined
    const copied = copy(value, walk, depth + 1)
    if (copied === undefined) return refuseAt(walk, key)
    if (key === 'constructor' && isRecord(copied) && Object.hasOwn(copied, 'prototype')) {
      return refuse(walk, 'prototype key')
    }
    out[key] = copied
  }
  return out
}

/** An object literal of this realm or another, or one without prototype. Not a class instance, a Date, a Map. */
function isPlain(source: object): boolean {
  const prototype = Object.getPrototypeOf(source)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

function refuse(walk: Walk, rule: PlainRule): undefined {
  walk.rule = rule
}

function refuseAt(walk: Walk, step: string | number): undefined {
  walk.path.unshift(step)
}

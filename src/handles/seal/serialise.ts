// The one walk over a result: any value of a tool to plain JSON, copied, so that nothing the tool still holds
// can change what was delivered. The forms are documented in docs/what-the-model-sees.md.

import type { Json } from '../../json/json.js'
import { ToolFailure } from '../../tool/results.js'
import { HandleError } from '../errors.js'

/** What the walk gave. */
export interface Serialised {
  readonly value: Json
  /** Characters that its JSON has at least. */
  readonly size: number
  /** Bytes that its JSON has at most. */
  readonly most: number
}

/** A value that has no JSON form. Names the place, never the value. */
export class Unserialisable extends Error {
  readonly path: (string | number)[] = []
  constructor(
    readonly reason: string,
    readonly code: 'unserializable' | 'result_too_large' = 'unserializable',
  ) {
    super(reason)
  }
}

const MAX_DEPTH = 200
/** Values in one result; above this a shared reference was multiplied, or memory is at risk. */
const MAX_VALUES = 5_000_000
const MAX_SIZE = 256 * 1024 * 1024

/** What stands in an object's place; undefined when it is walked like any other. What it throws ends the walk. */
export type Take = (value: object) => Json | undefined

/**
 * Copies a value to JSON.
 *
 * @param take Asked for each object and list before it is walked: handles stand in the place of entities.
 * @throws Unserialisable with the path of what has no JSON form, or the HandleError of `take`.
 */
export function serialise(value: unknown, take?: Take): Serialised {
  const walk: Walk = { values: 0, size: 0, numbers: 0, take }
  try {
    const copied = copy(value, walk, 0)
    // Six bytes are the most that one character becomes (`\\u0000`), and a number has at most 24.
    return { value: copied, size: walk.size, most: walk.size * 6 + walk.numbers * 24 }
  } catch (error) {
    throw error instanceof HandleError ? error : asUnserialisable(error)
  }
}

interface Walk {
  values: number
  size: number
  numbers: number
  readonly take: Take | undefined
}

function copy(value: unknown, walk: Walk, depth: number): Json {
  switch (typeof value) {
    case 'string':
      walk.size += value.length + 3
      return value.isWellFormed() ? value : value.toWellFormed()
    case 'number':
      walk.numbers++
      walk.size += 2
      if (value === 0) return 0 // not -0, which print and parse would change
      return Number.isFinite(value) ? value : null
    case 'boolean':
      walk.size += 5
      return value
    case 'undefined':
      walk.size += 5
      return null
    case 'bigint':
      return copy(value.toString(), walk, depth)
    case 'object':
      if (value !== null) return copyObject(value, walk, depth)
      walk.size += 5
      return null
    default:
      throw new Unserialisable(`a ${typeof value} has no JSON form`)
  }
}

function copyObject(value: object, walk: Walk, depth: number): Json {
  if (depth > MAX_DEPTH) throw new Unserialisable(`it holds itself, or nests deeper than ${MAX_DEPTH} levels`)
  if (++walk.values > MAX_VALUES || walk.size > MAX_SIZE) {
    throw tooLarge()
  }
  walk.size += 2
  const taken = walk.take?.(value)
  if (taken !== undefined) {
    walk.size += typeof taken === 'string' ? taken.length : JSON.stringify(taken).length
    return taken
  }
  if (Array.isArray(value)) return copyArray(value, walk, depth)
  const prototype: object | null = Object.getPrototypeOf(value)
  // A plain object of another realm has a prototype of its own that ends the chain.
  if (prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null) {
    return copyPlain(value, walk, depth)
  }
  return copyInstance(value, walk, depth)
}

function copyArray(list: readonly unknown[], walk: Walk, depth: number): Json {
  walk.values += list.length
  if (walk.values > MAX_VALUES) throw tooLarge()
  const made = new Array<Json>(list.length)
  let at = 0
  try {
    for (; at < list.length; at++) made[at] = copy(list[at], walk, depth + 1)
  } catch (error) {
    throw located(error, at)
  }
  return made
}

/**
 * Spread takes own enumerable keys at the speed of the engine's clone, then only what must change is written.
 * (Building the copy key by key costs three times as much.)
 */
function copyPlain(source: object, walk: Walk, depth: number): Json {
  const made = spread(source)
  let at = ''
  try {
    for (at in made) {
      const value = made[at]
      walk.size += at.length + 3
      if (typeof value === 'string') {
        walk.size += value.length + 3
        if (!value.isWellFormed()) made[at] = value.toWellFormed()
      } else if (typeof value === 'number') {
        walk.size += 2
        walk.numbers++
        if (value === 0) made[at] = 0
        else if (!Number.isFinite(value)) made[at] = null
      } else if (typeof value === 'boolean' || value === null) {
        walk.size += 5
      } else if (value === undefined) {
        delete made[at]
      } else if (typeof value === 'function' && at === 'toJSON') {
        return copy(value.call(source, ''), walk, depth + 1)
      } else {
        const copied = copy(value, walk, depth + 1)
        if (copied !== value) made[at] = copied
      }
      if (!at.isWellFormed()) rename(made, at)
    }
  } catch (error) {
    throw located(error, at)
  }
  return made as Json
}

function spread(source: object): Record<string, unknown> {
  try {
    const made: Record<PropertyKey, unknown> = { ...source }
    for (const symbol of Object.getOwnPropertySymbols(made)) delete made[symbol]
    return made
  } catch {
    const key = Object.keys(source).find((name) => throws(() => (source as Record<string, unknown>)[name]))
    throw located(new Unserialisable('its getter threw'), key ?? '')
  }
}

function copyInstance(value: object, walk: Walk, depth: number): Json {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Map) return copyMap(value, walk, depth)
  if (value instanceof Set) return copyObject([...value], walk, depth)
  if (value instanceof Error) return errorForm(value)
  if (value instanceof ArrayBuffer) return copy(Buffer.from(value).toString('base64'), walk, depth)
  if (ArrayBuffer.isView(value)) return copyView(value, walk, depth)
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return copy(value.valueOf(), walk, depth)
  }
  if (value instanceof Promise) throw new Unserialisable('a promise was not awaited')
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON === 'function') return copy(toJSON.call(value, ''), walk, depth + 1)
  throw new Unserialisable(`a ${className(value)} is no plain data; give its fields, or give it a toJSON`)
}

function copyMap(map: ReadonlyMap<unknown, unknown>, walk: Walk, depth: number): Json {
  const entries = [...map]
  if (entries.every(([key]) => typeof key === 'string')) {
    return copyPlain(Object.fromEntries(entries), walk, depth)
  }
  return copyArray(entries, walk, depth)
}

function copyView(view: ArrayBufferView, walk: Walk, depth: number): Json {
  if (view instanceof Uint8Array || view instanceof Uint8ClampedArray || view instanceof DataView) {
    return copy(Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64'), walk, depth)
  }
  return copyArray(Array.from(view as Float64Array), walk, depth)
}

/** An error that was returned as data: its name and code. Its message may hold what must not leave. */
function errorForm(error: Error): Json {
  if (error instanceof ToolFailure) return { error: error.code, userMessage: error.userMessage }
  const { code } = error as { code?: unknown }
  return { error: className(error), ...(typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) && { code }) }
}

function className(value: object): string {
  const { name } = Object.getPrototypeOf(value)?.constructor ?? {}
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'class instance'
}

/** A key with a lone surrogate would be refused by strict readers further on. */
function rename(made: Record<string, unknown>, key: string): void {
  const value = made[key]
  delete made[key]
  Object.defineProperty(made, key.toWellFormed(), {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}

function located(error: unknown, key: string | number): Error {
  if (error instanceof HandleError) return error
  const named = asUnserialisable(error)
  named.path.unshift(key)
  return named
}

function asUnserialisable(error: unknown): Unserialisable {
  return error instanceof Unserialisable ? error : new Unserialisable('its toJSON or getter threw')
}

function tooLarge(): Unserialisable {
  return new Unserialisable('it is too large to cross', 'result_too_large')
}

function throws(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch {
    return true
  }
}

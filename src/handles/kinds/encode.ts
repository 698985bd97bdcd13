// From a value to what is kept of it: JSON that says the same when it is read again. What a codec gives beyond that is
// refused while the value is still there, and not found missing when it is opened.

import type { HandleError } from '../errors.js'
import { handleError } from '../errors.js'
import type { Kind } from './kind.js'

/**
 * The value as JSON; undefined for a live one, of which nothing is written.
 *
 * @throws HandleError when the kind does not take it, or its codec fails.
 */
export function encoded(kind: Kind, value: unknown): string | undefined {
  check(kind, value)
  return kind.live ? undefined : print(kind, encode(kind, value))
}

/** As {@link encoded}, for all values of a list. */
export function encodedList(kind: Kind, values: readonly unknown[]): string | undefined {
  for (const value of values) check(kind, value)
  if (kind.live) return undefined
  return print(
    kind,
    values.map((value) => encode(kind, value)),
  )
}

/** What a failing codec comes to: the caller is told nothing but that. */
export function codecFailed(kind: Kind, cause: unknown): HandleError {
  return handleError('handle_codec_failed', `A value of kind ${kind.name} could not be read or written.`, {
    cause,
  })
}

function check(kind: Kind, value: unknown): void {
  let fault: string | undefined
  try {
    fault = kind.faultOf(value)
  } catch (cause) {
    throw codecFailed(kind, cause)
  }
  if (fault === undefined) return
  const cause = new TypeError(fault)
  throw handleError('handle_unexpected_value', `A result holds a value that is no ${kind.name}.`, { cause })
}

function encode(kind: Kind, value: unknown): unknown {
  let made: unknown
  try {
    made = kind.encode(value)
  } catch (cause) {
    throw codecFailed(kind, cause)
  }
  // A promise would be kept as `{}`, and what it holds be lost.
  if (made instanceof Promise) {
    made.catch(() => {})
    throw codecFailed(kind, new TypeError('encode is asynchronous'))
  }
  if (made !== undefined && made !== null) return made
  throw codecFailed(kind, new TypeError('encode gave nothing'))
}

function print(kind: Kind, made: unknown): string {
  let json: string | undefined
  try {
    const lost = lostIn(made)
    if (lost !== undefined) throw new TypeError(`the encoded value holds ${lost}, which JSON does not keep`)
    json = JSON.stringify(made)
  } catch (cause) {
    throw codecFailed(kind, cause)
  }
  if (json !== undefined) return json
  throw codecFailed(kind, new TypeError('the encoded value has no JSON form'))
}

/** What would be another thing, or nothing, when it is read again. A member that is undefined is as good as absent. */
function lostIn(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : String(value)
    case 'object':
      return value === null ? undefined : lostInObject(value)
    default:
      return `a ${typeof value}`
  }
}

function lostInObject(value: object): string | undefined {
  if (Array.isArray(value)) {
    // By index: a hole would be skipped, and become null.
    for (let i = 0; i < value.length; i++) {
      const lost = lostIn(value[i])
      if (lost !== undefined) return lost
    }
    return undefined
  }
  const prototype: object | null = Object.getPrototypeOf(value)
  // A plain object of another realm has a prototype of its own that ends the chain.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return `a ${String(prototype.constructor?.name ?? 'class instance').slice(0, 40)}`
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key]
    const lost = member === undefined ? undefined : lostIn(member)
    if (lost !== undefined) return lost
  }
  return undefined
}

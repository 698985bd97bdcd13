// JSON Pointers (RFC 6901) into a value that is looked at through a handle. Own keys and items only: what every object
// has is not there.

import { nearNames } from '../../base/names.js'
import type { Json, JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { pointerOf, stepsOf } from '../../json/pointer.js'
import { quote } from '../../json/quote.js'
import { type HandleError, handleError } from '../errors.js'

/** The longest pointer that is taken and given. */
export const LONGEST_POINTER = 2_000

/** A value and where it stands. */
export interface Part {
  readonly value: Json
  readonly path: JsonPath
}

/**
 * Follows a pointer.
 *
 * @throws HandleError `handle_malformed` when it is none, `handle_not_found` when it leads nowhere; says what is there.
 */
export function follow(root: Json, pointer: string): Part {
  const path: (string | number)[] = []
  let value = root
  for (const step of readSteps(pointer, PATH.pointer)) {
    const key = Array.isArray(value) ? indexOf(step, value.length) : step
    if (key === undefined || !isContainer(value) || !Object.hasOwn(value, key))
      throw nowhere(value, step, path)
    path.push(key)
    value = (value as JsonObject)[key]!
  }
  return { value, path }
}

/**
 * Reads a pointer once, for many rows: gives what stands there in a row, undefined where there is nothing.
 *
 * @throws HandleError `handle_malformed` when it is none.
 */
export function valueAt(pointer: string, argument: string): (row: Json) => Json | undefined {
  const steps = readSteps(pointer, argument)
  return (row) => {
    let value = row
    for (const step of steps) {
      const key = Array.isArray(value) ? indexOf(step, value.length) : step
      if (key === undefined || !isContainer(value) || !Object.hasOwn(value, key)) return undefined
      value = (value as JsonObject)[key]!
    }
    return value
  }
}

function readSteps(pointer: string, argument: string): readonly string[] {
  const steps = stepsOf(pointer)
  if (steps) return steps
  const mend = 'Write it as "/rows/0/name", with ~1 for a slash in a key and ~0 for a tilde; "" is the whole.'
  throw handleError('handle_malformed', `${quote(pointer)} is no JSON Pointer. ${mend}`, {
    pointer: argument,
  })
}

const PATH = { pointer: '/path' }

function indexOf(step: string, length: number): number | undefined {
  return /^(0|[1-9][0-9]{0,15})$/.test(step) && Number(step) < length ? Number(step) : undefined
}

function isContainer(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === 'object' && value !== null
}

function nowhere(value: Json, step: string, path: JsonPath): HandleError {
  const where = path.length === 0 ? 'the value' : quote(pointerOf(path))
  return handleError(
    'handle_not_found',
    `There is no ${quote(step)} in ${where}: ${whatIsThere(value, step)}.`,
    PATH,
  )
}

/** Comparing costs time for each key, so that of very many only the first are compared. */
const COMPARED = 1_000

function whatIsThere(value: Json, step: string): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? 'it is an empty list' : `it is a list, its items are 0 to ${value.length - 1}`
  }
  if (!isContainer(value))
    return `it is ${value === null ? 'null' : `a ${typeof value}`}, with nothing below it`
  const keys = Object.keys(value)
  if (keys.length === 0) return 'it is an empty object'
  const compared = keys.slice(0, COMPARED).filter((key) => key.length <= 128)
  const near = nearNames(step, compared)
  const shown = near.length > 0 ? near : keys.slice(0, 5)
  const names = shown.map((key) => quote(key)).join(', ')
  if (near.length > 0) return `did you mean ${names}`
  return `it has ${names}${keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''}`
}

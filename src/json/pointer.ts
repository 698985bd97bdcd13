// Places in JSON: one codec for JSON Pointers (RFC 6901), as plain text and as the fragment of a URI. Own keys and
// items only: what every object has is nowhere in JSON.

import { isRecord } from './json.js'

/** Keys and indexes on the way from the root; an index is a number where a list was seen. */
export type JsonPath = readonly (string | number)[]

/** A JSON Pointer: the empty text for the whole, else steps that each begin with a slash. */
export type JsonPointer = '' | `/${string}`

/** A path as a pointer: `['a/b', 0]` is `/a~1b/0`. */
export function pointerOf(path: JsonPath): JsonPointer {
  return path.map((step) => `/${escapeStep(step)}`).join('') as JsonPointer
}

/** One step further. */
export function pointerTo(pointer: JsonPointer, step: string | number): JsonPointer {
  return `${pointer}/${escapeStep(step)}` as JsonPointer
}

/** The steps of a pointer, all as text; undefined when it is none: no slash first, or a tilde that escapes nothing. */
export function stepsOf(pointer: string): readonly string[] | undefined {
  if (pointer === '') return []
  if (pointer[0] !== '/' || /~(?![01])/.test(pointer)) return undefined
  return pointer.slice(1).split('/').map(unescapeStep)
}

/** The path of a pointer into a value, which alone tells an index from a key made of digits; undefined as above. */
export function pathIn(value: unknown, pointer: string): JsonPath | undefined {
  let at = value
  return stepsOf(pointer)?.map((step) => {
    const isIndex = Array.isArray(at) && INDEX.test(step)
    at = childOf(at, step)
    return isIndex ? Number(step) : step
  })
}

/** What stands at a path; undefined when nothing does. */
export function valueAt(root: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(childOf, root)
}

/**
 * The steps of a pointer in the fragment of a URI, as `$ref` writes it (`#/$defs/a%20b`); without the `#`. Undefined
 * when it is none. Percent signs are read first and tildes second, each step by itself, as the validator does.
 */
export function stepsOfFragment(fragment: string): readonly string[] | undefined {
  if (fragment === '') return []
  if (fragment[0] !== '/') return undefined
  const steps = fragment.slice(1).split('/').map(decoded)
  if (steps.some((step) => step === undefined || /~(?![01])/.test(step))) return undefined
  return (steps as string[]).map(unescapeStep)
}

/** A key as a step is written. */
export function escapeStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The key that a step means. In this order: `~01` is the key `~1`. */
function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

const INDEX = /^(0|[1-9][0-9]{0,15})$/

function childOf(at: unknown, step: string | number): unknown {
  if (Array.isArray(at))
    return INDEX.test(String(step)) ? (at as readonly unknown[])[Number(step)] : undefined
  return isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined
}

function decoded(step: string): string | undefined {
  try {
    return decodeURIComponent(step)
  } catch {
    return undefined
  }
}

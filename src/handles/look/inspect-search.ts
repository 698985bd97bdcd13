// Where a text stands in a value: in texts, numbers and the like, and in keys. Plain text, whatever its case; time grows
// with the value and not with what is searched for.

import type { Json, JsonObject } from '../../json/json.js'
import { pointerOf } from '../../json/pointer.js'
import { boundary } from './measure.js'
import { DEFAULT_ROWS, type PageAsk } from './page.js'
import { LONGEST_POINTER, type Part } from './pointer.js'

/** Characters of an excerpt on each side. */
const AROUND = 60

/** All matches are counted; those from `from` on are shown, as many as `limit` and the room allow. */
export function searchIn(
  { value, path }: Part,
  text: string,
  ask: PageAsk,
): JsonObject & { readonly total: number } {
  const { from, limit = DEFAULT_ROWS } = ask
  const wanted = fold(text)
  const matches: JsonObject[] = []
  let room = ask.room
  let total = 0
  visitTexts(value, (found, isKey, steps) => {
    const folded = fold(found)
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
      const index = total++
      // One after the other without a gap, so that `next` goes on where this page ends.
      if (index !== from + matches.length || matches.length >= limit || room < 0) continue
      const match = matchOf(found, at, wanted.length, isKey, pointerOf([...path, ...steps]))
      room -= JSON.stringify(match).length
      if (room >= 0 || matches.length === 0) matches.push(match)
    }
  })
  const next = from + matches.length
  return { path: pointerOf(path), text, from, total, matches, ...(next < total && { next }) }
}

function matchOf(found: string, at: number, length: number, isKey: boolean, pointer: string): JsonObject {
  const start = boundary(found, Math.max(0, at - AROUND))
  const end = boundary(found, Math.min(found.length, at + length + AROUND))
  const excerpt = `${start > 0 ? '…' : ''}${found.slice(start, end)}${end < found.length ? '…' : ''}`
  return {
    ...(pointer.length > LONGEST_POINTER ? { note: 'its path is too long to ask for' } : { at: pointer }),
    ...(isKey ? { in: 'key' } : found.length > excerpt.length && { character: at }),
    excerpt,
  }
}

/**
 * Without case, at the same length, so that a place in the folded text is one in the text: `İ` alone would become two
 * characters, and what a sigma becomes would depend on its neighbours.
 */
export function fold(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')
}

type Visit = (text: string, isKey: boolean, steps: readonly (string | number)[]) => void

/** Shows each key and each scalar in order. It calls itself nowhere: a value may be very deep. */
function visitTexts(root: Json, visit: Visit): void {
  const open: {
    readonly in: JsonObject
    readonly keys: readonly (string | number)[] | number
    next: number
  }[] = []
  const steps: (string | number)[] = []
  for (let value = root; ; ) {
    if (Array.isArray(value)) open.push({ in: value as unknown as JsonObject, keys: value.length, next: 0 })
    else if (typeof value === 'object' && value !== null) {
      open.push({ in: value as JsonObject, keys: Object.keys(value), next: 0 })
    } else visit(String(value), false, steps)
    let inner = open.at(-1)
    while (inner && inner.next >= (typeof inner.keys === 'number' ? inner.keys : inner.keys.length)) {
      open.pop()
      inner = open.at(-1)
    }
    if (!inner) return
    const step = typeof inner.keys === 'number' ? inner.next : inner.keys[inner.next]!
    inner.next++
    steps.length = open.length
    steps[open.length - 1] = step
    if (typeof step === 'string') visit(step, true, steps)
    value = inner.in[step]!
  }
}

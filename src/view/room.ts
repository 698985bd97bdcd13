// The room of a view, in tokens, and how its parts share it: what needs less than an equal share leaves the rest to
// the others.

import { estimateTokens } from './budget.js'
import { unmarked } from './changes.js'

/** What each part may take of the room, in the order of their needs given. */
export function shares(needs: readonly number[], room: number): number[] {
  const given = needs.map(() => 0)
  let left = room
  const order = needs.map((_, index) => index).sort((a, b) => needs[a]! - needs[b]!)
  order.forEach((index, at) => {
    const share = Math.min(needs[index]!, Math.max(0, left) / (order.length - at))
    given[index] = share
    left -= share
  })
  return given
}

/** Tokens of a text that a view may show. */
export function tokensOf(text: string): number {
  return estimateTokens(unmarked(text))
}

/**
 * How many lines or values fit, and what they take; asks for no more of them than one that doesn't fit. One is always
 * offered: whether there is room for it is seen when all is written.
 */
export function countFitting(
  total: number,
  room: number,
  write: (index: number) => string,
): { readonly shown: number; readonly taken: number } {
  let taken = 0
  let shown = 0
  for (; shown < total; shown++) {
    // What stands between two of them takes one or two.
    const price = tokensOf(write(shown)) + BETWEEN
    if (taken + price > room && shown > 0) break
    taken += price
  }
  return { shown, taken }
}

const BETWEEN = 2

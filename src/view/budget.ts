// How much text is how many tokens, and how the parts of a view share them: what needs less than an equal share leaves
// the rest to the others. Counts only what it is given.

import { isMark } from './changes.js'

/** Counts the tokens of a text, as the model at hand does. */
export type CountTokens = (text: string) => number

/** No token that {@link estimateTokens} counts stands for more characters than this. */
export const ESTIMATED_CHARACTERS = 4

/**
 * An upper estimate of tokens in one pass: a run of up to 16 letters counts as its length / 4, rounded up; other
 * ASCII 1 each (a longer run is no word, and tokenizers take such apart); other code units 1.2 each.
 */
export function estimateTokens(text: string): number {
  return estimate(text, false)
}

/** Tokens of a text that a view may show: the marks of changes are no text. */
export function tokensOf(text: string): number {
  return estimate(text, true)
}

function estimate(text: string, isMarked: boolean): number {
  // In fifths of a token, so that the sum is exact.
  let fifths = 0
  let run = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const lower = code | 0x20
    if (lower >= 0x61 && lower <= 0x7a && code < 0x80) {
      run++
      continue
    }
    if (isMarked && code >= 0xfdd0 && isMark(code)) continue
    fifths += runFifths(run) + (code < 0x80 ? 5 : 6)
    run = 0
  }
  return Math.ceil((fifths + runFifths(run)) / 5)
}

/** Whether a text has at most so many tokens. A token is at least a byte, so a short text is never counted. */
export function fits(text: string, tokens: number, count?: CountTokens): boolean {
  if (text.length * 3 <= tokens) return true
  if (text.length <= tokens && countBytes(text) <= tokens) return true
  if (count) return count(text) <= tokens
  return text.length <= tokens * ESTIMATED_CHARACTERS && estimateTokens(text) <= tokens
}

/** Bytes as UTF-8. */
export function countBytes(text: string): number {
  return Buffer.byteLength(text)
}

function runFifths(run: number): number {
  return run > 16 ? run * 5 : ((run + 3) >> 2) * 5
}

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

// JSON texts whose whole numbers stay exact. A changed id names something else, and a number too large for any becomes
// nothing at all in the next JSON.

import { losslessJson } from '../base/late.js'

/**
 * Reads a JSON text. A whole number beyond 2^53 becomes what `large` makes of its digits: a `bigint`, where nothing
 * else is said. A number that no double holds (`1e400`) stays its text.
 *
 * @throws SyntaxError when it is no JSON; RangeError when it nests too deep.
 */
export function readExact(text: string, large: (digits: string) => unknown = BigInt): unknown {
  const value: unknown = JSON.parse(text)
  if (!MAY_LOSE.test(text)) return value
  return losslessJson().parse(text, undefined, {
    parseNumber: (literal) => numberOf(literal, large),
    // As JSON.parse does.
    onDuplicateKey: ({ newValue }) => newValue,
  })
}

/** Few texts hold one of them, and reading those again takes a slower parser. */
const MAY_LOSE = /\d{16}|\d[eE]\+?\d{3,}\s*(?:[,\]}]|$)/
/** Longer ones name nothing, and cost more than their length to read. */
const MAX_DIGITS = 400

function numberOf(literal: string, large: (digits: string) => unknown): unknown {
  const value = Number(literal)
  if (!Number.isFinite(value)) return literal
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || !/^-?\d+$/.test(literal)) return value
  return literal.length > MAX_DIGITS ? literal : large(literal)
}

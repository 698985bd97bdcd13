// One checked step: an amount that is the sum, difference, product or a percentage of two numbers, of which the
// user said one. More steps would let an attacker reach any amount.

import type { Quantity } from '../evidence/seen.js'
import type { NumbersSaid } from '../words/numbers.js'

/** Half of the smallest coin: amounts are rounded, sums are not. */
const ROUNDING = 0.005

/**
 * Whether `amount` is one step away from a number that the user said. The other operand is a number that the
 * user said as well, or a first-party quantity, which come in rising order.
 */
export function isDerived(
  amount: number,
  said: readonly NumbersSaid[],
  quantities: readonly Quantity[],
  asOf: number,
): boolean {
  if (amount === 0) return false
  const numbers = union(said, ({ values }) => values)
  const percents = union(said, ({ percents }) => percents)
  const factors = union(said, ({ factors }) => factors)
  const given = [...numbers].sort((a, b) => a - b).map((value) => ({ value, seq: 0 }))
  const other = (low: number, high: number) =>
    holds(given, low, high, asOf) || holds(quantities, low, high, asOf)

  const near = (exact: number) => other(exact - 1e-9, exact + 1e-9)
  for (const number of numbers) {
    if (near(amount - number) || near(number - amount) || near(amount + number)) return true
    if (number !== 0 && number !== 1 && around(amount / number, number, other)) return true
  }
  for (const factor of factors) if (around(amount / factor, factor, other)) return true
  for (const percent of percents) {
    for (const share of [percent / 100, 1 + percent / 100, 1 - percent / 100]) {
      if (share > 0 && around(amount / share, share, other)) return true
    }
  }
  return false
}

/** Whether some operand times `by` rounds to the amount. */
function around(exact: number, by: number, other: (low: number, high: number) => boolean): boolean {
  const slack = by % 1 === 0 ? 1e-9 : ROUNDING / Math.abs(by)
  return other(exact - slack, exact + slack)
}

/** Whether one of the quantities, in rising order, lies between two numbers. */
export function holds(sorted: readonly Quantity[], low: number, high: number, asOf: number): boolean {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] as Quantity).value < low) from = middle + 1
    else to = middle
  }
  for (; from < sorted.length && (sorted[from] as Quantity).value <= high; from++) {
    const { value, seq } = sorted[from] as Quantity
    if (value !== 0 && seq <= asOf) return true
  }
  return false
}

function union(
  said: readonly NumbersSaid[],
  pick: (numbers: NumbersSaid) => ReadonlySet<number>,
): Set<number> {
  const all = new Set<number>()
  for (const numbers of said) for (const value of pick(numbers)) if (all.size < 64) all.add(value)
  return all
}

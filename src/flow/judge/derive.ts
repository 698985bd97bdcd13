// One checked step that the user's words ask for: half, a per cent, each, plus, minus. The numbers that go into it are
// the user's, or stand in one record or one list. Two steps would let an attacker reach any amount.

import type { EvidenceIndex } from '../evidence/evidence.js'
import type { Quantity, SeenRecord } from '../evidence/seen.js'
import type { AmountsSaid } from '../words/amounts.js'
import { numberOf } from '../words/numbers.js'

/** Half of the smallest coin: amounts are rounded, sums are not. */
const ROUNDING = 0.005
/** Of one list; longer ones are not added up. */
const MAX_LIST = 2_000
/** Of the user's numbers. */
const MAX_SAID = 64

/** Where the other numbers of a step may stand. */
type Operands = Pick<EvidenceIndex, 'quantities' | 'shownSince'>

/** Whether `amount` is one step away, by what each message says. */
export function isDerived(
  amount: number,
  said: readonly AmountsSaid[],
  index: Operands,
  asOf: number,
): boolean {
  return amount > 0 && said.some((message) => isStep(amount, message, index, asOf))
}

function isStep(amount: number, said: AmountsSaid, index: Operands, asOf: number): boolean {
  const { factors, percents, steps } = said
  if (factors.size + percents.size + steps.size === 0) return false
  const own = [...said.values].slice(0, MAX_SAID)
  const given = own.toSorted((a, b) => a - b).map((value) => ({ value, seq: 0 }))
  const one = (low: number, high: number) =>
    holds(given, low, high, asOf) || holds(index.quantities(), low, high, asOf)
  const times = (by: number) => by > 0 && around(amount / by, by, one)
  if ([...factors].some(times)) return true
  for (const percent of percents) {
    if ([percent / 100, 1 + percent / 100, 1 - percent / 100].some(times)) return true
  }
  if (steps.has('each') && own.some((count) => isCount(count) && (times(count) || times(1 / count))))
    return true
  const near = (exact: number) => one(exact - 1e-9, exact + 1e-9)
  if (steps.has('plus') && own.some((value) => near(amount - value))) return true
  if (steps.has('minus') && own.some((value) => near(amount + value) || near(value - amount))) return true
  if (!steps.has('plus') && !steps.has('minus')) return false
  return numberLists(index.shownSince(-1, asOf)).some(
    (list) =>
      (steps.has('plus') && isSumOf(amount, list)) || (steps.has('minus') && isDifferenceOf(amount, list)),
  )
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 1 && value <= 1_000
}

/** Whether some operand times `by` rounds to the amount. */
function around(exact: number, by: number, other: (low: number, high: number) => boolean): boolean {
  const slack = by % 1 === 0 ? 1e-9 : ROUNDING / Math.abs(by)
  return other(exact - slack, exact + slack)
}

/** The quantities of each record, and those of each list that stand in the same field. */
function numberLists(records: readonly SeenRecord[]): readonly (readonly number[])[] {
  const byList = new Map<readonly SeenRecord[], Map<string, number[]>>()
  const lists: number[][] = []
  for (const record of records) {
    const own: number[] = []
    const byPath = byList.get(record.list) ?? new Map<string, number[]>()
    byList.set(record.list, byPath)
    for (const { key, path, label, id } of record.values) {
      const number = label === 'first-party' && id === undefined ? numberIn(key) : undefined
      if (number === undefined) continue
      own.push(number)
      const column = byPath.get(path)
      if (column) column.push(number)
      else byPath.set(path, [number])
    }
    if (own.length > 1) lists.push(own)
  }
  for (const byPath of byList.values()) lists.push(...byPath.values())
  return lists.filter(({ length }) => length > 1 && length <= MAX_LIST)
}

function numberIn(key: string): number | undefined {
  return numberOf(key.slice(key.indexOf(':') + 1))
}

/** All of it, or two of it. */
function isSumOf(amount: number, list: readonly number[]): boolean {
  const sum = list.reduce((sofar, value) => sofar + value, 0)
  if (Math.abs(sum - amount) < ROUNDING) return true
  return hasPair(list, (value) => amount - value)
}

function isDifferenceOf(amount: number, list: readonly number[]): boolean {
  return hasPair(list, (value) => value - amount)
}

function hasPair(list: readonly number[], wanted: (value: number) => number): boolean {
  const places = new Map<string, number[]>()
  list.forEach((value, at) => {
    const key = value.toFixed(4)
    const own = places.get(key)
    if (own) own.push(at)
    else places.set(key, [at])
  })
  return list.some((value, at) => (places.get(wanted(value).toFixed(4)) ?? []).some((other) => other !== at))
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

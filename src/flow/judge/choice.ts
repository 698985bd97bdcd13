// A superlative is checked: "delete the largest file" names the one file that is the largest of those shown since, by
// a number or a moment of the service's own. Names that outsiders gave their records have no say in it.

import type { SeenRecord, SeenValue, Sighting } from '../evidence/seen.js'
import type { Reference } from '../words/references.js'
import { type Choosing, choosingIn } from '../words/superlatives.js'
import type { Known } from './known.js'

/** Whether a value's record is what a superlative chose, is not, or nobody can tell (no superlative, no measure). */
type Choice = 'chosen' | 'not chosen' | undefined

/** Checks the superlatives of the clauses that ask for a tool. */
export function choiceOf(
  seen: readonly Sighting[],
  of: string | undefined,
  references: readonly Reference[],
  known: Known,
): Choice {
  let choice: Choice
  for (const reference of references) {
    const { said, clause, message } = reference
    const choosing = choosingIn(said, clause, message.text)
    if (!choosing) continue
    for (const at of seen) {
      if (at.label !== 'first-party' || (of !== undefined && at.id !== of)) continue
      if (at.record.seq <= message.seq || at.record.seq > known.asOf) continue
      const found = isExtreme(at, choosing, reference, known)
      if (found === true) return 'chosen'
      if (found === false) choice = 'not chosen'
    }
  }
  return choice
}

/** Whether it is the one maximum or minimum of its kind; undefined where nothing measures it. */
function isExtreme(
  at: Sighting,
  choosing: Choosing,
  reference: Reference,
  known: Known,
): boolean | undefined {
  const rivals = rivalsOf(at, reference, known)
  const measures = measuresOf(at.record, choosing)
  let isMeasured = false
  for (const { path, key } of measures) {
    const own = measureOf(key)
    const others = rivals.flatMap((record) => {
      const value = record.values.find((each) => each.path === path && each.label === 'first-party')
      return value ? [measureOf(value.key)] : []
    })
    if (own === undefined || others.length === 0 || others.some((each) => typeof each !== typeof own))
      continue
    isMeasured = true
    if (others.every((other) => (choosing.end === 'most' ? own > other! : own < other!))) return true
  }
  return isMeasured ? false : undefined
}

/** The other records of its kind that were shown since; of those that the slot names, where it names some. */
function rivalsOf(at: Sighting, { said, slot, message }: Reference, known: Known): readonly SeenRecord[] {
  const own = at.record.values.find(({ path, key }) => path === at.path && key.length > 0)
  const shown = known.index
    .shownSince(message.seq, known.asOf)
    .filter((record) => record.values.some((value) => value.path === at.path && value.id === at.id))
  const named = new Set(known.anchors.answering({ said, slot }, known.asOf).map(({ record }) => record))
  const among = shown.some((record) => named.has(record))
    ? shown.filter((record) => named.has(record))
    : shown
  if (!among.includes(at.record)) return among
  return among.filter((record) => {
    const same = record.values.find(({ path }) => path === at.path)
    // The same object, shown twice.
    return record !== at.record && !(own && same && sameValue(at, record, own.path))
  })
}

function sameValue(at: Sighting, record: SeenRecord, path: string): boolean {
  const own = at.record.values.filter((value) => value.path === path).map(({ key }) => key)
  return record.values.some((value) => value.path === path && own.includes(value.key))
}

/** The fields that a word can mean. */
function measuresOf({ values }: SeenRecord, { by }: Choosing): readonly SeenValue[] {
  const own = values.filter(
    ({ label, id, path }) => label === 'first-party' && id === undefined && !path.endsWith('*'),
  )
  if (by === 'moment') return own.filter(({ key }) => key.startsWith('date:'))
  const numbers = own.filter(({ key }) => key.startsWith('number:'))
  const fitting = numbers.filter(({ path }) => KEYS[by].test(path.slice(path.lastIndexOf('.') + 1)))
  return fitting.length > 0 || by === 'price' ? fitting : numbers
}

const KEYS = {
  price: /price|amount|cost|total|fee|fare|rate|sum/i,
  size: /size|bytes|length|amount|total|price|area|volume|capacity/i,
  number: /./,
} as const

function measureOf(key: string): number | string | undefined {
  if (key.startsWith('number:')) return Number(key.slice('number:'.length))
  return key.startsWith('date:') ? key.slice('date:'.length) : undefined
}

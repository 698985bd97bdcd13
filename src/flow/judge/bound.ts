// A value that is bound to the record which another argument names: only that record's fields count for it. The attack:
// the account of one invoice, the sum of another, and the mark "paid" at a third.

import type { Json, JsonObject } from '../../json/json.js'
import type { Visited } from '../../json/place.js'
import { stepsOf } from '../../json/pointer.js'
import type { RoleAt, RoleUse } from '../../tool/flow/roles.js'
import type { Quantity, SeenRecord } from '../evidence/seen.js'
import { canonicalOf } from '../words/canonical.js'
import { numberOf } from '../words/numbers.js'
import type { Case, Known } from './known.js'

/** What is known of the record alone. Where the argument names none that was seen, nothing is. */
export function boundTo(path: readonly string[], at: Visited, { tool, args }: Case, known: Known): Known {
  const records = new Set<SeenRecord>()
  const own = at.startsWith('/') ? (stepsOf(at) ?? []) : []
  const see = (value: string | number | boolean, use: RoleUse) => {
    const isHandle = use.of !== undefined && !use.declared
    for (const each of known.index.seen(canonicalOf(value).key, known.asOf)) {
      // An outsider's record doesn't become this one because it says its id.
      if (each.label !== 'first-party' && !(isHandle && each.label !== 'unknown')) continue
      if (use.of === undefined || isHandle || each.id === use.of) records.add(each.record)
    }
  }
  step(args, tool.roles, path, own, 0, see)
  return { ...known, index: within(known.index, records), within: records }
}

function step(
  value: Json | undefined,
  at: RoleAt,
  path: readonly string[],
  own: readonly string[],
  depth: number,
  see: (value: string | number | boolean, use: RoleUse) => void,
): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) {
    const wanted = path[depth]
    if (wanted === undefined) {
      for (let i = 0; i < value.length; i++) step(value[i] as Json, at.item(i), path, own, depth, see)
      return
    }
    // `payments.*.invoice` of the payment that the value itself stands in.
    const index = Number(wanted === '*' ? own[depth] : wanted)
    step(value[index] as Json | undefined, at.item(index), path, own, depth + 1, see)
    return
  }
  if (typeof value === 'object') {
    const wanted = path[depth] === '*' ? own[depth] : path[depth]
    if (wanted === undefined || !Object.hasOwn(value, wanted)) return
    step((value as JsonObject)[wanted], at.property(wanted), path, own, depth + 1, see)
    return
  }
  if (depth === path.length) see(value, at.use(value))
}

function within(index: Known['index'], records: ReadonlySet<SeenRecord>): Known['index'] {
  const own = (at: { readonly record: SeenRecord }) => records.has(at.record)
  return {
    seen: (key, asOf) => index.seen(key, asOf).filter(own),
    quantities: () => quantitiesOf(records),
    // A superlative is checked among all that were shown.
    shownSince: (seq, asOf) => index.shownSince(seq, asOf),
    todays: (asOf) => index.todays(asOf),
  }
}

function quantitiesOf(records: ReadonlySet<SeenRecord>): readonly Quantity[] {
  const found = [...records].flatMap(({ seq, values }) =>
    values.flatMap(({ key, label, id }) => {
      const value =
        label === 'first-party' && id === undefined ? numberOf(key.slice(key.indexOf(':') + 1)) : undefined
      return value === undefined ? [] : [{ value, seq }]
    }),
  )
  return found.sort((a, b) => a.value - b.value)
}

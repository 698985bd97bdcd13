// Whose record it is: whether the fields of a record are what a declaration asks for. A row that our own account wrote
// is ours; one that outsiders wrote isn't, though the same service shows it.

import type { Json, JsonObject } from '../../json/json.js'
import type { Condition, Where } from '../../tool/flow/origin.js'
import type { Trusted } from '../judge/trusted.js'
import { canonicalOf } from '../words/canonical.js'
import type { EvidenceIndex } from './evidence.js'

/** All must hold. A field that is missing, or no single value, fails. */
export function recordHolds(
  where: Where,
  record: JsonObject,
  known: { readonly index: Pick<EvidenceIndex, 'seen'>; readonly trusted: Trusted },
): boolean {
  return Object.entries(where).every(([path, condition]) => {
    const value = fieldOf(record, path)
    return (typeof value === 'string' || typeof value === 'number') && holds(value, condition, known)
  })
}

function holds(
  value: string | number,
  condition: Condition,
  { index, trusted }: Parameters<typeof recordHolds>[2],
): boolean {
  const form = canonicalOf(value)
  if ('trusted' in condition) return trusted.accounts({ value, form }, 'target', () => true)
  if ('is' in condition) return condition.is.some((each) => canonicalOf(each).key === form.key)
  return index
    .seen(form.key, Number.POSITIVE_INFINITY)
    .some(({ label, id }) => label === 'first-party' && id === condition.seen)
}

function fieldOf(record: JsonObject, path: string): Json | undefined {
  let at: Json | undefined = record
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, key))
      return undefined
    at = (at as JsonObject)[key]
  }
  return at
}

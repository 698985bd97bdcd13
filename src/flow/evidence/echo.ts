// No laundering: what a call put in does not come out of its result with a better label. The attack: a file is
// created with an attacker's address as its name, read back as a file name, and mailed to.

import { worse } from '../../tool/flow/label.js'
import type { Integrity } from '../../tool/outcome.js'
import { canonicalOf } from '../words/canonical.js'
import { entitiesIn, isAddressKey } from '../words/entities.js'
import { foldText } from '../words/words.js'
import type { Cap } from './shown.js'

/** A scalar of a call's arguments, with the label that it had. */
export interface PutIn {
  readonly value: string | number
  readonly label: Integrity
}

/** Shorter texts stand in too many others by chance. */
const MIN_PART = 3
/** Characters compared for one result; beyond it every value counts as if it had been put in. */
const MAX_WORK = 32 * 1024 * 1024
/** Characters that are taken apart for one call. What comes out of a handle may be megabytes, which would take seconds. */
const MAX_PUT_IN = 512 * 1024

/**
 * The cap that a call's arguments put on the values of its result. A value is capped when it equals an argument,
 * stands in one, or holds an address that stood in one.
 */
export function capOf(putIn: readonly PutIn[]): Cap {
  if (putIn.length === 0) return () => 'operator'
  if (charactersOf(putIn) > MAX_PUT_IN) {
    const all = putIn.reduce<Integrity>((sofar, { label }) => worse(sofar, label), 'operator')
    return () => all
  }
  const byKey = new Map<string, Integrity>()
  const texts: Part[] = []
  const addresses: Part[] = []
  let length = 0
  let worst: Integrity = 'operator'
  for (const { value, label } of putIn) {
    worst = worse(worst, label)
    cap(byKey, canonicalOf(value).key, label)
    if (typeof value !== 'string' || value.length < MIN_PART) continue
    for (const key of entitiesIn(value)) {
      cap(byKey, key, label)
      if (isAddressKey(key)) addresses.push({ folded: key.slice(key.indexOf(':') + 1).toLowerCase(), label })
    }
    const folded = foldText(value)
    texts.push({ folded, label })
    length += folded.length + 64
  }
  let work = 0
  return (value, key) => {
    const equal = byKey.get(key.toLowerCase()) ?? 'operator'
    if (typeof value !== 'string' || value.length < MIN_PART) return equal
    work += length
    if (work > MAX_WORK) return worst
    const folded = foldText(value)
    let label = equal
    for (const text of texts) if (text.folded.includes(folded)) label = worse(label, text.label)
    for (const address of addresses) if (folded.includes(address.folded)) label = worse(label, address.label)
    return label
  }
}

function charactersOf(putIn: readonly PutIn[]): number {
  return putIn.reduce((sum, { value }) => sum + (typeof value === 'string' ? value.length : 0), 0)
}

interface Part {
  readonly folded: string
  readonly label: Integrity
}

function cap(byKey: Map<string, Integrity>, exact: string, label: Integrity): void {
  const key = exact.toLowerCase()
  byKey.set(key, worse(byKey.get(key) ?? 'operator', label))
}

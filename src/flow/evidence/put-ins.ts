// Values that a call put into the world though nothing accounted for them. Wherever such a value is seen again
// in this session it is still nobody's word but the model's. Bounded; when it is full, results stop counting.

import { isVouched } from '../../tool/flow/label.js'
import type { Role } from '../../tool/flow/roles.js'
import type { Integrity } from '../../tool/outcome.js'
import type { ArgumentFacts } from '../judge/decision.js'
import { type Canonical, canonicalOf } from '../words/canonical.js'
import { componentsOf, decodingsOf } from '../words/components.js'
import { addressesIn } from '../words/entities.js'

/** How many such values are kept. */
const MAX_KEPT = 10_000
/** Of a field that can be evidence no key is longer, each of its characters escaped; a longer text never comes back as one. */
const MAX_KEY = 4_096
/** Roles whose values say how to look, not what to do; a page number is in no one's interest. */
const HARMLESS: ReadonlySet<Role> = new Set(['control', 'when'])

/** As it is stored. */
export interface StoredPutIns {
  readonly keys: readonly string[]
  readonly at?: readonly number[]
  readonly full: boolean
}

/** What nothing accounted for. */
export class PutIns {
  /** With the moment: a result that was shown before was not built of it. */
  readonly #keys = new Map<string, number>()
  #full = false

  /**
   * Takes the arguments of a call. Addresses inside of longer texts count as well, unless something vouches for
   * them: a tool may take them out, and give them back one by one.
   */
  add(facts: readonly ArgumentFacts[], isVouchedKey: (key: string) => boolean, seq: number): void {
    for (const { value, role, label, listed } of facts) {
      if (listed || HARMLESS.has(role) || typeof value === 'boolean' || isVouched(label)) continue
      this.#keep(canonicalOf(value).key, seq)
      if (typeof value === 'number') continue
      for (const each of decodingsOf(value)) this.#keep(canonicalOf(each).key, seq)
      const addresses = addressesIn(value, MAX_KEPT)
      if (!addresses) this.fill()
      for (const key of addresses ?? []) if (!isVouchedKey(key)) this.#keep(key, seq)
    }
  }

  /** Gives up: from now on no result counts. */
  fill(): void {
    this.#full = true
  }

  /** The cap on a value that is seen in a result. */
  capOf(key: string): Integrity {
    return this.#full || this.#keys.has(fold(key)) ? 'unknown' : 'operator'
  }

  /** Whether a value that was shown at a moment has something in it that a call had put in before. */
  isBuilt(form: Canonical, shownAt: number): boolean {
    if (this.#full) return true
    if (this.#keys.size === 0) return false
    return componentsOf(form).some((key) => (this.#keys.get(fold(key)) ?? Number.POSITIVE_INFINITY) < shownAt)
  }

  toJSON(): StoredPutIns {
    return { keys: [...this.#keys.keys()], at: [...this.#keys.values()], full: this.#full }
  }

  restore({ keys, at, full }: StoredPutIns): void {
    // Of an older record nobody knows when: then before all.
    keys.forEach((key, i) => {
      this.#keys.set(key, at?.[i] ?? 0)
    })
    this.#full = full
  }

  /** Takes up what another one on this session knows. */
  absorb({ keys, full }: StoredPutIns): void {
    for (const key of keys) this.#keep(key, 0)
    this.#full ||= full
  }

  #keep(exact: string, seq: number): void {
    const key = fold(exact)
    if (key.length > MAX_KEY || this.#keys.has(key)) return
    // Fails closed: forgetting one would let it come back as evidence.
    if (this.#keys.size >= MAX_KEPT) this.#full = true
    else this.#keys.set(key, seq)
  }
}

/** A tool that changes the case of a value makes no other one of it. */
function fold(key: string): string {
  return key.toLowerCase()
}

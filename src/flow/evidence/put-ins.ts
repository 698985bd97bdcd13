// Values that a call put into the world though nothing accounted for them. Wherever such a value is seen again
// in this session it is still nobody's word but the model's. Bounded; when it is full, results stop counting.

import { isVouched } from '../../tool/flow/label.js'
import type { Role } from '../../tool/flow/roles.js'
import type { Integrity } from '../../tool/outcome.js'
import type { ArgumentFacts } from '../judge/decision.js'
import { canonicalOf } from '../words/canonical.js'
import { addressesIn } from '../words/entities.js'

/** How many such values are kept. */
const MAX_KEPT = 10_000
/** Of a field that can be evidence no key is longer, each of its characters escaped; a longer text never comes back as one. */
const MAX_KEY = 4_096
/** Roles whose values say how to look, not what to do; a page number is in no one's interest. */
const HARMLESS: ReadonlySet<Role> = new Set(['control', 'when'])

/** What nothing accounted for. */
export class PutIns {
  readonly #keys = new Set<string>()
  #full = false

  /**
   * Takes the arguments of a call. Addresses inside of longer texts count as well, unless something vouches for
   * them: a tool may take them out, and give them back one by one.
   */
  add(facts: readonly ArgumentFacts[], isVouchedKey: (key: string) => boolean): void {
    for (const { value, role, label, listed } of facts) {
      if (listed || HARMLESS.has(role) || typeof value === 'boolean' || isVouched(label)) continue
      this.#keep(canonicalOf(value).key)
      if (typeof value === 'number') continue
      const addresses = addressesIn(value, MAX_KEPT)
      if (!addresses) this.fill()
      for (const key of addresses ?? []) if (!isVouchedKey(key)) this.#keep(key)
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

  toJSON(): { readonly keys: readonly string[]; readonly full: boolean } {
    return { keys: [...this.#keys], full: this.#full }
  }

  restore({ keys, full }: ReturnType<PutIns['toJSON']>): void {
    for (const key of keys) this.#keys.add(key)
    this.#full = full
  }

  /** Takes up what another one on this session knows. */
  absorb({ keys, full }: ReturnType<PutIns['toJSON']>): void {
    for (const key of keys) this.#keep(key)
    this.#full ||= full
  }

  #keep(exact: string): void {
    const key = fold(exact)
    if (key.length > MAX_KEY || this.#keys.has(key)) return
    // Fails closed: forgetting one would let it come back as evidence.
    if (this.#keys.size >= MAX_KEPT) this.#full = true
    else this.#keys.add(key)
  }
}

/** A tool that changes the case of a value makes no other one of it. */
function fold(key: string): string {
  return key.toLowerCase()
}

// How much one scope may hold and how fast it may grow. The store is asked now and then, not at every mint; between
// two askings what was minted here is added.

import { LRUCache } from 'lru-cache'
import type { RecordStore } from '../../stores/store.js'
import { handleError } from '../errors.js'
import { HANDLE_SPACE } from '../record.js'

/** The limits of one scope. */
export interface QuotaLimits {
  /** Handles at once. */
  readonly handles: number
  /** Characters of all records. */
  readonly size: number
  /** New handles in any minute, counted by this process. */
  readonly mintsPerMinute: number
}

/** The limits when none are given. */
export const DEFAULT_QUOTA: QuotaLimits = { handles: 10_000, size: 256 * 1024 * 1024, mintsPerMinute: 3_000 }

interface Ledger {
  records: number
  size: number
  readAt: number
  minuteFrom: number
  minted: number
}

const FRESH_MS = 10_000
const MINUTE_MS = 60_000
const SCOPES = 10_000

export class Quota {
  readonly #ledgers = new LRUCache<string, Ledger>({ max: SCOPES })

  constructor(
    private readonly store: RecordStore,
    private readonly limits: QuotaLimits,
    private readonly clock: () => number,
  ) {}

  /**
   * Makes room for new handles, all or none; at once when the store need not be asked. `freeExpired` is tried when
   * there is none.
   *
   * @throws HandleError `handle_quota` that says how to free some.
   */
  reserve(
    scope: string,
    handles: number,
    size: number,
    freeExpired: () => Promise<unknown>,
  ): Promise<void> | undefined {
    const ledger = this.#ledgerOf(scope)
    const fresh = this.clock() - ledger.readAt < FRESH_MS
    if (!fresh || !this.#fits(ledger, handles, size))
      return this.#reserveLater(scope, handles, size, freeExpired, fresh)
    this.#take(ledger, handles, size)
    return undefined
  }

  /** What was reserved was not written after all: it counts neither as held nor as made. */
  giveBack(scope: string, handles: number): void {
    const ledger = this.#ledgers.get(scope)
    if (ledger) ledger.minted = Math.max(0, ledger.minted - handles)
    this.recount(scope)
  }

  /** Forgets what was counted, so that the store is asked again: something was freed. */
  recount(scope: string): void {
    const ledger = this.#ledgers.get(scope)
    if (ledger) ledger.readAt = Number.NEGATIVE_INFINITY
  }

  async #reserveLater(
    scope: string,
    handles: number,
    size: number,
    freeExpired: () => Promise<unknown>,
    fresh: boolean,
  ): Promise<void> {
    const ledger = this.#ledgerOf(scope)
    if (!fresh) await this.#read(scope, ledger)
    if (!this.#fits(ledger, handles, size)) {
      await freeExpired()
      await this.#read(scope, ledger)
      if (!this.#fits(ledger, handles, size)) throw this.#full(ledger, handles, size)
    }
    this.#take(ledger, handles, size)
  }

  #take(ledger: Ledger, handles: number, size: number): void {
    const now = this.clock()
    if (now - ledger.minuteFrom >= MINUTE_MS) Object.assign(ledger, { minuteFrom: now, minted: 0 })
    const { mintsPerMinute } = this.limits
    if (ledger.minted + handles > mintsPerMinute) {
      const wait = Math.ceil((ledger.minuteFrom + MINUTE_MS - now) / 1_000)
      const mend =
        handles > mintsPerMinute
          ? `This would make ${handles}: ask for less.`
          : `Ask for less, or go on in ${wait} s.`
      throw handleError('handle_quota', `At most ${mintsPerMinute} handles are made in a minute. ${mend}`)
    }
    ledger.records += handles
    ledger.size += size
    ledger.minted += handles
  }

  #ledgerOf(scope: string): Ledger {
    let ledger = this.#ledgers.get(scope)
    if (!ledger) {
      ledger = { records: 0, size: 0, readAt: Number.NEGATIVE_INFINITY, minuteFrom: this.clock(), minted: 0 }
      this.#ledgers.set(scope, ledger)
    }
    return ledger
  }

  async #read(scope: string, ledger: Ledger): Promise<void> {
    const { records, size } = await this.store.stats({ space: HANDLE_SPACE, scope })
    Object.assign(ledger, { records, size, readAt: this.clock() })
  }

  /** What doesn't grow fits, even where more is held than may be. */
  #fits({ records, size }: Ledger, moreHandles: number, moreSize: number): boolean {
    const { handles, size: most } = this.limits
    return (
      (moreHandles === 0 || records + moreHandles <= handles) && (moreSize === 0 || size + moreSize <= most)
    )
  }

  #full({ records }: Ledger, more: number, moreSize: number) {
    const { handles, size } = this.limits
    const what =
      records + more > handles
        ? `${records} handles are held and at most ${handles} may be`
        : 'the values held are too large together'
    // What is too much by itself does not fit however many are released.
    const mend =
      more > handles || moreSize > size
        ? 'Ask for less.'
        : 'Release some that are done with, or ask for less.'
    return handleError('handle_quota', `No room for ${more} more handles: ${what}. ${mend}`)
  }
}

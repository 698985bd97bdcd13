// A store of this process alone, before which whole results wait. Most are never asked for, and a record of each would
// cost more than all else of them: they are written when something reads, lists or changes the handles of their scope.

import type { ConditionalWrite, RecordStore, StoreKey, StoreQuery, StoreRecord } from '../../stores/store.js'

/** Characters of all that wait, of all sessions. */
const MOST_SIZE = 128 * 1024 * 1024
/** How many: each holds on to what its session knows, for its labels. */
const MOST = 2_000

/** What waits. */
export interface Waiting {
  readonly scope: string
  /** In characters. */
  readonly size: number
  /** Its record, now that it is asked for. */
  written(): StoreRecord
  /** There was no room for it. */
  lost(): void
}

export class LateStore implements RecordStore {
  /** By scope, the oldest first: a session keeps few. */
  readonly #waiting = new Map<string, Waiting[]>()
  /** Those of a scope that are being written. */
  readonly #writing = new Map<string, Promise<void>>()
  #size = 0
  #count = 0

  constructor(private readonly store: RecordStore) {}

  get shared(): boolean {
    return this.store.shared
  }

  /** Keeps one until somebody asks for it. Where all are too much, the oldest go, of those who came first. */
  wait(whole: Waiting): void {
    this.#add(whole)
    while (this.#size > MOST_SIZE || this.#count > MOST) {
      const [oldest] = this.#waiting.values().next().value!
      this.drop(oldest!)
      oldest!.lost()
    }
  }

  /** Whether one waits still. */
  waits(whole: Waiting): boolean {
    return this.#waiting.get(whole.scope)?.includes(whole) ?? false
  }

  /** Forgets one that was never written. Says whether it was here. */
  drop(whole: Waiting): boolean {
    const own = this.#waiting.get(whole.scope) ?? []
    const at = own.indexOf(whole)
    if (at === -1) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(whole.scope)
    this.#size -= whole.size
    this.#count--
    return true
  }

  putMany(records: readonly StoreRecord[]): Promise<void> {
    return this.store.putMany(records)
  }

  async getMany(keys: readonly StoreKey[]): Promise<(StoreRecord | undefined)[]> {
    await this.#settle(keys)
    return this.store.getMany(keys)
  }

  async compareAndSet(record: StoreRecord, expected: number): Promise<boolean> {
    await this.#settle([record])
    return this.store.compareAndSet(record, expected)
  }

  async compareAndSetMany(writes: readonly ConditionalWrite[]): Promise<boolean> {
    await this.#settle(writes.map(({ record }) => record))
    return this.store.compareAndSetMany(writes)
  }

  async deleteMany(keys: readonly StoreKey[], options?: { readonly descendants?: boolean }): Promise<number> {
    await this.#settle(keys)
    return this.store.deleteMany(keys, options)
  }

  async list(query: StoreQuery): Promise<StoreRecord[]> {
    await this.#settle([query])
    return this.store.list(query)
  }

  async sweep(options?: { readonly limit?: number }): Promise<number> {
    await this.#settle([{}])
    return this.store.sweep(options)
  }

  async stats(query: { readonly space?: string; readonly scope?: string } = {}) {
    await this.#settle([query])
    return this.store.stats(query)
  }

  close(): Promise<void> {
    this.#waiting.clear()
    this.#size = 0
    this.#count = 0
    return this.store.close()
  }

  #add(whole: Waiting): void {
    const own = this.#waiting.get(whole.scope)
    if (own) own.push(whole)
    else this.#waiting.set(whole.scope, [whole])
    this.#size += whole.size
    this.#count++
  }

  /** Writes what waits in these scopes; without one, in all. */
  async #settle(of: readonly { readonly scope?: string }[]): Promise<void> {
    if (this.#waiting.size === 0 && this.#writing.size === 0) return
    const scopes = of.some(({ scope }) => scope === undefined)
      ? [...this.#waiting.keys(), ...this.#writing.keys()]
      : of.map(({ scope }) => scope!)
    await Promise.all([...new Set(scopes)].map((scope) => this.#settleScope(scope)))
  }

  #settleScope(scope: string): Promise<void> | undefined {
    const own = this.#waiting.get(scope)
    const before = this.#writing.get(scope)
    if (!own) return before
    this.#waiting.delete(scope)
    for (const { size } of own) this.#size -= size
    this.#count -= own.length
    const written = (before ?? Promise.resolve())
      .then(() => this.store.putMany(own.map((whole) => whole.written())))
      .catch((error: unknown) => {
        // They are asked for again once the store is there again.
        for (const whole of own) this.#add(whole)
        throw error
      })
      .finally(() => {
        if (this.#writing.get(scope) === written) this.#writing.delete(scope)
      })
    this.#writing.set(scope, written)
    return written
  }
}

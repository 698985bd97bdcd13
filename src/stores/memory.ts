// The store of a single process, gone when it ends. Bounded: over the limit the record that was used longest ago
// goes. Records lie by space and scope, so that no question about one scope looks at another.

import { z } from 'zod'
import { parseOptions } from '../base/options.js'
import { type Bucket, Buckets, type Entry, linkParent, unlinkParent } from './buckets.js'
import { checkDistinct, checkKey, checkRecord, DEFAULT_LIMIT } from './check.js'
import { Recency } from './recency.js'
import {
  type ConditionalWrite,
  type RecordStore,
  StoreError,
  type StoreKey,
  type StoreQuery,
  type StoreRecord,
  type StoreStats,
} from './store.js'

/** What {@link memoryStore} takes. */
interface MemoryStoreOptions {
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly clock?: () => number
  /** Over this many, the record that was used longest ago is dropped. Default: 100 000. */
  readonly maxRecords?: number
  /** Several gates use it, one after the other or at once: no value stays the object that it is. Default: false. */
  readonly shared?: boolean
}

/**
 * Makes a store in memory: the default of the library.
 *
 * @throws DefinitionError when an option is unknown or wrong.
 * @example
 * const gate = createGate({ tools, store: memoryStore({ maxRecords: 10_000 }) })
 */
export function memoryStore(options: MemoryStoreOptions = {}): RecordStore {
  const { clock, maxRecords, shared } = parseOptions(OPTIONS, options, 'memoryStore()')
  return new MemoryStore(clock, maxRecords, shared)
}

const OPTIONS = z.strictObject({
  clock: z
    .custom<() => number>((value) => typeof value === 'function', 'must be a function')
    .default(() => Date.now),
  maxRecords: z.int().min(1).max(10_000_000).default(100_000),
  shared: z.boolean().default(false),
})

class MemoryStore implements RecordStore {
  readonly #buckets = new Buckets()
  readonly #recency = new Recency<Entry>()
  #open = true

  constructor(
    private readonly clock: () => number,
    private readonly max: number,
    readonly shared: boolean,
  ) {}

  async putMany(records: readonly StoreRecord[]): Promise<void> {
    this.#use()
    for (const record of records) checkRecord(record)
    for (const record of records) this.#write(record)
  }

  async getMany(keys: readonly StoreKey[]): Promise<(StoreRecord | undefined)[]> {
    this.#use()
    for (const key of keys) checkKey(key)
    const now = this.clock()
    return keys.map((key) => this.#read(key, now))
  }

  async compareAndSet(record: StoreRecord, expected: number): Promise<boolean> {
    return this.compareAndSetMany([{ record, expected }])
  }

  async compareAndSetMany(writes: readonly ConditionalWrite[]): Promise<boolean> {
    this.#use()
    for (const { record } of writes) checkRecord(record)
    checkDistinct(writes)
    const now = this.clock()
    const held = writes.every(({ record, expected }) => (this.#read(record, now)?.version ?? 0) === expected)
    if (held) for (const { record } of writes) this.#write(record)
    return held
  }

  async deleteMany(keys: readonly StoreKey[], options?: { readonly descendants?: boolean }): Promise<number> {
    this.#use()
    for (const key of keys) checkKey(key)
    const now = this.clock()
    let gone = 0
    const rest = [...keys]
    for (let key = rest.pop(); key; key = rest.pop()) {
      const { space, scope } = key
      const bucket = this.#buckets.get(space, scope)
      const children = options?.descendants ? (bucket?.children.get(key.key) ?? []) : []
      for (const child of children) rest.push({ space, scope, key: child })
      const entry = bucket?.entries.get(key.key)
      if (!entry) continue
      if (isLive(entry.record, now)) gone++
      this.#remove(entry)
    }
    return gone
  }

  async list(query: StoreQuery): Promise<StoreRecord[]> {
    this.#use()
    checkKey(query)
    const now = this.clock()
    const { after, parent, limit = DEFAULT_LIMIT } = query
    const found: StoreRecord[] = []
    for (const bucket of [...this.#buckets.select(query)].sort((a, b) => order(a.scope, b.scope))) {
      if (found.length >= limit) break
      if (after && bucket.scope < after.scope) continue
      const from = after?.scope === bucket.scope ? after.key : undefined
      const keys = parent === undefined ? bucket.entries.keys() : (bucket.children.get(parent) ?? [])
      for (const key of [...keys].filter((key) => from === undefined || key > from).sort(order)) {
        if (found.length >= limit) break
        const { record } = bucket.entries.get(key)!
        if (isLive(record, now)) found.push(record)
      }
    }
    return found
  }

  async sweep({ limit = DEFAULT_LIMIT }: { readonly limit?: number } = {}): Promise<number> {
    this.#use()
    const now = this.clock()
    let gone = 0
    for (const { entries } of this.#buckets.select({})) {
      for (const entry of entries.values()) {
        if (gone >= limit) return gone
        if (isLive(entry.record, now)) continue
        this.#remove(entry)
        gone++
      }
    }
    return gone
  }

  async stats(query: { readonly space?: string; readonly scope?: string } = {}): Promise<StoreStats> {
    this.#use()
    checkKey(query)
    const now = this.clock()
    let records = 0
    let size = 0
    for (const { entries } of this.#buckets.select(query)) {
      for (const { record } of entries.values()) {
        if (!isLive(record, now)) continue
        records++
        size += record.value.length
      }
    }
    return { records, size }
  }

  async close(): Promise<void> {
    this.#open = false
    this.#buckets.clear()
  }

  #use(): void {
    if (!this.#open) throw new StoreError('closed', 'The memory store is closed.')
  }

  #read({ space, scope, key }: StoreKey, now: number): StoreRecord | undefined {
    const entry = this.#buckets.get(space, scope)?.entries.get(key)
    if (!entry || !isLive(entry.record, now)) return undefined
    this.#recency.touch(entry)
    return entry.record
  }

  /** Keeps a copy, so that nobody changes a stored record by changing what was handed in. */
  #write(given: StoreRecord): void {
    const record: StoreRecord = Object.freeze({ ...given })
    const bucket = this.#buckets.make(record.space, record.scope)
    const entry = bucket.entries.get(record.key)
    if (entry) {
      unlinkParent(entry)
      entry.record = record
      this.#recency.touch(entry)
    } else this.#add(record, bucket)
    linkParent(record, bucket)
  }

  #add(record: StoreRecord, bucket: Bucket): void {
    const entry = { record, bucket } as Entry
    this.#recency.add(entry)
    bucket.entries.set(record.key, entry)
    // After the new one is in, so that its own bucket never goes empty in between.
    if (this.#recency.size > this.max) this.#remove(this.#recency.oldest!)
  }

  #remove(entry: Entry): void {
    this.#recency.remove(entry)
    unlinkParent(entry)
    entry.bucket.entries.delete(entry.record.key)
    this.#buckets.prune(entry.bucket)
  }
}

function isLive({ expiresAt }: StoreRecord, now: number): boolean {
  return expiresAt === undefined || now < expiresAt
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

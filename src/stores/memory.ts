// The store of a single process, gone when it ends. Bounded: over the limit the record that was used longest ago
// goes. Beside the records there is one index, by scope and parent, and nothing else.

import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { parseOptions } from '../tool/options.js'
import { checkDistinct, checkKey, checkRecord, DEFAULT_LIMIT, idOf } from './check.js'
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
export interface MemoryStoreOptions {
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly clock?: () => number
  /** Over this many, the record that was used longest ago is dropped. Default: 100 000. */
  readonly maxRecords?: number
}

/**
 * Makes a store in memory: the default of the library.
 *
 * @throws DefinitionError when an option is unknown or wrong.
 * @example
 * const gate = createGate({ tools, store: memoryStore({ maxRecords: 10_000 }) })
 */
export function memoryStore(options: MemoryStoreOptions = {}): RecordStore {
  const { clock, maxRecords } = parseOptions(OPTIONS, options, 'memoryStore()')
  return new MemoryStore(clock, maxRecords)
}

const OPTIONS = z.strictObject({
  clock: z
    .custom<() => number>((value) => typeof value === 'function', 'must be a function')
    .default(() => Date.now),
  maxRecords: z.int().min(1).max(10_000_000).default(100_000),
})

/** What one scope of one space holds. */
interface Bucket {
  readonly space: string
  readonly scope: string
  readonly records: Map<string, StoreRecord>
  /** Keys by the parent they name, whether that one is still there or not. */
  readonly children: Map<string, Set<string>>
}

class MemoryStore implements RecordStore {
  readonly shared = false
  readonly #clock: () => number
  readonly #records: LRUCache<string, StoreRecord>
  readonly #buckets = new Map<string, Bucket>()
  #open = true

  constructor(clock: () => number, max: number) {
    this.#clock = clock
    // `dispose` runs for the evicted, the replaced and the deleted alike, so the index can't go astray.
    this.#records = new LRUCache({ max, dispose: (record) => this.#unlink(record) })
  }

  async putMany(records: readonly StoreRecord[]): Promise<void> {
    this.#use()
    for (const record of records) checkRecord(record)
    for (const record of records) this.#write(record)
  }

  async getMany(keys: readonly StoreKey[]): Promise<(StoreRecord | undefined)[]> {
    this.#use()
    const now = this.#clock()
    return keys.map((key) => this.#read(key, now))
  }

  async compareAndSet(record: StoreRecord, expected: number): Promise<boolean> {
    return this.compareAndSetMany([{ record, expected }])
  }

  async compareAndSetMany(writes: readonly ConditionalWrite[]): Promise<boolean> {
    this.#use()
    for (const { record } of writes) checkRecord(record)
    checkDistinct(writes)
    const now = this.#clock()
    const held = writes.every(({ record, expected }) => (this.#read(record, now)?.version ?? 0) === expected)
    if (held) for (const { record } of writes) this.#write(record)
    return held
  }

  async deleteMany(keys: readonly StoreKey[], options?: { readonly descendants?: boolean }): Promise<number> {
    this.#use()
    for (const key of keys) checkKey(key)
    const now = this.#clock()
    let gone = 0
    const rest = [...keys]
    for (let key = rest.pop(); key; key = rest.pop()) {
      if (options?.descendants) {
        const { space, scope } = key
        const children = this.#buckets.get(bucketOf(key))?.children.get(key.key) ?? []
        for (const child of children) rest.push({ space, scope, key: child })
      }
      if (this.#read(key, now)) gone++
      this.#records.delete(idOf(key))
    }
    return gone
  }

  async list(query: StoreQuery): Promise<StoreRecord[]> {
    this.#use()
    checkKey(query)
    const now = this.#clock()
    const { after, parent, limit = DEFAULT_LIMIT } = query
    const found: StoreRecord[] = []
    for (const bucket of this.#select(query).sort((a, b) => order(a.scope, b.scope))) {
      if (found.length >= limit) break
      if (after && bucket.scope < after.scope) continue
      const keys = parent === undefined ? bucket.records.keys() : (bucket.children.get(parent) ?? [])
      for (const key of [...keys].sort(order)) {
        if (found.length >= limit) break
        if (after && bucket.scope === after.scope && key <= after.key) continue
        const record = bucket.records.get(key)!
        if (isLive(record, now)) found.push(record)
      }
    }
    return found
  }

  async sweep({ limit = DEFAULT_LIMIT }: { readonly limit?: number } = {}): Promise<number> {
    this.#use()
    const now = this.#clock()
    let gone = 0
    for (const bucket of this.#buckets.values()) {
      for (const record of bucket.records.values()) {
        if (gone >= limit) return gone
        if (isLive(record, now)) continue
        this.#records.delete(idOf(record))
        gone++
      }
    }
    return gone
  }

  async stats(query: { readonly space?: string; readonly scope?: string } = {}): Promise<StoreStats> {
    this.#use()
    checkKey(query)
    const now = this.#clock()
    let records = 0
    let size = 0
    for (const bucket of this.#select(query)) {
      for (const record of bucket.records.values()) {
        if (!isLive(record, now)) continue
        records++
        size += record.value.length
      }
    }
    return { records, size }
  }

  async close(): Promise<void> {
    this.#open = false
    this.#records.clear()
  }

  #use(): void {
    if (!this.#open) throw new StoreError('closed', 'The memory store is closed.')
  }

  #read(key: StoreKey, now: number): StoreRecord | undefined {
    checkKey(key)
    const record = this.#records.get(idOf(key))
    return record && isLive(record, now) ? record : undefined
  }

  /** Keeps a copy, so that nobody changes a stored record by changing what was handed in. */
  #write({ space, scope, key, parent, version, expiresAt, value }: StoreRecord): void {
    const record: StoreRecord = Object.freeze({
      space,
      scope,
      key,
      ...(parent === undefined ? {} : { parent }),
      version,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      value,
    })
    this.#records.set(idOf(record), record)
    this.#link(record)
  }

  #link(record: StoreRecord): void {
    const id = bucketOf(record)
    let bucket = this.#buckets.get(id)
    if (!bucket) {
      bucket = { space: record.space, scope: record.scope, records: new Map(), children: new Map() }
      this.#buckets.set(id, bucket)
    }
    bucket.records.set(record.key, record)
    if (record.parent === undefined) return
    const children = bucket.children.get(record.parent)
    if (children) children.add(record.key)
    else bucket.children.set(record.parent, new Set([record.key]))
  }

  #unlink(record: StoreRecord): void {
    const id = bucketOf(record)
    const bucket = this.#buckets.get(id)
    if (!bucket) return
    bucket.records.delete(record.key)
    if (bucket.records.size === 0) this.#buckets.delete(id)
    if (record.parent === undefined) return
    const children = bucket.children.get(record.parent)
    children?.delete(record.key)
    if (children?.size === 0) bucket.children.delete(record.parent)
  }

  /** One bucket when both names are given; otherwise those that fit. */
  #select({ space, scope }: { readonly space?: string; readonly scope?: string }): Bucket[] {
    if (space === undefined || scope === undefined) {
      return [...this.#buckets.values()].filter(
        (bucket) => (space ?? bucket.space) === bucket.space && (scope ?? bucket.scope) === bucket.scope,
      )
    }
    const bucket = this.#buckets.get(bucketOf({ space, scope }))
    return bucket ? [bucket] : []
  }
}

function bucketOf({ space, scope }: Pick<StoreKey, 'space' | 'scope'>): string {
  return `${space.length},${space}${scope}`
}

function isLive(record: StoreRecord, now: number): boolean {
  return record.expiresAt === undefined || now < record.expiresAt
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

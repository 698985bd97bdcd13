// Whole results in a process that reads them alone. Most are never asked for, and a record of each would cost more than
// all else of them: so they wait, and are written when something reads, lists or changes the handles of their scope.

import type { ConditionalWrite, RecordStore, StoreKey, StoreQuery, StoreRecord } from '../../stores/store.js'
import type { Card } from '../../tool/outcome.js'
import type { Kind } from '../kinds/kind.js'
import { type HandleMeta, type WholeResult, writeLink } from '../record.js'
import { scopeOf, type Viewer } from '../scope.js'
import { lookUpKey, mintToken } from '../token.js'
import { release } from './life.js'
import type { VaultParts } from './parts.js'
import { toCard } from './sealing.js'

/** One whole result: shown by its card, kept once it was shown. */
export class LateWhole {
  readonly card: Card
  readonly #id: string
  readonly #expiresAt: number
  #scope: string | undefined
  #key: string | undefined

  constructor(
    private readonly kind: Kind,
    private readonly whole: WholeResult & { readonly size: number },
    private readonly viewer: Viewer,
    private readonly parts: VaultParts,
  ) {
    this.#id = parts.newId()
    this.#expiresAt = Math.ceil(parts.clock()) + kind.ttlMs
    const token = mintToken(kind.name, parts.keys.values().next().value!, this.#id)
    const { label } = kind.card(whole.value, viewer)
    const { size } = whole
    this.card = toCard(token, { kind: kind.name, label, facts: {}, size, expiresAt: this.#expiresAt })
  }

  get size(): number {
    return this.whole.size
  }

  /** In which scope it lies. */
  get scope(): string {
    this.#scope ??= scopeOf(this.viewer, this.parts.scopes.get(this.kind.name) ?? this.kind.scope)
    return this.#scope
  }

  /** It was shown, so it is there from now on. */
  keep(): void {
    this.parts.late?.wait(this)
  }

  /** Whether it opens still: at once, without the store. */
  isHeld(): boolean {
    return this.#key === undefined
      ? (this.parts.late?.waits(this) ?? false)
      : this.parts.results.has(this.#key)
  }

  /** Forgets it. What was never asked for is gone at once. */
  letGo(): Promise<void> | undefined {
    if (this.parts.late?.drop(this)) return undefined
    return release(this.card.handle, this.viewer, this.parts)
  }

  /** Its record, now that it is asked for. The value stays in memory as it is. */
  written(parts: VaultParts): StoreRecord {
    const { kind, whole, scope } = this
    const key = lookUpKey(this.card.handle)
    this.#key = key
    parts.results.set(
      key,
      { value: whole.value, origin: once(() => whole.origin()) },
      { size: whole.size + 1 },
    )
    const stored: HandleMeta = {
      id: this.#id,
      keyId: parts.keys.values().next().value!.id,
      kind: kind.name,
      codec: kind.version,
      state: 'live',
      rev: 1,
      expiresAt: this.#expiresAt,
      rights: kind.rights,
      label: this.card.label,
      facts: {},
      size: whole.size,
    }
    return writeLink({ scope, key, version: 1, stored }, undefined, parts)
  }
}

/** Characters of all that wait. */
const MOST_SIZE = 128 * 1024 * 1024

/** A store of this process alone, before which new whole results wait. */
export class LateResults implements RecordStore {
  /** By scope, the oldest first: a session keeps few. */
  readonly #waiting = new Map<string, LateWhole[]>()
  /** Those of a scope that are being written. */
  readonly #writing = new Map<string, Promise<void>>()
  #size = 0

  constructor(
    private readonly store: RecordStore,
    private readonly written: (whole: LateWhole) => StoreRecord,
  ) {}

  get shared(): boolean {
    return this.store.shared
  }

  /** Keeps one until somebody asks for it. Where all are too much, the oldest of its scope goes. */
  wait(whole: LateWhole): void {
    const own = this.#waiting.get(whole.scope)
    if (own) own.push(whole)
    else this.#waiting.set(whole.scope, [whole])
    this.#size += whole.size
    while (own && own.length > 1 && this.#size > MOST_SIZE) this.#size -= own.shift()!.size
  }

  /** Whether one waits still. */
  waits(whole: LateWhole): boolean {
    return this.#waiting.get(whole.scope)?.includes(whole) ?? false
  }

  /** Forgets one that was never written. Says whether it was here. */
  drop(whole: LateWhole): boolean {
    const own = this.#waiting.get(whole.scope) ?? []
    const at = own.indexOf(whole)
    if (at === -1) return false
    own.splice(at, 1)
    if (own.length === 0) this.#waiting.delete(whole.scope)
    this.#size -= whole.size
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
    return this.store.close()
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
    const written = (before ?? Promise.resolve())
      .then(() => this.store.putMany(own.map(this.written)))
      .finally(() => {
        if (this.#writing.get(scope) === written) this.#writing.delete(scope)
      })
    this.#writing.set(scope, written)
    return written
  }
}

/** What it was made of is let go once it is made. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  let first: (() => T) | undefined = make
  return () => {
    made ??= { value: first!() }
    first = undefined
    return made.value
  }
}

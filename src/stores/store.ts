// The one interface behind which everything that must last lives: handles, questions, endorsements, evidence,
// idempotency, runs and pins. Drivers know records, never what a record means.

/** A stored record. `value` is text that its owner wrote (JSON by habit); a driver never looks into it. */
export interface StoreRecord {
  /** What sort of thing: `handle`, `idempotency`, ... */
  readonly space: string
  /** Whose: an opaque text made of tenant, user and conversation. */
  readonly scope: string
  /** Unique within space and scope. */
  readonly key: string
  /** The key of a record in the same space and scope on which this one depends. */
  readonly parent?: string
  /** Counts from 1. */
  readonly version: number
  /** Milliseconds since the epoch; none: never. */
  readonly expiresAt?: number
  readonly value: string
}

/** Names one record. */
export type StoreKey = Pick<StoreRecord, 'space' | 'scope' | 'key'>

/** What `list` selects; records come in order of key. */
export interface StoreQuery {
  readonly space: string
  /** Default: all scopes. */
  readonly scope?: string
  /** Only records with this parent. */
  readonly parent?: string
  /** Only keys after this one, for paging. */
  readonly after?: string
  /** At most this many; default 1 000. */
  readonly limit?: number
}

/** How much a store holds. */
export interface StoreStats {
  readonly records: number
  /** Sum of the lengths of the values, in UTF-16 code units. */
  readonly size: number
}

/**
 * The store contract; `test/stores/suite.ts` is its definition, and every driver passes it.
 * Expired records are never returned. A store that is closed or down rejects.
 */
export interface RecordStore {
  /** Writes all or none; an existing record is replaced. */
  putMany(records: readonly StoreRecord[]): Promise<void>
  /** In the order of the keys; undefined where there is none. */
  getMany(keys: readonly StoreKey[]): Promise<(StoreRecord | undefined)[]>
  /**
   * Writes `record` only if the stored version is `expected` (0: there must be none, or an expired one).
   * Returns whether it did.
   */
  compareAndSet(record: StoreRecord, expected: number): Promise<boolean>
  /** Deletes; with `descendants` everything that depends on them too. Returns how many went. */
  deleteMany(keys: readonly StoreKey[], options?: { readonly descendants?: boolean }): Promise<number>
  list(query: StoreQuery): Promise<StoreRecord[]>
  /** Deletes what has expired, at most `limit` (default 1 000) records. Returns how many went. */
  sweep(options?: { readonly limit?: number }): Promise<number>
  stats(query?: { readonly space?: string; readonly scope?: string }): Promise<StoreStats>
  close(): Promise<void>
}

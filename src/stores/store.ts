// The one interface behind which everything that must last lives: handles, approvals, endorsements, evidence,
// idempotency, runs and pins. Drivers know records, never what a record means.

/**
 * A stored record. `value` is text that its owner wrote (JSON by habit); a driver never looks into it.
 * All texts are well-formed Unicode without NUL, so that no two names become one on their way to a file.
 */
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
  /** Milliseconds since the epoch, whole; none: never. A record has expired from this moment on. */
  readonly expiresAt?: number
  readonly value: string
}

/** Names one record. */
export type StoreKey = Pick<StoreRecord, 'space' | 'scope' | 'key'>

/** A write that happens only if the stored version is `expected`; 0: there must be none, or an expired one. */
export interface ConditionalWrite {
  readonly record: StoreRecord
  readonly expected: number
}

/** What `list` selects; records come in order of scope, then key. */
export interface StoreQuery {
  readonly space: string
  /** Default: all scopes. */
  readonly scope?: string
  /** Only records with this parent. */
  readonly parent?: string
  /** Only what comes after this one, for paging: give the last record of the page before. */
  readonly after?: Pick<StoreRecord, 'scope' | 'key'>
  /** At most this many; default 1 000. */
  readonly limit?: number
}

/** How much a store holds, expired records left out. */
export interface StoreStats {
  readonly records: number
  /** Sum of the lengths of the values, in UTF-16 code units. */
  readonly size: number
}

/**
 * The store contract; `test/stores/suite.ts` is its definition, and every driver passes it.
 * Expired records are never returned and never counted. A store that is closed or down rejects
 * with a {@link StoreError}; a record that breaks the rules of {@link StoreRecord} with a TypeError.
 */
export interface RecordStore {
  /** Whether others than the gate that writes can read what is written here: another gate, another process, a later one. */
  readonly shared: boolean
  /** Writes all or none; an existing record is replaced. */
  putMany(records: readonly StoreRecord[]): Promise<void>
  /** In the order of the keys; undefined where there is none. */
  getMany(keys: readonly StoreKey[]): Promise<(StoreRecord | undefined)[]>
  /** Writes `record` only if the stored version is `expected`. Returns whether it did. */
  compareAndSet(record: StoreRecord, expected: number): Promise<boolean>
  /** The same for several records at once: all or none. No key may stand there twice. */
  compareAndSetMany(writes: readonly ConditionalWrite[]): Promise<boolean>
  /** Deletes; with `descendants` everything that depends on them too. Returns how many went. */
  deleteMany(keys: readonly StoreKey[], options?: { readonly descendants?: boolean }): Promise<number>
  list(query: StoreQuery): Promise<StoreRecord[]>
  /** Deletes what has expired, at most `limit` (default 1 000) records. Returns how many went. */
  sweep(options?: { readonly limit?: number }): Promise<number>
  stats(query?: { readonly space?: string; readonly scope?: string }): Promise<StoreStats>
  /** Waits for nothing: what was written stays written. Every later use rejects; closing again does nothing. */
  close(): Promise<void>
}

/** Why a store can't serve. `busy`: another process holds it, and the same call may succeed later. */
export type StoreFault = 'closed' | 'busy' | 'full' | 'damaged' | 'unusable'

/** What a driver rejects with when it can't serve. Its message names the store and the mend, for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError'

  constructor(
    readonly fault: StoreFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

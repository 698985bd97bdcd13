// Where the flow of sessions is kept: what users said, what results showed, approvals, answers, endorsements. In
// the record store, a day after the last use. Knows records, and nothing of what they mean to a call.

import { withDeadline } from '../../base/deadline.js'
import type { RecordStore, StoreKey, StoreRecord } from '../../stores/store.js'
import type { Logger } from '../../tool/context.js'
import type { Approvals } from '../person/approvals.js'
import type { StoredFlow } from './setting.js'

const EVIDENCE = { space: 'flow', key: 'evidence' }
/** Written at the first change after evidence was stored, which then covers it: `unsaved.ts`. */
const MARK = { space: 'flow', key: 'unsaved' }
/** In a space of their own: whoever looks for open approvals doesn't read the evidence of all sessions. */
export const APPROVALS = { space: 'approvals', key: 'approvals' }
/** A conversation that rests for so long has ended. */
export const IDLE_MS = 24 * 60 * 60_000
/** A store that takes longer counts as down. */
const STORE_TIMEOUT_MS = 5_000

export type StoredApprovals = ReturnType<Approvals['toJSON']>

/** What was kept of a session. */
export interface KeptFlow {
  /** None where the conversation has ended: then approvals that were given an end of their own are left. */
  readonly evidence: Kept<StoredFlow>
  readonly approvals: Kept<StoredApprovals>
  /** A process ended before it had stored all that it knew. */
  readonly isTorn: boolean
}

/** A record, and the version that a write must know. */
export interface Kept<T> {
  readonly value?: T
  /** 0: there is none. */
  readonly version: number
}

/** Evidence, and the mark up to which it is whole. */
export type StoredEvidence = StoredFlow & { readonly covers?: string }

/** What became of a write. `stale`: another one has written since. */
export type Written = 'kept' | 'stale' | 'failed'

/** What a flow store is made with. */
export interface FlowStoreParts {
  readonly store: RecordStore
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The store is the gate's own memory, which nobody else reads. */
  readonly own: boolean
}

/** Keeps the flow of the sessions of one gate. */
export class FlowStore {
  readonly #writing = new Set<Promise<unknown>>()
  #isEmpty = true

  constructor(readonly parts: FlowStoreParts) {}

  /** Whether others may read what is kept here, so that it must not wait. */
  get isShared(): boolean {
    return !this.parts.own
  }

  /** Whether there may be something under a key. */
  get mayHold(): boolean {
    return !this.parts.own || !this.#isEmpty
  }

  /**
   * Reads what was kept of a session.
   *
   * @throws what the store rejects with, or when it does not answer.
   */
  async load(scope: string): Promise<KeptFlow> {
    // A session that was closed a moment ago may still be on its way.
    if (this.#writing.size > 0) await Promise.allSettled(this.#writing)
    return this.#read(scope)
  }

  /** Reads what was kept of a session anew. Undefined when the store fails. */
  async reload(scope: string): Promise<KeptFlow | undefined> {
    try {
      return await this.#read(scope)
    } catch (error) {
      this.#failed(error, EVIDENCE.key)
      return undefined
    }
  }

  /** Keeps what a session knows, unless another one has written since `version`. A store that fails costs the record. */
  saveEvidence(scope: string, evidence: StoredEvidence, version: number): Promise<Written> {
    const expiresAt = this.parts.clock() + IDLE_MS
    return this.#write({ ...EVIDENCE, scope }, evidence, expiresAt, version)
  }

  /** Keeps that there is more to be stored. Says whether it is kept. */
  saveMark(scope: string, mark: string): Promise<boolean> {
    this.#isEmpty = false
    const expiresAt = Math.ceil(this.parts.clock() + IDLE_MS)
    const record = { ...MARK, scope, version: 1, expiresAt, value: JSON.stringify(mark) }
    const written = this.#ask(() => this.parts.store.putMany([record])).then(
      () => true,
      (error: unknown) => {
        this.#failed(error, MARK.key)
        return false
      },
    )
    return this.during(written)
  }

  /** Keeps approvals and answers, unless another one has written since `version`. */
  saveApprovals(scope: string, approvals: StoredApprovals, version: number): Promise<Written> {
    const at = this.parts.clock()
    const ends = approvals.endorsements.map(({ expiresAt }) => expiresAt ?? 0)
    const expiresAt = Math.max(at + IDLE_MS, ...ends)
    return this.#write({ ...APPROVALS, scope }, { at, ...approvals }, expiresAt, version)
  }

  /** Counts something as being written until it has ended. */
  during<T>(writing: Promise<T>): Promise<T> {
    this.#writing.add(writing)
    const ended = () => this.#writing.delete(writing)
    writing.then(ended, ended)
    return writing
  }

  /** Waits for what is being written. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing)
  }

  async #read(scope: string): Promise<KeptFlow> {
    const keys = [EVIDENCE, APPROVALS, MARK].map((at) => ({ ...at, scope }))
    const [stored, approvals, mark] = await this.#ask(() => this.parts.store.getMany(keys))
    const evidence = readable<StoredEvidence>(stored)
    return {
      evidence,
      approvals: this.#approvalsIn(approvals),
      isTorn: mark !== undefined && evidence.value?.covers !== JSON.parse(mark.value),
    }
  }

  async #write(at: StoreKey, value: object, expiresAt: number, version: number): Promise<Written> {
    this.#isEmpty = false
    const end = Math.ceil(expiresAt)
    const record = { ...at, version: version + 1, expiresAt: end, value: JSON.stringify(value) }
    try {
      const isKept = await this.#ask(() => this.parts.store.compareAndSet(record, version))
      return isKept ? 'kept' : 'stale'
    } catch (error) {
      this.#failed(error, at.key)
      return 'failed'
    }
  }

  #approvalsIn(record: StoreRecord | undefined): Kept<StoredApprovals> {
    const { value, version } = readable<{ at: number } & StoredApprovals>(record)
    if (!value) return { version }
    return { version, value: this.parts.clock() - value.at > IDLE_MS ? lasting(value) : value }
  }

  #failed(err: unknown, key: string): void {
    this.parts.log.error({ err, key }, 'the flow of a session was not stored')
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    const ended = await withDeadline(ask, { timeoutMs: STORE_TIMEOUT_MS, onLate: () => {} })
    if (ended.kind === 'value') return ended.value
    throw ended.kind === 'threw' ? ended.error : new Error('the store did not answer in time')
  }
}

function readable<T>(record: StoreRecord | undefined): Kept<T> {
  if (!record) return { version: 0 }
  return { value: JSON.parse(record.value) as T, version: record.version }
}

/** What outlives a conversation: endorsements that a person gave an end of their own. */
function lasting({ endorsements }: StoredApprovals): StoredApprovals {
  return { asked: [], endorsements: endorsements.filter(({ expiresAt }) => expiresAt !== undefined) }
}

// Where the flow of sessions is kept: what users said, what results showed, questions, answers, endorsements. In
// the record store, a day after the last use. Knows records, and nothing of what they mean to a call.

import type { Approvals } from '../flow/approvals.js'
import type { StoredFlow } from '../flow/setting.js'
import type { RecordStore, StoreRecord } from '../stores/store.js'
import type { Logger } from '../tool/context.js'
import { withDeadline } from './deadline.js'

const EVIDENCE = { space: 'flow', key: 'evidence' }
/** Written at the first change after evidence was stored, which then covers it: `unsaved.ts`. */
const MARK = { space: 'flow', key: 'unsaved' }
/** In a space of their own: whoever looks for open questions doesn't read the evidence of all sessions. */
export const APPROVALS = { space: 'approvals', key: 'approvals' }
/** A conversation that rests for so long has ended. */
export const IDLE_MS = 24 * 60 * 60_000
/** A store that takes longer counts as down. */
const STORE_TIMEOUT_MS = 5_000

export type StoredApprovals = ReturnType<Approvals['toJSON']>

/** What was kept of a session. */
export interface KeptFlow {
  /** None where the conversation has ended: then approvals that were given an end of their own are left. */
  readonly evidence?: StoredFlow
  readonly approvals?: StoredApprovals
  /** Of the record of approvals; 0: there is none. */
  readonly version: number
  /** A process ended before it had stored all that it knew. */
  readonly isTorn: boolean
}

/** The record of approvals. */
export type KeptApprovalsRecord = Pick<KeptFlow, 'approvals' | 'version'>

/** Evidence, and the mark up to which it is whole. */
type StoredEvidence = StoredFlow & { readonly covers?: string }

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
    const keys = [EVIDENCE, APPROVALS, MARK].map((at) => ({ ...at, scope }))
    const [stored, approvals, mark] = await this.#ask(() => this.parts.store.getMany(keys))
    const evidence = stored && (JSON.parse(stored.value) as StoredEvidence)
    return {
      ...(evidence && { evidence }),
      isTorn: mark !== undefined && evidence?.covers !== JSON.parse(mark.value),
      ...this.#readable(approvals),
    }
  }

  /** Reads the approvals of a session anew. Undefined when the store fails. */
  async readApprovals(scope: string): Promise<KeptApprovalsRecord | undefined> {
    try {
      const [found] = await this.#ask(() => this.parts.store.getMany([{ ...APPROVALS, scope }]))
      return this.#readable(found)
    } catch (error) {
      this.#failed(error, APPROVALS)
      return undefined
    }
  }

  /** Keeps what a session knows. A store that fails costs the record; the log says so. */
  saveEvidence(scope: string, evidence: StoredFlow, covers: string | undefined): Promise<boolean> {
    const stored: StoredEvidence = { ...evidence, ...(covers !== undefined && { covers }) }
    return this.#put(scope, EVIDENCE, stored)
  }

  /** Keeps that there is more to be stored. Says whether it is kept. */
  saveMark(scope: string, mark: string): Promise<boolean> {
    return this.#put(scope, MARK, mark)
  }

  /** Keeps questions and answers, unless another one has written since `version`: then what is here is `stale`. */
  async saveApprovals(
    scope: string,
    approvals: StoredApprovals,
    version: number,
  ): Promise<'kept' | 'stale' | 'failed'> {
    this.#isEmpty = false
    const at = this.parts.clock()
    const ends = approvals.endorsements.map(({ expiresAt }) => expiresAt ?? 0)
    const expiresAt = Math.ceil(Math.max(at + IDLE_MS, ...ends))
    const value = JSON.stringify({ at, ...approvals })
    const record = { ...APPROVALS, scope, version: version + 1, expiresAt, value }
    try {
      const isKept = await this.#ask(() => this.parts.store.compareAndSet(record, version))
      return isKept ? 'kept' : 'stale'
    } catch (error) {
      this.#failed(error, APPROVALS)
      return 'failed'
    }
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

  #readable(record: StoreRecord | undefined): KeptApprovalsRecord {
    if (!record) return { version: 0 }
    const since = JSON.parse(record.value) as { at: number } & StoredApprovals
    const ended = this.parts.clock() - since.at > IDLE_MS
    return { approvals: ended ? lasting(since) : since, version: record.version }
  }

  #put(scope: string, at: typeof EVIDENCE, value: object | string): Promise<boolean> {
    this.#isEmpty = false
    const expiresAt = Math.ceil(this.parts.clock() + IDLE_MS)
    const record = { ...at, scope, version: 1, expiresAt, value: JSON.stringify(value) }
    const written = this.#ask(() => this.parts.store.putMany([record])).then(
      () => true,
      (error: unknown) => this.#failed(error, at),
    )
    return this.during(written)
  }

  #failed(err: unknown, { key }: typeof EVIDENCE): false {
    this.parts.log.error({ err, key }, 'the flow of a session was not stored')
    return false
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    const ended = await withDeadline(ask, { timeoutMs: STORE_TIMEOUT_MS, onLate: () => {} })
    if (ended.kind === 'value') return ended.value
    throw ended.kind === 'threw' ? ended.error : new Error('the store did not answer in time')
  }
}

/** What outlives a conversation: endorsements that a person gave an end of their own. */
function lasting({ endorsements }: StoredApprovals): StoredApprovals {
  return { asked: [], endorsements: endorsements.filter(({ expiresAt }) => expiresAt !== undefined) }
}

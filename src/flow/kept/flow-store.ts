// Where the flow of the sessions of one gate is kept: what users said, what results showed, approvals, answers,
// endorsements. In the record store, a day after the last use. Knows records, and nothing of what they mean to a call.

import type { RecordStore, StoreKey, StoreRecord } from '../../stores/store.js'
import type { Logger } from '../../tool/context.js'
import type { Approval, StandingApproval } from '../../tool/outcome.js'
import type { Approvals } from '../person/approvals.js'
import { hasEnded, standingOf } from '../person/endorsements.js'

/** In a space of their own: whoever looks for open approvals doesn't read the evidence of all sessions. */
export const APPROVALS = { space: 'approvals', key: 'approvals' }
/** A conversation that rests for so long has ended. */
export const IDLE_MS = 24 * 60 * 60_000

/** Approvals, and when they were stored. */
export type StoredApprovals = ReturnType<Approvals['toJSON']> & { readonly at: number }

/** What a flow store is made with. */
export interface FlowStoreParts {
  readonly store: RecordStore
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The store is the gate's own memory, which nobody else reads. */
  readonly own: boolean
}

/** The record store as the sessions of one gate use it for their flow. */
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
   * Reads records, once what is being written here is written: a session that was closed a moment ago may still be
   * on its way.
   *
   * @throws what the store rejects with.
   */
  async read(keys: readonly StoreKey[]): Promise<(StoreRecord | undefined)[]> {
    if (this.#writing.size > 0) await Promise.allSettled(this.#writing)
    return this.parts.store.getMany(keys)
  }

  /** Counts something as being written until it has ended. */
  during<T>(writing: Promise<T>): Promise<T> {
    this.#isEmpty = false
    this.#writing.add(writing)
    const ended = () => this.#writing.delete(writing)
    writing.then(ended, ended)
    return writing
  }

  /** Waits for what is being written. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing)
  }

  /** Logs that a write failed, which costs the record and nothing else. */
  failed(err: unknown, key: string): void {
    this.parts.log.error({ err, key }, 'the flow of a session was not stored')
  }
}

/** An approval that waits, and the conversation that it was asked in. */
export interface WaitingApproval {
  readonly conversation: string
  readonly approval: Approval
  /** Nobody answered it, and the user went on: it waits no longer. */
  readonly retired: boolean
}

/** An answer that goes on counting, and the conversation that it counts in. */
export interface StoredStanding extends StandingApproval {
  readonly conversation: string
}

interface OfUser {
  readonly tenant: string
  readonly user: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * The approvals of one user that nobody answered, of conversations that are open and of those that are not: what a
 * person finds who comes after a restart. Reads only; an answer goes through a session.
 */
export async function waitingApprovals(store: RecordStore, of: OfUser): Promise<WaitingApproval[]> {
  const found: WaitingApproval[] = []
  for await (const { conversation, stored } of storedOf(store, of)) {
    for (const { approval, answer, calls, expiresAt, retired } of stored.asked) {
      if (calls && !answer && expiresAt > of.now)
        found.push({ conversation, approval, retired: retired === true })
    }
  }
  return found
}

/** The answers of one user that go on counting, by conversation. */
export async function storedStanding(store: RecordStore, of: OfUser): Promise<StoredStanding[]> {
  const found: StoredStanding[] = []
  for await (const { conversation, stored } of storedOf(store, of)) {
    for (const each of stored.endorsements) {
      if (!hasEnded(each, of.now)) found.push({ ...standingOf(each), conversation })
    }
  }
  return found
}

async function* storedOf(
  store: RecordStore,
  { tenant, user }: OfUser,
): AsyncGenerator<{ readonly conversation: string; readonly stored: StoredApprovals }> {
  let after: { readonly scope: string; readonly key: string } | undefined
  do {
    const page = await store.list({ space: APPROVALS.space, limit: PAGE, ...(after && { after }) })
    for (const { scope, value } of page) {
      const [itsTenant, itsUser, conversation] = JSON.parse(scope) as readonly [string, string | null, string]
      if (itsTenant !== tenant || itsUser !== user) continue
      yield { conversation, stored: JSON.parse(value) as StoredApprovals }
    }
    after = page.length === PAGE ? page.at(-1) : undefined
  } while (after)
}

const PAGE = 200

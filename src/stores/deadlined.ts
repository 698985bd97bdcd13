// A store that answers in time or not at all: one that hangs counts as down. A gate wraps its store in this once, so
// that nobody else needs a deadline of his own for it.

import { withDeadline } from '../base/deadline.js'
import type { RecordStore } from './store.js'

/** A store that takes longer, in milliseconds, counts as down. */
const STORE_TIMEOUT_MS = 5_000

/** The same store, but that each answer is there within `timeoutMs`, or rejects. Closing takes as long as it takes. */
export function deadlined(store: RecordStore, timeoutMs = STORE_TIMEOUT_MS): RecordStore {
  const ask = <T>(work: () => Promise<T>) => inTime(work, timeoutMs)
  return {
    get shared() {
      return store.shared
    },
    putMany: (records) => ask(() => store.putMany(records)),
    getMany: (keys) => ask(() => store.getMany(keys)),
    compareAndSet: (record, expected) => ask(() => store.compareAndSet(record, expected)),
    compareAndSetMany: (writes) => ask(() => store.compareAndSetMany(writes)),
    deleteMany: (keys, options) => ask(() => store.deleteMany(keys, options)),
    list: (query) => ask(() => store.list(query)),
    sweep: (options) => ask(() => store.sweep(options)),
    stats: (query) => ask(() => store.stats(query)),
    close: () => store.close(),
  }
}

/** The store did not answer in time. What it was asked for may be done yet. */
class LateError extends Error {
  override readonly name = 'LateError'
  // Private, so that no log writes it out.
  readonly #asked: Promise<unknown>

  constructor(asked: Promise<unknown>) {
    super('the store did not answer in time')
    this.#asked = asked
  }

  static asked(error: unknown): Promise<unknown> | undefined {
    for (let at = error; at instanceof Error; at = at.cause) if (at instanceof LateError) return at.#asked
    return undefined
  }
}

/**
 * Runs `act` once a write that did not end in time has been done after all, so that it can be taken back. `error` is
 * what the write rejected with, or has that for a cause; any other error does nothing.
 */
export function whenDoneLate(error: unknown, act: () => unknown): void {
  LateError.asked(error)
    ?.then(act)
    .catch(() => {})
}

async function inTime<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  let asked: Promise<T> | undefined
  const start = () => {
    asked = work()
    return asked
  }
  const ended = await withDeadline(start, { timeoutMs })
  if (ended.kind === 'value') return ended.value
  throw ended.kind === 'threw' ? ended.error : new LateError(Promise.resolve(asked))
}

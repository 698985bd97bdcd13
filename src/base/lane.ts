// Who runs when: writes of a session one after another in order of arrival, and so many runs of one tool at a
// time. Knows nothing of what runs.

import type { Abort } from './abort.js'

/** A place in a lane. Give it back with `leave`, or by running in it. */
export interface Turn {
  /**
   * Waits for its turn, runs the work, and gives the place back.
   *
   * @throws what the work throws, or the signal's reason when it is aborted while it waits.
   */
  enter<T>(work: () => T | PromiseLike<T>, signal?: Abort): Promise<T>
  /** Gives the place back. Without effect when that has happened. */
  leave(): void
}

/** One after another, in order of arrival. What fails or leaves doesn't hold up who comes after. */
export class Lane {
  #tail: Promise<void> = Promise.resolve()

  /** Takes a place, waits for its turn and runs. */
  enter<T>(work: () => T | PromiseLike<T>, signal?: Abort): Promise<T> {
    return this.reserve().enter(work, signal)
  }

  /**
   * Takes a place now, to run in it later: a write that takes longer to be checked than the one behind it
   * still runs first. Whoever reserves must `leave` on every path, or the lane stands still.
   */
  reserve(): Turn {
    const ahead = this.#tail
    let leave = () => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    this.#tail = ahead.then(() => left)
    return {
      leave,
      async enter(work, signal) {
        try {
          await abortable(ahead, signal)
          return await work()
        } finally {
          leave()
        }
      },
    }
  }
}

/** At most so many at a time; the others wait in order of arrival. */
export class Slots {
  #taken = 0
  readonly #waiting = new Set<{ readonly most: number; readonly give: () => void }>()

  /** @param limit For those who don't say how many they may be. */
  constructor(readonly limit = Number.POSITIVE_INFINITY) {}

  /**
   * Waits for a slot and runs the work in it.
   *
   * @throws what the work throws, or the signal's reason when it is aborted while it waits.
   */
  async enter<T>(work: () => T | PromiseLike<T>, signal?: Abort): Promise<T> {
    await this.take(signal)
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  /**
   * Waits until fewer than `most` slots are taken, and takes one. Whoever has one must `release` it, once.
   *
   * @throws the signal's reason when it is aborted while it waits.
   */
  async take(signal?: Abort, most = this.limit): Promise<void> {
    if (signal?.aborted) throw signal.reason
    if (this.#taken < most) {
      this.#taken += 1
      return
    }
    let give = () => {}
    const given = new Promise<void>((resolve) => {
      give = resolve
    })
    const waiting = { most, give }
    this.#waiting.add(waiting)
    try {
      await abortable(given, signal)
    } catch (reason) {
      // Aborted in the moment in which the slot was handed over: it goes to the next one.
      if (!this.#waiting.delete(waiting)) this.release()
      throw reason
    }
  }

  /** A slot goes straight to the first who may have it, so that nobody who comes just now takes it. */
  release(): void {
    this.#taken -= 1
    for (const waiting of this.#waiting) {
      if (this.#taken >= waiting.most) continue
      this.#waiting.delete(waiting)
      this.#taken += 1
      waiting.give()
      return
    }
  }
}

/** Waits for a promise that never rejects, or rejects as soon as the signal is aborted. */
function abortable(promise: Promise<void>, signal: Abort | undefined): Promise<void> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    void promise.then(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
  })
}

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
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(limit: number) {
    this.#free = limit
  }

  /**
   * Waits for a slot and runs the work in it.
   *
   * @throws what the work throws, or the signal's reason when it is aborted while it waits.
   */
  async enter<T>(work: () => T | PromiseLike<T>, signal?: Abort): Promise<T> {
    if (signal?.aborted) throw signal.reason
    if (this.#free > 0) this.#free -= 1
    else await this.#turn(signal)
    try {
      return await work()
    } finally {
      this.#release()
    }
  }

  async #turn(signal: Abort | undefined): Promise<void> {
    let give = () => {}
    const given = new Promise<void>((resolve) => {
      give = resolve
    })
    this.#waiting.add(give)
    try {
      await abortable(given, signal)
    } catch (reason) {
      // Aborted in the moment in which the slot was handed over: it goes to the next one.
      if (!this.#waiting.delete(give)) this.#release()
      throw reason
    }
  }

  /** A slot goes straight to the one who waits longest, so that nobody who comes just now takes it. */
  #release(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
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

// The whole results that a session keeps behind handles: the newest ones, up to a number and a size. They are made by
// the gate, one for every view that is cut, so they take no room from the handles of a tool's own kinds.

import { LRUCache } from 'lru-cache'

const MOST = 256
/** Characters of all of them. */
const MOST_SIZE = 64 * 1024 * 1024

export class KeptResults {
  readonly #kept = new LRUCache<string, (handle: string) => void>({
    max: MOST,
    maxSize: MOST_SIZE,
    dispose: (release, handle, reason) => {
      if (reason === 'evict') release(handle)
    },
  })

  /** Whether there could be room for a result of so many characters. */
  canKeep(size: number): boolean {
    return size < MOST_SIZE
  }

  /** Keeps a handle, and lets go of the oldest. */
  add(handle: string, size: number, release: (handle: string) => void): void {
    this.#kept.set(handle, release, { size: size + 1 })
  }
}

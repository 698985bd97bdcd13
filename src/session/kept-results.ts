// Which whole results a session keeps behind handles: the newest, up to a number and a size. The vault has them; they
// are made by the gate, one for every view that is cut, so they take no room from the handles of a tool's own kinds.

import { LRUCache } from 'lru-cache'
import { BoundedSet } from '../base/bounded.js'

const MOST = 256
/** Characters of all of them. */
const MOST_SIZE = 64 * 1024 * 1024
/** Tokens of those that were let go, so that who asks for one learns why it is not there. */
const MOST_LET_GO = 1_000

export class KeptResults {
  readonly #letGo = new BoundedSet<string>(MOST_LET_GO)
  readonly #kept = new LRUCache<string, (handle: string) => void>({
    max: MOST,
    maxSize: MOST_SIZE,
    dispose: (release, handle, reason) => {
      if (reason !== 'evict') return
      this.#letGo.add(handle)
      release(handle)
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

  /** It was shown again: it is the newest. */
  touch(handle: string): void {
    this.#kept.get(handle)
  }

  /** Whether it was let go to make room. */
  isLetGo(handle: string): boolean {
    return this.#letGo.has(handle)
  }
}

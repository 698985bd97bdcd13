// Which whole results a session keeps behind handles: the newest, up to a number and a size. The vault has them; they
// are made by the gate, one for every view that is cut, so they take no room from the handles of a tool's own kinds.

import { BoundedSet } from '../base/bounded.js'

/**
 * How many. What lives on in memory is copied by the collector, call after call: there few are kept, in a store that
 * lasts more.
 */
const MOST = { memory: 32, store: 256 }
/** Characters of all of them. */
const MOST_SIZE = 64 * 1024 * 1024
/** Tokens of those that were let go, so that who asks for one learns why it is not there. */
const MOST_LET_GO = 1_000

interface KeptResult {
  readonly handle: string
  readonly size: number
  /** Whose words it holds: the tool that gave it, or its server. */
  readonly voice: string
  letGo(): void
}

export class KeptResults {
  readonly #letGo = new BoundedSet<string>(MOST_LET_GO)
  /** The oldest first. A list: no map is as quick for so few. */
  readonly #kept: KeptResult[] = []
  readonly #most: number
  #size = 0

  /** @param inMemory Whether the results are kept by this process alone. */
  constructor(inMemory: boolean) {
    this.#most = inMemory ? MOST.memory : MOST.store
  }

  /** Whether there could be room for a result of so many characters. */
  canKeep(size: number): boolean {
    return size < MOST_SIZE
  }

  /** Keeps a result, and lets go of the oldest. */
  add(result: KeptResult): void {
    this.#kept.push(result)
    this.#size += result.size
    while (this.#kept.length > this.#most || this.#size > MOST_SIZE) {
      const oldest = this.#kept.shift()!
      this.#size -= oldest.size
      this.#letGo.add(oldest.handle)
      oldest.letGo()
    }
  }

  /** The process had no room for it: whoever asks for it learns that. */
  lost(handle: string): void {
    const at = this.#kept.findIndex((each) => each.handle === handle)
    if (at !== -1) this.#size -= this.#kept.splice(at, 1)[0]!.size
    this.#letGo.add(handle)
  }

  /** It was shown again: it is the newest. */
  touch(handle: string): void {
    const at = this.#kept.findIndex((each) => each.handle === handle)
    if (at !== -1) this.#kept.push(...this.#kept.splice(at, 1))
  }

  /** Whose words stand behind a handle, as far as this session gave it. */
  voiceOf(handle: string): string | undefined {
    return this.#kept.find((each) => each.handle === handle)?.voice
  }

  /** Whether it was let go to make room. */
  isLetGo(handle: string): boolean {
    return this.#letGo.has(handle)
  }
}

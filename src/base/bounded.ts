// A set of the latest so many things, of which far more are added than are asked for.

/**
 * Holds at most `most` things: over that, the one that was added longest ago goes. Iterates from the newest on.
 *
 * A list that is tidied when somebody asks. (A Set from which the oldest is taken at each addition leaves old tables to
 * the collector, with all that stood in them: that cost more than the rest of an addition.)
 */
export class BoundedSet<T> implements Iterable<T> {
  /** The newest last; one that was added again stands there twice. */
  #added: T[] = []
  #isTidy = true

  constructor(readonly most: number) {}

  get size(): number {
    return this.#tidy().length
  }

  has(value: T): boolean {
    return this.#tidy().includes(value)
  }

  /** Adds a value, or makes it the newest again. */
  add(value: T): void {
    this.#added.push(value)
    this.#isTidy = false
    if (this.#added.length > 2 * this.most) this.#tidy()
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#tidy().toReversed()[Symbol.iterator]()
  }

  #tidy(): readonly T[] {
    if (this.#isTidy) return this.#added
    this.#isTidy = true
    // The newest of equal ones counts.
    const newest = [...new Set(this.#added.reverse())].slice(0, this.most)
    this.#added = newest.reverse()
    return this.#added
  }
}

// A set of the latest so many things.

/** Holds at most `most` things: over that, the one that was added longest ago goes. Iterates from the newest on. */
export class BoundedSet<T> implements Iterable<T> {
  readonly #kept = new Set<T>()

  constructor(readonly most: number) {}

  get size(): number {
    return this.#kept.size
  }

  has(value: T): boolean {
    return this.#kept.has(value)
  }

  /** Adds a value, or makes it the newest again. */
  add(value: T): void {
    this.#kept.delete(value)
    this.#kept.add(value)
    if (this.#kept.size <= this.most) return
    const [oldest] = this.#kept
    this.#kept.delete(oldest as T)
  }

  [Symbol.iterator](): Iterator<T> {
    return [...this.#kept].reverse()[Symbol.iterator]()
  }
}

// A map that does not keep its values alive.

export class WeakValues<V extends object> {
  readonly #refs = new Map<string, WeakRef<V>>()
  readonly #gone = new FinalizationRegistry<string>((key) => {
    if (this.#refs.get(key)?.deref() === undefined) this.#refs.delete(key)
  })

  get(key: string): V | undefined {
    return this.#refs.get(key)?.deref()
  }

  /** Adds a value and gives it back. */
  add(key: string, value: V): V {
    this.#refs.set(key, new WeakRef(value))
    this.#gone.register(value, key)
    return value
  }

  /** Deletes a key while it stands for this value. */
  delete(key: string, value: V): void {
    if (this.get(key) === value) this.#refs.delete(key)
  }

  /** The values that are still there. */
  all(): V[] {
    return [...this.#refs.values()].map((ref) => ref.deref()).filter((value) => value !== undefined)
  }
}

// Which messages of the user were taken already, by their ids. What they say is kept with the flow.

/** Ids are remembered for longer than words, or an old message would count as new. */
const MAX_IDS = 1_000

export class SaidIds {
  readonly #ids = new Set<string>()

  /** Notes an id. Says whether it was new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    if (this.#ids.size >= MAX_IDS) this.#ids.delete(this.#ids.values().next().value as string)
    this.#ids.add(id)
    return true
  }
}

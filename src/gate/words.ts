// The user's own words of a session, once an id, the last 50 of them.

const MAX_MESSAGES = 50
/** Ids are remembered for longer than words, or an old message would count as new. */
const MAX_IDS = 1_000

export class Words {
  readonly #ids = new Set<string>()
  #messages: readonly string[] = []

  /** Keeps a message. Says whether it was new. */
  add(text: string, id: string): boolean {
    if (this.#ids.has(id)) return false
    if (this.#ids.size >= MAX_IDS) this.#ids.delete(this.#ids.values().next().value as string)
    this.#ids.add(id)
    this.#messages = [...this.#messages, text].slice(-MAX_MESSAGES)
    return true
  }
}

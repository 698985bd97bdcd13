// The tokens that a session was shown lately: the only ones that a misspelt one is compared with, so that a
// suggestion tells nobody anything new. In memory.

const MOST = 256

export class ShownHandles implements Iterable<string> {
  readonly #tokens = new Set<string>()

  /** Remembers a token, in place of the one that was shown longest ago. */
  add(token: string): void {
    this.#tokens.delete(token)
    this.#tokens.add(token)
    if (this.#tokens.size <= MOST) return
    const [oldest] = this.#tokens
    this.#tokens.delete(oldest as string)
  }

  /** The newest first. */
  [Symbol.iterator](): Iterator<string> {
    return [...this.#tokens].reverse()[Symbol.iterator]()
  }
}

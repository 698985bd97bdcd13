// Says in the store that a session knows more than is stored of it. Evidence is stored about once a second; a process
// that is killed in between loses what it learnt last, which may be what counted against a value.

import { randomUUID } from 'node:crypto'
import type { FlowStore } from './flow-store.js'

/** The mark of one session. Its write starts before the first act that depends on it, and nothing waits for it. */
export class Unsaved {
  /** Of the first change that no save has covered. */
  #mark: string | undefined
  /** The latest mark that may stand in the store. */
  #latest: string | undefined

  constructor(
    readonly store: FlowStore,
    readonly key: string,
  ) {}

  /** Something changes. Only the first change after a save writes. */
  note(): void {
    if (this.#mark !== undefined) return
    const mark = randomUUID()
    const before = this.#latest
    this.#mark = mark
    this.#latest = mark
    void this.store.saveMark(this.key, mark).then((isKept) => {
      if (isKept || this.#mark !== mark) return
      // The next change tries again.
      this.#mark = undefined
      this.#latest = before
    })
  }

  /** The evidence as it is now is about to be stored: the mark that it covers. */
  cover(): string | undefined {
    this.#mark = undefined
    return this.#latest
  }
}

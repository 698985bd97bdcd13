// Lines or values of a view: each is written and counted once, when it is first asked for.

import { tokensOf } from './budget.js'

/** What is written of some items, by their index. */
export class Lines {
  readonly #write: (index: number) => string
  readonly #texts: string[] = []
  /** Tokens of the first so many. */
  readonly #taken: number[] = [0]

  constructor(write: (index: number) => string) {
    this.#write = write
  }

  readonly text = (index: number): string => {
    this.#texts[index] ??= this.#write(index)
    return this.#texts[index]
  }

  /**
   * How many of the first fit, and what they take; writes no more of them than one that doesn't fit. One is always
   * offered: whether there is room for it is seen when all is written.
   */
  fitting(total: number, room: number): Fitting {
    let shown = 0
    while (shown < total) {
      const taken = this.#takenBy(shown + 1)
      if (taken > room && shown > 0) break
      shown++
    }
    return { shown, taken: this.#taken[shown]! }
  }

  #takenBy(count: number): number {
    const known = this.#taken[count]
    if (known !== undefined) return known
    // What stands between two of them takes one or two.
    const taken = this.#taken[count - 1]! + tokensOf(this.text(count - 1)) + BETWEEN
    this.#taken[count] = taken
    return taken
  }
}

interface Fitting {
  readonly shown: number
  /** Tokens. */
  readonly taken: number
}

const BETWEEN = 2

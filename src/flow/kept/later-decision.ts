// The decision on a call of a tool that never asks: it passes, and what is known of its arguments is found out only
// when somebody wants it, which is after the outcome is delivered, or never. It is here for speed alone: a read of
// twenty rows that was judged at once took about 1.4 to 1.7 times the processor time.

import type { Decision } from '../judge/decision.js'

/** A decision that is made when it is read. */
export class LaterDecision implements Decision {
  readonly verdict = 'allow'
  readonly judged = 'allow'
  readonly items = []
  readonly rules = []
  #made: Decision | undefined

  constructor(
    readonly asOf: number,
    readonly judge: () => Decision,
  ) {}

  get arguments(): Decision['arguments'] {
    return this.made.arguments
  }
  get destinations(): Decision['destinations'] {
    return this.made.destinations
  }
  get asked(): boolean {
    return this.made.asked
  }
  get micros(): number {
    return this.#made?.micros ?? 0
  }

  private get made(): Decision {
    this.#made ??= this.judge()
    return this.#made
  }
}

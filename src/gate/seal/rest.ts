// The whole of a result that was shown in part: one handle for all its views, written with the others of the outcome.

import type { PartOrigin } from '../../flow/evidence/part.js'
import type { Kind } from '../../handles/kinds/kind.js'
import { result as resultKind } from '../../handles/kinds/result-kind.js'
import type { Serialised } from '../../handles/seal/serialise.js'
import type { Sealing } from '../../handles/vault/sealing.js'
import type { Json } from '../../json/json.js'
import type { Card } from '../../tool/outcome.js'
import type { Judged } from '../crossing.js'

export class Rest {
  #card: Card | undefined
  #size = 0
  #isGivenUp = false

  constructor(private readonly crossing: Judged) {}

  /** Its card, once a view left something out. */
  get card(): Card | undefined {
    return this.#card
  }

  /** The handle of it, made when it is first asked for; undefined: there is none. */
  handle(
    { value, size }: Serialised,
    open: () => Sealing,
    origin: (whole: Json) => PartOrigin,
  ): string | undefined {
    const { native, tool, state } = this.crossing
    if (native || tool.isInspector || this.#isGivenUp || !state.keptResults.canKeep(size)) return undefined
    if (!this.#card) {
      const whole = tool.restOf ? tool.restOf(value) : value
      if (whole === undefined) return undefined
      const from = { value: whole, size, origin: () => origin(whole) }
      this.#card = open().sealWhole(resultKind as Kind, from)
      this.#size = size
    }
    return this.#card.handle
  }

  /** There was no room for it. Says which handle is not to be written. */
  giveUp(): string | undefined {
    const given = this.#card?.handle
    this.#card = undefined
    this.#isGivenUp = true
    return given
  }

  /** The outcome is delivered: the newest whole results are kept, and the oldest is let go. */
  shown(): void {
    const { core, state, viewer } = this.crossing
    if (this.#card) {
      state.keptResults.add(this.#card.handle, this.#size, (oldest) => {
        core.handles.vault
          .release(oldest, viewer)
          .catch((err: unknown) => core.log.debug({ err }, 'an old result was not let go'))
      })
    }
  }
}

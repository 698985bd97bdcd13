// The whole of a result that was shown in part: one handle for all its views, written with the others of the outcome,
// or kept by the session itself where nobody else could read it.

import type { PartOrigin } from '../../flow/evidence/part.js'
import type { Kind } from '../../handles/kinds/kind.js'
import { result as resultKind } from '../../handles/kinds/result-kind.js'
import type { Serialised } from '../../handles/seal/serialise.js'
import type { RecentResult } from '../../handles/vault/recent-results.js'
import type { Sealing } from '../../handles/vault/sealing.js'
import type { Json } from '../../json/json.js'
import type { KeptResult } from '../../session/ended.js'
import type { Card } from '../../tool/outcome.js'
import type { Judged } from '../crossing.js'

export class Rest {
  #card: Card | undefined
  #size = 0
  #recent: RecentResult | undefined
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
    const { native, tool, state, core } = this.crossing
    if (native || tool.isInspector || this.#isGivenUp || !state.keptResults.canKeep(size)) return undefined
    if (!this.#card) {
      const whole = tool.restOf ? tool.restOf(value) : value
      if (whole === undefined) return undefined
      this.#card = core.handles.keepsRecent
        ? this.#kept(whole, size, () => origin(whole))
        : open().seal(resultKind as Kind, whole, { ...origin(whole), isBounded: true })
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

  /** What the session itself keeps of it. */
  get recent(): KeptResult | undefined {
    return this.#recent && { result: this.#recent, size: this.#size }
  }

  /** The outcome is delivered: the newest whole results are kept, and the oldest is let go. */
  shown(): void {
    const { core, state, viewer } = this.crossing
    if (this.#recent) state.recentResults.add(this.#recent, this.#size)
    else if (this.#card) {
      state.keptResults.add(this.#card.handle, this.#size, (oldest) => {
        core.handles.vault
          .release(oldest, viewer)
          .catch((err: unknown) => core.log.debug({ err }, 'an old result was not let go'))
      })
    }
  }

  /** In memory a whole result stays what it is, and is written nowhere. */
  #kept(value: Json, size: number, origin: () => PartOrigin): Card {
    const { core, viewer } = this.crossing
    const { id, token } = core.handles.vault.mint(resultKind as Kind)
    const { label } = resultKind.card(value, viewer)
    const expiresAt = Math.ceil(core.clock()) + resultKind.ttlMs
    const until = new Date(expiresAt).toISOString()
    const card = { handle: token, kind: resultKind.name, label, facts: {}, size, expiresAt: until }
    this.#recent = { id, card, value, expiresAt, origin }
    return card
  }
}

// The whole of a result that was shown in part: one handle for all its views, written with the others of the outcome.

import type { Kind } from '../../handles/kinds/kind.js'
import { result as resultKind } from '../../handles/kinds/result-kind.js'
import type { OriginAt } from '../../handles/seal/labels.js'
import type { Serialised } from '../../handles/seal/serialise.js'
import type { LateWhole } from '../../handles/vault/late-whole.js'
import type { Sealing } from '../../handles/vault/sealing.js'
import type { WholeHandle } from '../../session/ended.js'
import type { Card } from '../../tool/outcome.js'
import { voiceOf } from '../../tool/voice.js'
import type { Judged } from '../crossing.js'

/** The handle of one whole result. */
export interface WholeResult {
  /** Made when it is first asked for: a view left something out. Undefined: there is none. */
  handle(): string | undefined
  /** Its card, if it was made. */
  card(): Card | undefined
  /** The outcome is delivered: it is the newest that its session keeps, and the oldest is let go. */
  shown(): WholeHandle | undefined
}

/** There was no room for it. */
export const NO_WHOLE: WholeResult = {
  handle: () => undefined,
  card: () => undefined,
  shown: () => undefined,
}

/** Begins with none. What the inspector reads out of a handle has one already. */
export function wholeResult(
  { tool, state, core, viewer }: Judged,
  { value, size }: Serialised,
  sealing: () => Sealing,
  originAt: OriginAt,
): WholeResult {
  if (tool.isInspector || !state.keptResults.canKeep(size)) return NO_WHOLE
  const { vault } = core.handles
  let card: Card | undefined
  let inMemory: LateWhole | undefined
  const make = () => {
    const kept = tool.restOf ? tool.restOf(value) : value
    if (kept === undefined) return undefined
    const whole = { value: kept, size, origin: () => originAt([], () => kept) }
    inMemory = vault.wholeInMemory(resultKind as Kind, whole, viewer)
    return inMemory ? inMemory.card : sealing().sealWhole(resultKind as Kind, whole)
  }
  return {
    handle() {
      card ??= make()
      return card?.handle
    },
    card: () => card,
    shown() {
      if (!card) return undefined
      const whole = inMemory
      const { handle } = card
      whole?.keep(() => state.keptResults.lost(handle))
      const letGo = () => {
        const gone = whole ? whole.letGo() : vault.release(handle, viewer)
        gone?.catch((err: unknown) => core.log.debug({ err }, 'an old result was not let go'))
      }
      state.keptResults.add({ handle, size, voice: voiceOf(tool), letGo })
      return { card, isHeld: whole ? () => whole.isHeld() : vault.watch(card.handle) }
    },
  }
}

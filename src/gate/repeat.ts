// Part of stage 6: which calls need no run of their own, because an equal one is under way, is kept, or was
// done before under the same idempotency key.

import type { Abort } from '../base/abort.js'
import { OutcomeCache } from '../session/cache.js'
import type { Shaped } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import type { Judged } from './crossing.js'
import { argsAsOpened } from './handle-arguments.js'
import { keyed } from './keyed.js'
import { replay } from './replay.js'
import { shape } from './shape.js'
import { aborted } from './stops.js'

/** Runs and shapes a call, or takes the outcome of an equal one. */
export function once(
  crossing: Judged,
  cross: (signal: Abort, idempotencyKey?: string) => Promise<Shaped>,
): Promise<Shaped> {
  const { tool } = crossing
  if (tool.idempotencyKey) {
    // The claim is taken in the slot, or it could run out while the call waits for one.
    return inSlot(crossing, crossing.signal, () => keyed(crossing, (key) => cross(crossing.signal, key)))
  }
  // A stranger's word that its tool only reads is no ground to answer one call with the outcome of another.
  // What a native value holds may change between two calls.
  const holdsNatives = crossing.native && crossing.opened !== undefined
  if (hasSideEffect(tool.effect) || tool.upstream || holdsNatives) return cross(crossing.signal)
  return shared(crossing, cross)
}

async function shared(crossing: Judged, cross: (signal: Abort) => Promise<Shaped>): Promise<Shaped> {
  const { tool, state, core, signal } = crossing
  const args = argsAsOpened(crossing)
  const { rights } = crossing.asked
  const key = tool.cache && OutcomeCache.key(tool, rights, args)
  const kept = key && state.cache.get(key, core.clock())
  if (kept) {
    if (kept.recent) state.recentResults.add(kept.recent.result, kept.recent.size)
    return replay(kept, 'cache', crossing)
  }
  const joined = state.flights.find(tool, rights, args)
  const flight = joined ?? state.flights.start(tool, rights, args, cross)
  const shaped = await flight.join(signal)
  if (shaped === 'aborted') return shape(crossing, aborted(tool))
  if (joined) return replay(shaped, 'flight', crossing)
  if (key && tool.cache) state.cache.put(key, shaped, core.clock() + tool.cache.ttlMs)
  return shaped
}

/** Waits for one of the places that a tool has at once, where it declares so. */
async function inSlot(crossing: Judged, signal: Abort, go: () => Promise<Shaped>): Promise<Shaped> {
  const slots = crossing.core.slots.get(crossing.tool.declaration)
  if (!slots) return go()
  try {
    return await slots.enter(go, signal)
  } catch (error) {
    if (signal.aborted) return shape(crossing, aborted(crossing.tool))
    throw error
  }
}

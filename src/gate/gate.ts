// How a call crosses: the one path. Every call, through whichever door, goes through these eight stages in
// this order; there is no second way in.

import { hasSideEffect } from '../tool/effects.js'
import type { Outcome } from '../tool/outcome.js'
import { admit } from './admit.js'
import { authorize } from './authorize.js'
import { type Arrival, isStop, type Opened, type Resolved } from './crossing.js'
import type { Shaped, Stop } from './ended.js'
import { judge } from './judge.js'
import type { Place } from './lane.js'
import { once } from './once.js'
import { open } from './open.js'
import { record } from './record.js'
import { resolve } from './resolve.js'
import { run } from './run.js'
import { shape } from './shape.js'
import { aborted, internalFault } from './stops.js'

/** Takes a call through the gate. A stage that fails itself, or a store that is down, ends it as `internal`. */
export async function cross(arrival: Arrival): Promise<Outcome> {
  const resolved = resolve(arrival)
  if (isStop(resolved)) return end(arrival, resolved)
  // Taken on arrival: a write that is quicker to check must not overtake the one before it.
  const place = hasSideEffect(resolved.tool.effect) ? resolved.state.lane.reserve() : undefined
  try {
    return await pass(resolved, place)
  } catch (error) {
    return end(resolved, internalFault(resolved, error, 'the gate failed'))
  } finally {
    place?.leave()
  }
}

async function pass(resolved: Resolved, place: Place | undefined): Promise<Outcome> {
  const authorized = await authorize(resolved)
  if (isStop(authorized)) return end(resolved, authorized)
  const admitted = admit(authorized)
  if (isStop(admitted)) return end(resolved, admitted)
  const opened = await open(admitted)
  if (isStop(opened)) return end(admitted, opened)
  const judged = judge(opened)
  if (isStop(judged)) return end(admitted, judged)
  return record(judged, await runAndShape(judged, place))
}

/** What changes something waits for what came before it. */
function runAndShape(judged: Opened, place: Place | undefined): Promise<Shaped> | Shaped {
  if (judged.signal.aborted) return shape(judged, aborted())
  const go = () => once(judged, async (signal, key) => shape(judged, await run(judged, signal, key)))
  if (!place) return go()
  return place.enter(go, judged.signal).catch((error: unknown) => {
    if (judged.signal.aborted) return shape(judged, aborted())
    throw error
  })
}

/** Ends a crossing that a stage stopped. */
export async function end(crossing: Arrival, stop: Stop): Promise<Outcome> {
  return record(crossing, await shape(crossing, stop))
}

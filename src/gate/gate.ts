// How a call crosses: the one path. Every call, through whichever door, goes through these eight stages in
// this order; there is no second way in.

import type { Place } from '../base/lane.js'
import type { Shaped, Stop } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import type { Approval, Outcome } from '../tool/outcome.js'
import { admit } from './admit.js'
import { authorize } from './authorize.js'
import { openAgain, takeUp } from './before-run.js'
import { type Arrival, isStop, type Judged, type Resolved } from './crossing.js'
import { begin, judge } from './judge.js'
import { open } from './open.js'
import { record } from './record.js'
import { once } from './repeat.js'
import { resolve } from './resolve.js'
import { run } from './run.js'
import { shape } from './shape.js'
import { aborted, internalFault, stoppedBefore } from './stops.js'

/** What would become of a call. */
export interface Preview {
  readonly status: 'allow' | 'held' | 'denied' | 'error'
  readonly approval?: Approval
}

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

/** What would become of a call: the stages before it runs. */
export async function preview(arrival: Arrival): Promise<Preview> {
  const resolved = resolve(arrival)
  try {
    const found = isStop(resolved) ? { stop: resolved } : await check(resolved)
    if (!('stop' in found)) return { status: 'allow' }
    const { status, approval } = found.stop
    return { status, ...(approval && { approval }) }
  } catch (error) {
    internalFault(arrival, error, 'the gate failed')
    return { status: 'error' }
  }
}

async function pass(resolved: Resolved, place: Place | undefined): Promise<Outcome> {
  const checked = await check(resolved)
  if ('stop' in checked) return end(checked.at, checked.stop)
  const shaped = await runAndShape(checked, place)
  return record(shaped.at ? { ...checked, ...shaped.at } : checked, shaped)
}

/** Where a call was stopped, and why. */
interface Stopped {
  readonly at: Arrival
  readonly stop: Stop
}

/** Stages two to five. */
async function check(resolved: Resolved): Promise<Judged | Stopped> {
  const authorized = await authorize(resolved)
  if (isStop(authorized)) return { at: resolved, stop: authorized }
  const admitted = admit(authorized)
  if (isStop(admitted)) return { at: resolved, stop: admitted }
  const opened = await open(admitted)
  if (isStop(opened)) return { at: admitted, stop: opened }
  const judged = await judge(opened)
  if (!isStop(judged)) return judged
  return { at: { ...admitted, decision: judged.decision }, stop: judged }
}

/** What changes something waits for what came before it. */
function runAndShape(judged: Judged, place: Place | undefined): Promise<Shaped> | Shaped {
  if (judged.signal.aborted) return shape(judged, stoppedBefore())
  const go = () =>
    once(judged, async (signal, key) => {
      const fresh = judged.opened ? await openAgain(judged) : judged
      if (isStop(fresh)) {
        const { decision = judged.decision } = fresh
        return { ...(await shape(judged, fresh)), at: { decision, opened: judged.opened } }
      }
      const ready = (await begin(fresh)) ?? (await takeUp(fresh))
      if (isStop(ready)) return shape(fresh, ready)
      const shaped = await shape(ready, await run(ready, signal, key))
      if (ready === judged) return shaped
      const { decision, opened } = ready
      return { ...shaped, at: { decision, opened } }
    })
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

// How a call crosses: the one path, all of it, in order. Every call, through whichever door, goes this way; there is no
// second way in. A stage gives the crossing with what it found, or a stop; only here is either made an outcome.

import type { Abort } from '../base/abort.js'
import type { Turn } from '../base/lane.js'
import type { Shaped, Stop } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import type { Approval, Outcome } from '../tool/outcome.js'
import { admit } from './admit.js'
import { allow } from './allow.js'
import { authorize } from './authorize.js'
import { beforeRun } from './before-run.js'
import { type Allowed, type Arrival, isStop, type Resolved, type Stopped, stoppedAt } from './crossing.js'
import { judge } from './judge.js'
import { open } from './open.js'
import { learn, record } from './record.js'
import { repeat } from './repeat.js'
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
  const turn = hasSideEffect(resolved.tool.effect) ? resolved.state.lane.reserve() : undefined
  try {
    const checked = await check(resolved)
    return await (checked.stop ? end(checked, checked.stop) : carryOut(checked, turn))
  } catch (error) {
    return end(resolved, internalFault(resolved, error, 'the gate failed'))
  } finally {
    turn?.leave()
  }
}

/** What would become of a call: it is checked, and not run. */
export async function preview(arrival: Arrival): Promise<Preview> {
  const resolved = resolve(arrival)
  try {
    const stop = isStop(resolved) ? resolved : (await check(resolved)).stop
    if (!stop) return { status: 'allow' }
    const { status, approval } = stop
    return { status, ...(approval && { approval }) }
  } catch (error) {
    internalFault(arrival, error, 'the gate failed')
    return { status: 'error' }
  }
}

/** Stages two to five: may it run? */
async function check(resolved: Resolved): Promise<Allowed | Stopped> {
  const authorized = await authorize(resolved)
  if (isStop(authorized)) return stoppedAt(resolved, authorized)
  const admitted = admit(authorized)
  if (isStop(admitted)) return stoppedAt(authorized, admitted)
  const opened = await open(admitted)
  if (isStop(opened)) return stoppedAt(admitted, opened)
  const judged = judge(opened)
  const allowed = await allow(judged)
  return isStop(allowed) ? stoppedAt(judged, allowed) : allowed
}

/** Stages six to eight: it runs, or an equal call ran for it. */
async function carryOut(allowed: Allowed, turn: Turn | undefined): Promise<Outcome> {
  let crossing: Allowed | Stopped = allowed
  const perform = async (signal: Abort, idempotencyKey?: string): Promise<Shaped> => {
    crossing = await beforeRun(allowed)
    if (crossing.stop) return shape(crossing, crossing.stop)
    return shape(crossing, await run(crossing, signal, idempotencyKey))
  }
  const ended = await inTurn(allowed, turn, () => repeat(allowed, perform))
  const shaped = isStop(ended) ? await shape(allowed, ended) : ended
  learn(crossing, shaped)
  return record(crossing, shaped)
}

/** What changes something waits for what came before it. */
function inTurn<T>(
  { signal }: Allowed,
  turn: Turn | undefined,
  go: () => Promise<T>,
): Promise<T | Stop> | T | Stop {
  if (signal.aborted) return stoppedBefore()
  if (!turn) return go()
  return turn.enter(go, signal).catch((error: unknown) => {
    if (signal.aborted) return aborted()
    throw error
  })
}

/** Ends a crossing that a stage stopped: stages seven and eight. */
export async function end(crossing: Arrival, stop: Stop): Promise<Outcome> {
  return record(crossing, await shape(crossing, stop))
}

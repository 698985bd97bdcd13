// How many hops to one target are open at a time: in a run, and in the process. Who must wait does so in order of
// arrival, and his clock runs.

import type { Abort } from '../../base/abort.js'
import type { Agent } from '../graph/graph.js'

/** Gives a place back. Without effect when that has happened. */
export type Leave = () => void

interface Waiting {
  readonly most: number
  readonly give: () => void
}

interface Target {
  open: number
  readonly waiting: Set<Waiting>
}

/** Counts hops by their target. Each edge says how many it may make, counting those that others made. */
export class Places {
  readonly #targets = new WeakMap<Agent, Target>()

  /**
   * Waits until fewer than `most` hops to the target are open.
   *
   * @throws the signal's reason when it is aborted while it waits.
   */
  async enter(target: Agent, most: number, signal: Abort): Promise<Leave> {
    if (signal.aborted) throw signal.reason
    const at = this.#targets.get(target) ?? { open: 0, waiting: new Set<Waiting>() }
    this.#targets.set(target, at)
    if (at.open < most) at.open += 1
    else await turn(at, most, signal)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      at.open -= 1
      next(at)
    }
  }
}

/** Over all runs of this process. */
export const PROCESS = new Places()

function turn(at: Target, most: number, signal: Abort): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      at.waiting.delete(waiting)
      reject(signal.reason)
    }
    const waiting: Waiting = {
      most,
      give() {
        signal.removeEventListener('abort', onAbort)
        resolve()
      },
    }
    at.waiting.add(waiting)
    signal.addEventListener('abort', onAbort)
  })
}

/** A place goes straight to the first who may have it, so that nobody who comes just now takes it. */
function next(at: Target): void {
  for (const waiting of at.waiting) {
    if (at.open >= waiting.most) continue
    at.waiting.delete(waiting)
    at.open += 1
    waiting.give()
    return
  }
}

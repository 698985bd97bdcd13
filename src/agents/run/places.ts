// How many hops to one target are open at a time: in a run, and in the process. Who must wait does so in order of
// arrival, and his clock runs.

import type { Abort } from '../../base/abort.js'
import { Slots } from '../../base/lane.js'
import type { Agent } from '../graph/graph.js'

/** Gives a place back. Once. */
export type Leave = () => void

/** Counts hops by their target. Each edge says how many it may make, counting those that others made. */
export class Places {
  readonly #targets = new WeakMap<Agent, Slots>()

  /**
   * Waits until fewer than `most` hops to the target are open.
   *
   * @throws the signal's reason when it is aborted while it waits.
   */
  async enter(target: Agent, most: number, signal: Abort): Promise<Leave> {
    const slots = this.#targets.get(target) ?? new Slots()
    this.#targets.set(target, slots)
    await slots.take(signal, most)
    return () => slots.release()
  }
}

/** Over all runs of this process. */
export const PROCESS = new Places()

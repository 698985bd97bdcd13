// The approvals of one session as they are kept. Each change is written under the version that it was made on, so
// that two processes, or an older gate that ends late, never bring back what was used up.

import { Lane } from '../../base/lane.js'
import type { Approvals } from '../person/approvals.js'
import type { FlowStore, Kept, StoredApprovals } from './flow-store.js'

/** What became of a change. `made` is undefined when there was nothing to change. */
export interface Changed<T> {
  readonly made: T | undefined
  /** False: the store is down, so only this process knows of it. */
  readonly isKept: boolean
}

/** Others write between a look and a write; more often than so, something is wrong. */
const MOST_TRIES = 50

/** One session's approvals and their version. */
export class KeptApprovals {
  #version = 0
  readonly #lane = new Lane()

  constructor(
    readonly store: FlowStore,
    readonly key: string,
    /** Those of now: a session that rested for long begins with others. */
    readonly approvals: () => Approvals,
  ) {}

  /** Takes up what was read of the store. */
  take({ value, version }: Kept<StoredApprovals>): void {
    this.#version = version
    if (value) this.approvals().restore(value)
  }

  /**
   * Makes a change in its turn and writes it. Where another one has written since, theirs is taken up and `change` is made again:
   * it must look anew whether it may.
   *
   * @throws what `change` throws.
   */
  change<T>(change: () => T | undefined): Promise<Changed<T>> {
    return this.store.during(this.#lane.enter(() => this.#change(change)))
  }

  async #change<T>(change: () => T | undefined): Promise<Changed<T>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const made = change()
      if (made === undefined) return { made, isKept: true }
      const kept = await this.store.saveApprovals(this.key, this.approvals().toJSON(), this.#version)
      if (kept === 'kept') this.#version++
      if (kept !== 'stale') return { made, isKept: kept === 'kept' }
      if (!(await this.#refresh())) return { made, isKept: false }
    }
    return { made: change(), isKept: false }
  }

  async #refresh(): Promise<boolean> {
    const found = (await this.store.reload(this.key))?.approvals
    if (!found) return false
    this.#version = found.version
    // Nothing there any more: whether something was used up meanwhile, nobody knows.
    this.approvals().replace(found.value ?? uncounted(this.approvals().toJSON()))
    return true
  }
}

/** What can't be used up. */
function uncounted({ endorsements }: StoredApprovals): StoredApprovals {
  return { asked: [], endorsements: endorsements.filter(({ uses }) => uses === undefined) }
}

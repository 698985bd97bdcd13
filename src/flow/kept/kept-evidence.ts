// What a session knows as it is kept. Where another process, or another gate on the same session, has written since,
// what that one learnt against values is taken up before this one writes over it.

import type { FlowStore, Kept } from './flow-store.js'
import type { StoredFlow } from './setting.js'
import type { FlowState } from './state.js'

/** Others write between a look and a write; more often than so, something is wrong. */
const MOST_TRIES = 50

/** One session's evidence and its version. */
export class KeptEvidence {
  #version = 0
  #saving: Promise<void> | undefined
  #again = false

  constructor(
    readonly store: FlowStore,
    readonly key: string,
    /** That of now: a session that rested for long begins with another. */
    readonly state: () => FlowState,
    /** The mark that what is written now covers. */
    readonly cover: () => string | undefined,
  ) {}

  /** Takes up what was read of the store. */
  take({ value, version }: Kept<StoredFlow>): void {
    this.#version = version
    if (value) this.state().restore(value)
  }

  /** Writes it; begun at once, so that a session which is opened next finds it. Never rejects. */
  save(): void {
    this.#again = true
    this.#saving ??= this.store.during(this.#saveAll())
  }

  async #saveAll(): Promise<void> {
    while (this.#again) {
      this.#again = false
      // What another one left could not be taken up: then nothing that results showed counts.
      await this.#save().catch(() => this.state().blur())
    }
    this.#saving = undefined
  }

  async #save(): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const covers = this.cover()
      const known = { ...this.state().toJSON(), ...(covers !== undefined && { covers }) }
      const written = await this.store.saveEvidence(this.key, known, this.#version)
      if (written === 'kept') this.#version++
      if (written !== 'stale') return
      const found = (await this.store.reload(this.key))?.evidence
      if (!found) return
      this.#version = found.version
      if (found.value) this.state().absorb(found.value)
    }
  }
}

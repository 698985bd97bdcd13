// One record of a store that several may write: read, changed, saved under the version that it was changed on, and
// where another one has written since, changed once more upon what that one left. Knows nothing of what it means.

import type { RecordStore, StoreKey, StoreRecord } from '../../stores/store.js'

/** Others write between a look and a write; more often than so, something is wrong. */
const MOST_TRIES = 50

/** What a versioned record is made with. */
export interface VersionedParts<T> {
  readonly store: RecordStore
  readonly at: StoreKey
  /** What is to be stored, as it is at this moment, and until when. */
  readonly now: () => { readonly value: T; readonly expiresAt: number }
  /** Takes up what another one has written since; undefined: the record is gone. */
  readonly takeUp: (left: T | undefined) => void
  /** Hears why the store failed. */
  readonly onFault: (error: unknown) => void
}

/** What became of a change. `made` is undefined when there was nothing to change. */
export interface Changed<M> {
  readonly made: M | undefined
  /** False: the store is down, so only this process knows of it. */
  readonly isKept: boolean
}

export class Versioned<T> {
  /** Of the record that a write replaces. 0: there is none. */
  #version = 0
  #last: Promise<void> | undefined
  #isSaveWaiting = false

  constructor(readonly parts: VersionedParts<T>) {}

  /** The value of a record that was read. It is this one that the next write replaces. */
  read(record: StoreRecord | undefined): T | undefined {
    const value = record && (JSON.parse(record.value) as T)
    this.#version = record?.version ?? 0
    return value
  }

  /**
   * Makes a change in its turn and writes it: at once when no other is on its way. Where another one has written
   * since, theirs is taken up and `change` is made again: it must look anew whether it may.
   *
   * @throws what `change` throws.
   */
  change<M>(change: () => M | undefined): Promise<Changed<M>> {
    const run = () => this.#change(change)
    const made = this.#last ? this.#last.then(run) : run()
    const end = () => {
      if (this.#last === last) this.#last = undefined
    }
    const last = made.then(end, end)
    this.#last = last
    return made
  }

  /** Writes what is known. Who saves while a save waits for its turn has saved with it. */
  async save(): Promise<void> {
    if (this.#isSaveWaiting) return
    this.#isSaveWaiting = true
    await this.change(() => {
      this.#isSaveWaiting = false
      return true
    })
  }

  async #change<M>(change: () => M | undefined): Promise<Changed<M>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const made = change()
      if (made === undefined) return { made, isKept: true }
      const became = await this.#write()
      if (became !== 'stale') return { made, isKept: became === 'kept' }
      if (!(await this.#catchUp())) return { made, isKept: false }
    }
    return { made: change(), isKept: false }
  }

  async #write(): Promise<'kept' | 'stale' | 'failed'> {
    const { store, at, now, onFault } = this.parts
    const { value, expiresAt } = now()
    const record = { ...at, version: this.#version + 1, expiresAt: Math.ceil(expiresAt) }
    const written = { ...record, value: JSON.stringify(value) }
    try {
      if (!(await store.compareAndSet(written, this.#version))) return 'stale'
    } catch (error) {
      onFault(error)
      return 'failed'
    }
    this.#version++
    return 'kept'
  }

  async #catchUp(): Promise<boolean> {
    const { store, at, takeUp, onFault } = this.parts
    let left: T | undefined
    try {
      const [record] = await store.getMany([at])
      left = this.read(record)
    } catch (error) {
      onFault(error)
      return false
    }
    takeUp(left)
    return true
  }
}

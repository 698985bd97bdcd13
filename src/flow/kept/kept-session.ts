// One session's flow as it is kept. Evidence is stored about once a second, so beside it stands a mark that there is
// more than is stored: a process that is killed in between loses what it learnt last, which may be what counted
// against a value. Approvals are stored with each change, so that what was used up never comes back.

import { randomUUID } from 'node:crypto'
import type { StoreRecord } from '../../stores/store.js'
import { APPROVALS, type FlowStore, IDLE_MS, type StoredApprovals } from './flow-store.js'
import type { StoredFlow } from './setting.js'
import type { FlowState } from './state.js'
import { type Changed, Versioned } from './versioned.js'

const EVIDENCE = { space: 'flow', key: 'evidence' }
/** Written at the first change after evidence was stored. The evidence that is stored next covers it. */
const MARK = { space: 'flow', key: 'unsaved' }
/** How long what was learnt may wait for the store, so that a busy session is not written at every call. */
const SAVE_AFTER_MS = 1_000

/** Evidence, and the mark up to which it is whole. */
type StoredEvidence = StoredFlow & { readonly covers?: string }

/** What a session keeps in the store of its gate. */
export class KeptSession {
  readonly #evidence: Versioned<StoredEvidence>
  readonly #approvals: Versioned<StoredApprovals>
  /** Of the first change that no save has covered. */
  #mark: string | undefined
  /** The latest mark that may stand in the store. */
  #latestMark: string | undefined
  #hasChanged = false
  #saving: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(
    readonly store: FlowStore,
    readonly scope: string,
    /** That of now: a session that rested for long begins with another. */
    readonly state: () => FlowState,
  ) {
    const record = ({ space, key }: typeof EVIDENCE) => ({
      store: store.parts.store,
      at: { space, scope, key },
      onFault: (error: unknown) => store.failed(error, key),
    })
    this.#evidence = new Versioned({
      ...record(EVIDENCE),
      now: () => this.#evidenceNow(),
      takeUp: (left) => left && state().absorb(left),
    })
    this.#approvals = new Versioned({
      ...record(APPROVALS),
      now: () => this.#approvalsNow(),
      takeUp: (left) => this.#replaceApprovals(left),
    })
  }

  /**
   * Takes up what was kept.
   *
   * @throws what the store rejects with.
   */
  async load(): Promise<void> {
    const { scope } = this
    const [stored, asked, mark] = await this.store.read(
      [EVIDENCE, APPROVALS, MARK].map((at) => ({ ...at, scope })),
    )
    const evidence = this.#evidence.read(stored)
    const approvals = this.#approvals.read(asked)
    const isTorn = isUncovered(mark, evidence)
    const state = this.state()
    if (evidence) state.restore(evidence)
    if (isTorn) {
      state.lose()
      state.setting.onFault?.(new Error('a process ended before it had stored all that it knew of a session'))
    }
    if (approvals) state.approvals.restore(this.#current(approvals))
  }

  /** Makes a change of the approvals and stores it, as {@link Versioned.change} does. */
  change<M>(change: () => M | undefined): Promise<Changed<M>> {
    return this.store.during(this.#approvals.change(change))
  }

  /** More is known than is stored. It is stored soon, or at the end where nobody else could read it. */
  noteChange(): void {
    this.#hasChanged = true
    if (!this.store.isShared) return
    if (this.#mark === undefined) this.#writeMark()
    // A call that ends after the session was closed is stored at once: nobody comes by later.
    this.#saving ??= setTimeout(() => this.#save(), this.#isClosed ? 0 : SAVE_AFTER_MS).unref()
  }

  /** The session closes. What is known stays in the store. */
  close(): void {
    this.#isClosed = true
    this.#save()
  }

  /** Begun at once, so that a session which is opened next finds it. */
  #save(): void {
    clearTimeout(this.#saving)
    this.#saving = undefined
    if (!this.#hasChanged) return
    this.#hasChanged = false
    // What another one left could not be taken up: then nothing that results showed counts.
    void this.store.during(this.#evidence.save().catch(() => this.state().blur()))
    // They live as long as the session does, so the record's end moves on.
    if (!this.state().approvals.isEmpty) void this.store.during(this.#approvals.save())
  }

  /** Its write starts before the first act that depends on it, and nothing waits for it. */
  #writeMark(): void {
    const { store, clock } = this.store.parts
    const mark = randomUUID()
    const before = this.#latestMark
    this.#mark = mark
    this.#latestMark = mark
    const expiresAt = Math.ceil(clock() + IDLE_MS)
    const record = { ...MARK, scope: this.scope, version: 1, expiresAt, value: JSON.stringify(mark) }
    const written = store.putMany([record]).catch((error: unknown) => {
      this.store.failed(error, MARK.key)
      if (this.#mark !== mark) return
      // The next change tries again.
      this.#mark = undefined
      this.#latestMark = before
    })
    void this.store.during(written)
  }

  #evidenceNow(): { value: StoredEvidence; expiresAt: number } {
    this.#mark = undefined
    const covers = this.#latestMark
    const value = { ...this.state().toJSON(), ...(covers !== undefined && { covers }) }
    return { value, expiresAt: this.store.parts.clock() + IDLE_MS }
  }

  #approvalsNow(): { value: StoredApprovals; expiresAt: number } {
    const at = this.store.parts.clock()
    const approvals = this.state().approvals.toJSON()
    const ends = approvals.endorsements.map(({ expiresAt }) => expiresAt ?? 0)
    return { value: { at, ...approvals }, expiresAt: Math.max(at + IDLE_MS, ...ends) }
  }

  #replaceApprovals(left: StoredApprovals | undefined): void {
    const { approvals } = this.state()
    if (left) approvals.replace(this.#current(left))
    // Whether something was used up meanwhile nobody knows: only what can't be used up stays.
    else approvals.replace(endorsementsOf(approvals.toJSON(), ({ uses }) => uses === undefined))
  }

  /** What outlives a conversation that has ended: endorsements that a person gave an end of their own. */
  #current(stored: StoredApprovals): Lasting {
    const hasEnded = this.store.parts.clock() - stored.at > IDLE_MS
    return hasEnded ? endorsementsOf(stored, ({ expiresAt }) => expiresAt !== undefined) : stored
  }
}

type Lasting = Omit<StoredApprovals, 'at'>

function endorsementsOf(
  { endorsements }: Lasting,
  stays: (endorsement: Lasting['endorsements'][number]) => boolean,
): Lasting {
  return { asked: [], endorsements: endorsements.filter(stays) }
}

/** Whether a process ended before it had stored all that it knew. */
function isUncovered(mark: StoreRecord | undefined, evidence: StoredEvidence | undefined): boolean {
  return mark !== undefined && evidence?.covers !== JSON.parse(mark.value)
}

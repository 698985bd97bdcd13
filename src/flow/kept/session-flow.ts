// The information flow of one session as the gate keeps it: taken up from the store, judged by, stored again, and
// ended after a day of rest. What is judged and how stands in `src/flow`.

import type { Json } from '../../json/json.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import type { PutIn } from '../evidence/echo.js'
import type { Decision } from '../judge/decision.js'
import type { Case } from '../judge/known.js'
import type { Answer } from '../person/answer.js'
import type { Approvals } from '../person/approvals.js'
import type { PendingApproval } from '../person/pending.js'
import type { Acts } from '../words/acts.js'
import { type FlowStore, IDLE_MS } from './flow-store.js'
import { KeptSession } from './kept-session.js'
import type { LastingApprovals, UserApprovals } from './lasting-approvals.js'
import { LaterDecision } from './later-decision.js'
import type { FlowSetting } from './setting.js'
import { FlowState } from './state.js'

/** What all sessions of a gate share of it. */
export interface FlowCore {
  readonly setting: FlowSetting
  readonly store: FlowStore
  /** There where nobody tells what users say. */
  readonly lasting: LastingApprovals | undefined
  /**
   * Whether any tool of the gate could ever need evidence. Where none does, nothing is indexed, and a session that
   * goes on elsewhere has its results not counted.
   */
  readonly tracks: boolean
  readonly hasRules: boolean
}

/** Results that wait to be indexed hold their values; so many characters may wait. */
const MAX_WAITING_SIZE = 2_000_000

export class Flow {
  #state: FlowState
  readonly #kept: KeptSession
  #loading: Promise<void> | undefined
  readonly #uponLoad: (() => void)[] = []
  #usedAt: number
  #waitingSize = 0
  #indexing = false
  /** A call of this gate was not counted. */
  #hasMissed = false

  constructor(
    readonly core: FlowCore,
    readonly key: string,
    readonly lasting?: UserApprovals,
  ) {
    this.#state = this.#begin()
    this.#kept = new KeptSession(core.store, key, () => this.#state)
    this.#usedAt = core.setting.clock()
    if (core.store.mayHold || lasting) this.#loading = this.#load()
  }

  /** The user's own words. */
  userSaid(text: string, id: string, lasts?: boolean): void {
    this.#whenLoaded(() => {
      this.#touch()
      this.#state.userSaid(text, id, lasts)
      this.#kept.noteChange()
    })
  }

  /** A call arrives: the moment whose evidence counts for it. A promise while the session is being taken up. */
  arrive(): number | Promise<number> {
    if (this.#loading) {
      return new Promise((resolve) => this.#uponLoad.push(() => resolve(this.#state.arrive())))
    }
    this.#touch()
    return this.#state.arrive()
  }

  /** Waits until the session is taken up. */
  async ready(): Promise<void> {
    await this.#loading
  }

  /** Text that the user pasted or attached. */
  userShared(readers?: readonly string[]): void {
    this.#whenLoaded(() => {
      this.#state.userShared(readers)
      this.#kept.noteChange()
    })
  }

  /** Judges a call. Of a tool that never asks, only once somebody wants to know. */
  judge({ asksNothing }: FlowTool, asOf: number, call: () => Case): Decision {
    const state = this.#state
    return asksNothing && !this.core.hasRules
      ? new LaterDecision(asOf, () => state.judge(call()))
      : state.judge(call())
  }

  /** Whether a call counts with its arguments and its result. */
  get tracks(): boolean {
    return this.core.tracks
  }

  /** A judged call counts from now on, whether it runs or not. */
  called(decision: Decision): void {
    if (!this.core.tracks) {
      this.#miss()
      return
    }
    this.#state.called(decision)
    this.#indexSoon()
  }

  /** A result was delivered. `size`: about how many characters it has. */
  shown(
    callId: string,
    tool: FlowTool,
    value: Json | (() => Json),
    size: number,
    decision: Decision,
    held?: () => readonly PutIn[],
  ): void {
    if (!this.core.tracks) return
    this.#state.shown(callId, tool, value, decision, held)
    this.#waitingSize += size
    if (this.#waitingSize > MAX_WAITING_SIZE) this.#index()
    else this.#indexSoon()
  }

  /** What was asked for, and what of it was done. It is stored with the result of the call, or lost with all words. */
  get acts(): Acts {
    return this.#state.acts
  }

  get approvals(): Approvals {
    return this.#state.approvals
  }

  get refusals(): FlowState['refusals'] {
    return this.#state.refusals
  }

  /** Takes an answer to an approval, and stores it. @throws ApprovalError when it can't be answered so. */
  async answer(id: string, answer: Answer, user: string | undefined, newId: () => string): Promise<void> {
    await this.ready()
    this.#touch()
    const given = this.lasting?.withEnd(answer) ?? answer
    const { made } = await this.#kept.change(() => this.approvals.answer(id, given, user, newId))
    await this.lasting?.add(made?.endorsements ?? [])
  }

  /** Keeps an approval, as {@link Approvals.ask} does. `equal`: an equal call came first. */
  async ask(asked: PendingApproval): Promise<PendingApproval | 'equal' | 'full'> {
    let isEqual = false
    const { made } = await this.#kept.change(() => {
      isEqual = asked.calls.some(({ digest }) => this.approvals.standing(digest))
      return isEqual ? undefined : this.approvals.ask(asked)
    })
    return made ?? (isEqual ? 'equal' : 'full')
  }

  /** Makes another change of the approvals and stores it. @throws what it throws. */
  async changeApprovals<M>(change: (approvals: Approvals) => M | undefined): Promise<M | undefined> {
    await this.ready()
    return (await this.#kept.change(() => change(this.approvals))).made
  }

  /**
   * A run starts: uses up what let it pass, once for all who share the store.
   *
   * @param use Uses it up; gives false when it is gone, and nothing when nothing is to be used up. It is asked once
   *   more when another one has written since.
   */
  async spend(use: () => boolean | undefined): Promise<'spent' | 'gone' | 'unkept'> {
    let isGone = false
    const { isKept } = await this.#kept.change(() => {
      const used = use()
      isGone = used === false
      return used || undefined
    })
    return isGone ? 'gone' : isKept ? 'spent' : 'unkept'
  }

  /** The last view on the session closes. What is known stays in the store. */
  close(): void {
    // What was said before the session was taken up is known only then.
    if (this.#loading) void this.core.store.during(this.#loading.then(() => this.#kept.close()))
    else this.#kept.close()
  }

  #begin(): FlowState {
    const { setting } = this.core
    this.#hasMissed = false
    return new FlowState(this.lasting ? { ...setting, lasting: this.lasting } : setting)
  }

  async #load(): Promise<void> {
    const lasting = this.lasting?.load()
    try {
      await this.#kept.load()
    } catch (error) {
      // What the user said before is lost, which only asks more; what results showed must not count.
      this.#state.blur()
      this.core.setting.onFault?.(error)
    }
    await lasting
    this.#loading = undefined
    for (const each of this.#uponLoad.splice(0)) each()
  }

  #whenLoaded(act: () => void): void {
    if (this.#loading) this.#uponLoad.push(act)
    else act()
  }

  #touch(): void {
    const now = this.core.setting.clock()
    if (now - this.#usedAt > IDLE_MS) {
      const kept = this.approvals.toJSON().endorsements.filter(({ expiresAt }) => expiresAt !== undefined)
      this.#state = this.#begin()
      this.#state.approvals.restore({ asked: [], endorsements: kept })
    }
    this.#usedAt = now
  }

  /** Another gate, whose tools do need evidence, must not take silence for innocence. */
  #miss(): void {
    if (!this.core.store.isShared || this.#hasMissed) return
    this.#hasMissed = true
    this.#state.blur()
    this.#kept.noteChange()
  }

  #indexSoon(): void {
    this.#kept.noteChange()
    if (this.#indexing) return
    this.#indexing = true
    setImmediate(() => {
      this.#indexing = false
      this.#index()
    })
  }

  #index(): void {
    this.#waitingSize = 0
    this.#state.settle()
  }
}

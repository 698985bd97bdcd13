// A session: one principal's passage through the gate. A view on state that is kept by (tenant, user,
// conversation); what it offers is all that a host or a program needs.

import { readCall } from '../args/read-call.js'
import { freezeParts } from '../base/freeze.js'
import { newId } from '../base/ids.js'
import { DefinitionError } from '../base/options.js'
import {
  type Answer,
  type ApproveOptions,
  answerOf,
  approving,
  type DenyOptions,
  denying,
} from '../flow/person/answer.js'
import { ApprovalError } from '../flow/person/approval.js'
import { readArgs } from '../gate/admit.js'
import type { Preview } from '../gate/gate.js'
import { opensFor } from '../gate/resolve.js'
import { aborted, doneBefore, misnamedArguments } from '../gate/stops.js'
import { inNativeForm } from '../handles/kinds/native-form.js'
import type { JsonObject } from '../json/json.js'
import { type AdvertisedTool, advertise, type Profile } from '../profiles/profiles.js'
import type { Core } from '../session/core.js'
import type { Door } from '../session/door.js'
import type { EventListener, SessionEvent } from '../session/events.js'
import { type Grant, rightsOf } from '../session/grant.js'
import type { Asked } from '../session/remembered.js'
import type { SessionState } from '../session/state.js'
import type { Principal } from '../tool/context.js'
import type { Approval, Outcome } from '../tool/outcome.js'
import type { Tool } from '../tool/tool.js'
import { settleHeld } from './batch.js'
import type { BatchOptions, Call, CallOptions } from './call-options.js'
import { type SessionHandles, sessionHandles } from './session-handles.js'
import { Arrivals, type View } from './under-way.js'

export type { AdvertisedTool, Profile } from '../profiles/profiles.js'
export type { BatchOptions, Call, CallOptions } from './call-options.js'

/** What the runner of agents builds on. Nothing that the package exports leads here. */
export let viewOf: (session: Session) => View

/**
 * The same passage in a run of agents, with fewer tools: what both grants hold. Aborted and closed with the session it
 * is of.
 */
export let narrowed: (session: Session, grant: Grant, run: string) => Session

export class Session {
  static {
    viewOf = (session) => session.#arrivals.view
    narrowed = (session, wanted, run) => session.#narrow(wanted, run)
  }

  readonly principal: Principal
  readonly #core: Core
  readonly #grant: Grant
  readonly #rights: string
  readonly #state: SessionState
  readonly #arrivals: Arrivals
  readonly #onClose: () => void
  readonly #native: boolean
  /** The handles of this user: to find, end and narrow them. */
  readonly handles: SessionHandles

  /** Made by `gate.session(...)`. */
  constructor(parts: View & { readonly onClose: () => void }, of?: Arrivals) {
    this.#core = parts.core
    this.principal = parts.principal
    this.#grant = parts.grant
    this.#rights = parts.rights
    this.#state = parts.state
    this.#arrivals = new Arrivals(parts, of)
    this.#onClose = parts.onClose
    this.#native = parts.native
    this.handles = sessionHandles(parts)
  }

  /**
   * The user's own words. Ends the turn: ids of calls start afresh, and faults in arguments are forgiven.
   * Words that a program can't vouch for (a message list, a paste) belong to `userShared`.
   *
   * @throws DefinitionError when there is no text or no id.
   */
  userSaid(text: string, options: { readonly id: string }): void {
    if (typeof text !== 'string')
      throw new DefinitionError('session.userSaid(): the first argument is the text.')
    if (typeof options?.id !== 'string' || options.id === '') {
      throw new DefinitionError("session.userSaid(): give { id }, the message's id, so that it counts once.")
    }
    if (!this.#state.said.add(options.id)) return
    this.#state.flow.userSaid(text, options.id)
    this.#state.calls.endTurn()
    this.#state.argumentTries.clear()
  }

  /**
   * A text that the user pasted or attached. It is somebody else's, so it vouches for nothing.
   *
   * @throws DefinitionError when there is no text.
   */
  userShared(text: string): void {
    if (typeof text !== 'string') throw new DefinitionError('session.userShared(): the argument is the text.')
    this.#state.flow.userShared()
  }

  /**
   * The tools to advertise: those of the grant that a model may call.
   *
   * @param profile Whom they are for: their schemas are then rewritten as that provider takes them. Default: as
   *   they were declared.
   * @throws DefinitionError when there is no such profile.
   */
  tools(profile?: Profile): readonly AdvertisedTool[] {
    const tools = [...this.#core.tools.values()].filter(
      (tool) =>
        this.#grant.has(tool.declaration) && opensFor(tool, 'model') && !(tool.isInspector && this.#native),
    )
    return advertise(this.#native ? tools.map(inNativeForm) : tools, profile)
  }

  /**
   * Takes a call through the gate. Never throws, never rejects: whatever the call, the tool, the store or a
   * view does, it comes to one outcome.
   */
  async call(call: Call, options: CallOptions = {}): Promise<Outcome> {
    const { id, name, args, misnamed } = readCall(call, this.#newCallId)
    const asked = this.#asked(name, args)
    if (misnamed !== undefined) return this.#arrivals.refuse(id, asked, misnamedArguments(misnamed))
    const find = () => this.#state.calls.earlier(id, asked, this.#admit)
    for (let earlier = find(); earlier; ) {
      if (earlier === 'forgotten') return this.#arrivals.refuse(id, asked, doneBefore())
      const first = await this.#arrivals.waitFor(earlier, id, options?.signal)
      if (first === 'aborted') return this.#arrivals.refuse(id, asked, aborted())
      if (this.#isShared(first)) return Object.freeze({ ...freezeParts(first), replayed: 'id' })
      // Called anew, by one of those who wait for it.
      const latest = find()
      if (latest === earlier) break
      earlier = latest
    }
    return this.#begin('model', id, asked, options)
  }

  /** Takes a batch through the gate; outcomes come in the order of the calls. */
  async callAll(calls: readonly Call[], options: BatchOptions = {}): Promise<Outcome[]> {
    // An id that the batch doesn't give is given once, so that a held call is called again under it.
    const batch = [...calls].map((call) => readCall(call, this.#newCallId))
    const outcomes = await Promise.all(batch.map((call) => this.call(call, options)))
    const { onApproval: ask } = options
    if (!ask) return outcomes
    for (const [index, call] of batch.entries()) {
      outcomes[index] = await settleHeld(outcomes[index] as Outcome, {
        ask,
        onFault: (err) =>
          this.#core.log.warn({ err, callId: call.id }, 'onApproval failed; the call stays held'),
        isOpen: this.#isOpen,
        answer: (id, given) => this.#answer(id, answerOf(given, 'onApproval')),
        again: () => this.call(call, options),
      })
    }
    return outcomes
  }

  /**
   * What would become of a call: stages one to five, for hosts that ask before they run. Its only effect is that
   * an approval is kept, which the call itself will then have.
   */
  async preview(call: Call): Promise<Preview> {
    const { id, name, args } = readCall(call, this.#newCallId)
    return this.#arrivals.preview(id, this.#asked(name, args))
  }

  /**
   * A person's yes. For `once` that call passes, by the model's own retry or by `resume`; for `value` its values are
   * approved for this tool, to the end of the conversation or `until`, `uses` times.
   *
   * @param options.by The session's user, or `operator`, or `operator:<name>`, as the program authenticated them.
   *   Never let a model, a tool or an agent fill it in.
   * @throws ApprovalError when this approval can't be given so, by this person, now; DefinitionError for options of
   *   a wrong form.
   */
  async approve(approvalId: string, options: ApproveOptions): Promise<void> {
    await this.#answer(approvalId, approving(options, 'session.approve()'))
  }

  /**
   * A person's no: the call is denied, by the model's own retry or by `resume`.
   *
   * @param options.by As for `approve`.
   * @throws ApprovalError when this person can't answer this approval now; DefinitionError for options of a wrong
   *   form.
   */
  async deny(approvalId: string, options: DenyOptions): Promise<void> {
    await this.#answer(approvalId, denying(options, 'session.deny()'))
  }

  /** The approvals that wait for an answer. */
  async approvals(): Promise<readonly Approval[]> {
    await this.#state.flow.ready()
    return this.#state.flow.approvals.open().map(({ approval }) => approval)
  }

  /**
   * Runs the call that an approval is about once more, through all stages and under its own id.
   *
   * @throws ApprovalError when the session has no such approval.
   */
  async resume(approvalId: string, options: CallOptions = {}): Promise<Outcome> {
    await this.#state.flow.ready()
    const found = this.#state.flow.approvals.find(approvalId)
    if (!found) throw new ApprovalError('There is no such approval in this session.')
    const { id, args, by = 'model' } = found.call
    const { name } = found.tool
    // As the model's retry: two who resume at once make one run.
    return by === 'model'
      ? this.call({ id, name, args }, options)
      : this.#begin(by, id, this.#asked(name, args), options)
  }

  /**
   * The program's own door, through the same eight stages; the only way to an app-only tool.
   *
   * @param options.by `program`: the input is the program's own. `user`: a person filled it in; then only
   *   tools with `callable` `app` or `both` run.
   */
  async invoke<I, Value>(
    tool: Tool<I, Value>,
    input: unknown,
    options: CallOptions & { readonly by: 'program' | 'user' },
  ): Promise<Outcome<Value>> {
    if (options?.by !== 'program' && options?.by !== 'user') {
      throw new DefinitionError("session.invoke(): give { by: 'program' } or { by: 'user' }.")
    }
    if (typeof tool !== 'object' || tool === null) {
      const mend = 'For a call by name there is session.call().'
      throw new DefinitionError(`session.invoke(): the first argument is a tool, made by tool(). ${mend}`)
    }
    const own = this.#core.tools.get(tool.name)
    // A look-alike is named like no tool at all, and ends as an unknown one.
    const name = own && own.declaration === tool.declaration ? own.name : ''
    const callId = this.#newCallId()
    const asked = this.#asked(name, input)
    return this.#arrivals.cross(options.by, callId, asked, options.signal) as Promise<Outcome<Value>>
  }

  /** The side channel, from now on, each loop with a bounded queue of its own. */
  get events(): AsyncIterable<SessionEvent> {
    return this.#state.hub
  }

  /** Calls the listener with each event. Returns what takes it away again. */
  on(listener: EventListener): () => void {
    return this.#state.hub.on(listener)
  }

  /** The latest outcome under an id, while it is remembered (1 024 ids; of reads 128 Ki characters, at least the last eight). */
  outcome(callId: string): Outcome | undefined {
    return this.#state.calls.latest(callId, this.#rights)
  }

  /** Stops one call, or all that are open in this session; each ends as `aborted`. */
  abort(callId?: string): void {
    this.#arrivals.abort(callId)
  }

  /** Stops what is open and frees the memory. What is stored stays; later calls end as `aborted`. */
  close(): void {
    if (this.#arrivals.close()) this.#onClose()
  }

  #narrow(wanted: Grant, run: string): Session {
    const { view } = this.#arrivals
    const { core, principal, native } = view
    const grant = new Set([...this.#grant].filter((declaration) => wanted.has(declaration)))
    const rights = `${rightsOf(core.tools, grant, principal, this.#newCallId())}${native ? ' native' : ''}`
    // What holds a handle of one run is nothing for another.
    const own = core.handles.hasRunKinds ? `${rights} ${run}` : rights
    const viewer = { ...view.viewer, run }
    return new Session({ ...view, viewer, grant, rights: own, onClose: () => {} }, this.#arrivals)
  }

  readonly #admit = ({ name, args }: Asked): JsonObject | undefined => {
    const tool = this.#core.tools.get(name)
    const admission = tool && this.#grant.has(tool.declaration) ? readArgs(tool, args) : undefined
    return admission && 'args' in admission ? admission.args : undefined
  }

  #begin(by: Door, callId: string, asked: Asked, options: CallOptions): Promise<Outcome> {
    const outcome = this.#arrivals.cross(by, callId, asked, options?.signal)
    this.#state.calls.begin(callId, asked, outcome)
    return outcome
  }

  #asked(name: string, args: unknown): Asked {
    return { name, rights: this.#rights, args }
  }

  /** Once its approval is settled a held call is called anew, and so is one that was aborted. */
  #isShared(first: Outcome): boolean {
    if (first.status === 'held') return this.#isOpen(first.approval.id)
    return first.status !== 'error' || first.error.code !== 'aborted'
  }

  async #answer(approvalId: string, answer: Answer): Promise<void> {
    const { principal } = this
    await this.#state.flow.answer(approvalId, answer, principal.user, () => newId(this.#core.random, 'end'))
    for (const told of this.#state.onAnswer) told(approvalId)
  }

  readonly #newCallId = (): string => newId(this.#core.random, 'call')

  readonly #isOpen = (approvalId: string): boolean =>
    this.#state.flow.approvals.open().some(({ approval }) => approval.id === approvalId)
}

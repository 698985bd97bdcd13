// A session: one principal's passage through the gate. A view on state that is kept by (tenant, user,
// conversation); what it offers is all that a host or a program needs.

import { callIdOf } from '../args/read-call.js'
import type { Explanation } from '../flow/judge/explain.js'
import {
  type ApproveOptions,
  approving,
  type DenyOptions,
  denying,
  type RevokeOptions,
  revoking,
} from '../flow/person/answer.js'
import type { Preview } from '../gate/gate.js'
import { opensFor } from '../gate/resolve.js'
import { inNativeForm } from '../handles/kinds/native-form.js'
import { type AdvertisedTool, advertise, type Profile } from '../profiles/profiles.js'
import type { EventListener, SessionEvent } from '../session/events.js'
import type { Grant } from '../session/grant.js'
import type { Principal } from '../tool/context.js'
import type { Approval, Outcome, StandingApproval } from '../tool/outcome.js'
import type { Tool } from '../tool/tool.js'
import { callToResume, openApprovals, standingApprovals, takeAnswer, takeBack } from './approvals.js'
import type { BatchOptions, Call, CallOptions } from './call-options.js'
import { invokedName } from './invoked.js'
import { ModelCalls } from './model-calls.js'
import { narrowView } from './narrow.js'
import { type SessionHandles, sessionHandles } from './session-handles.js'
import { Arrivals, type View } from './under-way.js'
import { takeShared, takeWords } from './words.js'

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
    viewOf = (session) => session.#view
    narrowed = (session, wanted, run) => session.#narrow(wanted, run)
  }

  readonly principal: Principal
  readonly #view: View
  readonly #arrivals: Arrivals
  readonly #calls: ModelCalls
  readonly #onClose: () => void
  /** The handles of this user: to find, end and narrow them. */
  readonly handles: SessionHandles

  /** Made by `gate.session(...)`. */
  constructor(parts: View & { readonly onClose: () => void }, of?: Arrivals) {
    this.principal = parts.principal
    this.#view = parts
    this.#arrivals = new Arrivals(parts, of)
    this.#calls = new ModelCalls(this.#arrivals)
    this.#onClose = parts.onClose
    this.handles = sessionHandles(parts)
  }

  /**
   * The user's own words. Ends the turn: ids of calls start afresh, and faults in arguments are forgiven.
   * Words that a program can't vouch for (a message list, a paste) belong to `userShared`.
   *
   * @param options.lasts `false`: they count while this session is open, and are not stored with the conversation.
   *   Default: true.
   * @throws DefinitionError when there is no text or no id, or `lasts` is no boolean.
   */
  userSaid(text: string, options: { readonly id: string; readonly lasts?: boolean }): void {
    takeWords(this.#view, text, options)
  }

  /**
   * A text that the user pasted or attached. It is somebody else's, so it vouches for nothing.
   *
   * @param options.readers `['public']`: everybody may read it. Default: only whom the user names, so that links of
   *   strangers are followed less freely from now on.
   * @throws DefinitionError when there is no text.
   */
  userShared(text: string, options: { readonly readers?: readonly string[] } = {}): void {
    takeShared(this.#view, text, options)
  }

  /**
   * The tools to advertise: those of the grant that a model may call.
   *
   * @param profile Whom they are for: their schemas are then rewritten as that provider takes them. Default: as
   *   they were declared.
   * @throws DefinitionError when there is no such profile.
   */
  tools(profile?: Profile): readonly AdvertisedTool[] {
    const { core, grant, native } = this.#view
    const tools = [...core.tools.values()].filter(
      (tool) => grant.has(tool.declaration) && opensFor(tool, 'model') && !(tool.isInspector && native),
    )
    return advertise(native ? tools.map(inNativeForm) : tools, profile)
  }

  /**
   * Takes a call through the gate. Never throws, never rejects: whatever the call, the tool, the store or a
   * view does, it comes to one outcome.
   */
  async call(call: Call, options: CallOptions = {}): Promise<Outcome> {
    return this.#calls.call(call, options)
  }

  /** Takes a batch through the gate; outcomes come in the order of the calls. */
  async callAll(calls: readonly Call[], options: BatchOptions = {}): Promise<Outcome[]> {
    return this.#calls.callAll(calls, options)
  }

  /**
   * What would become of a call: stages one to five, for hosts that ask before they run. Its only effect is that
   * an approval is kept, which the call itself will then have.
   */
  async preview(call: Call): Promise<Preview> {
    return this.#calls.preview(call)
  }

  /**
   * Why a call would pass, be held or be denied: of each argument what accounts for it, or what would. Nothing is asked,
   * spent or recorded, and a plain value may stand where a handle belongs. For the program alone: never show it to a model.
   *
   * @example (await session.explain({ id: 'c1', name: 'send_mail', args })).arguments[0]?.says // 'you named it'
   */
  async explain(call: Call): Promise<Explanation> {
    return this.#calls.explain(call)
  }

  /**
   * A person's yes. For `once` its calls pass, one time each, by the model's own retry or by `resume`, within 15
   * minutes; for `value` its values are approved for this tool, to the end of the conversation or `until`, `uses` times.
   *
   * @param options.by The session's user, or `operator`, or `operator:<name>`, as the program authenticated them.
   *   Never let a model, a tool or an agent fill it in.
   * @param options.seen The `revision` that was shown, so that nobody says yes to a call that joined since.
   * @throws ApprovalError when this approval can't be given so, by this person, now; DefinitionError for options of
   *   a wrong form.
   */
  async approve(approvalId: string, options: ApproveOptions): Promise<void> {
    await takeAnswer(this.#view, approvalId, approving(options, 'session.approve()'))
  }

  /**
   * A person's no: its calls are denied. For `value` it is *never*: calls of this tool with these values are denied from
   * now on, whatever accounts for them, to the end of the conversation or `until`; where it has no items, all calls of
   * the tool are.
   *
   * @param options.by As for `approve`.
   * @throws ApprovalError when this person can't answer this approval now; DefinitionError for options of a wrong
   *   form.
   */
  async deny(approvalId: string, options: DenyOptions): Promise<void> {
    await takeAnswer(this.#view, approvalId, denying(options, 'session.deny()'))
  }

  /** The approvals that wait for an answer; with `standing`, the answers about values that go on counting. */
  approvals(options: { readonly standing: true }): Promise<readonly StandingApproval[]>
  approvals(options?: { readonly standing?: false }): Promise<readonly Approval[]>
  async approvals({
    standing,
  }: {
    readonly standing?: boolean
  } = {}): Promise<readonly (Approval | StandingApproval)[]> {
    return standing ? standingApprovals(this.#view) : openApprovals(this.#view)
  }

  /**
   * Takes back an answer that goes on counting: what it was about is asked again.
   *
   * @param id As `session.approvals({ standing: true })` gives it. `by` is as for `approve`.
   * @throws ApprovalError when there is no such answer, or this person may not take it back.
   */
  async revoke(id: string, options: RevokeOptions): Promise<void> {
    await takeBack(this.#view, id, revoking(options, 'session.revoke()'))
  }

  /**
   * Runs a call that an approval is about once more, through all stages and under its own id.
   *
   * @param options.callId Which of its calls. Default: the first that has not run.
   * @throws ApprovalError when the session has no such approval.
   */
  async resume(
    approvalId: string,
    { callId, ...options }: CallOptions & { readonly callId?: string } = {},
  ): Promise<Outcome> {
    const { id, args, by = 'model', tool: name } = await callToResume(this.#view, approvalId, callId)
    // As the model's retry: two who resume at once make one run.
    return by === 'model'
      ? this.call({ id, name, args }, options)
      : this.#calls.begin(by, id, this.#calls.asked(name, args), options)
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
    const asked = this.#calls.asked(invokedName(this.#view, tool, options), input)
    return this.#arrivals.cross(options.by, this.#calls.newId(), asked, options.signal) as Promise<
      Outcome<Value>
    >
  }

  /** The side channel, from now on, each loop with a bounded queue of its own. */
  get events(): AsyncIterable<SessionEvent> {
    return this.#view.state.hub
  }

  /** Calls the listener with each event. Returns what takes it away again. */
  on(listener: EventListener): () => void {
    return this.#view.state.hub.on(listener)
  }

  /** The latest outcome under an id, while it is remembered (1 024 ids; of reads 128 Ki characters, at least the last eight). */
  outcome(callId: string): Outcome | undefined {
    return this.#view.state.calls.latest(callIdOf(callId), this.#view.rights)
  }

  /** Stops one call, or all that are open in this session; each ends as `aborted`. */
  abort(callId?: string): void {
    this.#arrivals.abort(callId === undefined ? undefined : callIdOf(callId))
  }

  /** Stops what is open and frees the memory. What is stored stays; later calls end as `aborted`. */
  close(): void {
    if (this.#arrivals.close()) this.#onClose()
  }

  #narrow(wanted: Grant, run: string): Session {
    const view = narrowView(this.#view, wanted, run, this.#calls.newId())
    return new Session({ ...view, onClose: () => {} }, this.#arrivals)
  }
}

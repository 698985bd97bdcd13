// A session: one principal's passage through the gate. A view on state that is kept by (tenant, user,
// conversation); what it offers is all that a host or a program needs.

import { type Answer, AnswerError } from '../flow/questions.js'
import { cleanLine } from '../tool/clean-line.js'
import type { Principal } from '../tool/context.js'
import type { JsonObject } from '../tool/json.js'
import { DefinitionError } from '../tool/options.js'
import type { Outcome, Question } from '../tool/outcome.js'
import { type AdvertisedTool, advertise, type Profile } from '../tool/profiles.js'
import type { Tool } from '../tool/tool.js'
import { CallAbort } from './abort.js'
import { readArgs } from './admit.js'
import { type AskPerson, settleHeld } from './batch.js'
import type { Asked } from './calls.js'
import type { Core } from './core.js'
import type { Arrival } from './crossing.js'
import type { Door } from './door.js'
import type { Stop } from './ended.js'
import type { EventListener, SessionEvent } from './events.js'
import { freezeOutcome } from './freeze.js'
import { cross, end, type Preview, preview } from './gate.js'
import type { Grant } from './grant.js'
import { newId } from './ids.js'
import { readCall } from './read-call.js'
import { opensFor } from './resolve.js'
import type { SessionState } from './state.js'
import { aborted, doneBefore, misnamedArguments } from './stops.js'

export type { AdvertisedTool, Profile } from '../tool/profiles.js'

/** What a model asked for. Untrusted, whole. */
export interface Call {
  readonly id: string
  readonly name: string
  /** JSON text as a model wrote it, or an object. */
  readonly args?: unknown
}

/** What `call`, `callAll` and `invoke` take beside the call. */
export interface CallOptions {
  /** Aborts the call; its outcome is then `aborted`. */
  readonly signal?: AbortSignal
}

/** What `callAll` takes beside the calls. */
export interface BatchOptions extends CallOptions {
  /** Asks a person about held calls, one after another. Then all outcomes are final, but for what nobody answers. */
  readonly onQuestion?: AskPerson
}

export class Session {
  readonly principal: Principal
  readonly #core: Core
  readonly #grant: Grant
  readonly #task: ReadonlySet<string>
  readonly #rights: string
  readonly #state: SessionState
  readonly #open = new Set<{ readonly callId: string; readonly abort: CallAbort }>()
  readonly #onClose: () => void
  #closed = false

  /** Made by `gate.session(...)`. */
  constructor(parts: {
    core: Core
    principal: Principal
    grant: Grant
    task: ReadonlySet<string>
    rights: string
    state: SessionState
    onClose: () => void
  }) {
    this.#core = parts.core
    this.principal = parts.principal
    this.#grant = parts.grant
    this.#task = parts.task
    this.#rights = parts.rights
    this.#state = parts.state
    this.#onClose = parts.onClose
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
      (tool) => this.#grant.has(tool.declaration) && opensFor(tool, 'model'),
    )
    return advertise(tools, profile)
  }

  /**
   * Takes a call through the gate. Never throws, never rejects: whatever the call, the tool, the store or a
   * view does, it comes to one outcome.
   */
  async call(call: Call, options: CallOptions = {}): Promise<Outcome> {
    const { id, name, args, misnamed } = readCall(call, this.#newCallId)
    const asked: Asked = { name, rights: this.#rights, args }
    const stopWith = (stop: Stop) =>
      this.#guarded('model', id, asked, options, (arrival) => end(arrival, stop))
    if (misnamed !== undefined) return stopWith(misnamedArguments(misnamed))
    const earlier = this.#state.calls.earlier(id, asked, this.#admit)
    if (earlier === 'forgotten') return stopWith(doneBefore())
    const first = earlier && (await this.#waitFor(earlier, id, options))
    if (first === 'aborted') return stopWith(aborted())
    if (first && this.#isShared(first)) return Object.freeze({ ...freezeOutcome(first), replayed: 'id' })
    const outcome = this.#cross('model', id, asked, options)
    this.#state.calls.begin(id, asked, outcome)
    return outcome
  }

  /** Takes a batch through the gate; outcomes come in the order of the calls. */
  async callAll(calls: readonly Call[], options: BatchOptions = {}): Promise<Outcome[]> {
    // An id that the batch doesn't give is given once, so that a held call is called again under it.
    const batch = [...calls].map((call) => readCall(call, this.#newCallId))
    const outcomes = await Promise.all(batch.map((call) => this.call(call, options)))
    const { onQuestion: ask } = options
    if (!ask) return outcomes
    for (const [index, call] of batch.entries()) {
      outcomes[index] = await settleHeld(outcomes[index] as Outcome, {
        ask,
        onFault: (err) =>
          this.#core.log.warn({ err, callId: call.id }, 'onQuestion failed; the call stays held'),
        isOpen: this.#isOpen,
        answer: (id, answer) => this.answer(id, answer),
        again: () => this.call(call, options),
      })
    }
    return outcomes
  }

  /**
   * What would become of a call: stages one to five, for hosts that ask before they run. Its only effect is that
   * a question is kept, which the call itself will then have.
   */
  async preview(call: Call): Promise<Preview> {
    const { id, name, args } = readCall(call, this.#newCallId)
    const arrival = {
      ...(await this.#arrival('model', id, { name, rights: this.#rights, args }, new CallAbort())),
      isPreview: true,
    }
    return preview(arrival as Arrival)
  }

  /**
   * A person's answer to a question. With `once` that call passes, by the model's own retry or by `resume`; with
   * `value` its values are approved for this tool, to the end of the conversation or `until`, `uses` times.
   *
   * @param answer.by The session's user, or `operator`, or `operator:<name>`, as the program authenticated them.
   *   Never let a model, a tool or an agent fill it in.
   * @throws AnswerError when this question can't be answered so, by this person, now.
   */
  async answer(questionId: string, answer: Answer): Promise<void> {
    const { principal } = this
    await this.#state.flow.answer(questionId, answer, principal.user, () => newId(this.#core.random, 'end'))
  }

  /** The questions that wait for an answer. */
  async questions(): Promise<readonly Question[]> {
    await this.#state.flow.ready()
    return this.#state.flow.approvals.open().map(({ question }) => question)
  }

  /**
   * Runs the call that a question is about once more, through all stages and under its own id.
   *
   * @throws AnswerError when the session has no such question.
   */
  async resume(questionId: string, options: CallOptions = {}): Promise<Outcome> {
    await this.#state.flow.ready()
    const found = this.#state.flow.approvals.find(questionId)
    if (!found) throw new AnswerError('There is no such question in this session.')
    const { id, args, by = 'model' } = found.call
    const asked: Asked = { name: found.tool.name, rights: this.#rights, args }
    const outcome = this.#cross(by, id, asked, options)
    this.#state.calls.begin(id, asked, outcome)
    return outcome
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
    const own = this.#core.tools.get(tool?.name)
    // A look-alike is named like no tool at all, and ends as an unknown one.
    const name = own && own.declaration === tool.declaration ? own.name : ''
    const callId = this.#newCallId()
    return this.#cross(options.by, callId, { name, rights: this.#rights, args: input }, options) as Promise<
      Outcome<Value>
    >
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
    for (const open of this.#open) if (callId === undefined || callId === open.callId) open.abort.abort()
  }

  /** Stops what is open and frees the memory. What is stored stays; later calls end as `aborted`. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.abort()
    this.#onClose()
  }

  readonly #admit = ({ name, args }: Asked): JsonObject | undefined => {
    const tool = this.#core.tools.get(name)
    const admission = tool && this.#grant.has(tool.declaration) ? readArgs(tool, args) : undefined
    return admission && 'args' in admission ? admission.args : undefined
  }

  /** Once its question is settled a held call is called anew, and so is one that was aborted. */
  #isShared(first: Outcome): boolean {
    if (first.status === 'held') return this.#isOpen(first.question.id)
    return first.status !== 'error' || first.error.code !== 'aborted'
  }

  /** The earlier call's outcome, unless this one is aborted while it waits. */
  async #waitFor(
    earlier: Promise<Outcome>,
    callId: string,
    options: CallOptions,
  ): Promise<Outcome | 'aborted'> {
    const open = { callId, abort: new CallAbort() }
    const release = link(open.abort, options?.signal)
    this.#open.add(open)
    try {
      return await new Promise<Outcome | 'aborted'>((resolve, reject) => {
        if (open.abort.aborted || this.#closed) return resolve('aborted')
        open.abort.addEventListener('abort', () => resolve('aborted'))
        earlier.then(resolve, reject)
      })
    } finally {
      this.#open.delete(open)
      release()
    }
  }

  readonly #newCallId = (): string => newId(this.#core.random, 'call')

  readonly #isOpen = (questionId: string): boolean =>
    this.#state.flow.approvals.open().some(({ question }) => question.id === questionId)

  /** A promise only while a stored session is being taken up. */
  #arrival(
    by: Door,
    callId: string,
    asked: Asked,
    signal: CallAbort,
    arrivedAt = this.#core.clock(),
  ): Arrival | Promise<Arrival> {
    const arrivedAs = this.#state.flow.arrive()
    const arrival = (as: number): Arrival => ({
      core: this.#core,
      principal: this.principal,
      grant: this.#grant,
      task: this.#task,
      state: this.#state,
      by,
      callId,
      asked,
      arrivedAt,
      arrivedAs: as,
      signal,
      tool: undefined,
      args: undefined,
      notes: undefined,
      input: undefined,
      decision: undefined,
    })
    return typeof arrivedAs === 'number' ? arrival(arrivedAs) : arrivedAs.then(arrival)
  }

  #cross(by: Door, callId: string, asked: Asked, options: CallOptions): Promise<Outcome> {
    return this.#guarded(by, callId, asked, options, cross)
  }

  async #guarded(
    by: Door,
    callId: string,
    asked: Asked,
    options: CallOptions,
    go: (arrival: Arrival) => Promise<Outcome>,
  ): Promise<Outcome> {
    const open = { callId, abort: new CallAbort() }
    const release = link(open.abort, options?.signal)
    this.#open.add(open)
    if (this.#closed) open.abort.abort()
    const at = this.#core.clock()
    this.#state.hub.emit({ type: 'call.started', callId, tool: cleanLine(asked.name, 64), at })
    try {
      const arrival = this.#arrival(by, callId, asked, open.abort, at)
      return await go(arrival instanceof Promise ? await arrival : arrival)
    } finally {
      this.#open.delete(open)
      release()
    }
  }
}

/** Passes the caller's abort on. Returns what takes the listener away again. */
function link(abort: CallAbort, signal: AbortSignal | undefined): () => void {
  if (typeof signal?.addEventListener !== 'function') return nothing
  const onAbort = () => abort.abort()
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return () => signal.removeEventListener('abort', onAbort)
}

function nothing(): void {}

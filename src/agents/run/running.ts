// A run with its life: begun, asked, handed over by the program, stopped, ended. What it is made of goes with it.

import { notPromised } from '../../base/pure.js'
import { type Session, viewOf } from '../../door/session.js'
import type { Failure, Label } from '../../tool/outcome.js'
import { type RunPolicy, rootHeld } from '../graph/grant.js'
import type { Agent, Handoff } from '../graph/graph.js'
import { reportLines } from '../graph/report.js'
import { manyListen, unlessAborted } from './aborting.js'
import { Approvals } from './approvals.js'
import { atWork, handoffResult, runResult } from './ending.js'
import { type RunEvent, RunEvents } from './events.js'
import {
  type End,
  type Frame,
  failureOf,
  innerFailure,
  openFrame,
  outcomesOf,
  type TurnCall,
  type Work,
} from './frame.js'
import { noteResumed } from './hop-record.js'
import { listen } from './listening.js'
import { runFrame } from './loop.js'
import type { Model, ModelMessage, Usage } from './model.js'
import { Places } from './places.js'
import { handedByProgram } from './program-handoff.js'
import type { HandoffResult, RunResult } from './result.js'
import { scopeOf, storeFrame } from './resume.js'
import type { Run, StopWhen } from './run-shape.js'
import type { RunState, StoredFrame } from './stored.js'
import type { Handed } from './transfer.js'
import { wholeConversation } from './turn-results.js'

/** Where a run begins: anew, or where it was stored. */
export interface Begin {
  readonly id: string
  readonly turns: number
  readonly usage: Usage
  readonly messages: readonly ModelMessage[]
  readonly label: Label
  readonly turn: readonly TurnCall[] | undefined
  /** As it was stored, for one that goes on. */
  readonly stored: StoredFrame | undefined
}

/** What a run is made of. */
interface RunParts extends Begin {
  readonly agent: Agent
  readonly session: Session
  readonly model: Model
  readonly policy: RunPolicy
  readonly maxTurns: number
  readonly stopWhen?: StopWhen
  readonly signal?: AbortSignal
}

/** Begins a run. */
export function begun(parts: RunParts): Run {
  const running = new Running(parts)
  // What a program holds is this and no more.
  return Object.freeze<Run>({
    id: parts.id,
    events: running.events,
    result: running.result,
    approve: (id, options) => parts.session.approve(id, options),
    deny: (id, options) => parts.session.deny(id, options),
    handoff: (target, task) => running.handoff(target, task),
    stop: () => running.stop(),
    abort: () => running.abort(),
    state: () => running.state(),
  })
}

class Running {
  readonly events: RunEvents
  readonly result: Promise<RunResult>
  readonly #parts: RunParts
  readonly #work: Work
  readonly #abort = manyListen()
  readonly #root: Promise<Frame>
  readonly #hops = new Set<Promise<unknown>>()
  #end: End | undefined
  #letGo: (() => void) | undefined
  #busy = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    this.events = new RunEvents(() => this.#work.approvals.leave())
    this.#work = this.#makeWork()
    // Not in this tick: whoever called comes first to read events.
    this.#root = Promise.resolve().then(() => this.#open())
    const lines = reportLines(parts.agent, parts.policy)
    if (lines.length > 0) this.events.push({ type: 'report', lines })
    this.result = this.#attached(() => this.#run())
  }

  async handoff(target: Agent | Handoff, task: unknown): Promise<HandoffResult> {
    const outcomes: Work['outcomes'] = new Map()
    const handing = this.#attached(() => this.#handOver(target, task, { ...this.#work, outcomes }))
    this.#hops.add(handing)
    try {
      return handoffResult(await handing, outcomes)
    } finally {
      this.#hops.delete(handing)
    }
  }

  stop(): void {
    this.#work.counts.stopping = true
    this.#work.approvals.leave()
  }

  abort(): void {
    this.#abort.abort(new DOMException('The run was aborted.', 'AbortError'))
  }

  state(): RunState {
    const { status, root } = { status: this.#end?.status, root: this.#rootFrame }
    if (!root || (status !== 'held' && status !== 'stopped')) {
      throw new Error(
        `run.state(): there is one once the run has ended as held or stopped; it is ${status ?? 'under way'}.`,
      )
    }
    const { turns, usage } = this.#work.counts
    return JSON.parse(
      JSON.stringify({
        v: 1,
        run: this.#parts.id,
        scope: scopeOf(this.#parts.session),
        turns,
        usage,
        root: storeFrame(root),
      }),
    )
  }

  #rootFrame: Frame | undefined

  async #open(): Promise<Frame> {
    const { agent, session, policy, messages, label, turn, stored } = this.#parts
    const made = rootHeld(agent, viewOf(session).grant, policy)
    if (stored) noteResumed(made, stored, this.#work)
    const parts = {
      held: made.held,
      parent: undefined,
      maxDepth: Number.POSITIVE_INFINITY,
      detectCycles: false,
      clocks: [],
      messages,
      label,
      turn,
    }
    this.#rootFrame = await openFrame(parts, this.#work)
    return this.#rootFrame
  }

  async #run(): Promise<RunResult> {
    let end: End | Pick<RunResult, 'status'> | { readonly error: Failure }
    try {
      const { signal } = this.#abort
      const root = await unlessAborted(this.#root, signal)
      end = root ? await runFrame(root, this.#work, signal) : { status: 'aborted' }
      if ('last' in end) this.#end = end
    } catch (error) {
      end = { error: innerFailure(this.#work, error, 'internal', 'a run failed') }
    }
    // Handoffs of the program that are under way are part of the run.
    await Promise.allSettled(this.#hops)
    const result = runResult({ ...this.#parts, messages: this.#messages() }, end, this.#work)
    if (result.error) this.events.push({ type: 'error', agent: result.finalAgent, error: result.error })
    this.events.push({ type: 'finished', result })
    this.events.end()
    return result
  }

  /** Whole pairs, whatever the run came to. */
  #messages(): readonly ModelMessage[] {
    const { outcomes } = this.#work
    if (!this.#rootFrame) return this.#parts.messages
    return wholeConversation(this.#rootFrame, (callId) => {
      const outcome = outcomes.get(callId)
      return outcome?.status === 'held' ? outcome.model : undefined
    })
  }

  async #handOver(target: Agent | Handoff, task: unknown, work: Work): Promise<Handed> {
    const { signal } = this.#abort
    const root = await unlessAborted(this.#root, signal).catch(() => undefined)
    if (signal.aborted) {
      return { status: 'aborted', text: '', error: failureOf('aborted', 'The run was stopped.') }
    }
    if (!root) return { status: 'error', text: '', error: failureOf('internal', 'The run did not begin.') }
    return handedByProgram(atWork(root, this.#end), target, task, work, signal)
  }

  /** While something works, its progress is heard, and the caller's abort. */
  async #attached<T>(go: () => Promise<T>): Promise<T> {
    if (this.#busy++ === 0) {
      this.#letGo = listen(this.#parts, this.#work, this.events, () => this.abort())
    }
    try {
      return await go()
    } finally {
      if (--this.#busy === 0) this.#letGo?.()
    }
  }

  #makeWork(): Work {
    const { id, model, session, policy, turns, usage } = this.#parts
    const { events } = this
    return {
      id,
      model,
      session,
      policy,
      core: viewOf(session).core,
      approvals: new Approvals(),
      outcomes: new Map(),
      calling: new Map(),
      places: new Places(),
      counts: { turns, usage, stopping: false },
      isOver: (frame) => this.#isOver(frame),
      asksPerson: () => events.hasReader && !this.#work.counts.stopping,
      emit: (event: RunEvent) => events.push(event),
      start: runFrame,
    }
  }

  #isOver({ agent }: Frame): boolean {
    const { counts, outcomes, core } = this.#work
    const { turns } = counts
    const { maxTurns, stopWhen } = this.#parts
    if (counts.stopping || turns >= maxTurns) return true
    if (!stopWhen || turns === 0) return false
    try {
      const at = { agent: agent.name, turns, outcomes: outcomesOf(outcomes) }
      return notPromised<unknown>(stopWhen(at), 'stopWhen') !== false
    } catch (err) {
      core.log.warn({ run: this.#parts.id, err }, 'stopWhen failed, so the run stops')
      return true
    }
  }
}

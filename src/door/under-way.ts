// Calls of one view on their way: each arrives at a moment of the session, can be stopped, and is forgotten when it
// has ended.

import { CallAbort } from '../base/abort.js'
import type { Explanation } from '../flow/judge/explain.js'
import type { Arrival } from '../gate/crossing.js'
import { explain } from '../gate/explain.js'
import { cross, end, type Preview, preview } from '../gate/gate.js'
import type { Viewer } from '../handles/scope.js'
import type { Core } from '../session/core.js'
import type { Door } from '../session/door.js'
import type { Stop } from '../session/ended.js'
import type { Grant } from '../session/grant.js'
import type { Asked } from '../session/remembered.js'
import type { SessionState } from '../session/state.js'
import { UNCOUNTED } from '../session/tally.js'
import { cleanLine } from '../text/clean.js'
import type { Principal } from '../tool/context.js'
import type { Outcome } from '../tool/outcome.js'

/** What a view on a session is made of. */
export interface View {
  readonly core: Core
  readonly principal: Principal
  readonly viewer: Viewer
  /** A session without handles: values cross as they are. */
  readonly native: boolean
  readonly grant: Grant
  readonly task: ReadonlySet<string>
  /** Grant, groups and claims as one text: views with other rights never share an outcome. */
  readonly rights: string
  readonly state: SessionState
}

/** The calls of one view. */
export class Arrivals {
  readonly #open: Set<{ readonly callId: string; readonly abort: CallAbort }>
  readonly #life: { closed: boolean }

  /** `of`: the calls of the view that this one is a narrower one of. They are stopped together. */
  constructor(
    readonly view: View,
    of?: Arrivals,
  ) {
    this.#open = of ? of.#open : new Set()
    this.#life = of ? of.#life : { closed: false }
  }

  /** Takes a call through the gate. */
  cross(by: Door, callId: string, asked: Asked, signal: AbortSignal | undefined): Promise<Outcome> {
    return this.#underWay(callId, signal, (abort) => this.#guarded(by, callId, asked, abort, cross))
  }

  /** Ends a call of the model that does not go through the gate. */
  refuse(callId: string, asked: Asked, stop: Stop): Promise<Outcome> {
    return this.#guarded('model', callId, asked, new CallAbort(), (arrival) => end(arrival, stop))
  }

  /** The outcome of an earlier call, unless this one is aborted while it waits. */
  waitFor(earlier: Promise<Outcome>, callId: string, signal: AbortSignal | undefined) {
    return this.#underWay(
      callId,
      signal,
      (abort) =>
        new Promise<Outcome | 'aborted'>((resolve, reject) => {
          if (abort.aborted) return resolve('aborted')
          abort.addEventListener('abort', () => resolve('aborted'))
          earlier.then(resolve, reject)
        }),
    )
  }

  async #guarded(
    by: Door,
    callId: string,
    asked: Asked,
    abort: CallAbort,
    go: (arrival: Arrival) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { core, state } = this.view
    const at = core.clock()
    state.hub.emit({ type: 'call.started', callId, tool: cleanLine(asked.name, 64), at })
    const arrival = this.#arrive(by, callId, asked, abort, at)
    return go(arrival instanceof Promise ? await arrival : arrival)
  }

  /** Known as open, so that it can be stopped, until it has ended. */
  async #underWay<T>(
    callId: string,
    signal: AbortSignal | undefined,
    go: (abort: CallAbort) => Promise<T>,
  ): Promise<T> {
    const open = { callId, abort: new CallAbort() }
    const release = link(open.abort, signal)
    this.#open.add(open)
    if (this.#life.closed) open.abort.abort()
    try {
      return await go(open.abort)
    } finally {
      this.#open.delete(open)
      release()
    }
  }

  /** What would become of a call of the model. */
  async preview(callId: string, asked: Asked): Promise<Preview> {
    const arrival = await this.#arrive('model', callId, asked, new CallAbort(), this.view.core.clock())
    return preview({ ...arrival, tally: UNCOUNTED })
  }

  /** Why a call of the model would pass, be held or be denied. */
  async explain(callId: string, asked: Asked): Promise<Explanation> {
    const arrival = await this.#arrive('model', callId, asked, new CallAbort(), this.view.core.clock())
    return explain({ ...arrival, tally: UNCOUNTED })
  }

  /** Stops one call, or all. */
  abort(callId?: string): void {
    for (const open of this.#open) if (callId === undefined || callId === open.callId) open.abort.abort()
  }

  /** Stops all; a later call is stopped as it arrives. Says whether this was the first time. */
  close(): boolean {
    if (this.#life.closed) return false
    this.#life.closed = true
    this.abort()
    return true
  }

  /** A promise only while a stored session is being taken up. */
  #arrive(
    by: Door,
    callId: string,
    asked: Asked,
    signal: CallAbort,
    arrivedAt: number,
  ): Arrival | Promise<Arrival> {
    const { core, principal, viewer, native, grant, task, state } = this.view
    const arrival = (arrivedAs: number): Arrival => ({
      core,
      principal,
      viewer,
      native,
      grant,
      task,
      state,
      by,
      callId,
      asked,
      arrivedAt,
      arrivedAs,
      signal,
      tally: state.tally,
      tool: undefined,
      args: undefined,
      notes: undefined,
      natives: undefined,
      input: undefined,
      decision: undefined,
      opened: undefined,
      handles: undefined,
      stop: undefined,
    })
    const arrivedAs = state.flow.arrive()
    return typeof arrivedAs === 'number' ? arrival(arrivedAs) : arrivedAs.then(arrival)
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

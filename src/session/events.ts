// The side channel of a session: what happens, as plain data, to whoever listens. Nothing on it reaches a
// model, and nothing that a listener throws reaches a call.

import { cutAt } from '../text/clip.js'
import type { Progress } from '../tool/context.js'
import { EventQueue } from './event-queue.js'
import type { SessionEvent } from './session-event.js'

export type { SessionEvent } from './session-event.js'

/** Called with each event. What it throws, or rejects with, is its own affair. */
export type EventListener = (event: SessionEvent) => void

/** Runs something later, and returns what calls that off. */
export type Timer = (run: () => void, ms: number) => () => void

/** What an {@link EventHub} takes. */
interface EventHubOptions {
  /** Milliseconds since the epoch. Default: the system's. */
  readonly clock?: () => number
  readonly timer?: Timer
  /** Told what a listener threw. */
  readonly onFault?: (error: unknown) => void
}

/** At most 20 a second a call: 19 in step, and the last one, which is told at once when the call ends. */
const PROGRESS_STEP_MS = 53
const MESSAGE_CHARACTERS = 300
const DATA_CHARACTERS = 16_384

type ProgressEvent = Extract<SessionEvent, { type: 'call.progress' }>

/** The progress of one call id that is under way. */
interface OpenCall {
  /** How many calls run under this id. */
  runs: number
  lastAt: number
  pending: ProgressEvent | undefined
  cancel: (() => void) | undefined
}

/** Takes events in and hands them to listeners, at once, and to readers, each at its own pace. */
export class EventHub {
  readonly #clock: () => number
  readonly #timer: Timer
  readonly #onFault: (error: unknown) => void
  readonly #calls = new Map<string, OpenCall>()
  readonly #readers = new Set<EventQueue>()
  /** Replaced as a whole, so that who comes or goes while an event is told doesn't change who hears it. */
  #listeners: readonly { readonly hear: EventListener }[] = []
  #telling = false
  readonly #untold: SessionEvent[] = []
  #closed = false

  constructor(options: EventHubOptions = {}) {
    this.#clock = options.clock ?? Date.now
    this.#timer = options.timer ?? systemTimer
    this.#onFault = options.onFault ?? (() => {})
  }

  /**
   * Tells an event. Never throws. Progress of a call that has not started, or has finished, is dropped. Says
   * whether a slow reader got it without its payload, and will ask for that later.
   */
  emit(event: SessionEvent): boolean {
    if (this.#closed) return false
    if (event.type === 'call.progress') {
      this.#progress(event)
      return false
    }
    if (event.type === 'call.started') this.#started(event.callId)
    if (event.type === 'call.finished') this.#finished(event.callId)
    return this.#tell(event)
  }

  /** Calls the listener with each event from now on. Returns what takes it away again. */
  on(listener: EventListener): () => void {
    const entry = { hear: listener }
    if (!this.#closed) this.#listeners = [...this.#listeners, entry]
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== entry)
    }
  }

  /** A reader with a queue of its own, which holds what happens from now on. `break` frees it. */
  [Symbol.asyncIterator](): AsyncIterableIterator<SessionEvent, undefined> {
    const reader = new EventQueue(() => this.#readers.delete(reader))
    if (this.#closed) reader.end()
    else this.#readers.add(reader)
    return reader
  }

  /** Ends the readers once they have read what is queued, and lets go of the listeners. */
  close(): void {
    this.#closed = true
    for (const call of this.#calls.values()) call.cancel?.()
    this.#calls.clear()
    for (const reader of this.#readers) reader.end()
    this.#listeners = []
  }

  #started(callId: string): void {
    const open = this.#calls.get(callId)
    if (open) open.runs += 1
    else
      this.#calls.set(callId, {
        runs: 1,
        lastAt: Number.NEGATIVE_INFINITY,
        pending: undefined,
        cancel: undefined,
      })
  }

  #finished(callId: string): void {
    const call = this.#calls.get(callId)
    if (!call) return
    this.#flush(call)
    call.runs -= 1
    if (call.runs === 0) this.#calls.delete(callId)
  }

  #progress(event: ProgressEvent): void {
    const call = this.#calls.get(event.callId)
    if (!call || this.#alone) return
    // A clock that was put back must not silence a call.
    const sinceMs = Math.abs(this.#clock() - call.lastAt)
    if (!call.cancel && sinceMs >= PROGRESS_STEP_MS) {
      this.#tellProgress(call, event)
      return
    }
    call.pending = event
    call.cancel ??= this.#timer(() => this.#flush(call), PROGRESS_STEP_MS - sinceMs)
  }

  #flush(call: OpenCall): void {
    call.cancel?.()
    call.cancel = undefined
    const { pending } = call
    call.pending = undefined
    if (pending) this.#tellProgress(call, pending)
  }

  #tellProgress(call: OpenCall, event: ProgressEvent): void {
    call.lastAt = this.#clock()
    this.#tell({ ...event, progress: presentable(event.progress) })
  }

  get #alone(): boolean {
    return this.#readers.size === 0 && this.#listeners.length === 0
  }

  #tell(event: SessionEvent): boolean {
    if (this.#alone) return false
    Object.freeze(event)
    let shortened = false
    for (const reader of this.#readers) if (reader.push(event)) shortened = true
    // A listener may cause an event itself. It waits, so that all hear the two in the same order.
    this.#untold.push(event)
    if (this.#telling) return shortened
    this.#telling = true
    for (let next = this.#untold.shift(); next; next = this.#untold.shift()) {
      for (const { hear } of this.#listeners) this.#call(hear, next)
    }
    this.#telling = false
    return shortened
  }

  #call(hear: EventListener, event: SessionEvent): void {
    try {
      const heard: unknown = hear(event)
      if (heard instanceof Promise) heard.catch((error) => this.#fault(error))
    } catch (error) {
      this.#fault(error)
    }
  }

  #fault(error: unknown): void {
    try {
      this.#onFault(error)
    } catch {
      // Who is told of faults has one too. Nobody is left to tell.
    }
  }
}

/** Progress as plain, bounded data: a tool may report anything, as often as it likes. */
function presentable(progress: unknown): Progress {
  try {
    const { done, total, message, data } = progress as { [Key in keyof Progress]: unknown }
    const text = data === undefined ? undefined : JSON.stringify(data)
    return {
      ...(Number.isFinite(done) && { done: done as number }),
      ...(Number.isFinite(total) && { total: total as number }),
      ...(typeof message === 'string' && {
        message: message.slice(0, cutAt(message, MESSAGE_CHARACTERS)).toWellFormed(),
      }),
      ...(text !== undefined && text.length <= DATA_CHARACTERS && { data: JSON.parse(text) }),
    }
  } catch {
    return {}
  }
}

function systemTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

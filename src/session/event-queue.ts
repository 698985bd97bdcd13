// The queue of one reader of events. Bounded, so that a reader who is slow or gone costs a little memory and
// nobody else anything.

import type { SessionEvent } from './session-event.js'

/** From here on progress is dropped, and `call.finished` carries ids only. */
const CROWDED = 1_000
/** A reader who is this far behind has stopped reading. */
const LOST = 10_000

type Result = IteratorResult<SessionEvent, undefined>

/** What a `for await` loop over events reads from. */
export class EventQueue implements AsyncIterableIterator<SessionEvent, undefined> {
  #events: SessionEvent[] = []
  #progress = 0
  readonly #waiting: ((result: Result) => void)[] = []
  readonly #onDone: () => void
  #state: 'open' | 'ended' | 'lost' = 'open'

  /** `onDone` is called when the reader wants no more. */
  constructor(onDone: () => void) {
    this.#onDone = onDone
  }

  /** Says whether the event is kept without its payload. */
  push(event: SessionEvent): boolean {
    if (this.#state !== 'open') return false
    const waiting = this.#waiting.shift()
    if (waiting) waiting({ done: false, value: event })
    else if (this.#events.length < CROWDED) this.#add(event)
    else return this.#squeeze(event)
    return false
  }

  /** No more will come; what is queued is still read. */
  end(): void {
    if (this.#state === 'open') this.#finish('ended')
  }

  /** @throws Error once, after what is queued, when later events were lost because nobody read them. */
  async next(): Promise<Result> {
    const event = this.#events.shift()
    if (event) {
      if (event.type === 'call.progress') this.#progress -= 1
      return { done: false, value: event }
    }
    if (this.#state === 'open') return new Promise((resolve) => this.#waiting.push(resolve))
    if (this.#state === 'ended') return { done: true, value: undefined }
    this.#state = 'ended'
    throw new Error(`Events were lost: this reader was more than ${LOST} behind.`)
  }

  /** Called by `break`. */
  async return(): Promise<Result> {
    this.#events = []
    this.#finish('ended')
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #add(event: SessionEvent): void {
    if (event.type === 'call.progress') this.#progress += 1
    this.#events.push(event)
  }

  /** Progress goes first, then payloads; what happened to a call is told to the last. */
  #squeeze(event: SessionEvent): boolean {
    if (event.type === 'call.progress') return false
    if (this.#progress > 0) {
      this.#events = this.#events.filter(({ type }) => type !== 'call.progress')
      this.#progress = 0
    }
    if (this.#events.length < LOST) {
      const crowded = this.#events.length >= CROWDED
      this.#add(crowded ? withoutPayload(event) : event)
      return crowded
    }
    // What is queued is still read: the error comes where the gap is.
    this.#finish('lost')
    return false
  }

  #finish(state: 'ended' | 'lost'): void {
    this.#state = state
    for (const resolve of this.#waiting.splice(0)) resolve({ done: true, value: undefined })
    this.#onDone()
  }
}

/** What is left out is read with `session.outcome(callId)`. */
function withoutPayload(event: SessionEvent): SessionEvent {
  if (event.type !== 'call.finished') return event
  const { outcome: _, ...ids } = event
  return ids
}

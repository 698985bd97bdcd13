// Runs a function against a real deadline. What a tool does with its signal is its own affair: the end is
// there in time either way, and whatever comes later is dropped. Knows no call and no outcome.

import type { Abort } from './abort.js'

/** Milliseconds since the epoch, with a fraction: never goes back, as the machine's own clock may. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

/** How a run ended. */
type Ended<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }

/** What {@link withDeadline} takes. */
interface DeadlineOptions {
  /** Milliseconds from now. */
  readonly timeoutMs: number
  /** Milliseconds from now that {@link Running.restart} never goes past. Default: `timeoutMs`. */
  readonly longestMs?: number
  /** Aborts the run; when it is aborted already, the work is never started. */
  readonly signal?: Abort | undefined
  /**
   * Told when the work ends after the run did, with the error if it threw; what it gave is dropped. Not told
   * when the work only stopped because it was aborted: nothing was lost then. Default: nobody is.
   */
  onLate?(error?: unknown): void
}

/** A run as its work sees it. */
export interface Running {
  /** Aborted at the deadline, and when the run is aborted. */
  readonly signal: AbortSignal
  /** Whether it has ended: what the work says from now on, nobody hears. */
  readonly over: boolean
  /** Starts `timeoutMs` again, as far as `longestMs` allows. */
  restart(): void
}

/** What runs. */
export type Work<T> = (run: Running) => T | PromiseLike<T>

/**
 * Runs `work` and says how it ended, at `timeoutMs` at the latest. Never rejects, whatever the work throws or
 * returns. Work that blocks the thread is the one thing that no deadline can cut short.
 *
 * @example
 * const ended = await withDeadline((run) => fetch(url, { signal: run.signal }), { timeoutMs: 500 })
 */
export function withDeadline<T>(work: Work<T>, options: DeadlineOptions): Promise<Ended<T>> {
  return new Run(work, options).ended
}

/** One run on its way; for who wants to abort it without a signal of his own. */
export class Run<T> implements Running {
  /** How it ended. Never rejects. */
  readonly ended: Promise<Ended<T>>
  // Node makes the signal when it is first read, and that costs more than all the rest of a run: so it is
  // read only by who needs it.
  readonly #controller = new AbortController()
  readonly #options: DeadlineOptions
  #settle: ((ended: Ended<T>) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  /** On a clock that nobody sets. */
  readonly #startedAt = performance.now()
  #onAbort: (() => void) | undefined

  constructor(work: Work<T>, options: DeadlineOptions) {
    this.#options = options
    this.ended = new Promise((resolve) => {
      this.#settle = resolve
    })
    const { signal, timeoutMs } = options
    if (signal?.aborted) {
      this.abort(signal.reason)
      return
    }
    if (signal) {
      this.#onAbort = () => this.abort(signal.reason)
      signal.addEventListener('abort', this.#onAbort)
    }
    this.#expireIn(timeoutMs)
    void this.#follow(work)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get over(): boolean {
    return this.#settle === undefined
  }

  /** Ends the run as `aborted`. Without effect once it has ended. */
  abort(reason: unknown = new DOMException('The call was aborted.', 'AbortError')): void {
    if (this.#end({ kind: 'aborted' })) this.#controller.abort(reason)
  }

  restart(): void {
    const { timeoutMs, longestMs = timeoutMs } = this.#options
    if (this.over) return
    const left = this.#startedAt + longestMs - performance.now()
    if (left > 0) this.#expireIn(Math.min(timeoutMs, left))
  }

  #expireIn(ms: number): void {
    clearTimeout(this.#timer)
    // A delay of more than 31 bits would overflow to 1 ms.
    this.#timer = setTimeout(() => this.#expire(), Math.min(ms, 0x7fff_ffff))
  }

  #expire(): void {
    if (!this.#end({ kind: 'timeout' })) return
    this.#controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
  }

  /** `await` settles a hostile thenable once at most, so nothing it does comes past this function. */
  async #follow(work: Work<T>): Promise<void> {
    let ended: Ended<T>
    try {
      ended = { kind: 'value', value: await work(this) }
    } catch (error) {
      ended = { kind: 'threw', error }
    }
    if (!this.#end(ended)) this.#late(ended)
  }

  /** The first end counts; says whether this was it. */
  #end(ended: Ended<T>): boolean {
    const settle = this.#settle
    if (!settle) return false
    this.#settle = undefined
    clearTimeout(this.#timer)
    if (this.#onAbort) this.#options.signal?.removeEventListener('abort', this.#onAbort)
    settle(ended)
    return true
  }

  #late(ended: Ended<T>): void {
    try {
      if (ended.kind !== 'threw') this.#options.onLate?.()
      else if (!this.#stoppedBy(ended.error)) this.#options.onLate?.(ended.error)
    } catch {
      // A log that fails must not become an unhandled rejection: the outcome is long there.
    }
  }

  #stoppedBy(error: unknown): boolean {
    return error === this.signal.reason || (error instanceof Error && error.name === 'AbortError')
  }
}

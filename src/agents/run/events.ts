// What happens in a run, as plain tagged unions, and the queue that its reader reads from. Bounded: a reader who is
// slow, or never comes, costs a little memory and nobody else anything.

import type { HandoffAs } from '../../session/session-event.js'
import type { Progress } from '../../tool/context.js'
import type { Approval, Failure, Outcome } from '../../tool/outcome.js'
import type { Withheld } from '../graph/grant.js'
import type { Usage } from './model.js'
import type { RunResult } from './result.js'

interface OfAgent {
  /** Name of the agent. */
  readonly agent: string
}

interface OfCall extends OfAgent {
  readonly callId: string
  readonly tool: string
}

interface OfHandoff {
  readonly from: string
  readonly to: string
  /** Who gets the answer. */
  readonly as: HandoffAs
  /** Names of the agents on the way, the target last. */
  readonly path: readonly string[]
}

/** What happened. Texts of models and tools are to be shown as text, never as markup. */
export type RunEvent =
  /** First of all, where the declared edges withhold something, or a block blocks nothing: a line each, of all agents that can be reached. */
  | { readonly type: 'report'; readonly lines: readonly string[] }
  | (OfAgent & { readonly type: 'text'; readonly delta: string })
  | (OfCall & { readonly type: 'call.started' })
  | (OfCall & { readonly type: 'call.progress'; readonly progress: Progress })
  | (OfCall & { readonly type: 'call.finished'; readonly outcome: Outcome })
  /** A call waits for a person: `run.approve(approval.id, ...)` or `run.deny`. */
  | (OfCall & { readonly type: 'approval'; readonly approval: Approval })
  | (OfHandoff & {
      readonly type: 'handoff.started'
      readonly granted: readonly string[]
      readonly withheld: readonly Withheld[]
    })
  | (OfHandoff & {
      readonly type: 'handoff.finished'
      readonly status: RunResult['status'] | 'denied' | 'timeout'
      readonly code?: string
    })
  | (OfAgent & { readonly type: 'usage'; readonly usage: Usage; readonly total: Usage })
  | (OfAgent & { readonly type: 'error'; readonly error: Failure })
  | { readonly type: 'finished'; readonly result: RunResult }

/** From here on text and progress are dropped, which the result and the outcomes hold anyway. */
const CROWDED = 1_000
/** From here on the oldest go. */
const FULL = 10_000

type Next = IteratorResult<RunEvent, undefined>

/** The events of one run, for one reader. Holds what happens before it comes. */
export class RunEvents implements AsyncIterableIterator<RunEvent, undefined> {
  #queue: RunEvent[] = []
  #waiting: ((next: Next) => void)[] = []
  #ended = false
  #read = false
  readonly #onLeave: () => void

  /** `onLeave` is called when the reader goes before the end. */
  constructor(onLeave: () => void) {
    this.#onLeave = onLeave
  }

  /** Whether somebody reads: then a held call is asked, and waits. */
  get hasReader(): boolean {
    return this.#read && !this.#ended
  }

  push(event: RunEvent): void {
    if (this.#ended) return
    const waiting = this.#waiting.shift()
    if (waiting) {
      waiting({ done: false, value: event })
      return
    }
    if (this.#queue.length >= CROWDED && (event.type === 'text' || event.type === 'call.progress')) return
    if (this.#queue.length >= FULL) this.#queue = newerHalf(this.#queue)
    this.#queue.push(event)
  }

  end(): void {
    this.#ended = true
    for (const done of this.#waiting.splice(0)) done({ done: true, value: undefined })
  }

  async next(): Promise<Next> {
    this.#read = true
    const event = this.#queue.shift()
    if (event) return { done: false, value: event }
    if (this.#ended) return { done: true, value: undefined }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Called by `break`. */
  async return(): Promise<Next> {
    this.#queue = []
    if (!this.#ended) {
      this.end()
      this.#onLeave()
    }
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    this.#read = true
    return this
  }
}

/** With each older approval once: whoever misses it would leave its calls waiting until it expires. */
function newerHalf(queue: readonly RunEvent[]): RunEvent[] {
  const asked = new Map<string, RunEvent>()
  for (const event of queue.slice(0, FULL / 2)) {
    if (event.type === 'approval') asked.set(event.approval.id, event)
  }
  return [...asked.values()].slice(-FULL / 4).concat(queue.slice(FULL / 2))
}

// Approvals of a run that wait for an answer: who waits, and what wakes him.

import type { Approval } from '../../tool/outcome.js'

/** Why a waiting call goes on: it was answered, its approval expired, or nobody is there to answer. */
export type Woken = 'answered' | 'expired' | 'left' | 'aborted'

interface Waiting {
  readonly approval: Approval
  wake(why: Woken): void
}

/** The open approvals of one run. Equal calls may wait for one of them. */
export class Approvals {
  readonly #waiting = new Set<Waiting>()

  /** Waits for an answer, until the approval expires. */
  wait(approval: Approval, signal: AbortSignal, now: number): Promise<Woken> {
    if (signal.aborted) return Promise.resolve('aborted')
    return new Promise((resolve) => {
      const onAbort = () => waiting.wake('aborted')
      const waiting: Waiting = {
        approval,
        wake: (why) => {
          this.#waiting.delete(waiting)
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          resolve(why)
        },
      }
      const ms = Date.parse(approval.expiresAt) - now
      const timer = setTimeout(() => waiting.wake('expired'), Math.min(Math.max(ms, 0), 0x7fff_ffff)).unref()
      signal.addEventListener('abort', onAbort)
      this.#waiting.add(waiting)
    })
  }

  /** Somebody answered: all who wait for it try again. */
  answered(id: string): void {
    for (const each of this.#waiting) if (each.approval.id === id) each.wake('answered')
  }

  /** Nobody will answer in this run: all who wait are left held. */
  leave(): void {
    for (const each of this.#waiting) each.wake('left')
  }
}

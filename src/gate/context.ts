// Makes the `ctx` that a tool's code is given. What costs something is made when it is first read.

import type { Running } from '../base/deadline.js'
import { callFetch } from '../net/fetch.js'
import type { ToolContext } from '../tool/context.js'
import type { Opened } from './crossing.js'

/** What a context knows of its run. */
export interface RunParts {
  readonly running: Running
  /** When it ends as things stand: milliseconds since the epoch. */
  readonly deadline: number
  readonly idempotencyKey: string | undefined
  /** Told how long an upstream asked to be left alone. */
  onRetryAfter(ms: number): void
  /** Told that the work goes on. */
  onProgress(): void
}

/** The frozen context of one run. */
export function toolContext(crossing: Opened, parts: RunParts): ToolContext {
  const { core, principal, callId, tool, state } = crossing
  const { running, idempotencyKey } = parts
  let fetching: typeof fetch | undefined
  return Object.freeze<ToolContext>({
    tool: tool.name,
    tenant: principal.tenant,
    user: principal.user,
    groups: principal.groups,
    conversation: principal.conversation,
    get deadline() {
      return parts.deadline
    },
    idempotencyKey,
    log: core.log,
    get signal() {
      return running.signal
    },
    get fetch() {
      fetching ??= callFetch({
        base: core.fetch,
        signal: running.signal,
        breakers: core.breakers,
        idempotencyKey,
        onRetryAfter: parts.onRetryAfter,
        // Who may be asked is for the base fetch to say, by address, until a call's destinations are judged.
        judgeHop: () => !running.over || 'the call has ended',
      })
      return fetching
    },
    progress(step) {
      // A call id may serve again while an old run has not noticed its end.
      if (running.over) return
      parts.onProgress()
      state.hub.emit({ type: 'call.progress', callId, tool: tool.name, at: core.clock(), progress: step })
    },
  })
}

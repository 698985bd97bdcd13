// Makes the `ctx` that a tool's code is given. What costs something is made when it is first read.

import type { Principal, ToolContext } from '../tool/context.js'
import type { Tool } from '../tool/tool.js'
import type { Core } from './core.js'
import type { Running } from './deadline.js'
import type { EventHub } from './events.js'
import { callFetch } from './fetch.js'

/** What a context is made of. */
export interface ContextParts {
  readonly core: Core
  readonly principal: Principal
  readonly running: Running
  readonly deadline: number
  readonly idempotencyKey: string | undefined
  readonly callId: string
  readonly tool: Tool
  readonly hub: EventHub
  /** Told how long an upstream asked to be left alone. */
  onRetryAfter(ms: number): void
}

/** The frozen context of one run. */
export function toolContext(parts: ContextParts): ToolContext {
  const { core, principal, running, callId, tool, hub, idempotencyKey } = parts
  let fetching: typeof fetch | undefined
  return Object.freeze<ToolContext>({
    tenant: principal.tenant,
    user: principal.user,
    groups: principal.groups,
    conversation: principal.conversation,
    deadline: parts.deadline,
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
        judgeHop: () => true,
      })
      return fetching
    },
    progress: (step) =>
      hub.emit({ type: 'call.progress', callId, tool: tool.name, at: core.clock(), progress: step }),
  })
}

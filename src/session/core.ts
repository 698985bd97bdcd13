// What a gate holds for all its sessions. Made once by `createGate`; stages read it and never write to it.

import type { Random } from '../base/ids.js'
import type { Slots } from '../base/lane.js'
import type { FlowCore } from '../flow/kept/session-flow.js'
import type { HandleCore } from '../handles/vault/handle-core.js'
import type { Breakers } from '../net/breaker.js'
import type { RecordStore } from '../stores/store.js'
import type { Logger, Principal } from '../tool/context.js'
import type { CountTokens } from '../view/budget.js'
import type { ToolTable } from './grant.js'
import type { Journal } from './journal.js'

/** Answers whether a principal has a permission. */
export type Can = (permission: string, principal: Principal) => boolean | Promise<boolean>

export interface Core {
  readonly tools: ToolTable
  readonly flow: FlowCore
  readonly handles: HandleCore
  readonly can: Can | undefined
  readonly store: RecordStore
  readonly log: Logger
  /** Milliseconds since the epoch; may have a fraction. */
  readonly clock: () => number
  readonly random: Random
  readonly countTokens: CountTokens | undefined
  /** What `ctx.fetch` builds on. */
  readonly fetch: typeof fetch
  readonly breakers: Breakers
  /** For tools that declare a concurrency, by declaration. */
  readonly slots: ReadonlyMap<object, Slots>
  /** None where the store is the gate's own memory: nobody could read it. */
  readonly journal: Journal | undefined
}

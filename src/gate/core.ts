// What a gate holds for all its sessions. Made once by `createGate`; stages read it and never write to it.

import type { RecordStore } from '../stores/store.js'
import type { Logger, Principal } from '../tool/context.js'
import type { Breakers } from './breaker.js'
import type { CountTokens } from './budget.js'
import type { FlowCore } from './flow.js'
import type { ToolTable } from './grant.js'
import type { HandleCore } from './handle-core.js'
import type { Random } from './ids.js'
import type { Journal } from './journal.js'
import type { Slots } from './lane.js'

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

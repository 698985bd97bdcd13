// What a session holds in memory, shared by all views on the same (tenant, user, conversation). Everything in
// here has a bound.

import { LRUCache } from 'lru-cache'
import type { Logger, Principal } from '../tool/context.js'
import type { Outcome } from '../tool/outcome.js'
import { ArgumentTries } from './argument-tries.js'
import { OutcomeCache } from './cache.js'
import { EventHub } from './events.js'
import { Flights } from './flight.js'
import { Lane } from './lane.js'
import { Turn } from './turn.js'
import { Words } from './words.js'

/** How many outcomes `session.outcome` remembers, and how much of them in characters. */
const OUTCOMES = { max: 256, maxSize: 16 * 1024 * 1024 }

/** The live part of a session. */
export class SessionState {
  /** Views that are open on it. */
  views = 0
  readonly hub: EventHub
  readonly turn: Turn
  readonly words = new Words()
  readonly lane = new Lane()
  readonly argumentTries = new ArgumentTries()
  readonly flights = new Flights()
  readonly cache = new OutcomeCache()
  readonly outcomes = new LRUCache<string, Outcome>(OUTCOMES)

  constructor(
    readonly key: string,
    clock: () => number,
    log: Logger,
  ) {
    this.hub = new EventHub({ clock, onFault: (err) => log.warn({ err }, 'a listener of events failed') })
    this.turn = new Turn(clock)
  }
}

/** The key of a session: what an id holds can't reach into another's. */
export function sessionKey({ tenant, user, conversation }: Principal): string {
  return JSON.stringify([tenant, user ?? null, conversation])
}

// What a session holds in memory, shared by all views on the same (tenant, user, conversation). Everything in
// here has a bound.

import { BoundedSet } from '../base/bounded.js'
import { Lane } from '../base/lane.js'
import { Flow } from '../flow/kept/session-flow.js'
import type { Principal } from '../tool/context.js'
import { OutcomeCache } from './cache.js'
import type { Core } from './core.js'
import { EventHub } from './events.js'
import { Flights } from './flight.js'
import { KeptResults } from './kept-results.js'
import { Calls } from './remembered.js'
import { ShownMarks } from './shown-marks.js'
import { ArgumentTries, type Tally, tallyOf } from './tally.js'

/** The live part of a session. */
export class SessionState {
  /** Views that are open on it. */
  views = 0
  readonly hub: EventHub
  readonly calls: Calls
  /** Ids of the user's messages that were taken: for longer than words are, or an old message would count as new. */
  readonly said = new BoundedSet<string>(1_000)
  readonly flow: Flow
  readonly lane = new Lane()
  readonly argumentTries = new ArgumentTries()
  readonly tally: Tally
  readonly flights = new Flights()
  readonly cache = new OutcomeCache()
  /**
   * Tokens that were shown lately: the only ones that a misspelt one is compared with, so that a suggestion tells nobody
   * anything new.
   */
  readonly shownHandles = new BoundedSet<string>(256)
  readonly shownMarks = new ShownMarks()
  readonly keptResults: KeptResults
  /** Told of each approval that was answered in this process: runs wait for that. */
  readonly onAnswer = new Set<(approvalId: string) => void>()

  constructor(
    readonly key: string,
    { clock, log, flow, store }: Core,
  ) {
    this.hub = new EventHub({ clock, onFault: (err) => log.warn({ err }, 'a listener of events failed') })
    this.calls = new Calls(clock)
    this.keptResults = new KeptResults(!store.shared)
    this.flow = new Flow(flow, key, flow.lasting?.of(key))
    this.tally = tallyOf(this.argumentTries, this.flow)
  }
}

/** The key of a session: what an id holds can't reach into another's. */
export function sessionKey({ tenant, user, conversation }: Principal): string {
  return JSON.stringify([tenant, user ?? null, conversation])
}

// Single flight: equal reads of one session that are under way at once make one run. One caller's abort leaves
// it alone; it is stopped when nobody waits any more.

import { canonicalJson } from '../tool/canonical-json.js'
import type { JsonObject } from '../tool/json.js'
import type { Tool } from '../tool/tool.js'
import { type Abort, CallAbort } from './abort.js'
import type { Shaped } from './ended.js'

/** A run that several calls may wait for. */
export class Flight {
  readonly outcome: Promise<Shaped>
  readonly #abort = new CallAbort()
  #waiting = 0
  #landed = false

  constructor(
    readonly args: JsonObject,
    run: (signal: Abort) => Promise<Shaped>,
  ) {
    this.outcome = run(this.#abort)
  }

  /** Whether another call may still join: not when it is being stopped. */
  get open(): boolean {
    return !this.#landed && !this.#abort.aborted
  }

  /** Waits for the outcome, or until the caller is gone. */
  join(signal: Abort): Promise<Shaped | 'aborted'> {
    this.#waiting++
    return new Promise((resolve, reject) => {
      const leave = () => {
        resolve('aborted')
        if (--this.#waiting === 0 && !this.#landed) this.#abort.abort()
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave)
      this.outcome.then((shaped) => {
        signal.removeEventListener('abort', leave)
        resolve(shaped)
      }, reject)
    })
  }

  /** Called when the outcome is there: nobody joins any more. */
  land(): void {
    this.#landed = true
  }
}

/** The flights of one session, by tool. */
export class Flights {
  readonly #byTool = new Map<object, Set<Flight>>()

  /** The open flight of an equal call. Texts are compared only when the same tool is in flight at all. */
  find(tool: Tool, args: JsonObject): Flight | undefined {
    const flights = this.#byTool.get(tool.declaration)
    if (!flights?.size) return undefined
    const wanted = canonicalJson(args)
    for (const flight of flights) if (flight.open && canonicalJson(flight.args) === wanted) return flight
    return undefined
  }

  /** Starts a flight and knows it until it has landed. */
  start(tool: Tool, args: JsonObject, run: (signal: Abort) => Promise<Shaped>): Flight {
    const flight = new Flight(args, run)
    const flights = this.#byTool.get(tool.declaration) ?? new Set()
    this.#byTool.set(tool.declaration, flights.add(flight))
    const landed = () => {
      flight.land()
      flights.delete(flight)
    }
    flight.outcome.then(landed, landed)
    return flight
  }
}

// Single flight: equal reads of one session that are under way at once make one run. One caller's abort leaves
// it alone; it is stopped when nobody waits any more.

import { type Abort, CallAbort } from '../base/abort.js'
import type { Tool } from '../tool/tool.js'
import type { Shaped } from './ended.js'

/** A run that several calls may wait for. */
class Flight {
  readonly outcome: Promise<Shaped>
  readonly #abort = new CallAbort()
  readonly #onLanded: (flight: Flight) => void
  #waiting = 0

  constructor(
    readonly tool: Tool,
    readonly rights: string,
    /** Says what the tool is run with. */
    readonly given: string,
    run: (signal: Abort) => Promise<Shaped>,
    onLanded: (flight: Flight) => void,
  ) {
    this.#onLanded = onLanded
    this.outcome = run(this.#abort)
  }

  /** Waits for the outcome, or until the caller is gone. */
  join(signal: Abort): Promise<Shaped | 'aborted'> {
    this.#waiting++
    return new Promise((resolve, reject) => {
      const leave = () => {
        resolve('aborted')
        if (--this.#waiting === 0) this.#land()
      }
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave)
      const landed = () => {
        signal.removeEventListener('abort', leave)
        this.#onLanded(this)
      }
      this.outcome.then(
        (shaped) => {
          landed()
          resolve(shaped)
        },
        (error: unknown) => {
          landed()
          reject(error)
        },
      )
    })
  }

  /** Nobody waits any more. */
  #land(): void {
    this.#onLanded(this)
    this.#abort.abort()
  }
}

/** The flights of one session. Few are under way at once, so they are a list. */
export class Flights {
  #flights: readonly Flight[] = []

  /** The flight of an equal call. */
  find(tool: Tool, rights: string, given: string): Flight | undefined {
    return this.#flights.find(
      (flight) =>
        flight.tool.declaration === tool.declaration && flight.rights === rights && flight.given === given,
    )
  }

  /** Starts a flight and knows it until it has landed. */
  start(tool: Tool, rights: string, given: string, run: (signal: Abort) => Promise<Shaped>): Flight {
    const flight = new Flight(tool, rights, given, run, this.#forget)
    this.#flights = [...this.#flights, flight]
    return flight
  }

  readonly #forget = (landed: Flight): void => {
    this.#flights = this.#flights.filter((flight) => flight !== landed)
  }
}

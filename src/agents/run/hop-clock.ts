// The clock of one handoff: it runs while the target works and stands still while a person is asked, so that nobody
// loses a handoff by thinking about it.

/** Counts down, and can be held. */
export class HopClock {
  #left: number
  #since = 0
  #holders = 0
  #timer: NodeJS.Timeout | undefined

  /** `onEnd` is called once when `ms` have run. */
  constructor(
    ms: number,
    readonly onEnd: () => void,
  ) {
    this.#left = ms
    this.#run()
  }

  /** Stands still until as many have let go as have held. */
  hold(): void {
    if (this.#holders++ > 0) return
    clearTimeout(this.#timer)
    this.#left -= performance.now() - this.#since
  }

  letGo(): void {
    if (--this.#holders === 0) this.#run()
  }

  /** It ends without having run out. */
  stop(): void {
    clearTimeout(this.#timer)
    // A late `letGo` must not start it again.
    this.#holders = Number.POSITIVE_INFINITY
  }

  #run(): void {
    this.#since = performance.now()
    this.#timer = setTimeout(this.onEnd, Math.max(1, this.#left))
  }
}

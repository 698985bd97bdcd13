// How often a tool was refused in one turn. A model that goes on asking for the same forbidden thing is stopped,
// so that it turns to something else.

/** Refusals of one tool in a turn, after which it is `rate_limited`. */
export const MAX_REFUSALS = 5
/** Without user words a turn ends after so long without a call. */
const SILENCE_MS = 60_000

/** Counts the refusals of a turn. */
export class Refusals {
  readonly #byTool = new Map<string, number>()
  #hasWords = false
  #lastCallAt = 0

  constructor(readonly clock: () => number) {}

  /** A call arrives: says whether the tool was refused too often. */
  isLimited(tool: string): boolean {
    const now = this.clock()
    if (!this.#hasWords && now - this.#lastCallAt > SILENCE_MS) this.#byTool.clear()
    this.#lastCallAt = now
    return (this.#byTool.get(tool) ?? 0) >= MAX_REFUSALS
  }

  /** A call was refused. */
  note(tool: string): void {
    this.#byTool.set(tool, (this.#byTool.get(tool) ?? 0) + 1)
  }

  /** The user spoke: a new turn. */
  endTurn(): void {
    this.#hasWords = true
    this.#byTool.clear()
  }
}

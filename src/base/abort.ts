// Aborting a call, for next to nothing. A real `AbortSignal` with a listener costs more than the rest of a run,
// and few calls are ever aborted; so the gate has one of these a call, and only the tool gets a real one.

/** The part of an `AbortSignal` that the gate needs. Every `AbortSignal` is one. */
export interface Abort {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** One call's, or one flight's. */
export class CallAbort implements Abort {
  aborted = false
  reason: unknown = undefined
  #listeners: Set<() => void> | undefined

  /** Tells all who listen, once. Later calls change nothing. */
  abort(reason: unknown = new DOMException('The call was aborted.', 'AbortError')): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    const listeners = this.#listeners
    this.#listeners = undefined
    if (listeners) for (const listener of listeners) listener()
  }

  /** As with `AbortSignal`, a listener that comes after the abort is never called: ask `aborted` first. */
  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.aborted) return
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener)
  }
}

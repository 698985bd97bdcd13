// Aborts of a run and of its handoffs: who makes them, and how to wait no longer than until one comes.

import { setMaxListeners } from 'node:events'

/** Made for a signal to which all calls of a turn listen at once: Node would take that for a leak and warn of it. */
export function manyListen(): AbortController {
  const abort = new AbortController()
  setMaxListeners(0, abort.signal)
  return abort
}

/** What comes of it, or nothing once the signal is aborted: an author's own function may never answer. */
export function unlessAborted<T>(coming: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(undefined)
    signal.addEventListener('abort', onAbort)
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    if (signal.aborted) onAbort()
  })
}

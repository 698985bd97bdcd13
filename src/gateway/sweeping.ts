// Takes what has expired out of the store, now and then: results behind handles are kept for an hour, not until the disk
// is full.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordStore } from '../stores/store.js'

/** When it is done, in milliseconds. */
interface SweepTiming {
  readonly firstMs: number
  readonly everyMs: number
}

const TIMING: SweepTiming = { firstMs: 30_000, everyMs: 10 * 60_000 }
/** Records in one go: the driver works on this thread, and calls wait for it. */
const AT_ONCE = 50

/**
 * Sweeps a store until the returned function is called, which waits for a sweep that is under way.
 *
 * @param warn Told of a sweep that failed; the next one tries again.
 */
export function keepSwept(
  store: Pick<RecordStore, 'sweep'>,
  warn: (text: string) => void,
  { firstMs, everyMs } = TIMING,
): () => Promise<void> {
  let ended = false
  let under: Promise<void> = Promise.resolve()
  const sweep = async () => {
    try {
      while (!ended && (await store.sweep({ limit: AT_ONCE })) === AT_ONCE) await nextTurn()
    } catch (error) {
      warn(`what has expired could not be removed: ${(error as Error).message}`)
    }
    if (!ended) next(everyMs)
  }
  let timer: NodeJS.Timeout
  const next = (ms: number) => {
    timer = setTimeout(() => {
      under = sweep()
    }, ms)
    timer.unref()
  }
  next(firstMs)
  return () => {
    ended = true
    clearTimeout(timer)
    return under
  }
}

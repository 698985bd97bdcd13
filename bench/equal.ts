// Measuring what changes what it measures: an insert gets slower as its table grows, so that each candidate must be
// called equally often. (mitata calls what is quick more often.)

import { quantile } from './measure.js'

const ROUNDS = 20
/** Until the engine has compiled everything. */
const WARM_UP = 5

/** Median microseconds a call of each candidate, over equally many calls, in turn. */
export async function medianOfEqual<K extends string>(
  candidates: Record<K, () => unknown>,
  calls = 500,
): Promise<Record<K, number>> {
  const names = Object.keys(candidates) as K[]
  const times = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      for (let call = 0; call < calls; call++) {
        const start = performance.now()
        await candidates[name]()
        if (round >= WARM_UP) times.get(name)!.push((performance.now() - start) * 1_000)
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, quantile(times.get(name)!, 0.5)])) as Record<K, number>
}

// How the benches measure: mitata samples each candidate, and they take turns in one process, so that noise of
// the machine hits all alike.

import Table from 'cli-table3'
import { measure } from 'mitata'

const ROUNDS = 9
const ROUND_NS = 80e6

/** Median microseconds a call of each candidate, over rounds that are taken in turn. */
export async function medianOf<K extends string>(
  candidates: Record<K, () => unknown>,
): Promise<Record<K, number>> {
  const names = Object.keys(candidates) as K[]
  const rounds = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const { p50 } = await measure(candidates[name], { min_cpu_time: ROUND_NS })
      rounds.get(name)!.push(p50 / 1_000)
    }
  }
  return Object.fromEntries(names.map((name) => [name, quantile(rounds.get(name)!, 0.5)])) as Record<
    K,
    number
  >
}

/** Mean bytes allocated a call, over 10 000 calls; needs `--expose-gc`. */
export async function allocated(candidate: () => unknown, calls = 10_000): Promise<number> {
  if (!globalThis.gc) throw new Error('run with --expose-gc')
  for (let index = 0; index < 2_000; index++) await candidate()
  // In batches that the young generation holds: a collection in between would hide what was allocated.
  const batch = 20
  let bytes = 0
  let counted = 0
  while (counted < calls) {
    globalThis.gc()
    const before = process.memoryUsage().heapUsed
    for (let index = 0; index < batch; index++) await candidate()
    bytes += Math.max(0, process.memoryUsage().heapUsed - before)
    counted += batch
  }
  return bytes / counted
}

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

/** Prints a table of one run. The first column is text, the others are figures. */
export function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const table = new Table({
    head: [...head],
    style: { head: [], border: [] },
    colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
  })
  table.push(...rows.map((row) => [...row]))
  console.log(`\n${title}\n${table.toString()}`)
}

/** As `12.3 us`. */
export function us(microseconds: number): string {
  return `${microseconds.toFixed(1)} us`
}

/** As `1.50`. */
export function ratio(value: number, base: number): string {
  return (value / base).toFixed(2)
}

/** As `3.4 KiB`. */
export function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

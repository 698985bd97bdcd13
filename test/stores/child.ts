// What a second process does to a SQLite store: run by sqlite-processes.test.ts, told what by its arguments.

import { writeSync } from 'node:fs'
import { sqliteStore } from '../../src/stores/sqlite.js'
import type { StoreRecord } from '../../src/stores/store.js'

/** Records in a batch of the `batches` job. */
export const BATCH = 20

const [job = '', path = '', ...rest] = process.argv.slice(2)

/** Commits batches from number `from` to `to` and says each number once it is committed. */
async function batches(from: number, to: number): Promise<void> {
  const store = sqliteStore({ path })
  for (let batch = from; batch < to; batch++) {
    const records = Array.from({ length: BATCH }, (_, i) =>
      handle(`b${batch}`, `${batch}-${i}`, 'x'.repeat(500)),
    )
    await store.putMany(records)
    writeSync(1, `${batch}\n`)
  }
  await store.close()
}

/** Adds one, `times` times, to the same record as the others. */
async function count(times: number): Promise<void> {
  const store = sqliteStore({ path, busyMs: 30_000 })
  for (let done = 0; done < times; ) {
    const [found] = await store.getMany([handle('shared', 'n', '0')])
    const version = found?.version ?? 0
    const next = { ...handle('shared', 'n', String(Number(found?.value ?? 0) + 1)), version: version + 1 }
    if (await store.compareAndSet(next, version)) done++
  }
  await store.close()
}

function handle(scope: string, key: string, value: string): StoreRecord {
  return { space: 'handle', scope, key, version: 1, value }
}

if (job === 'batches') await batches(Number(rest[0]), Number(rest[1]))
if (job === 'count') await count(Number(rest[0]))

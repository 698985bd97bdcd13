// The record stores beside the least that would do: the bare driver's own insert and get, and a Map. Values of
// 1 KiB, one run. `--million` also fills stores of 1 000 and 1 000 000 records and compares their look-ups.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { memoryStore, type RecordStore } from 'sallyport'
import { sqliteStore } from 'sallyport/stores/sqlite'
import { medianOf, print, ratio, us } from './measure.js'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
const value = JSON.stringify({ text: 'x'.repeat(1_010) })
const scope = '["acme","u-17","c-1"]'
const BATCH = 100

/** Keys as handles have them: 27 characters in no order. */
const keyOf = (i: number) =>
  `${((i * 2_654_435_761) % 4_294_967_296).toString(36).padStart(7, '0')}-abcdefghijklmnopqrs`
const recordOf = (i: number) => ({
  space: 'handle',
  scope,
  key: keyOf(i),
  version: 1,
  expiresAt: 4_000_000_000_000 + i,
  value,
})

function bare() {
  const db = new Database(join(folder, 'bare.db'))
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE kv (key TEXT PRIMARY KEY, value TEXT)',
  )
  const insert = db.prepare('INSERT INTO kv VALUES (?, ?)')
  const select = db.prepare('SELECT value FROM kv WHERE key = ?')
  const count = filled((i) => insert.run(keyOf(i), value))
  return {
    put: () => insert.run(keyOf(count.next++), value),
    get: () => select.get(keyOf(count.any())),
    batch: () => {
      db.exec('BEGIN')
      for (let i = 0; i < BATCH; i++) insert.run(keyOf(count.next++), value)
      db.exec('COMMIT')
    },
  }
}

async function ours(store: RecordStore) {
  const first: Promise<void>[] = []
  const count = filled((i) => first.push(store.putMany([recordOf(i)])))
  await Promise.all(first)
  return {
    put: () => store.putMany([recordOf(count.next++)]),
    get: () => store.getMany([{ space: 'handle', scope, key: keyOf(count.any()) }]),
    batch: () => store.putMany(Array.from({ length: BATCH }, () => recordOf(count.next++))),
    swap: () => store.compareAndSet({ ...recordOf(count.any()), version: 1 }, 1),
  }
}

/** 2 000 records to begin with, the next free number, and some number that is taken. */
function filled(write: (i: number) => unknown) {
  for (let i = 0; i < 2_000; i++) write(i)
  let asked = 0
  return { next: 2_000, any: () => (asked++ * 7) % 2_000 }
}

const driver = bare()
const sqlite = await ours(sqliteStore({ path: join(folder, 'ours.db') }))
const map = new Map<string, string>()
let mapped = 0
const memory = await ours(memoryStore())

const t = await medianOf({
  barePut: driver.put,
  put: sqlite.put,
  bareGet: driver.get,
  get: sqlite.get,
  bareBatch: driver.batch,
  batch: sqlite.batch,
  swap: sqlite.swap,
  mapPut: () => map.set(keyOf(mapped++ % 100_000), value),
  memoryPut: memory.put,
  mapGet: () => map.get(keyOf(mapped++ % 2_000)),
  memoryGet: memory.get,
})
print(
  'Record stores, values of 1 KiB',
  ['', 'median', 'ratio', 'goal'],
  [
    ['bare driver, insert', us(t.barePut), '1.00', ''],
    ['SQLite store, put', us(t.put), ratio(t.put, t.barePut), '<= 1.50'],
    ['bare driver, get', us(t.bareGet), '1.00', ''],
    ['SQLite store, get', us(t.get), ratio(t.get, t.bareGet), '<= 1.50'],
    [`bare driver, ${BATCH} inserts in a transaction, each`, us(t.bareBatch / BATCH), '1.00', ''],
    [`SQLite store, put of ${BATCH}, each`, us(t.batch / BATCH), ratio(t.batch, t.bareBatch), '<= 1.50'],
    ['SQLite store, compareAndSet', us(t.swap), ratio(t.swap, t.barePut), ''],
    ['memory store, put over a Map', us(t.memoryPut - t.mapPut), '', ''],
    ['memory store, get over a Map', us(t.memoryGet - t.mapGet), '', ''],
  ],
)

const eviction = async (maxRecords: number) => {
  const store = memoryStore({ maxRecords })
  for (let i = 0; i < maxRecords; i++) await store.putMany([recordOf(i)])
  let next = maxRecords
  return () => store.putMany([recordOf(next++)])
}
const evictions = await medianOf({ small: await eviction(1_000), large: await eviction(200_000) })
print(
  'Memory store that is full: one put, one eviction',
  ['', 'median', 'ratio', 'goal'],
  [
    ['1 000 records', us(evictions.small), '1.00', ''],
    ['200 000 records', us(evictions.large), ratio(evictions.large, evictions.small), '<= 2'],
  ],
)

if (process.argv.includes('--million')) {
  const sized = async (records: number) => {
    const store = sqliteStore({ path: join(folder, `${records}.db`) })
    for (let from = 0; from < records; from += 1_000) {
      await store.putMany(Array.from({ length: 1_000 }, (_, i) => recordOf(from + i)))
    }
    let asked = 0
    return () => store.getMany([{ space: 'handle', scope, key: keyOf((asked++ * 7_919) % records) }])
  }
  const [thousand, million] = [await sized(1_000), await sized(1_000_000)]
  const sizes = await medianOf({ thousand, million })
  print(
    'SQLite store: one get among',
    ['', 'median', 'ratio', 'goal'],
    [
      ['1 000 records', us(sizes.thousand), '1.00', ''],
      ['1 000 000 records', us(sizes.million), ratio(sizes.million, sizes.thousand), '<= 2'],
      [
        'memory of the process',
        `${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB`,
        '',
        '<= 300 MiB',
      ],
    ],
  )
}
rmSync(folder, { recursive: true, force: true })

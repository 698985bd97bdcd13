// The record stores beside the least that would do: the bare driver's own insert and get, and a Map. Values of
// 1 KiB, one run. `--million` also fills stores of 1 000 and 1 000 000 records and compares their look-ups.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { memoryStore, type RecordStore } from 'sallyport'
import { sqliteStore } from 'sallyport/stores/sqlite'
import { medianOfEqual } from './equal.js'
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

const t = {
  ...(await medianOfEqual({
    barePut: driver.put,
    put: sqlite.put,
    bareGet: driver.get,
    get: sqlite.get,
    swap: sqlite.swap,
  })),
  ...(await medianOfEqual({ bareBatch: driver.batch, batch: sqlite.batch }, 20)),
  ...(await medianOfEqual({
    mapPut: () => map.set(keyOf(mapped++), value),
    memoryPut: memory.put,
    mapGet: () => map.get(keyOf(mapped++ % 2_000)),
    memoryGet: memory.get,
  })),
}
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
/** What a cache kept in a Map does: its first key is looked for among the places of those deleted before it. */
const mapEviction = (max: number) => {
  const kept = new Map<string, string>()
  for (let i = 0; i < max; i++) kept.set(keyOf(i), value)
  let next = max
  return () => {
    kept.delete(kept.keys().next().value!)
    kept.set(keyOf(next++), value)
  }
}
const e = await medianOf({
  small: await eviction(1_000),
  large: await eviction(100_000),
  map: mapEviction(100_000),
})
print(
  'A full memory store: one put that drops the oldest',
  ['', 'median', 'ratio'],
  [
    ['1 000 records', us(e.small), '1.00'],
    ['100 000 records', us(e.large), ratio(e.large, e.small)],
    ['a Map of 100 000 that deletes its first key', us(e.map), ratio(e.map, e.small)],
  ],
)

if (process.argv.includes('--million')) {
  const RECENT = 1_000
  const sized = async (records: number) => {
    const store = sqliteStore({ path: join(folder, `${records}.db`) })
    for (let from = 0; from < records; from += 1_000) {
      await store.putMany(Array.from({ length: 1_000 }, (_, i) => recordOf(from + i)))
    }
    let asked = 0
    return () =>
      store.getMany([{ space: 'handle', scope, key: keyOf(records - 1 - ((asked++ * 7) % RECENT)) }])
  }
  const [thousand, million] = [await sized(1_000), await sized(1_000_000)]
  const sizes = await medianOf({ thousand, million })
  print(
    'SQLite store: one get of the newest thousand among',
    ['', 'median', 'ratio', 'goal'],
    [
      ['1 000 records', us(sizes.thousand), '1.00', ''],
      ['1 000 000 records', us(sizes.million), ratio(sizes.million, sizes.thousand), '<= 2.00'],
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

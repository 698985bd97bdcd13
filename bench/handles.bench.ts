// Sealing and opening one handle of 1 KiB, beside a Map with stringify and parse, and beside the bare driver's own
// insert and get. The vault alone, without the gate's stages. `--million` also compares stores of 1 000 and 1 000 000
// handles.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { kind } from '../src/handles/kinds/kind.js'
import { Unwrapped } from '../src/handles/kinds/passage.js'
import { Vault } from '../src/handles/vault/vault.js'
import { memoryStore } from '../src/stores/memory.js'
import { sqliteStore } from '../src/stores/sqlite.js'
import type { RecordStore } from '../src/stores/store.js'
import { medianOfEqual } from './equal.js'
import { print, ratio, us } from './measure.js'

const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'))
const entity = { text: 'x'.repeat(1_010) }
const Doc = kind('doc', { encode: (doc: typeof entity) => doc, decode: (row) => row })
const viewer = { tenant: 'acme', user: 'u-17', conversation: 'c-1', groups: [], claims: {} }
const quota = { handles: 1e9, size: 1e12, mintsPerMinute: 1e9 }

const BATCH = 100

function handles(store: RecordStore) {
  const vault = new Vault({ store, kinds: [Doc], keys: ['bench-key-bench-key-bench-key-32'], quota })
  const tokens: string[] = []
  let asked = 0
  const openOne = async (value: string) => {
    const request = { value, kinds: ['doc'], action: 'use', pointer: '/doc' } as const
    const [answer] = await vault.openMany([request], { viewer, tool: 'show' })
    if (!(answer instanceof Unwrapped)) throw answer
  }
  return {
    tokens,
    /** Some in one outcome. */
    async sealMany(count = BATCH) {
      const sealing = vault.sealing(viewer)
      for (let i = 0; i < count; i++) tokens.push(sealing.seal(Doc, { ...entity }).handle)
      await vault.commit(sealing)
    },
    async seal() {
      const sealing = vault.sealing(viewer)
      tokens.push(sealing.seal(Doc, { ...entity }).handle)
      await vault.commit(sealing)
    },
    open: () => openOne(tokens[asked++ % tokens.length]!),
    openOne,
  }
}

const keyOf = (i: number) =>
  `${((i * 2_654_435_761) % 4_294_967_296).toString(36).padStart(7, '0')}-abcdefghijklmnopqrs`
const map = new Map<string, string>()
const db = new Database(join(folder, 'bare.db'))
db.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE kv (key TEXT PRIMARY KEY, value TEXT)',
)
const insert = db.prepare('INSERT INTO kv VALUES (?, ?)')
const select = db.prepare('SELECT value FROM kv WHERE key = ?')
const bareBatch = () => {
  db.exec('BEGIN')
  for (let i = 0; i < BATCH; i++) insert.run(keyOf(next.db++), JSON.stringify(entity))
  db.exec('COMMIT')
}
const memory = handles(memoryStore())
const sqlite = handles(sqliteStore({ path: join(folder, 'ours.db') }))
const next = { map: 0, mapGet: 0, db: 0, dbGet: 0 }

const each = await medianOfEqual({
  mapPut: () => map.set(keyOf(next.map++), JSON.stringify(entity)),
  memorySeal: memory.seal,
  mapGet: () => JSON.parse(map.get(keyOf(next.mapGet++ % next.map))!),
  memoryOpen: memory.open,
  barePut: () => insert.run(keyOf(next.db++), JSON.stringify(entity)),
  sqliteSeal: sqlite.seal,
  bareGet: () => JSON.parse((select.get(keyOf(next.dbGet++ % next.db)) as { value: string }).value),
  sqliteOpen: sqlite.open,
})
const t = { ...each, ...(await medianOfEqual({ bareBatch, sqliteBatch: () => sqlite.sealMany() }, 20)) }
print(
  'Handles of 1 KiB: the vault alone',
  ['', 'median', 'over', 'ratio', 'goal'],
  [
    ['a Map, stringify and set', us(t.mapPut), '', '', ''],
    ['seal in memory', us(t.memorySeal), us(t.memorySeal - t.mapPut), '', '<= 10 us over'],
    ['a Map, get and parse', us(t.mapGet), '', '', ''],
    ['open in memory', us(t.memoryOpen), us(t.memoryOpen - t.mapGet), '', '<= 10 us over'],
    ['bare driver, stringify and insert', us(t.barePut), '', '1.00', ''],
    [
      'seal in SQLite',
      us(t.sqliteSeal),
      us(t.sqliteSeal - t.barePut),
      ratio(t.sqliteSeal, t.barePut),
      '<= 1.50',
    ],
    [`bare driver, ${BATCH} in a transaction, each`, us(t.bareBatch / BATCH), '', '1.00', ''],
    [
      `seal ${BATCH} in SQLite at once, each`,
      us(t.sqliteBatch / BATCH),
      us((t.sqliteBatch - t.bareBatch) / BATCH),
      ratio(t.sqliteBatch, t.bareBatch),
      '<= 1.50',
    ],
    ['bare driver, get and parse', us(t.bareGet), '', '1.00', ''],
    [
      'open in SQLite',
      us(t.sqliteOpen),
      us(t.sqliteOpen - t.bareGet),
      ratio(t.sqliteOpen, t.bareGet),
      '<= 1.50',
    ],
  ],
)

/** What a token of a full store costs to open: of the newest thousand, as sessions do, and of any. */
async function sized(make: (path: string) => RecordStore, count: number) {
  const { tokens, sealMany, openOne } = handles(make(join(folder, `${count}.db`)))
  const any: string[] = []
  for (let made = 0; made < count; made += 1_000) {
    // A million tokens would be most of the memory that is measured.
    any.push(...tokens.splice(0).filter((_, i) => i % (count / 1_000) === 0))
    await sealMany(1_000)
  }
  const newest = [...tokens]
  any.push(...newest)
  let asked = 0
  return {
    newest: () => openOne(newest[(asked++ * 7) % newest.length]!),
    any: () => openOne(any[(asked++ * 7) % any.length]!),
  }
}

async function printSizes(title: string, make: (path: string) => RecordStore, memoryGoal: string) {
  const thousand = await sized(make, 1_000)
  const million = await sized(make, 1_000_000)
  const t = await medianOfEqual({ small: thousand.newest, newest: million.newest, any: million.any }, 2_000)
  const rss = `${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB`
  print(
    title,
    ['', 'median', 'ratio', 'goal'],
    [
      ['among 1 000', us(t.small), '1.00', ''],
      ['one of the newest 1 000 among 1 000 000', us(t.newest), ratio(t.newest, t.small), '<= 2.00'],
      ['any of 1 000 000', us(t.any), ratio(t.any, t.small), ''],
      ['memory of the process', rss, '', memoryGoal],
    ],
  )
}

if (process.argv.includes('--million')) {
  await printSizes('Opening one handle of 1 KiB in SQLite', (path) => sqliteStore({ path }), '<= 300 MiB')
}
rmSync(folder, { recursive: true, force: true })

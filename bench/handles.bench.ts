// Sealing and opening one handle of 1 KiB, beside a Map with stringify and parse, and beside the bare driver's own
// insert and get. The vault alone, without the gate's stages.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { kind } from '../src/handles/kind.js'
import { Opened } from '../src/handles/passage.js'
import { Vault } from '../src/handles/vault.js'
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

function handles(store: RecordStore) {
  const vault = new Vault({ store, kinds: [Doc], keys: ['bench-key-bench-key-bench-key-32'], quota })
  const tokens: string[] = []
  let asked = 0
  return {
    async seal() {
      const sealing = vault.sealing(viewer)
      tokens.push(sealing.seal(Doc, { ...entity }).handle)
      await vault.commit(sealing)
    },
    async open() {
      const value = tokens[asked++ % tokens.length]
      const request = { value, kinds: ['doc'], action: 'use', pointer: '/doc' } as const
      const [answer] = await vault.openMany([request], { viewer, tool: 'show' })
      if (!(answer instanceof Opened)) throw answer
    },
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
const memory = handles(memoryStore())
const sqlite = handles(sqliteStore({ path: join(folder, 'ours.db') }))
const next = { map: 0, mapGet: 0, db: 0, dbGet: 0 }

const t = await medianOfEqual({
  mapPut: () => map.set(keyOf(next.map++), JSON.stringify(entity)),
  memorySeal: memory.seal,
  mapGet: () => JSON.parse(map.get(keyOf(next.mapGet++ % next.map))!),
  memoryOpen: memory.open,
  barePut: () => insert.run(keyOf(next.db++), JSON.stringify(entity)),
  sqliteSeal: sqlite.seal,
  bareGet: () => JSON.parse((select.get(keyOf(next.dbGet++ % next.db)) as { value: string }).value),
  sqliteOpen: sqlite.open,
})
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
rmSync(folder, { recursive: true, force: true })

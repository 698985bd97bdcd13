import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../../src/stores/sqlite.js'
import { record, storeSuite } from './suite.js'

const root = mkdtempSync(join(tmpdir(), 'sallyport-store-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let files = 0
const fresh = () => join(root, `s${files++}.db`)

storeSuite('sqlite', (clock) => sqliteStore({ path: fresh(), clock }))

describe('sqliteStore', () => {
  let path: string
  beforeEach(() => {
    path = fresh()
  })

  test('what was written is there after a restart', async () => {
    const before = sqliteStore({ path })
    const kept = record({ parent: 'p', version: 3, value: '{"a":1}' })
    await before.putMany([kept])
    await before.close()
    const after = sqliteStore({ path })
    expect(await after.getMany([kept])).toEqual([kept])
    await after.close()
  })

  test('it is there for a second opener at once', async () => {
    const [one, two] = [sqliteStore({ path }), sqliteStore({ path })]
    await one.putMany([record({ value: 'seen' })])
    expect((await two.getMany([record()]))[0]?.value).toBe('seen')
    expect(await two.compareAndSet(record({ version: 2 }), 1)).toBe(true)
    expect(await one.compareAndSet(record({ version: 2 }), 1)).toBe(false)
    expect(one.shared).toBe(true)
    await Promise.all([one.close(), two.close()])
  })

  describe('opened to read only', () => {
    test('it shows what another opener writes, and each write rejects', async () => {
      const writer = sqliteStore({ path })
      const reader = sqliteStore({ path, readOnly: true })
      await writer.putMany([record()])
      expect(await reader.getMany([record()])).toEqual([record()])
      const one = { record: record({ version: 2 }), expected: 1 }
      for (const write of [
        () => reader.putMany([record(), record({ key: 'b' })]),
        () => reader.compareAndSetMany([one]),
        () => reader.deleteMany([record()]),
        () => reader.sweep(),
      ]) {
        await expect(write()).rejects.toMatchObject({ fault: 'unusable' })
      }
      expect(await writer.list({ space: 'handle' })).toEqual([record()])
      await reader.close()
      await writer.close()
    })

    test('nothing is made where there is nothing', () => {
      expect(() => sqliteStore({ path, readOnly: true })).toThrow(/ENOENT/)
      expect(existsSync(path)).toBe(false)
      writeFileSync(path, '')
      expect(() => sqliteStore({ path, readOnly: true })).toThrow(/is empty: no store was ever kept there/)
      expect(statSync(path).size).toBe(0)
    })
  })

  test('folder and file are made, readable to this user only', async () => {
    const deep = join(root, 'new', 'deeper', 'state.db')
    const store = sqliteStore({ path: deep })
    await store.putMany([record()])
    const mode = (name: string) => (statSync(name).mode & 0o777).toString(8)
    expect(mode(join(root, 'new', 'deeper'))).toBe('700')
    for (const suffix of ['', '-wal', '-shm']) expect(mode(deep + suffix)).toBe('600')
    await store.close()
  })

  test('a file that others could read is closed to them', async () => {
    await sqliteStore({ path }).close()
    chmodSync(path, 0o644)
    await sqliteStore({ path }).close()
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test.each(['process', 'power'] as const)('durable: %s writes', async (durable) => {
    const store = sqliteStore({ path, durable })
    await store.putMany([record()])
    expect((await store.stats()).records).toBe(1)
    await store.close()
  })

  describe('while another process writes', () => {
    const hold = (file: string) => {
      const other = new Database(file)
      other.exec('BEGIN IMMEDIATE')
      return other
    }

    test('a write waits for it without holding up the process', async () => {
      const store = sqliteStore({ path })
      const other = hold(path)
      // The other one commits from a timer: were the process held up, the timer would not run and the write reject.
      let turns = 0
      const ticking = setInterval(() => ++turns === 5 && other.exec('COMMIT'), 2)
      await store.putMany([record({ key: 'a' }), record({ key: 'b' })])
      clearInterval(ticking)
      expect((await store.stats()).records).toBe(2)
      other.close()
      await store.close()
    })

    test('reading goes on', async () => {
      const store = sqliteStore({ path, busyMs: 0 })
      await store.putMany([record()])
      const other = hold(path)
      expect(await store.getMany([record()])).toEqual([record()])
      other.close()
      await store.close()
    })

    test('past busyMs a write rejects as busy, names the file, and works later', async () => {
      const store = sqliteStore({ path, busyMs: 20 })
      const other = hold(path)
      for (const write of [store.putMany([record()]), store.putMany([record(), record({ key: 'b' })])]) {
        await expect(write).rejects.toMatchObject({
          name: 'StoreError',
          fault: 'busy',
          message: expect.stringContaining(path),
        })
      }
      other.exec('ROLLBACK')
      await store.putMany([record()])
      expect((await store.stats()).records).toBe(1)
      other.close()
      await store.close()
    })

    test('a store that is closed while it waits rejects', async () => {
      const store = sqliteStore({ path })
      const other = hold(path)
      const write = store.putMany([record()])
      await store.close()
      await expect(write).rejects.toMatchObject({ fault: 'closed' })
      other.close()
    })
  })

  describe('a file that can not serve', () => {
    const junk = (file: string) => {
      writeFileSync(file, 'no database\n'.repeat(999))
      return file
    }
    const folder = (file: string) => {
      mkdirSync(file)
      return file
    }
    const below = (file: string) => {
      writeFileSync(file, '')
      return join(file, 'x.db')
    }
    test.each<[what: string, make: (path: string) => string, fault: string, words: RegExp]>([
      ['no database', junk, 'damaged', /Move it away/],
      ['a folder', folder, 'unusable', /not a file.*Check that the path/],
      ['below a file', below, 'unusable', /(EEXIST|ENOTDIR).*Check that the path/],
    ])('%s', (_what, makeFile, fault, words) => {
      const file = makeFile(path)
      const open = () => sqliteStore({ path: file })
      expect(open).toThrow(expect.objectContaining({ name: 'StoreError', fault }))
      expect(open).toThrow(words)
      expect(open).toThrow(file)
    })

    test('the database of another program is left as it was', () => {
      const other = new Database(path)
      other.exec('CREATE TABLE theirs (a)')
      other.close()
      const before = readFileSync(path)
      expect(() => sqliteStore({ path })).toThrow(/another program/)
      expect(readFileSync(path).equals(before)).toBe(true)
      expect(existsSync(`${path}-wal`)).toBe(false)
    })

    test('a file of a newer version is refused', async () => {
      await sqliteStore({ path }).close()
      const db = new Database(path)
      db.exec('PRAGMA user_version = 99')
      db.close()
      expect(() => sqliteStore({ path })).toThrow(/newer Sallyport \(schema 99/)
    })

    test('damage in the middle is reported when it is met, with the file and the mend', async () => {
      const store = sqliteStore({ path })
      await store.putMany(
        Array.from({ length: 200 }, (_, i) => record({ key: `k${i}`, value: 'x'.repeat(900) })),
      )
      await store.close()
      const db = new Database(path)
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
      const bytes = readFileSync(path)
      bytes.fill(0x5a, 4_096, bytes.length)
      writeFileSync(path, bytes)
      rmSync(`${path}-wal`, { force: true })
      rmSync(`${path}-shm`, { force: true })
      const damaged = sqliteStore({ path })
      await expect(damaged.getMany([record({ key: 'k7' })])).rejects.toMatchObject({ fault: 'damaged' })
      await expect(damaged.stats()).rejects.toThrow(path)
      await damaged.close()
    })
  })

  test.each([
    [{}, 'sqliteStore(): path'],
    [{ path: ':memory:' }, 'memoryStore()'],
    [{ path: 'x.db', bussyMs: 5 }, "unknown key 'bussyMs'; did you mean 'busyMs'?"],
    [{ path: 'x.db', durable: 'yes' }, 'sqliteStore(): durable'],
  ])('refuses options %j', (options, message) => {
    expect(() => sqliteStore(options as never)).toThrow(message)
    expect(existsSync('x.db')).toBe(false)
  })
})

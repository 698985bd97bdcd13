// A process is killed before it stored what it knew. What it had learnt against a value must not be forgotten.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { memoryStore, type RecordStore } from 'sallyport'
import { sqliteStore } from 'sallyport/stores/sqlite'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoreRecord } from '../../src/stores/store.js'
import { EVIL, openDesk, PLAN, SECRET } from './torn-desk.js'

// The bundle lies inside the project, where it finds the installed packages.
const out = resolve('node_modules', '.cache', `sallyport-torn-${process.pid}`)
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-torn-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: resolve('test/gate/torn-child.ts'), outDir: out, target: 'node20', minify: false },
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(out, { recursive: true, force: true })
})

/** What becomes, in a second life of the session, of a mail to whom the file that the user named says. */
async function sendTo(store: RecordStore, to: string, body = 'hello'): Promise<string> {
  const { session, close } = openDesk(store, to)
  session.userSaid(PLAN, { id: 'again' })
  await session.call({ id: 'd1', name: 'list_files', args: {} })
  const { status } = await session.call({ id: 'd2', name: 'send_mail', args: { to, body } })
  await close()
  return status
}

async function killed(path: string, until: string): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [join(out, 'torn-child.js'), path, until], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('what a killed process had not stored makes results count no longer; what it had stored counts', async () => {
  const lives = await Promise.all(
    (
      [
        ['rest', 'lena@acme.example'],
        ['stored', EVIL],
        ['torn', EVIL],
      ] as const
    ).map(async ([until, to]) => {
      const path = join(folder, `${until}.db`)
      await killed(path, until)
      const store = sqliteStore({ path })
      const status = await sendTo(store, to)
      await store.close()
      return [until, status]
    }),
  )
  expect(lives).toEqual([
    ['rest', 'ok'],
    ['stored', 'held'],
    ['torn', 'held'],
  ])
})

/** A store that can't write records of this key. */
function failingFor(key: string, store: RecordStore): RecordStore {
  return new Proxy(store, {
    get(_, name: keyof RecordStore) {
      const own = store[name]
      if (typeof own !== 'function') return own
      if (name !== 'putMany') return own.bind(store)
      return async (records: readonly StoreRecord[]) => {
        if (records.some((record) => record.key === key)) throw new Error('down')
        await store.putMany(records)
      }
    },
  })
}

/** What a process that ends now leaves behind. */
async function leftOf(store: RecordStore): Promise<RecordStore> {
  const left = memoryStore()
  for (const space of ['flow', 'approvals']) await left.putMany(await store.list({ space }))
  return left
}

describe('a session that was not stored to the end', () => {
  test('lets nothing out that may have had readers', async () => {
    const store = memoryStore()
    const first = openDesk(store)
    await first.session.call({ id: 'c1', name: 'read_salaries', args: {} })
    const { session } = openDesk(await leftOf(store))
    session.userSaid('Send it to eve@acme.example and boss@acme.example', { id: 'u2' })
    const to = async (id: string, to: string) =>
      (await session.call({ id, name: 'send_mail', args: { to, body: SECRET } })).status
    expect(await to('c2', 'eve@acme.example')).toBe('held')
    expect(await to('c3', 'boss@acme.example')).toBe('ok')
  })

  test('takes no act for asked for that was asked for before, and goes on by new words', async () => {
    const store = memoryStore()
    const first = openDesk(store)
    first.session.userSaid('Send “hello” to lena@acme.example', { id: 'u1' })
    await first.close()
    const second = openDesk(store)
    for (const id of ['u2', 'u3', 'u4']) second.session.userSaid('And what is new?', { id })
    await second.session.approvals()
    const { session } = openDesk(await leftOf(store))
    const args = { to: 'lena@acme.example', body: 'hello' }
    expect((await session.call({ id: 'c2', name: 'send_mail', args })).status).toBe('held')
    session.userSaid('Send “hello” to boss@acme.example', { id: 'u5' })
    const again = { ...args, to: 'boss@acme.example' }
    expect((await session.call({ id: 'c3', name: 'send_mail', args: again })).status).toBe('ok')
  })

  test('stays so in its third life', async () => {
    const store = memoryStore()
    const first = openDesk(store)
    first.session.userSaid(PLAN, { id: 'u1' })
    await first.session.call({ id: 'c1', name: 'send_mail', args: { to: EVIL, body: 'x' } })
    const left = await leftOf(store)
    expect(await sendTo(left, EVIL)).toBe('held')
    expect(await sendTo(left, EVIL)).toBe('held')
  })

  test('is one whose evidence the store refused', async () => {
    const store = memoryStore()
    const failing = failingFor('evidence', store)
    const first = openDesk(failing)
    first.session.userSaid(PLAN, { id: 'u1' })
    await first.session.call({ id: 'c1', name: 'send_mail', args: { to: EVIL, body: 'x' } })
    await first.close()
    expect(await sendTo(store, EVIL)).toBe('held')
  })
})

test('a session that was closed at once, before it was taken up, is whole', async () => {
  const store = memoryStore()
  const first = openDesk(store)
  first.session.userSaid(PLAN, { id: 'u1' })
  await first.close()
  expect(await sendTo(store, 'lena@acme.example')).toBe('ok')
})

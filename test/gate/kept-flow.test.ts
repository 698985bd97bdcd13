import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGate, memoryStore, type RecordStore, type Session, tool } from 'sallyport'
import { sqliteStore } from 'sallyport/stores/sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approvalOf } from '../fixtures/mail.js'
import { keptLog } from '../fixtures/open-gate.js'

const PATH = '/tmp/a.txt'
const opened: RecordStore[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

/** Two gates as two processes have them: a connection each, on one file. */
function twoGates() {
  const path = join(mkdtempSync(join(tmpdir(), 'approvals-')), 'state.db')
  const runs: string[] = []
  const gate = (name: string) => {
    const store = sqliteStore({ path })
    opened.push(store)
    return openGate(store, () => runs.push(name))
  }
  return { runs, a: gate('a'), b: gate('b') }
}

function openGate(store: RecordStore, ran: () => void) {
  const save = tool({
    name: 'save_file',
    description: 'Saves a file.',
    useWhen: 'the user asks for it',
    input: z.object({ path: z.string() }),
    effect: 'write',
    egress: false,
    roles: { path: 'target' },
    run: () => {
      ran()
      return { done: true }
    },
  })
  return createGate({ tools: [save], mode: 'ask', store, log: keptLog().log })
}

const open = (gate: ReturnType<typeof openGate>) =>
  gate.session({ tenant: 'acme', user: 'u-17', conversation: 'c-1' })

let calls = 0
const write = (session: Session) =>
  session.call({ id: `c${++calls}`, name: 'save_file', args: { path: PATH } })

const approve = async (session: Session, how: object = {}) => {
  const { id } = approvalOf(await write(session))
  await session.approve(id, { for: 'once', by: 'u-17', ...how })
}

describe('two processes on one session and one store', () => {
  test('spend an approval for once a single time, whoever comes first', async () => {
    const { a, b, runs } = twoGates()
    const first = open(a)
    await approve(first)
    const second = open(b)
    await second.approvals()
    const outcomes = await Promise.all([write(first), write(second)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['held', 'ok'])
    expect(runs).toHaveLength(1)
  })

  test('count the uses of an approved value together', async () => {
    const { a, b, runs } = twoGates()
    const first = open(a)
    await approve(first, { for: 'value', uses: 3 })
    const second = open(b)
    await second.approvals()
    const outcomes = await Promise.all([first, second, first, second, first, second].map(write))
    expect(outcomes.filter(({ status }) => status === 'ok')).toHaveLength(3)
    expect(runs).toHaveLength(3)
  })

  test('take one answer to an approval', async () => {
    const { a, b } = twoGates()
    const first = open(a)
    const { id } = approvalOf(await write(first))
    const second = open(b)
    await second.approvals()
    await first.deny(id, { by: 'u-17' })
    await expect(second.approve(id, { for: 'once', by: 'u-17' })).rejects.toThrow(/answered before/)
    expect((await write(second)).status).toBe('denied')
  })

  test('what one asked or was told is not lost when the other writes', async () => {
    const { a, b } = twoGates()
    const first = open(a)
    const second = open(b)
    await Promise.all([first.approvals(), second.approvals()])
    await approve(first)
    await second.call({ id: 'other', name: 'save_file', args: { path: '/tmp/b.txt' } })
    expect((await write(second)).status).toBe('ok')
    expect((await write(first)).status).toBe('held')
  })
})

test('an older gate that ends late does not bring back what was used up since', async () => {
  const store = memoryStore({ shared: true })
  const runs: string[] = []
  const older = openGate(store, () => runs.push('older'))
  const before = open(older)
  await approve(before)
  const after = open(openGate(store, () => runs.push('newer')))
  expect((await write(after)).status).toBe('ok')
  before.userSaid('one moment', { id: 'u1' })
  await before.approvals()
  await older.close()
  const later = open(openGate(store, () => runs.push('later')))
  expect((await write(later)).status).toBe('held')
  expect(runs).toEqual(['newer'])
})

test('a store that never takes a write ends no approval, and nothing runs for ever', async () => {
  const runs: string[] = []
  const store = memoryStore({ shared: true })
  const session = open(openGate(store, () => runs.push('run')))
  await approve(session)
  store.compareAndSet = async () => false
  const outcome = await write(session)
  expect(outcome.status).not.toBe('ok')
  expect((await session.call({ id: 'b', name: 'save_file', args: { path: '/tmp/b.txt' } })).status).toBe(
    'held',
  )
  expect(runs).toEqual([])
})

test('equal calls at once share one approval, and no more wait than a person can look at', async () => {
  const gate = openGate(memoryStore(), () => {})
  const session = open(gate)
  const equal = await Promise.all([write(session), write(session), write(session)])
  expect(new Set(equal.map((outcome) => approvalOf(outcome).id)).size).toBe(1)
  const paths = Array.from({ length: 9 }, (_, i) => `/tmp/${i}.txt`)
  const others = await Promise.all(
    paths.map((path, i) => session.call({ id: `o${i}`, name: 'save_file', args: { path } })),
  )
  expect(others.filter(({ status }) => status === 'held').length).toBeLessThanOrEqual(4)
  expect(await session.approvals()).toHaveLength(5)
})

describe('what one process learnt against a value', () => {
  const EVIL = 'bob@evil.example'
  const text = { input: z.object({ name: z.string() }), description: 'x.', useWhen: 'x' }
  const make = tool({ ...text, name: 'make_note', effect: 'read', run: () => ({ done: true }) })
  const list = tool({
    ...text,
    input: z.object({}),
    name: 'list_notes',
    effect: 'read',
    origin: { '*.id': { label: 'first-party', id: 'note' } },
    run: () => [{ id: EVIL }],
  })
  const drop = tool({
    ...text,
    name: 'keep_note',
    effect: 'write',
    egress: false,
    roles: { name: 'target' },
    run: () => ({ done: true }),
  })
  const gateOn = (store: RecordStore) =>
    createGate({ tools: [make, list, drop], mode: 'ask', store, log: keptLog().log })

  test('is not forgotten when another one on the session writes over it', async () => {
    const store = memoryStore({ shared: true })
    const [older, newer] = [gateOn(store), gateOn(store)]
    const [before, after] = [open(older), open(newer)]
    await Promise.all([before.approvals(), after.approvals()])
    await before.call({ id: 'm1', name: 'make_note', args: { name: EVIL } })
    await older.close()
    after.userSaid('hello', { id: 'u1' })
    await newer.close()
    const later = open(gateOn(store))
    await later.call({ id: 'l1', name: 'list_notes', args: {} })
    const outcome = await later.call({ id: 'k1', name: 'keep_note', args: { name: EVIL } })
    expect(outcome.status).toBe('held')
  })
})

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGate, type GateOptions, memoryStore, type Session, tool } from 'sallyport'
import { sqliteStore } from 'sallyport/stores/sqlite'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { waitingApprovals } from '../../../src/flow/kept/flow-store.js'
import { approvalOf } from '../../fixtures/mail.js'
import { keptLog } from '../../fixtures/open-gate.js'

const DAY = 24 * 60 * 60_000
const START = 1_800_000_000_000

const makeSave = (description: string) =>
  tool({
    name: 'save_file',
    description,
    useWhen: 'the user asks for it',
    input: z.object({ path: z.string(), text: z.string() }),
    effect: 'write',
    egress: false,
    roles: { path: 'target', text: 'content' },
    run: () => ({ done: true }),
  })
const save = makeSave('Saves a file.')

function openGates(options: Partial<GateOptions> = { userWords: 'none' }) {
  const clock = { now: START }
  const store = memoryStore({ clock: () => clock.now })
  const gate = (tools = [save]) =>
    createGate({ tools, mode: 'ask', store, log: keptLog().log, clock: () => clock.now, ...options })
  return { clock, store, gate }
}

const inConversation = (gate: ReturnType<typeof createGate>, conversation: string, user = 'u-17') =>
  gate.session({ tenant: 'acme', user, conversation })

let calls = 0
const write = (session: Session, path: string) =>
  session.call({ id: `c${++calls}`, name: 'save_file', args: { path, text: 'x' } })

async function approve(session: Session, path: string, more: object = {}) {
  const { id } = approvalOf(await write(session, path))
  await session.approve(id, { for: 'value', by: 'u-17', ...more })
}

describe('without the words of users, a value that one approved', () => {
  test('passes in other conversations, open and new ones, also of a later gate', async () => {
    const { gate } = openGates()
    const first = gate()
    const other = inConversation(first, 'b')
    expect((await write(other, '/tmp/b.txt')).status).toBe('held')
    await approve(inConversation(first, 'a'), '/tmp/a.txt')
    expect((await write(other, '/tmp/a.txt')).status).toBe('ok')
    expect((await write(inConversation(first, 'c'), '/tmp/a.txt')).status).toBe('ok')
    await first.close()
    expect((await write(inConversation(gate(), 'd'), '/tmp/a.txt')).status).toBe('ok')
  })

  test('counts for the same value alone, and for nobody else', async () => {
    const { gate } = openGates()
    const all = gate()
    await approve(inConversation(all, 'a'), '/tmp/a.txt')
    expect((await write(inConversation(all, 'b'), '/tmp/a.txt2')).status).toBe('held')
    expect((await write(inConversation(all, 'b', 'u-18'), '/tmp/a.txt')).status).toBe('held')
    const nobody = all.session({ tenant: 'acme', anonymous: true, conversation: 'c' })
    expect((await write(nobody, '/tmp/a.txt')).status).toBe('held')
  })

  test.each([
    ['30 days', {}, 30 * DAY],
    ['until then, where the answer says so', { until: START + DAY }, DAY],
  ])('lasts %s', async (_, more, lasts) => {
    const { gate, clock } = openGates()
    await approve(inConversation(gate(), 'a'), '/tmp/a.txt', more)
    clock.now = START + lasts - 1
    expect((await write(inConversation(gate(), 'b'), '/tmp/a.txt')).status).toBe('ok')
    clock.now = START + lasts
    expect((await write(inConversation(gate(), 'c'), '/tmp/a.txt')).status).toBe('held')
  })

  test('with a number of uses, counts in its own conversation only', async () => {
    const { gate } = openGates()
    const all = gate()
    const own = inConversation(all, 'a')
    await approve(own, '/tmp/a.txt', { uses: 1 })
    expect((await write(inConversation(all, 'b'), '/tmp/a.txt')).status).toBe('held')
    expect((await write(own, '/tmp/a.txt')).status).toBe('ok')
    expect((await write(own, '/tmp/a.txt')).status).toBe('held')
  })

  test('asks again once the tool is declared anew', async () => {
    const { gate } = openGates()
    await approve(inConversation(gate(), 'a'), '/tmp/a.txt')
    const later = gate([makeSave('Saves a file somewhere.')])
    expect((await write(inConversation(later, 'b'), '/tmp/a.txt')).status).toBe('held')
  })

  test('two processes on one store keep each their own', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'lasting-')), 'state.db')
    const make = () =>
      createGate({ tools: [save], mode: 'ask', userWords: 'none', store: sqliteStore({ path }) })
    const [one, two] = [make(), make()]
    await approve(inConversation(one, 'a'), '/tmp/a.txt')
    await approve(inConversation(two, 'b'), '/tmp/b.txt')
    const third = inConversation(make(), 'c')
    expect((await write(third, '/tmp/a.txt')).status).toBe('ok')
    expect((await write(third, '/tmp/b.txt')).status).toBe('ok')
  })

  test('a store that fails costs nothing but the record', async () => {
    const { gate, store } = openGates()
    const all = gate()
    const session = inConversation(all, 'a')
    await write(session, '/tmp/a.txt')
    const { id } = approvalOf(await write(session, '/tmp/a.txt'))
    store.putMany = () => Promise.reject(new Error('full'))
    store.list = () => Promise.reject(new Error('gone'))
    await session.approve(id, { for: 'value', by: 'u-17' })
    expect((await write(session, '/tmp/a.txt')).status).toBe('ok')
    expect((await write(inConversation(all, 'b'), '/tmp/b.txt')).status).toBe('held')
  })
})

test('with the words of users, it ends with its conversation', async () => {
  const { gate } = openGates({})
  const all = gate()
  await approve(inConversation(all, 'a'), '/tmp/a.txt')
  expect((await write(inConversation(all, 'b'), '/tmp/a.txt')).status).toBe('held')
})

test('approvals that wait are found in the store, those of one user', async () => {
  const { gate, store, clock } = openGates()
  const all = gate()
  const [a, b] = [inConversation(all, 'a'), inConversation(all, 'b')]
  await write(a, '/tmp/a.txt')
  await write(inConversation(all, 'c', 'u-18'), '/tmp/c.txt')
  await approve(b, '/tmp/b.txt')
  const ask = () => waitingApprovals(store, { tenant: 'acme', user: 'u-17', now: clock.now })
  expect(await ask()).toMatchObject([
    { conversation: 'a', approval: { tool: 'save_file', items: [{ value: '/tmp/a.txt' }] } },
  ])
  clock.now += DAY / 24
  expect(await ask()).toEqual([])
})

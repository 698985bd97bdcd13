// The whole of a result that was cut stands behind a handle: for its time, and never for more than a session's newest.

import { createGate, memoryStore, type Outcome, result, type Session, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { codeOf, keptLog, standingClock } from '../../fixtures/open-gate.js'

const list = tool({
  name: 'list_rows',
  description: 'Lists rows.',
  useWhen: 'rows are wanted',
  effect: 'read',
  input: z.object({ from: z.int() }),
  limits: { modelTokens: 200 },
  run: ({ from }) => ({ rows: Array.from({ length: 60 }, (_, i) => `the text of row ${from + i}`) }),
})
const DAY = 24 * 60 * 60_000
const WHO = { tenant: 'acme', user: 'u-17', conversation: 'c-1' }

let calls = 0
const ask = (session: Session, name: string, args: object): Promise<Outcome> =>
  session.call({ id: `w${++calls}`, name, args: args as never })

const stores = [
  ['of one process', false],
  ['that is shared', true],
] as const

test.each(stores)('with a store %s, a handle that has expired opens nothing', async (_, shared) => {
  const clock = standingClock()
  const store = memoryStore({ clock, shared })
  const session = createGate({ tools: [list], mode: 'observe', clock, store, log: keptLog().log }).session(
    WHO,
  )
  const { handle, expiresAt } = (await ask(session, 'list_rows', { from: 0 })).handles[0]!
  const look = () => ask(session, 'inspect_handle', { handle, op: 'page', path: '/rows' })
  expect((await look()).model).toContain('the text of row 1')
  clock.forward(Date.parse(expiresAt ?? '') - clock() || 30 * DAY)
  const late = await look()
  expect(['handle_expired', 'handle_gone', 'handle_not_found']).toContain(codeOf(late))
  expect(late.model).not.toContain('the text of row')
})

test.each(stores)('with a store %s, results that were cut do not heap up', async (_, shared) => {
  const store = memoryStore({ shared })
  const session = createGate({ tools: [list], mode: 'observe', store, log: keptLog().log }).session(WHO)
  const handles: string[] = []
  for (let from = 0; from < 300; from++) {
    handles.push((await ask(session, 'list_rows', { from })).handles[0]!.handle)
  }
  // What is let go is taken out of the store after the outcome was delivered.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await session.handles.list({ limit: 1_000 })).length).toBeLessThanOrEqual(256)
  const newest = await ask(session, 'inspect_handle', { handle: handles.at(-1), op: 'describe' })
  expect(newest.status).toBe('ok')
  const oldest = await ask(session, 'inspect_handle', { handle: handles[0], op: 'describe' })
  expect(codeOf(oldest)).toBe('handle_gone')
  expect(oldest.model).toContain('Call its tool again')
})

test('a text that is JSON is looked at by its rows, in a fence of its tool; a tool gets the exact text', async () => {
  const text = JSON.stringify(
    { rows: Array.from({ length: 90 }, (_, n) => ({ n, note: `row ${n}` })) },
    null,
    2,
  )
  const dump = tool({
    name: 'dump',
    description: 'Gives a dump.',
    useWhen: 'a dump is wanted',
    effect: 'read',
    input: z.object({}),
    limits: { modelTokens: 200 },
    run: () => text,
  })
  const isExact = tool({
    name: 'is_exact',
    description: 'Compares.',
    useWhen: 'asked',
    effect: 'derive',
    input: z.object({ what: result.handle() }),
    run: ({ what }) => ({ exact: what === text }),
  })
  const session = createGate({ tools: [dump, isExact], mode: 'observe', log: keptLog().log }).session(WHO)
  const { handle } = (await ask(session, 'dump', {})).handles[0]!
  const look = (args: object) => ask(session, 'inspect_handle', { handle, path: '/rows', ...args })
  expect(await look({ op: 'count' })).toMatchObject({ value: { type: 'list', count: 90 } })
  const some = await look({ op: 'filter', by: '/n', is: '>=', value: 88 })
  expect(some).toMatchObject({ value: { total: 2, rows: [{ at: 88, row: { n: 88 } }, { at: 89 }] } })
  expect(some.model).toMatch(/<<<third-party text from dump.+row 88.+<<<end of/s)
  expect(await ask(session, 'is_exact', { what: handle })).toMatchObject({ value: { exact: true } })
})

describe('a result that was cut, and is kept in the cache', () => {
  const HOUR = 60 * 60_000
  function setUp(shared: boolean, ttlMs: number) {
    const clock = standingClock()
    const store = memoryStore({ clock, shared })
    const cached = tool({
      name: 'list_cached',
      description: 'Lists rows.',
      useWhen: 'rows are wanted',
      effect: 'read',
      input: z.object({}),
      limits: { modelTokens: 200 },
      cache: { ttlMs },
      run: () => ({ rows: Array.from({ length: 60 }, (_, i) => `the text of row ${i}`) }),
    })
    const session = createGate({
      tools: [list, cached],
      mode: 'observe',
      clock,
      store,
      log: keptLog().log,
    }).session(WHO)
    const look = async (outcome: Outcome) =>
      codeOf(await ask(session, 'inspect_handle', { handle: outcome.handles[0]!.handle, op: 'describe' })) ??
      'ok'
    return { clock, session, look }
  }

  test.each(stores)('with a store %s, is open when it is given again', async (_, shared) => {
    const { session, look } = setUp(shared, HOUR)
    await ask(session, 'list_cached', {})
    for (let from = 0; from < 40; from++) {
      await ask(session, 'list_rows', { from })
      if (from % 10 === 0) expect(await look(await ask(session, 'list_cached', {}))).toBe('ok')
    }
    const again = await ask(session, 'list_cached', {})
    expect(await look(again)).toBe('ok')
  })

  test.each(stores)('with a store %s, is not given when its handle has expired', async (_, shared) => {
    const { clock, session, look } = setUp(shared, 10 * 24 * HOUR)
    const { expiresAt } = (await ask(session, 'list_cached', {})).handles[0]!
    clock.forward((Date.parse(expiresAt ?? '') || clock() + 2 * HOUR) - clock() + 1)
    expect(await look(await ask(session, 'list_cached', {}))).toBe('ok')
  })

  test.each(stores)('with a store %s, is asked for again once its handle was revoked', async (_, shared) => {
    const { session, look } = setUp(shared, HOUR)
    await ask(session, 'list_cached', {})
    // What others may end meanwhile is not kept at all.
    const second = await ask(session, 'list_cached', {})
    expect(second.replayed).toBe(shared ? undefined : 'cache')
    await session.handles.revoke(second.handles[0]!.handle)
    expect(await look(second)).toBe('handle_revoked')
    const again = await ask(session, 'list_cached', {})
    expect(again.replayed).toBeUndefined()
    expect(await look(again)).toBe('ok')
  })
})

test.each(stores)(
  'with a store %s, is listed, renewed, narrowed and released like any other',
  async (_, shared) => {
    const clock = standingClock()
    const store = memoryStore({ clock, shared })
    const session = createGate({ tools: [list], mode: 'observe', clock, store, log: keptLog().log }).session(
      WHO,
    )
    const { handle } = (await ask(session, 'list_rows', { from: 0 })).handles[0]!
    const inside = async (token: string) =>
      (await ask(session, 'inspect_handle', { handle: token, op: 'get', path: '/rows/7' })).model
    expect((await session.handles.list()).map((card) => card.handle)).toEqual([handle])
    clock.forward(30 * 60_000)
    await session.handles.renew(handle)
    clock.forward(45 * 60_000)
    expect(await inside(handle)).toContain('the text of row 7')
    const once = await session.handles.attenuate(handle, { rights: ['read'], uses: 1 })
    expect(await inside(once.handle)).toContain('the text of row 7')
    expect(await inside(once.handle)).not.toContain('the text of row 7')
    await session.handles.release(handle)
    expect(await inside(handle)).toContain('There is no such handle.')
    expect(await session.handles.list()).toEqual([])
  },
)

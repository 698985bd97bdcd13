import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { kind } from '../../../src/handles/kinds/kind.js'
import { isToken } from '../../../src/handles/token.js'
import { Vault } from '../../../src/handles/vault/vault.js'
import { memoryStore } from '../../../src/stores/memory.js'
import type { RecordStore } from '../../../src/stores/store.js'
import {
  anOrder,
  codeOf,
  errorOf,
  KEY,
  lena,
  makeVault,
  Order,
  OrderEntity,
  opened,
  Trip,
  viewer,
} from '../fixtures.js'

describe('sealing', () => {
  test('gives a card at once and writes nothing before commit', async () => {
    const { vault, store } = makeVault()
    const sealing = vault.sealing(lena)
    const card = sealing.seal(Order, anOrder())
    expect(card).toEqual({
      handle: expect.stringMatching(/^order_/),
      kind: 'order',
      label: 'Order 7',
      facts: { notes: 0 },
      size: 41,
      expiresAt: new Date(1_764_500_060_000).toISOString(),
    })
    expect(isToken(card.handle)).toBe(true)
    expect(store.asked).toEqual([])
    await vault.commit(sealing)
    expect((await store.stats()).records).toBe(1)
  })

  test('a sealing that is dropped leaves no trace', async () => {
    const { vault, store, open } = makeVault()
    const { handle } = vault.sealing(lena).seal(Order, anOrder())
    expect((await store.stats()).records).toBe(0)
    expect(codeOf(await open(handle))).toBe('handle_not_found')
  })

  test('all handles of an outcome are written with one write', async () => {
    const { vault, store } = makeVault()
    const sealing = vault.sealing(lena)
    for (let i = 0; i < 10; i++) sealing.seal(Order, anOrder(i))
    await vault.commit(sealing)
    expect(store.asked.filter((call) => call !== 'stats')).toEqual(['putMany'])
    expect(sealing.cards.map(({ label }) => label)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Order ${i}`),
    )
  })

  test('the same object twice in one outcome shares a handle, and each outcome makes its own', () => {
    const { vault } = makeVault()
    const order = anOrder()
    const sealing = vault.sealing(lena)
    expect(sealing.seal(Order, order)).toBe(sealing.seal(Order, order))
    expect(sealing.cards).toHaveLength(1)
    expect(vault.sealing(lena).seal(Order, order).handle).not.toBe(sealing.cards[0]!.handle)
  })

  test('two copies of one entity get a handle each, to be changed and compared', () => {
    const sealing = makeVault().vault.sealing(lena)
    sealing.seal(Order, anOrder())
    sealing.seal(Order, anOrder())
    expect(new Set(sealing.cards.map(({ handle }) => handle)).size).toBe(2)
  })

  test('equal primitives are two values', () => {
    const Secret = kind('secret', { schema: z.string(), rights: ['use'], fills: ['credential'] })
    const sealing = makeVault({ kinds: [Secret] }).vault.sealing(lena)
    expect(sealing.seal(Secret, 'hunter2').handle).not.toBe(sealing.seal(Secret, 'hunter2').handle)
    expect(JSON.stringify(sealing.cards)).not.toContain('hunter2')
    expect(sealing.cards).toHaveLength(2)
  })

  test.each<[what: string, value: unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['an entity of another class', { number: 7 }],
  ])('%s is no order', async (_what, value) => {
    const seal = async () => makeVault().vault.sealing(lena).seal(Order, value)
    expect(await errorOf(seal())).toMatchObject({
      code: 'handle_unexpected_value',
      name: 'UnexpectedHandleValueError',
    })
  })

  test('plain data that does not fit its schema is refused', async () => {
    const Note = kind('note', { schema: z.object({ text: z.string() }) })
    const sealing = makeVault({ kinds: [Note] }).vault.sealing(lena)
    expect(sealing.seal(Note, { text: 'hello' }).kind).toBe('note')
    expect(await errorOf((async () => sealing.seal(Note, { text: 5 }))())).toMatchObject({
      code: 'handle_unexpected_value',
    })
  })

  test.each<[what: string, encode: () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('secret path /srv/keys')
      },
    ],
    ['gives a cycle', () => cycle],
    ['gives a bigint', () => 5n],
    ['gives nothing', () => undefined],
  ])('a codec that %s is a fault of the system that tells the model nothing', async (_what, encode) => {
    const Bad = kind('bad', { encode, decode: (row) => row })
    const error = await errorOf(
      (async () =>
        makeVault({ kinds: [Bad] })
          .vault.sealing(lena)
          .seal(Bad, {}))(),
    )
    expect(error).toMatchObject({ code: 'handle_codec_failed', isFault: true, retryable: false })
    expect(error.message).toBe('A value of kind bad could not be read or written.')
  })

  test('a card that fails costs its text, not the call', () => {
    const faults: string[] = []
    const Odd = kind('odd', {
      live: true,
      card: () => {
        throw new Error('no label')
      },
    })
    const { vault } = makeVault({ kinds: [Odd], onFault: (what) => faults.push(what) })
    expect(vault.sealing(lena).seal(Odd, {})).toMatchObject({ label: 'odd', facts: {} })
    expect(faults).toEqual(["card of kind 'odd' failed"])
  })

  test('the store holds neither a token nor what would make one', async () => {
    const { vault, store, seal } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    const text = JSON.stringify(await store.list({ space: 'handle' }))
    expect(text).not.toContain(token!.slice(6, 16))
    expect(text).not.toContain(KEY)
    expect(await vault.list(lena)).toMatchObject([{ handle: token }])
  })

  test('a 50 MB value is kept like any other', async () => {
    const Report = kind('report', { schema: z.string() })
    const { vault, open } = makeVault({ kinds: [Report] })
    const sealing = vault.sealing(lena)
    const text = 'x'.repeat(50 * 1024 * 1024)
    const card = sealing.seal(Report, text)
    expect(card.size).toBe(text.length + 2)
    await vault.commit(sealing)
    expect(opened(await open(card.handle, lena, { kinds: ['report'] })).value).toBe(text)
  })
})

describe('a collection', () => {
  test('of 10 000 items is one handle, and its rows open one by one', async () => {
    const { vault, open, store } = makeVault()
    const sealing = vault.sealing(lena)
    const list = Array.from({ length: 10_000 }, (_, i) => anOrder(i))
    const card = sealing.sealList(Order, list)
    expect(sealing.sealList(Order, list)).toBe(card)
    expect(card).toMatchObject({ label: '10000 of kind order', facts: { count: 10_000 } })
    await vault.commit(sealing)
    expect((await store.stats()).records).toBe(1)
    for (const row of [0, 1, 9_999]) {
      const answer = opened(await open(`${card.handle}.${row}`))
      expect(answer.value).toEqual(anOrder(row))
      expect(answer.origin).toMatchObject({ row, token: `${card.handle}.${row}` })
    }
  })

  test('with a stranger in it is refused as a whole', async () => {
    const { vault } = makeVault()
    const seal = async () => vault.sealing(lena).sealList(Order, [anOrder(), { number: 8 }])
    expect(await errorOf(seal())).toMatchObject({ code: 'handle_unexpected_value' })
  })

  test.each<[what: string, row: string, code: string, words: RegExp]>([
    ['a row after the last', '.3', 'handle_not_found', /no row 3; its rows are 0 to 2/],
    ['no row', '', 'handle_wrong_kind', /list of 3. Name one row of it: order_\w+\.0 to order_\w+\.2/],
  ])('%s says which rows there are', async (_what, row, code, words) => {
    const { vault, open } = makeVault()
    const sealing = vault.sealing(lena)
    const { handle } = sealing.sealList(Order, [0, 1, 2].map(anOrder))
    await vault.commit(sealing)
    expect(await open(handle + row)).toMatchObject({
      code,
      message: expect.stringMatching(words),
      pointer: '/order',
    })
  })

  test('with a row that its codec can not keep is refused', async () => {
    const Odd = kind('odd', { encode: (n: number) => (n === 1 ? undefined : n), decode: (n) => n as number })
    const seal = async () =>
      makeVault({ kinds: [Odd] })
        .vault.sealing(lena)
        .sealList(Odd, [0, 1])
    expect(await errorOf(seal())).toMatchObject({ code: 'handle_codec_failed' })
  })

  test('a row of a handle that is no list is not found', async () => {
    const { seal, open } = makeVault()
    const [token] = await seal(Order, lena, anOrder())
    expect(await open(`${token}.0`)).toMatchObject({
      code: 'handle_not_found',
      message: expect.stringMatching(/no rows/),
    })
  })
})

describe('live objects', () => {
  const Live = kind('browser', {
    live: true,
    is: (value): value is Map<string, string> => value instanceof Map,
  })

  test('come back as themselves', async () => {
    const { vault, open } = makeVault({ kinds: [Live] })
    const browser = new Map([['url', 'about:blank']])
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Live, browser)
    await vault.commit(sealing)
    expect(opened(await open(handle, lena, { kinds: ['browser'] })).value).toBe(browser)
  })

  test('are gone when revoked, and after the process ended', async () => {
    const store = memoryStore()
    const first = new Vault({ store, kinds: [Live], keys: [KEY] })
    const sealing = first.sealing(lena)
    const { handle } = sealing.seal(Live, new Map())
    await first.commit(sealing)
    const second = new Vault({ store, kinds: [Live], keys: [KEY] })
    const request = [{ value: handle, kinds: ['browser'], action: 'use', pointer: '/b' }] as const
    const [answer] = await second.openMany(request, { viewer: lena, tool: 't' })
    expect(codeOf(answer!)).toBe('handle_gone')
    await first.revoke(handle, lena)
    const [after] = await first.openMany(request, { viewer: lena, tool: 't' })
    expect(codeOf(after!)).toBe('handle_revoked')
  })

  test('are refused with a store that other processes read', () => {
    const shared = { shared: true } as RecordStore
    expect(() => new Vault({ store: shared, kinds: [Live], keys: [KEY] })).toThrow(
      /kind 'browser': live objects.*memoryStore/,
    )
  })
})

describe('quotas', () => {
  const limited = (quota: object) => makeVault({ quota })

  test('hit in the middle of a list writes none of it and says how to free some', async () => {
    const { vault, seal, store } = limited({ handles: 5 })
    const kept = await seal(Order, lena, anOrder(1), anOrder(2), anOrder(3))
    const error = await errorOf(seal(Order, lena, anOrder(4), anOrder(5), anOrder(6)))
    expect(error).toMatchObject({
      code: 'handle_quota',
      message: expect.stringMatching(/3 handles are held and at most 5.*Release some/),
    })
    expect((await store.stats()).records).toBe(3)
    await vault.release(kept[0]!, lena)
    await seal(Order, lena, anOrder(4), anOrder(5), anOrder(6))
    expect((await store.stats()).records).toBe(5)
  })

  test('count each scope for itself', async () => {
    const { seal } = limited({ handles: 1 })
    await seal(Order, lena, anOrder())
    await seal(Order, viewer({ conversation: 'c-2' }), anOrder())
    expect(await errorOf(seal(Order, lena, anOrder()))).toMatchObject({ code: 'handle_quota' })
  })

  test('ended handles make room', async () => {
    const { vault, seal, clock } = limited({ handles: 2 })
    const [token] = await seal(Order, lena, anOrder(1), anOrder(2))
    await vault.revoke(token!, lena)
    await seal(Order, lena, anOrder(3))
    clock.now += 60_000
    await seal(Order, lena, anOrder(4), anOrder(5))
  })

  test('limit the size of what is held', async () => {
    const { seal } = limited({ size: 1_000 })
    await seal(Order, lena, anOrder())
    const big = new OrderEntity(1, 'u-17', ['x'.repeat(1_000)])
    expect(await errorOf(seal(Order, lena, big))).toMatchObject({
      code: 'handle_quota',
      message: expect.stringMatching(/too large together/),
    })
  })

  test('limit the mints in a minute', async () => {
    const { seal, clock } = limited({ mintsPerMinute: 3 })
    await seal(Order, lena, anOrder(1), anOrder(2))
    clock.now += 15_000
    expect(await errorOf(seal(Order, lena, anOrder(3), anOrder(4)))).toMatchObject({
      code: 'handle_quota',
      message: expect.stringContaining('45 s'),
    })
    await seal(Order, lena, anOrder(3))
    clock.now += 45_000
    await seal(Order, lena, anOrder(4), anOrder(5), anOrder(6))
  })

  test('do not ask the store at every mint', async () => {
    const { seal, store } = makeVault()
    for (let i = 0; i < 20; i++) await seal(Trip, lena, { to: 'NRT' })
    expect(store.asked.filter((call) => call === 'stats')).toHaveLength(1)
  })
})

describe('whose a new handle is', () => {
  test('anonymous ones belong to their conversation, whatever the kind says', async () => {
    const Wide = kind('wide', { schema: z.string(), scope: 'user' })
    const { vault, open } = makeVault({ kinds: [Wide] })
    const { user: _, ...nobody } = viewer()
    const sealing = vault.sealing(nobody)
    const { handle } = sealing.seal(Wide, 'mine')
    await vault.commit(sealing)
    expect(codeOf(await open(handle, nobody, { kinds: ['wide'] }))).toBe('opened')
    expect(codeOf(await open(handle, { ...nobody, conversation: 'c-2' }, { kinds: ['wide'] }))).toBe(
      'handle_not_found',
    )
  })

  test('a kind for one run is not sealed without one, and not found in another', async () => {
    const Step = kind('step', { schema: z.string(), scope: 'run' })
    const { vault, open } = makeVault({ kinds: [Step] })
    expect(() => vault.sealing(lena).seal(Step, 'x')).toThrow(/needs a run/)
    const inRun = viewer({ run: 'r-1' })
    const sealing = vault.sealing(inRun)
    const { handle } = sealing.seal(Step, 'x')
    await vault.commit(sealing)
    expect(codeOf(await open(handle, inRun, { kinds: ['step'] }))).toBe('opened')
    expect(codeOf(await open(handle, viewer({ run: 'r-2' }), { kinds: ['step'] }))).toBe('handle_not_found')
    expect(codeOf(await open(handle, lena, { kinds: ['step'] }))).toBe('handle_not_found')
  })

  test('a kind for the user is found in all conversations', async () => {
    const Wide = kind('wide', { schema: z.string(), scope: 'user' })
    const { vault, open } = makeVault({ kinds: [Wide] })
    const sealing = vault.sealing(lena)
    const { handle } = sealing.seal(Wide, 'mine')
    await vault.commit(sealing)
    expect(codeOf(await open(handle, viewer({ conversation: 'c-9' }), { kinds: ['wide'] }))).toBe('opened')
    expect(codeOf(await open(handle, viewer({ user: 'u-18' }), { kinds: ['wide'] }))).toBe('handle_not_found')
  })
})

const cycle: { self?: unknown } = {}
cycle.self = cycle

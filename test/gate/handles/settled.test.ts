// What a second attacker of handles found: codecs and cards, keys and lists, quotas, looks.

import { createGate, kind, memoryStore, type Outcome, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Vault } from '../../../src/handles/vault/vault.js'
import { KEY, Order, OrderEntity, openDesk } from '../../fixtures/desk.js'
import {
  clockAt,
  errorOf,
  lena,
  makeVault,
  KEY as VAULT_KEY,
  Trip as VaultTrip,
} from '../../handles/fixtures.js'

let calls = 0
type Desk = ReturnType<typeof openDesk>
const ask = (session: Pick<Desk['session'], 'call'>, name: string, args: unknown) =>
  session.call({ id: `s${++calls}`, name, args })
const codeOf = (outcome: Outcome) => ('error' in outcome ? outcome.error.code : outcome.status)
const base = { description: 'Does it.', useWhen: 'it is wanted' } as const
const who = { tenant: 'acme', user: 'u-17', conversation: 'c-1' }

describe('a codec', () => {
  class Thing {
    constructor(readonly held: unknown) {}
  }
  test.each([
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['a class instance in a list', [{ in: new Thing(1) }]],
    ['NaN', { n: Number.NaN }],
    ['nothing within a list', [1, undefined]],
    ['a hole', new Array(2)],
    ['a function', { toJSON: () => 'other' }],
    ['a symbol', { s: Symbol('s') }],
    ['a bigint', { n: 1n }],
  ])('that gives %s is refused, since it would be another value when it is read', async (_, held) => {
    const Things = kind('thing', {
      is: (value): value is Thing => value instanceof Thing,
      encode: (thing) => ({ held: thing.held }),
      decode: (row) => new Thing((row as { held: unknown }).held),
    })
    const give = tool({
      ...base,
      name: 'give',
      effect: 'read',
      input: z.object({}),
      run: () => new Thing(held),
    })
    const { session } = openDesk({ tools: [give], kinds: [Things] })
    expect(codeOf(await ask(session, 'give', {}))).toBe('handle_codec_failed')
    expect(await session.handles.list()).toEqual([])
  })

  test('keeps what JSON keeps: null, absent members, objects without a prototype', async () => {
    const held = Object.assign(Object.create(null), { a: null, b: undefined, c: ['x', 1, true, {}] })
    const { vault } = makeVault({ kinds: [VaultTrip] })
    expect(() => vault.sealing(lena).seal(VaultTrip, held)).not.toThrow()
  })

  test('of plain data with a date in it is refused when it is sealed, not when it is opened', async () => {
    const Dated = kind('dated', { schema: z.object({ at: z.date() }) })
    const { vault } = makeVault({ kinds: [Dated] })
    expect(() => vault.sealing(lena).seal(Dated, { at: new Date(0) })).toThrow(/could not be read or written/)
  })

  test.each([
    ['asynchronous', async () => ({ label: 'late' })],
    ['without a label', () => ({}) as { label: string }],
  ])('a card that is %s falls back to the name of the kind', async (_, card) => {
    const Carded = kind('carded', { schema: z.object({ n: z.number() }), card: card as never })
    const faults: string[] = []
    const { vault } = makeVault({ kinds: [Carded], onFault: (what) => faults.push(what) })
    expect(vault.sealing(lena).seal(Carded, { n: 1 }).label).toBe('carded')
    expect(faults).toEqual(["card of kind 'carded' failed"])
  })

  test('an is() that promises an answer takes nothing', () => {
    const Late = kind('late', { is: (async () => true) as never, live: true })
    expect(Late.is({})).toBe(false)
    expect(Late.faultOf({})).toBeDefined()
  })
})

describe('a session without handles', () => {
  const City = kind('city', { schema: z.string().min(2) })
  const Count = kind('count', { schema: z.number() })
  const seen: unknown[] = []
  const give = tool({
    ...base,
    name: 'give',
    effect: 'read',
    input: z.object({}),
    output: z.object({ city: City.handle(), count: Count.handle() }),
    run: () => ({ city: 'Oslo', count: 7 }),
  })
  const take = tool({
    ...base,
    name: 'take',
    effect: 'read',
    input: z.object({ city: City.handle(), count: Count.handle() }),
    run: (input) => {
      seen.push(input)
      return {}
    },
  })
  const open = (handles: boolean) =>
    createGate({ tools: [give, take], kinds: [City, Count] }).session({ ...who, handles })

  test('gives and takes entities that are primitives', async () => {
    const session = open(false)
    const given = (await ask(session, 'give', {})) as { value: object }
    expect(given.value).toEqual({ city: 'Oslo', count: 7 })
    expect(codeOf(await ask(session, 'take', given.value))).toBe('ok')
    expect(seen.at(-1)).toEqual({ city: 'Oslo', count: 7 })
    // What a resumed call holds in the place of a value.
    expect(codeOf(await ask(session, 'take', { city: 'native value 1', count: 7 }))).toBe('invalid_arguments')
  })

  test('a model’s text is no entity', async () => {
    expect(codeOf(await ask(open(true), 'take', { city: 'Oslo', count: 'Oslo' }))).toBe('handle_malformed')
  })
})

describe('keys and lists', () => {
  const NEWER = 'n'.repeat(32)
  const setUp = async (authorize = (_order: OrderEntity, _action: string) => true) => {
    const Orders = kind('order', {
      is: (value): value is OrderEntity => value instanceof OrderEntity,
      encode: (order) => order.toRow(),
      decode: (row: ReturnType<OrderEntity['toRow']>) => OrderEntity.from(row),
      card: (order) => ({ label: `Order ${order.number}` }),
      authorize,
    })
    const clock = clockAt()
    const store = memoryStore({ clock })
    const vaultWith = (keys: string[], kinds = [Orders as never]) => new Vault({ store, kinds, keys, clock })
    const vault = vaultWith([VAULT_KEY])
    const sealing = vault.sealing(lena)
    const cards = [1, 2, 3].map((n) => sealing.seal(Orders as never, new OrderEntity(n, 'u-17')))
    await vault.commit(sealing)
    return { vault, vaultWith, cards }
  }
  const openOne = async (vault: Vault, value: string) =>
    (
      await vault.openMany([{ value, kinds: ['order'], action: 'use', pointer: '/o' }], {
        viewer: lena,
        tool: 't',
      })
    )[0]

  test('taking a key away ends what was attenuated from its handles, also under a newer key', async () => {
    const { vaultWith, cards } = await setUp()
    const child = await vaultWith([NEWER, VAULT_KEY]).attenuate(cards[0]!.handle, { rights: ['use'] }, lena)
    expect(await openOne(vaultWith([NEWER, VAULT_KEY]), child.handle)).not.toHaveProperty('code')
    const without = vaultWith([NEWER])
    expect(await openOne(without, child.handle)).toMatchObject({ code: 'handle_gone' })
    expect(await without.list(lena)).toEqual([])
  })

  test('a list shows what opens: not what a gate without the kind could never open', async () => {
    const { vaultWith } = await setUp()
    const without = vaultWith([VAULT_KEY], [VaultTrip as never])
    expect(await without.list(lena)).toEqual([])
  })

  test('list, attenuate and renew ask the owner for the right to read, since they show the card', async () => {
    const asked: string[] = []
    const { vault, cards } = await setUp((order, action) => {
      asked.push(`${order.number} ${action}`)
      return order.number !== 2
    })
    expect((await vault.list(lena)).map(({ label }) => label)).toEqual(['Order 1', 'Order 3'])
    expect(asked).toEqual(['1 read', '2 read', '3 read'])
    const hidden = cards[1]!.handle
    expect(await errorOf(vault.attenuate(hidden, { uses: 1 }, lena))).toMatchObject({
      code: 'handle_not_permitted',
    })
    expect(await errorOf(vault.renew(hidden, lena))).toMatchObject({ code: 'handle_not_permitted' })
    // Ending one shows nothing.
    await vault.revoke(hidden, lena)
  })

  test('a list asks no oftener than it must, and never without bound', async () => {
    let asked = 0
    const { vault } = await setUp(() => {
      asked++
      return true
    })
    expect(await vault.list(lena, { limit: 1 })).toHaveLength(1)
    expect(await vault.list(lena, { text: 'order 3' })).toHaveLength(1)
    expect(asked).toBeLessThanOrEqual(4)
  })
})

describe('quotas', () => {
  const sealed = (made: ReturnType<typeof makeVault>, count: number) => {
    const sealing = made.vault.sealing(lena)
    for (let i = 0; i < count; i++) sealing.seal(VaultTrip, { to: `${i}` })
    return made.vault.commit(sealing)
  }

  test('what never fits is not put off to later', async () => {
    const made = makeVault({ quota: { mintsPerMinute: 5 } })
    const never = await errorOf(sealed(made, 6))
    expect(never).toMatchObject({ code: 'handle_quota' })
    expect(never.message).toContain('This would make 6: ask for less.')
    expect(never.message).not.toContain('go on in')
    await sealed(made, 5)
    expect((await errorOf(sealed(made, 1))).message).toContain('go on in')
    const full = await errorOf(sealed(makeVault({ quota: { handles: 3 } }), 4))
    expect(full.message).not.toContain('Release')
  })

  test('what could not be written does not count as made', async () => {
    const store = memoryStore()
    let isDown = true
    const failing = new Proxy(store, {
      get: (target, name) =>
        name === 'putMany' && isDown
          ? () => Promise.reject(new Error('down'))
          : typeof Reflect.get(target, name) === 'function'
            ? (Reflect.get(target, name) as (...args: never) => unknown).bind(target)
            : Reflect.get(target, name),
    })
    const made = makeVault({ store: failing, quota: { mintsPerMinute: 5 } })
    for (let i = 0; i < 3; i++) {
      expect(await errorOf(sealed(made, 4))).toMatchObject({ code: 'handle_store_unavailable' })
    }
    isDown = false
    await sealed(made, 5)
  })
})

describe('looking into a handle', () => {
  const orderOf = async (session: Desk['session'], count = 1) =>
    ((await ask(session, 'find_orders', { count })) as { value: { orders: string[] } }).value.orders[0]!
  const look = (session: Desk['session'], handle: string, more: object = { op: 'describe' }) =>
    ask(session, 'inspect_handle', { handle, ...more })

  test('is no use of one that is for a single use', async () => {
    const { session } = openDesk()
    const { handle } = await session.handles.attenuate(await orderOf(session), { uses: 1 })
    expect(codeOf(await look(session, handle))).toBe('ok')
    expect(codeOf(await look(session, handle))).toBe('ok')
    expect(codeOf(await ask(session, 'show_order', { order: handle }))).toBe('ok')
    expect(codeOf(await look(session, handle))).toBe('handle_used')
  })

  test('is the use of one that may be read and nothing else', async () => {
    const { session } = openDesk()
    const { handle } = await session.handles.attenuate(await orderOf(session), { rights: ['read'], uses: 1 })
    expect(codeOf(await look(session, handle))).toBe('ok')
    expect(codeOf(await look(session, handle))).toBe('handle_used')
  })

  test.each<[string, object, number[] | 'all']>([
    ['describe', { op: 'describe' }, [0]],
    ['a page', { op: 'page' }, Array.from({ length: 20 }, (_, i) => i)],
    [
      'a page further on',
      { op: 'page', from: 990, limit: 30 },
      Array.from({ length: 10 }, (_, i) => 990 + i),
    ],
    ['a page past the end', { op: 'page', from: 5_000 }, []],
    ['one part', { op: 'get', path: '/7/number' }, [7]],
    ['all, too large to show', { op: 'get' }, Array.from({ length: 20 }, (_, i) => i)],
    ['a search in one row', { op: 'search', path: '/3', text: 'x' }, [3]],
    ['a search', { op: 'search', text: 'open' }, 'all'],
    ['a count', { op: 'count', text: 'open' }, 'all'],
  ])('%s of a list of 1 000 loads and asks about the rows that it sees', async (_, more, expected) => {
    const asked: number[] = []
    const Orders = kind('order', {
      is: (value): value is OrderEntity => value instanceof OrderEntity,
      encode: (order) => ({ ...order.toRow(), text: 'word '.repeat(30) }),
      decode: (row: ReturnType<OrderEntity['toRow']>) => OrderEntity.from(row),
      authorize: (order) => {
        asked.push(order.number)
        return order.number !== 500
      },
    })
    const find = tool({
      ...base,
      name: 'find',
      effect: 'read',
      input: z.object({}),
      run: () => ({ orders: Array.from({ length: 1_000 }, (_, i) => new OrderEntity(i, 'u-17')) }),
    })
    const session = createGate({ tools: [find], kinds: [Orders], key: KEY }).session(who)
    const { handle } = (await ask(session, 'find', {})).handles[0]!
    const outcome = await look(session, handle, more)
    // One row that may not be read closes what looks at all of them.
    expect(codeOf(outcome)).toBe(expected === 'all' ? 'handle_not_permitted' : 'ok')
    if (expected === 'all') expect(asked).toHaveLength(501)
    else expect(asked).toEqual(expected)
  })
})

test('the same handle twice under an updates list is written once, and nothing is lost', async () => {
  const noteAll = tool({
    ...base,
    name: 'note_all',
    effect: 'write',
    egress: false,
    roles: { note: 'content' },
    updates: 'orders.*',
    input: z.object({ orders: z.array(Order.handle()), note: z.string() }),
    run({ orders, note }) {
      for (const order of orders) order.addNote(note)
      return { done: orders.length }
    },
  })
  const desk = openDesk()
  const { session } = openDesk({ tools: [...desk.gate.tools, noteAll] })
  const { orders } = ((await ask(session, 'find_orders', { count: 2 })) as { value: { orders: string[] } })
    .value
  const outcome = await ask(session, 'note_all', { orders: [orders[0], orders[1], orders[0]], note: 'x' })
  expect(codeOf(outcome), JSON.stringify(outcome)).toBe('ok')
  const shown = (await ask(session, 'show_order', { order: orders[0] })) as { value: { notes: string[] } }
  // One entity, which the tool changed twice.
  expect(shown.value.notes).toEqual(['x', 'x'])
})

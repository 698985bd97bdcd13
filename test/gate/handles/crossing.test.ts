import { createGate, inspectHandle, jsonSchema, kind, memoryStore, type Outcome, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { KEY, Order, OrderEntity, openDesk, Trip } from '../../fixtures/desk.js'
import { spyStore } from '../../handles/fixtures.js'

let calls = 0
type Asker = Pick<ReturnType<typeof openDesk>['session'], 'call'>
const ask = (session: Asker, name: string, args: unknown) => session.call({ id: `h${++calls}`, name, args })
const resultOf = <T>(outcome: Outcome): T => {
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ status: 'ok' })
  return (outcome as { value: T }).value
}
const ordersOf = async (session: Asker, count = 1) =>
  resultOf<{ orders: string[] }>(await ask(session, 'find_orders', { count })).orders
const codeOf = (outcome: Outcome) => ('error' in outcome ? outcome.error.code : outcome.status)

describe('sealing', () => {
  test('an entity is a token in the value, a card beside it, and both stand in the model view', async () => {
    const { session } = openDesk()
    const outcome = await ask(session, 'find_orders', { count: 2 })
    const { orders } = resultOf<{ orders: string[] }>(outcome)
    expect(orders[0]).toMatch(/^order_[0-9a-z]{30}$/)
    expect(outcome.handles.map(({ handle, label }) => [handle, label])).toEqual([
      [orders[0], 'Order 1'],
      [orders[1], 'Order 2'],
    ])
    expect(outcome.model).toContain(`${orders[0]}: order, "Order 1", {"status":"open"}`)
    expect(JSON.stringify(outcome.record())).not.toContain('u-17')
  })

  test('a long list is one handle, and each row of it can be used', async () => {
    const { session, did } = openDesk()
    const outcome = await ask(session, 'find_orders', { count: 25 })
    const { orders } = resultOf<{ orders: string[] }>(outcome)
    expect(outcome.handles).toHaveLength(1)
    expect(orders[24]).toBe(`${outcome.handles[0]?.handle}.24`)
    expect(outcome.model.split(outcome.handles[0]?.handle as string).length).toBeLessThan(6)
    expect(codeOf(await ask(session, 'show_order', { order: orders[24] }))).toBe('ok')
    expect((did[0] as OrderEntity).number).toBe(25)
  })

  test('the same object twice shares one handle, two copies have their own', async () => {
    const one = new OrderEntity(1, 'u-17')
    const give = tool({
      name: 'give',
      description: 'Gives.',
      useWhen: 'always',
      effect: 'read',
      input: z.object({}),
      run: () => ({ a: one, b: [one], c: new Map([['x', new OrderEntity(1, 'u-17')]]), d: new Set([one]) }),
    })
    const { session } = openDesk({ tools: [give] })
    const value = resultOf<{ a: string; b: string[]; c: { x: string }; d: string[] }>(
      await ask(session, 'give', {}),
    )
    expect(value.b[0]).toBe(value.a)
    expect(value.d[0]).toBe(value.a)
    expect(value.c.x).not.toBe(value.a)
  })

  test('with an output schema an entity at an undeclared key does not leave, and leaves no handle', async () => {
    const leak = tool({
      name: 'leak',
      description: 'Leaks.',
      useWhen: 'never',
      effect: 'read',
      input: z.object({}),
      output: jsonSchema({ type: 'object', properties: { n: { type: 'number' } } }),
      run: () => ({ n: 1, order: new OrderEntity(1, 'u-17') }),
    })
    const { session } = openDesk({ tools: [leak] })
    const outcome = await ask(session, 'leak', {})
    expect(JSON.stringify(outcome.record())).not.toContain('order_')
    expect(await session.handles.list()).toEqual([])
  })

  test('plain data of a kind without is() is sealed where the output declares it, and nowhere else', async () => {
    const plan = tool({
      name: 'plan',
      description: 'Plans.',
      useWhen: 'planning',
      effect: 'read',
      input: z.object({}),
      output: z.object({ trip: Trip.handle(), other: z.object({ to: z.string() }) }),
      run: () => ({ trip: { to: 'Oslo' }, other: { to: 'Rome' } }),
      toModel: ({ trip, other }) => `${trip.handle} ${trip.label} ${other.to}`,
    })
    const { session } = openDesk({ tools: [plan] })
    const outcome = await ask(session, 'plan', {})
    const value = resultOf<{ trip: string; other: { to: string } }>(outcome)
    expect(value.trip).toMatch(/^trip_/)
    expect(value.other).toEqual({ to: 'Rome' })
    expect(outcome.model).toContain(`${value.trip} trip Rome`)
  })

  test('a failed or aborted call leaves no handle', async () => {
    const gives = (name: string, end: () => unknown) =>
      tool({
        name,
        description: 'Gives.',
        useWhen: 'always',
        effect: 'read',
        input: z.object({}),
        run: () => ({ order: new OrderEntity(1, 'u-17'), end: end() }),
      })
    const { session } = openDesk({
      tools: [
        gives('bad', () => new (class Odd {})()),
        gives('cyclic', () => {
          const a: unknown[] = []
          a.push(a)
          return a
        }),
      ],
    })
    expect(codeOf(await ask(session, 'bad', {}))).toBe('unserializable')
    expect(codeOf(await ask(session, 'cyclic', {}))).toBe('unserializable')
    expect(await session.handles.list()).toEqual([])
  })

  test('events tell of sealed handles before the call has finished', async () => {
    const { session } = openDesk()
    const seen: string[] = []
    session.on((event) => seen.push(event.type))
    await ask(session, 'find_orders', { count: 1 })
    expect(seen).toEqual(['call.started', 'handle.sealed', 'call.finished'])
  })
})

describe('updates', () => {
  test('the same token has the new value, and the version of before is gone', async () => {
    const { session } = openDesk()
    const [order] = await ordersOf(session)
    const updated = resultOf<{ order: string }>(await ask(session, 'update_order', { order, note: 'one' }))
    expect(updated.order).toBe(order)
    expect(resultOf(await ask(session, 'show_order', { order }))).toMatchObject({ notes: ['one'] })
  })

  test('in a batch the second write sees what the first one wrote', async () => {
    const { session } = openDesk()
    const [order] = await ordersOf(session)
    const outcomes = await session.callAll(
      ['a', 'b', 'c'].map((note) => ({ id: `b-${note}`, name: 'update_order', args: { order, note } })),
    )
    expect(outcomes.map(codeOf)).toEqual(['ok', 'ok', 'ok'])
    expect(resultOf(await ask(session, 'show_order', { order }))).toMatchObject({ notes: ['a', 'b', 'c'] })
  })

  test('a failure after a partial change changes nothing', async () => {
    const { session } = openDesk()
    const [order] = await ordersOf(session)
    expect(codeOf(await ask(session, 'update_order', { order, note: 'fail' }))).toBe('internal')
    expect(resultOf(await ask(session, 'show_order', { order }))).toMatchObject({ notes: [] })
  })

  test('without updates a changed copy is a new handle, and the old one keeps its value', async () => {
    const { session } = openDesk()
    const [order] = await ordersOf(session)
    const { copy } = resultOf<{ copy: string }>(await ask(session, 'copy_order', { order }))
    expect(copy).not.toBe(order)
    expect(resultOf(await ask(session, 'show_order', { order }))).toMatchObject({ status: 'open' })
    expect(resultOf(await ask(session, 'show_order', { order: copy }))).toMatchObject({ status: 'copied' })
  })

  test('two views that change one version at once lose nothing: the second write is stale or sees the first', async () => {
    const { session, open } = openDesk()
    const other = open({ groups: ['x'] })
    const [order] = await ordersOf(session)
    const outcomes = await Promise.all([
      ask(session, 'update_order', { order, note: 'a' }),
      ask(other, 'update_order', { order, note: 'b' }),
    ])
    const { notes } = resultOf<{ notes: string[] }>(await ask(session, 'show_order', { order }))
    expect(notes).toHaveLength(outcomes.filter(({ status }) => status === 'ok').length)
  })
})

describe('opening', () => {
  test('a literal beside a handle stays a literal', async () => {
    const { session } = openDesk()
    expect(resultOf(await ask(session, 'show_order', { order: 'latest' }))).toEqual({ number: 0 })
  })

  test.each([
    ['truncated', (token: string) => token.slice(0, -2)],
    ['in upper case', (token: string) => token.toUpperCase()],
    ['quoted', (token: string) => `"${token}"`],
    ['with a dot', (token: string) => `${token}.`],
  ])('a token %s is answered with the one that was meant', async (_what, edit) => {
    const { session, did } = openDesk()
    const [order] = (await ordersOf(session)) as [string]
    const outcome = await ask(session, 'ship_orders', { orders: [order, edit(order)] })
    expect(codeOf(outcome)).toBe('handle_malformed')
    expect(outcome.model).toContain('/orders/1')
    expect(outcome.model).toContain(order)
    expect(did).toEqual([])
  })

  test('an invented one, another user’s and another tenant’s are one and the same answer', async () => {
    const { session, open } = openDesk()
    const [order] = (await ordersOf(session)) as [string]
    const foreign = await Promise.all([
      ask(open({ user: 'u-18' }), 'show_order', { order }),
      ask(open({ tenant: 'other' }), 'show_order', { order }),
      ask(open({ conversation: 'c-2' }), 'show_order', { order }),
    ])
    const own = openDesk({ key: `${KEY}, another` })
    const [strange] = await ordersOf(own.session)
    const unknown = await ask(session, 'show_order', { order: strange })
    for (const outcome of foreign) {
      expect(codeOf(outcome)).toBe('handle_not_found')
      expect(outcome.model).toBe(unknown.model)
    }
    expect(unknown.model).toContain('find_orders')
  })

  test('a withheld tool is not named as one that gives the kind', async () => {
    const { open } = openDesk()
    const own = openDesk({ key: `${KEY}, another` })
    const [strange] = await ordersOf(own.session)
    const outcome = await ask(open({ grant: ['show_order'] }), 'show_order', { order: strange })
    expect(outcome.model).not.toContain('find_orders')
  })

  test('a denied caller causes no look-up', async () => {
    const store = spyStore(memoryStore())
    const shut = tool({
      name: 'shut',
      description: 'Is shut.',
      useWhen: 'never',
      effect: 'read',
      permission: () => false,
      input: z.object({ order: Order.handle() }),
      run: () => ({}),
    })
    const desk = openDesk()
    const { session } = openDesk({ tools: [...desk.gate.tools, shut], store })
    const [order] = await ordersOf(session)
    store.asked.length = 0
    expect(codeOf(await ask(session, 'shut', { order }))).toBe('not_permitted')
    expect(codeOf(await ask(session, 'show_order', { order: 'nonsense' }))).toBe('handle_malformed')
    expect(store.asked).not.toContain('getMany')
  })

  test('rights that were lost since are asked for at each use, and what hangs does not open', async () => {
    let answer: boolean | Promise<boolean> = true
    const Doc = kind('doc', {
      schema: z.object({ n: z.number() }),
      authorize: () => answer,
    })
    const give = tool({
      name: 'give',
      description: 'Gives.',
      useWhen: 'always',
      effect: 'read',
      input: z.object({}),
      output: z.object({ doc: Doc.handle() }),
      run: () => ({ doc: { n: 1 } }),
    })
    const take = tool({
      name: 'take',
      description: 'Takes.',
      useWhen: 'always',
      effect: 'read',
      limits: { timeoutMs: 50 },
      input: z.object({ doc: Doc.handle() }),
      run: ({ doc }) => doc,
    })
    const { session } = openDesk({ tools: [give, take], kinds: [Doc] })
    const { doc } = resultOf<{ doc: string }>(await ask(session, 'give', {}))
    expect(resultOf(await ask(session, 'take', { doc }))).toEqual({ n: 1 })
    answer = false
    expect(codeOf(await ask(session, 'take', { doc }))).toBe('handle_not_permitted')
    answer = new Promise(() => {})
    expect(codeOf(await ask(session, 'take', { doc }))).toBe('internal')
  })

  test('the store being down is never "not found", and may be tried again', async () => {
    const store = memoryStore()
    const { session } = openDesk({ store })
    const [order] = await ordersOf(session)
    await store.close()
    const outcome = await ask(session, 'show_order', { order })
    expect(outcome).toMatchObject({ error: { code: 'handle_store_unavailable', retryable: true } })
  })

  test('expiry counts from its very moment', async () => {
    const { session, clock } = openDesk()
    const [order] = await ordersOf(session)
    clock.forward(60 * 60_000 - 1)
    expect(codeOf(await ask(session, 'show_order', { order }))).toBe('ok')
    clock.forward(1)
    expect(codeOf(await ask(session, 'show_order', { order }))).toBe('handle_expired')
  })

  test('a token in stored data or free text stays text', async () => {
    const { session } = openDesk()
    const [order] = (await ordersOf(session)) as [string]
    resultOf(await ask(session, 'update_order', { order, note: order }))
    expect(resultOf(await ask(session, 'show_order', { order }))).toMatchObject({ notes: [order] })
  })

  test('single use: refused by validation is not used, used once it is, and both calls of a batch share one use', async () => {
    const { session } = openDesk()
    const [order] = (await ordersOf(session)) as [string]
    const once = await session.handles.attenuate(order, { uses: 1, tools: ['update_order', 'ship_orders'] })
    expect(codeOf(await ask(session, 'show_order', { order: once.handle }))).toBe('handle_not_permitted')
    expect(codeOf(await ask(session, 'ship_orders', { orders: [once.handle, 'x'] }))).toBe('handle_malformed')
    const outcomes = await Promise.all([
      ask(session, 'ship_orders', { orders: [once.handle] }),
      ask(session, 'ship_orders', { orders: [once.handle, null] }),
    ])
    expect(outcomes.map(codeOf).sort()).toEqual(['handle_used', 'ok'])
    await session.handles.revoke(order)
    expect(codeOf(await ask(session, 'show_order', { order }))).toBe('handle_revoked')
  })

  test('the cache knows the version behind a token', async () => {
    const seen: number[] = []
    const count = tool({
      name: 'count_notes',
      description: 'Counts notes.',
      useWhen: 'counting',
      effect: 'read',
      cache: { ttlMs: 60_000 },
      input: z.object({ order: Order.handle() }),
      run({ order }) {
        seen.push(order.notes.length)
        return { notes: order.notes.length }
      },
    })
    const desk = openDesk()
    const { session } = openDesk({ tools: [...desk.gate.tools, count] })
    const [order] = await ordersOf(session)
    await ask(session, 'count_notes', { order })
    expect(await ask(session, 'count_notes', { order })).toMatchObject({ replayed: 'cache' })
    await ask(session, 'update_order', { order, note: 'x' })
    expect(resultOf(await ask(session, 'count_notes', { order }))).toEqual({ notes: 1 })
    expect(seen).toEqual([0, 1])
  })
})

describe('a session without handles', () => {
  test('gives and gets values themselves, and no token is made', async () => {
    const { open, did, session } = openDesk()
    const native = open({ handles: false })
    const outcome = await ask(native, 'find_orders', { count: 12 })
    const { orders } = resultOf<{ orders: OrderEntity[] }>(outcome)
    expect(orders[11]).toBeInstanceOf(OrderEntity)
    expect(outcome.handles).toEqual([])
    expect(JSON.stringify(outcome.ui)).not.toContain('u-17')
    expect(codeOf(await ask(native, 'ship_orders', { orders: [orders[0], null] }))).toBe('ok')
    expect((did[0] as unknown[])[0]).toBe(orders[0])
    expect(await session.handles.list()).toEqual([])
    expect(native.tools().map(({ name }) => name)).not.toContain('inspect_handle')
  })
})

describe('the whole of a result that was shown in part', () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ id: `row-${i}`, text: `text number ${i}` }))
  const list = tool({
    name: 'list_rows',
    description: 'Lists rows.',
    useWhen: 'rows are wanted',
    effect: 'read',
    origin: { 'rows.*.id': { label: 'first-party', id: 'row' } },
    input: z.object({ count: z.int() }),
    run: ({ count }) => ({ rows: rows.slice(0, count) }),
  })
  const openList = () => {
    const gate = createGate({ tools: [list] })
    return gate.session({ tenant: 'acme', user: 'u-17', conversation: 'c-1' })
  }

  test('stands behind a handle that the model reads on by; what is shown whole makes none', async () => {
    const session = openList()
    expect((await ask(session, 'list_rows', { count: 3 })).handles).toEqual([])
    const outcome = await ask(session, 'list_rows', { count: 500 })
    const [card] = outcome.handles
    expect(card).toMatchObject({ kind: 'result' })
    expect(outcome.model).toContain(`The rest is in ${card?.handle}: read on with inspect_handle.`)
    const page = await ask(session, 'inspect_handle', {
      handle: card?.handle,
      op: 'page',
      path: '/rows',
      from: 498,
    })
    expect(page.model).toContain('row-499')
    expect(page.handles).toEqual([])
    const got = await ask(session, 'inspect_handle', { handle: card?.handle, op: 'get', path: '/rows/42/id' })
    expect(resultOf(got)).toMatchObject({ value: 'row-42' })
    expect(got.label).toMatchObject({ integrity: 'first-party' })
    const text = await ask(session, 'inspect_handle', {
      handle: card?.handle,
      op: 'get',
      path: '/rows/42/text',
    })
    expect(text.label).toMatchObject({ integrity: 'third-party-text' })
  })

  test.each([
    ['of the conversation, unless said otherwise', {}, { user: 'u' }, 'handle_not_found'],
    ['of the user, where the gate says so', { resultScope: 'user' }, { user: 'u' }, 'ok'],
    [
      'of one conversation for nobody in particular',
      { resultScope: 'user' },
      { anonymous: true },
      'handle_not_found',
    ],
  ] as const)('is %s', async (_, options, who, expected) => {
    const gate = createGate({ tools: [list], ...options })
    const session = gate.session({ tenant: 'a', ...who, conversation: 'c-1' })
    const handle = (await ask(session, 'list_rows', { count: 500 })).handles[0]?.handle
    expect(codeOf(await ask(session, 'inspect_handle', { handle, op: 'describe' }))).toBe('ok')
    const next = gate.session({ tenant: 'a', ...who, conversation: 'c-2' })
    expect(codeOf(await ask(next, 'inspect_handle', { handle, op: 'describe' }))).toBe(expected)
    expect(await next.handles.list()).toHaveLength(expected === 'ok' ? 1 : 0)
    const other = gate.session({ tenant: 'a', user: 'v', conversation: 'c-1' })
    expect(codeOf(await ask(other, 'inspect_handle', { handle, op: 'describe' }))).toBe('handle_not_found')
  })

  test('an explicit grant without the inspector says where the whole is, and does not offer to read it', async () => {
    const gate = createGate({ tools: [list] })
    const session = gate.session({ tenant: 'a', user: 'u', conversation: 'c', grant: [list] })
    const outcome = await ask(session, 'list_rows', { count: 500 })
    expect(outcome.model).not.toContain('inspect_handle')
    expect(
      codeOf(await ask(session, 'inspect_handle', { handle: outcome.handles[0]?.handle, op: 'describe' })),
    ).toBe('unknown_tool')
    const granted = gate.session({ tenant: 'a', user: 'u', conversation: 'c', grant: [list, inspectHandle] })
    expect((await ask(granted, 'list_rows', { count: 500 })).model).toContain('inspect_handle')
  })
})

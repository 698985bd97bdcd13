// Handles of a call that waits: for a person's answer, or for its turn.

import { kind, memoryStore, type Outcome, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Order, type OrderEntity, openDesk } from '../../fixtures/desk.js'
import { spyStore } from '../../handles/fixtures.js'

let calls = 0
type Desk = ReturnType<typeof openDesk>
const ask = (session: Pick<Desk['session'], 'call'>, name: string, args: unknown) =>
  session.call({ id: `w${++calls}`, name, args })
const codeOf = (outcome: Outcome) => ('error' in outcome ? outcome.error.code : outcome.status)
const orderOf = async (session: Desk['session']) =>
  ((await ask(session, 'find_orders', { count: 3 })) as { value: { orders: string[] } }).value.orders[0]!
const approvalOf = (outcome: Outcome) => {
  expect(outcome.status, JSON.stringify(outcome)).toBe('held')
  return (outcome as Outcome & { status: 'held' }).approval
}

/** A tool that always asks: a target by a handle that nobody named. */
const send = tool({
  name: 'send_order',
  description: 'Sends an order.',
  useWhen: 'an order is to be sent',
  effect: 'write',
  egress: 'send',
  roles: { order: 'target' },
  input: z.object({ order: Order.handle() }),
  run: ({ order }) => ({ sent: order.notes.length }),
})
const openSending = () => {
  const desk = openDesk()
  return openDesk({ tools: [...desk.gate.tools, send] })
}

describe('a held call', () => {
  test('is approved with the version that stood behind its handle, and asks again for another', async () => {
    const { session } = openSending()
    const order = await orderOf(session)
    const first = approvalOf(await ask(session, 'send_order', { order }))
    await session.approve(first.id, { for: 'once', by: 'u-17' })
    expect(codeOf(await ask(session, 'update_order', { order, note: 'to evil@attacker.example' }))).toBe('ok')
    const again = approvalOf(await ask(session, 'send_order', { order }))
    expect(again.id).not.toBe(first.id)
    await session.approve(again.id, { for: 'once', by: 'u-17' })
    expect(await ask(session, 'send_order', { order })).toMatchObject({ status: 'ok', value: { sent: 1 } })
  })

  test('resumed after a change it is held anew; unchanged it runs, and a retry matches', async () => {
    const { session } = openSending()
    const order = await orderOf(session)
    const first = approvalOf(await ask(session, 'send_order', { order }))
    expect(approvalOf(await ask(session, 'send_order', { order })).id).toBe(first.id)
    await session.approve(first.id, { for: 'once', by: 'u-17' })
    expect(codeOf(await session.resume(first.id))).toBe('ok')
    const second = approvalOf(await ask(session, 'send_order', { order }))
    await session.approve(second.id, { for: 'once', by: 'u-17' })
    await ask(session, 'update_order', { order, note: 'x' })
    expect(approvalOf(await session.resume(second.id)).id).not.toBe(second.id)
  })

  test('an approval is not spent on a version that changed while the approved call waited for its turn', async () => {
    const { session } = openSending()
    const order = await orderOf(session)
    const first = approvalOf(await ask(session, 'send_order', { order }))
    await session.approve(first.id, { for: 'once', by: 'u-17' })
    const [updated, sent] = await session.callAll([
      { id: 'u', name: 'update_order', args: { order, note: 'x' } },
      { id: 's', name: 'send_order', args: { order } },
    ])
    expect(codeOf(updated!)).toBe('ok')
    expect(approvalOf(sent!).id).not.toBe(first.id)
  })

  test('shows the card of its handle and where that is from, never the bare token; values of it are not approved', async () => {
    const { session } = openSending()
    const order = await orderOf(session)
    const { items, offers } = approvalOf(await ask(session, 'send_order', { order }))
    expect(items).toMatchObject([
      { argument: 'order', value: 'order "Order 1"', from: 'first-party, behind a handle' },
    ])
    expect(offers).toEqual(['once'])
  })

  test('a label that pretends is one quoted line of bounded length', async () => {
    const Note = kind('note', {
      is: (value): value is Map<string, string> => value instanceof Map && value.has('title'),
      encode: (note) => [...note],
      decode: (row) => new Map(row as [string, string][]),
      card: (note) => ({ label: note.get('title') as string }),
    })
    const title = `a" (operator)\n\u202e${'x'.repeat(500)}`
    const give = tool({
      name: 'give',
      description: 'Gives.',
      useWhen: 'always',
      effect: 'read',
      input: z.object({}),
      output: z.object({ note: Note.handle() }),
      run: () => ({ note: new Map([['title', title]]) }),
    })
    const post = tool({
      name: 'post',
      description: 'Posts.',
      useWhen: 'always',
      effect: 'write',
      egress: 'send',
      roles: { note: 'target' },
      input: z.object({ note: Note.handle() }),
      run: () => ({}),
    })
    const { session } = openDesk({ tools: [give, post], kinds: [Note] })
    const given = (await ask(session, 'give', {})) as { value: { note: string } }
    const [item] = approvalOf(await ask(session, 'post', { note: given.value.note })).items
    expect(item!.value).toMatch(/^note "a\\" \(operator\)/)
    expect(item!.value).not.toMatch(/[\n\u202e]/)
    expect(item!.value.length).toBeLessThan(80)
  })
})

describe('a call that waits for its turn', () => {
  test('sees what the one before it wrote', async () => {
    const { session, did } = openDesk()
    const order = await orderOf(session)
    const outcomes = await session.callAll([
      { id: 'u', name: 'update_order', args: { order, note: 'mind the dog' } },
      { id: 's', name: 'ship_orders', args: { orders: [order] } },
    ])
    expect(outcomes.map(codeOf)).toEqual(['ok', 'ok'])
    expect((did[0] as OrderEntity[])[0]!.notes).toEqual(['mind the dog'])
  })

  test('does not run with a handle that was revoked meanwhile', async () => {
    let session: Desk['session']
    const end = tool({
      name: 'end_order',
      description: 'Ends.',
      useWhen: 'always',
      effect: 'write',
      egress: false,
      input: z.object({ token: z.string() }),
      roles: { token: 'content' },
      run: async ({ token }) => {
        await session.handles.revoke(token)
        return {}
      },
    })
    const desk = openDesk()
    const own = openDesk({ tools: [...desk.gate.tools, end] })
    session = own.session
    const order = await orderOf(session)
    const outcomes = await session.callAll([
      { id: 'e', name: 'end_order', args: { token: order } },
      { id: 's', name: 'ship_orders', args: { orders: [order] } },
    ])
    expect(outcomes.map(codeOf)).toEqual(['ok', 'handle_revoked'])
    expect(own.did).toEqual([])
  })

  test('does not run without a right that was lost meanwhile', async () => {
    let mayUse = true
    const Doc = kind('doc', { schema: z.object({ n: z.number() }), authorize: () => mayUse })
    const own = { description: 'Does it.', useWhen: 'always' } as const
    const give = tool({
      ...own,
      name: 'give',
      effect: 'read',
      origin: 'first-party',
      input: z.object({}),
      output: z.object({ doc: Doc.handle() }),
      run: () => ({ doc: { n: 1 } }),
    })
    const lock = tool({
      ...own,
      name: 'lock',
      effect: 'write',
      egress: false,
      input: z.object({}),
      run: () => {
        mayUse = false
        return {}
      },
    })
    const take = tool({
      ...own,
      name: 'take',
      effect: 'write',
      egress: false,
      input: z.object({ doc: Doc.handle() }),
      run: () => ({}),
    })
    const { session } = openDesk({ tools: [give, lock, take], kinds: [Doc] })
    const { doc } = ((await ask(session, 'give', {})) as { value: { doc: string } }).value
    const outcomes = await session.callAll([
      { id: 'l', name: 'lock', args: {} },
      { id: 't', name: 'take', args: { doc } },
    ])
    expect(outcomes.map(codeOf)).toEqual(['ok', 'handle_not_permitted'])
  })

  test('is judged by the label of the version that it runs with', async () => {
    const put = tool({
      name: 'put_words',
      description: 'Puts words of a stranger into an order.',
      useWhen: 'always',
      effect: 'write',
      egress: false,
      origin: 'third-party-text',
      updates: 'order',
      input: z.object({ order: Order.handle() }),
      run({ order }) {
        order.addNote('call +44 20 7946 0999')
        return {}
      },
    })
    const keep = tool({
      name: 'keep_order',
      description: 'Keeps an order at a place.',
      useWhen: 'always',
      effect: 'write',
      egress: false,
      roles: { order: 'target' },
      input: z.object({ order: Order.handle() }),
      run: () => ({ kept: true }),
    })
    const desk = openDesk()
    const { session } = openDesk({ tools: [...desk.gate.tools, put, keep] })
    const order = await orderOf(session)
    expect(codeOf(await ask(session, 'keep_order', { order }))).toBe('ok')
    const outcomes = await session.callAll([
      { id: 'p', name: 'put_words', args: { order } },
      { id: 'k', name: 'keep_order', args: { order } },
    ])
    expect(outcomes.map(codeOf)).toEqual(['ok', 'held'])
  })

  test('its handles cost one more look-up; those of a tool that only reads cost none', async () => {
    const store = spyStore(memoryStore())
    const { session } = openDesk({ store })
    const order = await orderOf(session)
    const lookUpsOf = async (name: string, args: unknown) => {
      store.asked.length = 0
      expect(codeOf(await ask(session, name, args))).toBe('ok')
      return store.asked.filter((asked) => asked === 'getMany').length
    }
    expect(await lookUpsOf('show_order', { order })).toBe(1)
    expect(await lookUpsOf('ship_orders', { orders: [order, order] })).toBe(2)
  })
})

// `session.explain`: one sentence for each argument, and no trace of having asked.

import { kind, memoryStore, type Tool, tool } from 'sallyport'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ask, openMailbox, settled } from '../fixtures/mail.js'
import { openGate } from '../fixtures/open-gate.js'

const to = (address: string) => ({ id: 'x', name: 'send_mail', args: { to: address, body: 'yes' } })

test('a value that the user named, and one that a record names', async () => {
  const { session } = openMailbox()
  session.userSaid('Reply “yes” to the mail Boiler invoice', { id: 'u1' })
  await ask(session, 'read_mail')
  await settled()
  const explained = await session.explain(to('lena@acme.example'))
  expect(explained).toMatchObject({
    status: 'allow',
    judged: 'allow',
    arguments: [
      { argument: 'to', value: 'lena@acme.example', role: 'target', isAccountedFor: true },
      { argument: 'body', role: 'content', isAccountedFor: true },
    ],
    act: 'you asked for it, or the session was opened for it',
    mends: [],
  })
  expect(explained.arguments[0]?.says).toMatch(
    /^it is the 'sender' of the record of read_mail that '.*Boiler invoice.*' names$/,
  )
})

test('what a decision record keeps has neither words of the user nor values of records', async () => {
  const store = memoryStore()
  const { session, gate } = openMailbox({ store })
  session.userSaid('Reply “yes” to the mail Boiler invoice', { id: 'u1' })
  await ask(session, 'read_mail')
  await settled()
  const odd = to('bob@evil.example')
  expect((await session.explain(odd)).arguments[0]?.says).toContain("hold 'lena@acme.example'")
  await session.call(odd)
  await session.call({ ...to('lena@acme.example'), id: 'y' })
  await gate.close()
  const records = (await store.list({ space: 'decision' })).map(({ value }) => String(value))
  expect(records.join()).toContain('anchored')
  for (const each of ['lena@acme', 'bob@evil', 'Boiler']) expect(records.join()).not.toContain(each)
})

test('what would account for a value, and for the act', async () => {
  const { session } = openMailbox()
  session.userSaid('What is new?', { id: 'u1' })
  const explained = await session.explain(to('bob@evil.example'))
  expect(explained).toMatchObject({ status: 'held', judged: 'held', reason: expect.any(String) })
  expect(explained.arguments[0]).toMatchObject({
    isAccountedFor: false,
    says: 'nothing accounts for it; it would count if you named it, if a record that you named held it, or if the operator trusted it',
  })
  expect(explained.act).toMatch(/^you did not ask for 'send_mail', in words such as 'send'/)
  expect(explained.mends).toEqual([
    'something accounts for to, as said there',
    'you ask for the act, or the session is opened with task: [the tool]',
    'a person approves it',
  ])
})

test('what a person refused for good says how that is taken back', async () => {
  const { session } = openMailbox()
  session.userSaid('Send yes to somebody', { id: 'u1' })
  const { approval } = await session.preview(to('bob@evil.example'))
  await session.deny(approval?.id ?? '', { for: 'value', by: 'u-17' })
  session.userSaid('Send yes to bob@evil.example', { id: 'u2' })
  const { status, arguments: all } = await session.explain(to('bob@evil.example'))
  expect(status).toBe('denied')
  expect(all[0]?.says).toMatch(/; it would count again once that answer is taken back/)
})

test('an id space is named where one is wanted', async () => {
  const shut: Tool = tool({
    name: 'close_ticket',
    description: 'Closes a ticket.',
    useWhen: 'the user asks for it',
    input: z.object({ id: z.string() }),
    effect: 'write',
    egress: false,
    roles: { id: { role: 'selector', of: 'ticket' } },
    run: () => ({ done: true }),
  }) as unknown as Tool
  const { session } = openGate([shut], { mode: 'ask' })
  const { arguments: all, act } = await session.explain({
    id: 'x',
    name: 'close_ticket',
    args: { id: 't-9' },
  })
  expect(all[0]?.says).toBe(
    "nothing accounts for it; it would count if you named it, or as a first-party id of space 'ticket'",
  )
  expect(act).toBe('it lets nothing out and removes nothing, so nobody need ask for it')
})

test('asking leaves no trace: no approval, no event, no record, no act spent', async () => {
  const { session, events } = openMailbox()
  session.userSaid('Send yes to lena@acme.example', { id: 'u1' })
  const before = events.length
  for (let i = 0; i < 8; i++) await session.explain(to('bob@evil.example'))
  await session.explain(to('lena@acme.example'))
  expect(await session.approvals()).toEqual([])
  expect(events.length).toBe(before)
  // The same id as in the explanation: it was not taken for a call.
  expect((await session.call(to('lena@acme.example'))).status).toBe('ok')
  expect((await session.explain(to('lena@acme.example'))).act).toBe(
    'you asked for it, and it was done already: send_mail (x)',
  )
})

test('a link that is followed says what it costs', async () => {
  const base = { useWhen: 'a test asks for it', effect: 'read' } as const
  const url = 'https://news.example/a'
  const find = tool({
    ...base,
    name: 'find',
    description: 'Finds.',
    input: z.object({}),
    run: () => [{ url }],
  })
  const fetch = tool({
    ...base,
    name: 'fetch_page',
    description: 'Reads a page.',
    input: z.object({ url: z.url() }),
    run: () => 'text',
  })
  const { session } = openGate([find, fetch] as unknown as Tool[], { mode: 'ask' })
  session.userSaid('What is new?', { id: 'u1' })
  await ask(session, 'find')
  await settled()
  const explained = await session.explain({ id: 'x', name: 'fetch_page', args: { url } })
  expect(explained).toMatchObject({
    status: 'allow',
    arguments: [{ says: 'a result of find gave this link whole, and the tool only reads' }],
    links: '0 of 16 bits were spent before this call, since something private was shown',
  })
})

test('a plain value stands for a handle; a call of the same is refused', async () => {
  const order = kind('order', {
    schema: z.object({ id: z.number() }),
    card: ({ id }) => ({ label: `Order ${id}` }),
  })
  const cancel = tool({
    name: 'cancel_order',
    description: 'Cancels an order.',
    useWhen: 'the user asks for it',
    input: z.object({ order: order.handle() }),
    effect: 'destroy',
    egress: false,
    run: () => ({ done: true }),
  }) as unknown as Tool
  const { session } = openGate([cancel], { mode: 'ask', kinds: [order] })
  session.userSaid('Cancel the order Order 4711', { id: 'u1' })
  const call = (name: string) => ({ id: 'x', name: 'cancel_order', args: { order: name } })
  expect(await session.explain(call('Order 4711'))).toMatchObject({
    status: 'allow',
    arguments: [{ argument: 'order', says: 'the record behind the handle accounts for it' }],
  })
  expect(await session.explain(call('Order 99'))).toMatchObject({ status: 'held' })
  expect((await session.call(call('Order 4711'))).status).toBe('error')
})

test('what does not come as far as the judge says why', async () => {
  const { session } = openMailbox()
  expect(await session.explain({ id: 'x', name: 'send_mial', args: {} })).toMatchObject({
    status: 'denied',
    reason: expect.stringMatching(/There is no tool named/),
    arguments: [],
  })
  expect(await session.explain({ id: 'x', name: 'send_mail', args: {} })).toMatchObject({
    status: 'error',
    reason: expect.stringMatching(/to: required/),
  })
})

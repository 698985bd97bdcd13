// Amounts: what the user said as one, a first-party quantity, or one step that the words ask for.

import { describe, expect, test } from 'vitest'
import { flowTool, number, Scene, text } from '../scene.js'

const IBAN = 'DE89370400440532013000'
const OTHER = 'DE02120300000000202051'
const pay = flowTool(
  'pay',
  'trigger',
  { to: text, amount: number },
  { egress: 'pay', roles: { to: 'target', amount: 'amount' } },
)
const bills = flowTool(
  'list_bills',
  'read',
  {},
  {
    origin: {
      '*.total': 'first-party',
      '*.tax': 'first-party',
      '*.id': { label: 'first-party', id: 'bill' },
    },
  },
)
const BILLS = [
  { id: '7', total: 120, tax: 19 },
  { id: '8', total: 35.5, tax: 6 },
]
const rows = flowTool(
  'list_transactions',
  'read',
  {},
  {
    origin: {
      '*.from': 'third-party-structured',
      '*.amount': 'third-party-structured',
      '*.subject': 'third-party-text',
    },
  },
)
const own = flowTool(
  'list_payments',
  'read',
  {},
  { origin: { '*.from': 'first-party', '*.amount': 'first-party' } },
)

const at = (words: string) => new Scene({ task: ['pay'] }).said(words)
const verdict = (scene: Scene, amount: number) => scene.verdict(pay, { to: IBAN, amount })

describe('a number that the user said', () => {
  const words = `Pay lena the 2 invoices of March 2024, about 50 each, to ${IBAN} by the 15th, order 48219`
  test.each([
    [50, 'allow'],
    [100, 'allow'], // 2 of 50 each
    [2024, 'hold: no_evidence'],
    [48219, 'hold: no_evidence'],
    [96438, 'hold: no_evidence'],
    [4048, 'hold: no_evidence'],
    [15, 'hold: no_evidence'],
    [-50, 'hold: no_evidence'],
  ])('%d', (amount, expected) => {
    expect(verdict(at(words), amount)).toBe(expected)
  })

  test.each([
    ['a number word', 'Pay fifty euros', 50, 'allow'],
    ['with a currency', 'Pay €1,234.50', 1234.5, 'allow'],
    ['an hour', 'Pay at 18 o’clock', 18, 'hold: no_evidence'],
    ['a page', 'Pay what is on page 3', 3, 'hold: no_evidence'],
    ['denied', 'Don’t pay 500 euros', 500, 'hold: no_evidence'],
    ['asked about', `Pay 50 euros. Was it really 900 euros last year?`, 900, 'hold: no_evidence'],
  ])('%s', (_, words, amount, expected) => {
    expect(verdict(at(`${words} to ${IBAN}`.replace('? to', '? To')), amount)).toBe(expected)
  })
})

describe('one step', () => {
  const scene = (words: string) => at(`${words} to ${IBAN}`).shows(bills, BILLS)
  test.each([
    ['a quantity', 'Pay the bill', 120, 'allow'],
    ['half', 'Pay half of the bill', 60, 'allow'],
    ['half, that nobody said', 'Pay the bill', 60, 'hold: no_evidence'],
    ['a per cent', 'Pay 20 % of the bill', 24, 'allow'],
    ['a per cent more', 'Pay the bill with a tip of 10 %', 132, 'allow'],
    ['together', 'Pay the bills together', 155.5, 'allow'],
    ['plus, in one record', 'Pay the bill plus tax', 139, 'allow'],
    ['of two records and two fields', 'Pay the bill plus tax', 126, 'hold: no_evidence'],
    ['minus', 'Pay the bill without tax', 101, 'allow'],
    ['a sum that nobody said', 'Pay the bill', 139, 'hold: no_evidence'],
    ['split', 'Split the bill between 3 people and pay it', 40, 'allow'],
    ['two steps', 'Pay half of the bills together', 77.75, 'hold: no_evidence'],
    ['an id', 'Pay the bill together', 15, 'hold: no_evidence'],
  ])('%s', (_, words, amount, expected) => {
    expect(verdict(scene(words), amount)).toBe(expected)
  })

  test('of 200 quantities no other amount can be reached', () => {
    const many = Array.from({ length: 200 }, (_, i) => ({ id: `${i}`, total: 10 + i * 37, tax: 1 }))
    const scene = at(`Pay lena the 2 invoices of March 2024, about 50 euros, to ${IBAN} by the 15th`).shows(
      bills,
      many,
    )
    const totals = new Set(many.map(({ total }) => total))
    const reached = Array.from({ length: 500 }, (_, i) => i * 40 + 3).filter(
      (amount) => !totals.has(amount) && verdict(scene, amount) === 'allow',
    )
    expect(reached).toEqual([])
  })
})

describe('the row of the account that the user named', () => {
  const ROWS = [
    { from: IBAN, amount: 35, subject: 'Tickets' },
    { from: OTHER, amount: 3500, subject: IBAN },
  ]
  test('gives its amount, though outsiders wrote it', () => {
    const scene = at(`Refund ${IBAN} what they sent me`).shows(rows, ROWS)
    expect(verdict(scene, 35)).toBe('allow')
    expect(verdict(scene, 3500)).toBe('hold: no_evidence')
  })

  test('and of its list it alone does', () => {
    const scene = at(`Refund ${IBAN} what they sent me`).shows(own, ROWS)
    expect(verdict(scene, 35)).toBe('allow')
    expect(verdict(scene, 3500)).toBe('hold: no_evidence')
  })

  test('where no account is named, any quantity of our own counts, and no other', () => {
    const amounts = (of: typeof rows) =>
      at('Refund what they sent me').shows(of, ROWS).judge(pay, { to: IBAN, amount: 3500 }).arguments[1]
    expect(amounts(own)).toMatchObject({ by: 'first-party' })
    expect(amounts(rows)).toMatchObject({ reason: 'no_evidence' })
  })
})

test('an amount that was said binds: another one, though a service knows it, is not what was asked', () => {
  const balance = flowTool('get_balance', 'read', {}, { origin: 'first-party' })
  const scene = (words: string) => new Scene().said(words).shows(balance, { balance: 8123.5 })
  expect(scene(`Pay 20 euros to ${IBAN}`).verdict(pay, { to: IBAN, amount: 8123.5 })).toBe(
    'hold: no_evidence',
  )
  expect(scene(`Pay my whole balance to ${IBAN}`).verdict(pay, { to: IBAN, amount: 8123.5 })).toBe('allow')
})

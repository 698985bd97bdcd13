// Values that are bound to the record which another argument names.

import { describe, expect, test } from 'vitest'
import type { Roles } from '../../../src/tool/flow/roles.js'
import { flowTool, number, Scene, text } from '../scene.js'

const NORDIC = 'DE89370400440532013000'
const EVIL = 'DE02120300000000202051'
const list = flowTool(
  'list_invoices',
  'read',
  {},
  {
    origin: {
      '*.id': { label: 'first-party', id: 'invoice' },
      '*.supplier': { label: 'first-party', names: 'person' },
      '*.iban': 'third-party-structured',
      '*.total': 'first-party',
      '*.tax': 'first-party',
    },
  },
)
const INVOICES = [
  { id: 'i-1', supplier: 'Nordic Parts', iban: NORDIC, total: 4200.5, tax: 700 },
  { id: 'i-2', supplier: 'Evil Ltd', iban: EVIL, total: 120, tax: 20 },
]
const roles: Roles = {
  invoice: { role: 'selector', of: 'invoice' },
  iban: { role: 'target', of: 'invoice' },
  amount: { role: 'amount', of: 'invoice' },
}
const pay = flowTool(
  'pay_invoice',
  'trigger',
  { invoice: text, iban: text, amount: number },
  { egress: 'pay', roles },
)
const batch = flowTool(
  'pay_all',
  'trigger',
  {
    payments: {
      type: 'array',
      items: { type: 'object', properties: { invoice: text, amount: number }, additionalProperties: false },
    },
  },
  {
    egress: 'pay',
    roles: {
      'payments.*.invoice': { role: 'selector', of: 'invoice' },
      'payments.*.amount': { role: 'amount', of: 'payments.*.invoice' },
    },
  },
)

const scene = (words = 'Pay the open invoice of Nordic Parts') =>
  new Scene({ task: ['pay_invoice', 'pay_all'] }).said(words).shows(list, INVOICES)
const missing = (at: Scene, args: Record<string, string | number>) =>
  at.judge(pay, args as never).items.map(({ at: place }) => place)

describe('arguments of one record', () => {
  test('pass together', () => {
    expect(missing(scene(), { invoice: 'i-1', iban: NORDIC, amount: 4200.5 })).toEqual([])
  })

  test('the sum of another one is asked', () => {
    expect(missing(scene(), { invoice: 'i-1', iban: NORDIC, amount: 120 })).toEqual(['/amount'])
  })

  test('another invoice marked as paid is asked', () => {
    expect(missing(scene(), { invoice: 'i-2', iban: NORDIC, amount: 4200.5 })).toEqual(['/iban', '/amount'])
  })

  test('one that was never seen gives nothing', () => {
    expect(missing(scene(), { invoice: 'i-9', iban: NORDIC, amount: 4200.5 })).toEqual([
      '/invoice',
      '/iban',
      '/amount',
    ])
  })

  test('what the user said counts beside it', () => {
    expect(
      missing(scene(`Pay 100 euros of i-1 to ${NORDIC}`), { invoice: 'i-1', iban: NORDIC, amount: 100 }),
    ).toEqual([])
  })

  test('a step is taken within it', () => {
    const at = scene('Pay the invoice of Nordic Parts plus tax')
    expect(missing(at, { invoice: 'i-1', iban: NORDIC, amount: 4900.5 })).toEqual([])
    expect(missing(at, { invoice: 'i-1', iban: NORDIC, amount: 4320.5 })).toEqual(['/amount'])
  })

  test('a record of an outsider that says its id is not it', () => {
    const mails = flowTool('read_mails', 'read', {}, { origin: { '*': 'third-party-structured' } })
    const at = scene().shows(mails, [{ id: 'i-1', iban: EVIL, supplier: 'Nordic Parts' }])
    expect(missing(at, { invoice: 'i-1', iban: EVIL, amount: 4200.5 })).toEqual(['/iban'])
  })

  test('in a list each is bound to its own', () => {
    const at = (...amounts: number[]) =>
      scene('Pay the open invoices')
        .judge(batch, { payments: amounts.map((amount, i) => ({ invoice: `i-${i + 1}`, amount })) })
        .items.map(({ at: place }) => place)
    expect(at(4200.5, 120)).toEqual([])
    expect(at(120, 4200.5)).toEqual(['/payments/0/amount', '/payments/1/amount'])
  })
})

describe('what `of` means is plain, or refused', () => {
  const tool = (own: Roles) => () =>
    flowTool('t', 'write', { invoice: text, line: text, amount: number, note: text }, { roles: own })
  test.each<[string, Roles, string]>([
    ['an argument that is none', { amount: { role: 'amount', of: 'invoce' } }, 'invoice'],
    ['itself', { amount: { role: 'amount', of: 'amount' } }, 'bound to itself'],
    ['a content', { note: { role: 'content', of: 'invoice' } }, "Remove 'of'"],
    [
      'a selector whose id space could be an argument',
      { invoice: { role: 'selector', of: 'bill' }, line: { role: 'selector', of: 'invoice' } },
      "Write '/invoice' for the record that the argument names",
    ],
  ])('%s is refused', (_, own, message) => {
    expect(tool(own)).toThrow(message)
  })

  test.each<[string, Roles]>([
    ['a selector of an id space', { line: { role: 'selector', of: 'line' } }],
    [
      'an argument whose id space has its name',
      { invoice: { role: 'selector', of: 'invoice' }, line: { role: 'selector', of: 'invoice' } },
    ],
    [
      'a selector that is bound',
      { invoice: { role: 'selector', of: 'bill' }, line: { role: 'selector', of: '/invoice' } },
    ],
  ])('%s is taken', (_, own) => {
    expect(tool(own)).not.toThrow()
  })
})

// Origins that depend on the record: a row of our own account is ours, one of an outsider isn't.

import { describe, expect, test } from 'vitest'
import { partOrigin } from '../../../src/flow/evidence/part.js'
import type { Origin } from '../../../src/tool/flow/origin.js'
import { flowTool, number, Scene, text } from '../scene.js'

const OURS = 'DE89370400440532013000'
const THEIRS = 'DE02120300000000202051'
const account = flowTool(
  'get_account',
  'read',
  {},
  { origin: { iban: { label: 'first-party', id: 'own-account' } } },
)
const origin: Origin = {
  'transactions.*': { label: 'first-party', where: { sender: { seen: 'own-account' } } },
  'transactions.*.id': { label: 'first-party', id: 'transaction' },
}
const list = flowTool('list_transactions', 'read', {}, { origin })
const ROWS = {
  transactions: [
    { id: 't1', sender: OURS, recipient: THEIRS, amount: 100, subject: 'Rent of May' },
    { id: 't2', sender: THEIRS, recipient: OURS, amount: 999, subject: 'pay more' },
    { id: 't3', recipient: OURS, amount: 555, subject: 'no sender' },
  ],
}
const spend = flowTool('spend', 'write', { amount: number }, { egress: false, roles: { amount: 'amount' } })
const file = flowTool('file', 'write', { to: text }, { egress: false, roles: { to: 'target' } })
const open = flowTool(
  'open',
  'write',
  { id: text },
  { egress: false, roles: { id: { role: 'selector', of: 'transaction' } } },
)

const scene = () =>
  new Scene().said('Do it').shows(account, { iban: 'DE89 3704 0044 0532 0130 00' }).shows(list, ROWS)
const labelOf = (at: Scene, to: string) => at.judge(file, { to }).arguments[0]?.label

describe('where', () => {
  test('a row that our own account wrote counts, one of an outsider does not', () => {
    expect(scene().verdict(spend, { amount: 100 })).toBe('allow')
    expect(scene().verdict(spend, { amount: 999 })).toBe('hold: no_evidence')
  })

  test('a missing field fails', () => {
    expect(scene().verdict(spend, { amount: 555 })).toBe('hold: no_evidence')
  })

  test('before our account was seen, nothing of it is ours', () => {
    expect(new Scene().said('Do it').shows(list, ROWS).verdict(spend, { amount: 100 })).toBe(
      'hold: no_evidence',
    )
  })

  test('what fails is structured at best, and its texts are texts', () => {
    const at = scene()
    expect(labelOf(at, 'Rent of May')).toBe('first-party')
    expect(labelOf(at, 'pay more')).toBe('third-party-text')
    expect(new Scene().shows(list, ROWS).judge(file, { to: OURS }).arguments[0]?.label).toBe(
      'third-party-structured',
    )
  })

  test('a field that says for itself what it is stays so', () => {
    expect(scene().verdict(open, { id: 't2' })).toBe('allow')
  })

  test('else says what counts instead', () => {
    const own = flowTool(
      'own',
      'read',
      {},
      {
        origin: { '*': { label: 'first-party', where: { by: { is: ['me'] } }, else: 'third-party-text' } },
      },
    )
    const at = new Scene().shows(own, [
      { by: 'me', to: OURS },
      { by: 'you', to: THEIRS },
    ])
    expect([labelOf(at, OURS), labelOf(at, THEIRS)]).toEqual(['first-party', 'third-party-text'])
  })

  test('at a single value it looks at the record around', () => {
    const own = flowTool(
      'own',
      'read',
      {},
      {
        origin: { '*.to': { label: 'first-party', where: { by: { is: ['me'] }, 'team.id': { is: [7] } } } },
      },
    )
    const at = new Scene().shows(own, [
      { by: 'me', team: { id: 7 }, to: OURS },
      { by: 'me', team: { id: 8 }, to: THEIRS },
    ])
    expect([labelOf(at, OURS), labelOf(at, THEIRS)]).toEqual(['first-party', 'third-party-structured'])
  })

  test('what the operator trusts', () => {
    const own = flowTool(
      'own',
      'read',
      {},
      {
        origin: { '*': { label: 'first-party', where: { by: { trusted: true } } } },
      },
    )
    const at = new Scene({ trusted: { domains: ['acme.example'] } }).shows(own, [
      { by: 'lena@acme.example', to: OURS },
      { by: 'bob@evil.example', to: THEIRS },
    ])
    expect([labelOf(at, OURS), labelOf(at, THEIRS)]).toEqual(['first-party', 'third-party-structured'])
  })

  test('behind a handle nobody asks the record, so it counts as failed', () => {
    expect(partOrigin(list, undefined, ['transactions', '0'], () => undefined).origin.integrity).toBe(
      'third-party-text',
    )
  })

  test.each<[string, Origin, string]>([
    ['an empty where', { '*': { label: 'first-party', where: {} } }, "'where' asks nothing"],
    [
      'an else without one',
      { '*': { label: 'first-party', else: 'third-party-text' } },
      "Add 'where', or remove it",
    ],
    [
      'a better else',
      { '*': { label: 'third-party-text', where: { a: { is: [1] } }, else: 'first-party' } },
      'which is better',
    ],
    [
      'a list as a field',
      { '*': { label: 'first-party', where: { 'a.*': { is: [1] } } } },
      'a list is no field',
    ],
  ])('%s is refused', (_, origin, message) => {
    expect(() => flowTool('own', 'read', {}, { origin })).toThrow(message)
  })
})

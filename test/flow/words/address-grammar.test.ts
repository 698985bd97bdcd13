// A target that has the mark of an address is one address or a list, read whole; evidence for a part of it is no
// evidence for the rest, wherever it comes from.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTarget } from '../../../src/flow/words/address-grammar.js'
import { flowTool, Scene, text } from '../scene.js'

test.each<[string, readonly string[] | undefined]>([
  ['general', ['general']],
  ['San Francisco, CA', ['San Francisco, CA']],
  ['Hotel: Ritz, Paris', ['Hotel: Ritz, Paris']],
  ['lena@acme.example', ['lena@acme.example']],
  [' lena@acme.example ', ['lena@acme.example']],
  ['Lena Berg <lena@acme.example>', ['lena@acme.example']],
  ['"Berg Lena" <lena@acme.example>', ['lena@acme.example']],
  [
    'a@x.example, b@y.example;c@z.example\nd@w.example',
    ['a@x.example', 'b@y.example', 'c@z.example', 'd@w.example'],
  ],
  ['Lena, b@y.example', ['Lena', 'b@y.example']],
  ['lena;tom', ['lena', 'tom']],
  ['mailto:lena@acme.example', ['lena@acme.example']],
  ['TEL:+4930901820', ['+4930901820']],
  ['sms:+4930901820', ['+4930901820']],
  ['https://a.example/x,y;z', ['https://a.example/x,y;z']],
  ['https://a.example/@1,2', ['https://a.example/@1,2']],
  ['https://a.example/x,https://b.example/', ['https://a.example/x', 'https://b.example/']],
  ['@lena', ['@lena']],
  ['@lena@social.example', ['@lena@social.example']],
  ['@acme/ui@1.2.0', ['@acme/ui@1.2.0']],
  ['git@code.example:acme/app.git', ['git@code.example:acme/app.git']],
  ['/srv/a@b,c;d', ['/srv/a@b,c;d']],
  ['./a@2x.png', ['./a@2x.png']],
  ['C:\\a@b', ['C:\\a@b']],
  ['lena@acme.example tom@acme.example', undefined],
  ['lena@acme.example,', undefined],
  ['lena@acme.example\n', undefined],
  ['lena@acme.example,,tom@acme.example', undefined],
  ['lena@acme.example\r\nBcc: bob@evil.example', undefined],
  ['bob@evil.example <lena@acme.example>', undefined],
  ['Lena <lena@acme.example> x', undefined],
  ['Lena <bob@evil.example>.acme.example', undefined],
  ['<lena@acme.example><bob@evil.example>', undefined],
  ['mailto:lena@acme.example?bcc=bob@evil.example', undefined],
  ['mailto:bob%40evil.example', undefined],
  ['mailto:', undefined],
  ['tel:+4930901820;phone-context=<x>', undefined],
  ['lena＠acme.example@evil.example', ['lena＠acme.example@evil.example']],
  ['lena@acme.example，bob@evil.example', undefined],
  ['meet @ noon', undefined],
  ['https://', undefined],
])('%j', (raw, parts) => {
  expect(readTarget(raw)).toEqual(parts)
})

test('a list of more than fifty, or a text that takes long to read, is not read', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@x.example`).join(',')
  expect(readTarget(many(50))).toHaveLength(50)
  expect(readTarget(many(51))).toBeUndefined()
  expect(readTarget(`${'a'.repeat(5_000)}@x.example`)).toBeUndefined()
})

const send = flowTool('send_mail', 'trigger', { to: text }, { egress: 'send' })
const draft = flowTool('save_draft', 'write', { to: text }, { egress: false })
const read = (label: 'first-party' | 'third-party-structured') =>
  flowTool('read_mail', 'read', {}, { origin: { '*.sender': label, '*.subject': label } })

describe('evidence for a list', () => {
  test('is evidence for each of its parts', () => {
    const at = new Scene().said('Send it to lena@acme.example and tom@acme.example')
    expect(at.verdict(send, { to: 'lena@acme.example, tom@acme.example' })).toBe('allow')
    expect(at.verdict(send, { to: 'Lena <lena@acme.example>' })).toBe('allow')
    expect(at.verdict(send, { to: 'mailto:tom@acme.example' })).toBe('allow')
    expect(at.verdict(send, { to: 'lena@acme.example, bob@evil.example' })).toBe('hold: no_evidence')
    expect(at.verdict(send, { to: 'bob@evil.example, lena@acme.example' })).toBe('hold: no_evidence')
    expect(at.verdict(send, { to: 'bob@evil.example <lena@acme.example>' })).toBe('hold: look_alike')
  })

  test('gives the whole the worst label of its parts, and each is a destination', () => {
    const at = new Scene({ trusted: { domains: ['acme.example'] } }).said('Send it to lena@x.example')
    const { arguments: facts, destinations } = at.judge(send, { to: 'boss@acme.example; lena@x.example' })
    expect(facts).toMatchObject([{ role: 'target', label: 'user' }])
    expect(destinations).toEqual(['boss@acme.example', 'lena@x.example'])
  })

  const PAIR = 'lena@acme.example,bob@evil.example'
  test('is not the whole of it in a record that the user named', () => {
    const at = new Scene().said('Reply to the mail “Boiler invoice”')
    at.shows(read('third-party-structured'), [{ sender: PAIR, subject: 'Boiler invoice' }])
    expect(at.verdict(send, { to: PAIR })).toBe('hold: no_evidence')
  })

  test('is not the whole of it in a first-party field either', () => {
    const at = new Scene().said('Save a draft').shows(read('first-party'), [{ sender: PAIR, subject: 'x' }])
    expect(at.verdict(draft, { to: PAIR })).toBe('hold: no_evidence')
  })

  test('a user name or a private network in one part denies the list, whoever endorsed it', () => {
    const at = new Scene({ isPrivate: ({ hostname }) => hostname === '10.0.0.1' }).said('Send it')
    expect(at.verdict(send, { to: 'a@x.example,https://u@b.example/' })).toBe('deny: url_userinfo')
    expect(at.verdict(send, { to: 'a@x.example,http://10.0.0.1/' })).toBe('deny: url_private')
  })
})

test('whatever stands around it, a stranger’s address is never sent to by a domain', () => {
  const piece = fc.constantFrom(
    ...[
      ',',
      ';',
      ' ',
      '\n',
      '\t',
      '<',
      '>',
      '"',
      '?',
      '#',
      '/',
      '%2c',
      ':',
      'mailto:',
      'https://',
      '?cc=',
      '@',
      '.',
    ],
    ...['acme.example', 'x.acme.example', 'boss@acme.example', 'Boss', '-', '\u200b', '，'],
  )
  const at = new Scene({ trusted: { domains: ['acme.example'] }, task: ['send_mail'] })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.array(piece, { maxLength: 6 }), (before, after) => {
      const to = `${before.join('')}bob@evil.example${after.join('')}`
      // `bob@evil.example.x.acme.example` and `https://x.acme.example/bob@evil.example` are ours.
      const isOurs = /bob@evil\.example[a-z.-]*acme\.example/i.test(to) || to.includes('://')
      if (!isOurs) expect(at.verdict(send, { to })).not.toBe('allow')
    }),
    { numRuns: 3000 },
  )
})

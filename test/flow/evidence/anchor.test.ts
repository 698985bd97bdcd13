import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { flowTool, Scene, text, texts } from '../scene.js'

const mails = flowTool(
  'search_emails',
  'read',
  { query: text },
  {
    origin: {
      '*.sender': 'third-party-structured',
      '*.cc': 'third-party-structured',
      '*.subject': 'third-party-text',
      '*.from.name': 'third-party-structured',
      '*.from.email': 'third-party-structured',
      '*.thread.*.sender': 'third-party-structured',
    },
  },
)
const send = flowTool('send_email', 'trigger', { to: texts }, { egress: 'send', roles: { to: 'target' } })

function verdict(words: string | string[], results: Json[], to = 'lena@acme.example'): string {
  const scene = new Scene().said(...[words].flat())
  for (const result of results) scene.shows(mails, result)
  return scene.verdict(send, { to: [to] })
}

const LENA = { sender: 'lena@acme.example', subject: 'Invoice March' }
const EVIL = { sender: 'bob@evil.example', subject: 'Invoice March' }

describe('anchoring', () => {
  test.each<[string, string, Json[], string]>([
    ['a record by one of its short texts', 'Reply to “Invoice March”', [[LENA]], 'allow'],
    ['in another case', 'reply to invoice march', [[LENA]], 'allow'],
    ['not by a part of the text', 'Reply to the invoice', [[LENA]], 'hold'],
    ['not by words that are not whole', 'Reply to pre-invoice marching', [[LENA]], 'hold'],
    [
      'not by common words',
      'Reply to the email',
      [[{ sender: 'lena@acme.example', subject: 'email' }]],
      'hold',
    ],
    [
      'not by fewer than four characters',
      'Reply to Bob',
      [[{ sender: 'lena@acme.example', subject: 'Bob' }]],
      'hold',
    ],
    [
      'not by a long text',
      `Reply to ${'word '.repeat(20)}`,
      [[{ sender: 'lena@acme.example', subject: 'word '.repeat(20) }]],
      'hold',
    ],
    ['not when a second record says otherwise', 'Reply to “Invoice March”', [[LENA, EVIL]], 'hold'],
    ['not when a second record of another result does', 'Reply to “Invoice March”', [[LENA], [EVIL]], 'hold'],
    [
      'though a second one says the same',
      'Reply to “Invoice March”',
      [[LENA], [LENA, { ...LENA, id: 2 }]],
      'allow',
    ],
    [
      'though a second one says nothing of it',
      'Reply to “Invoice March”',
      [[LENA, { subject: 'Invoice March' }]],
      'allow',
    ],
    [
      'by the longer name, not by one inside of it',
      'Reply to Lena Meyer',
      [
        [
          { sender: 'lena@acme.example', subject: 'Lena Meyer' },
          { sender: 'bob@evil.example', subject: 'Lena' },
        ],
      ],
      'allow',
    ],
    [
      'an object below a plain key belongs to the record',
      'Mail Lena Meyer',
      [[{ from: { name: 'Lena Meyer', email: 'lena@acme.example' } }]],
      'allow',
    ],
    [
      'a list of texts belongs to the record',
      'Mail all of “Invoice March”',
      [[{ subject: 'Invoice March', cc: ['lena@acme.example', 'tom@acme.example'] }]],
      'allow',
    ],
    [
      'objects of a list are records of their own',
      'Reply to “Invoice March”',
      [[{ subject: 'Invoice March', thread: [{ sender: 'lena@acme.example' }] }]],
      'hold',
    ],
    [
      'not in a language whose lexicon is not loaded',
      '给张伟发送发票三月 send it',
      [[{ sender: 'lena@acme.example', subject: '发票三月' }]],
      'hold',
    ],
  ])('%s', (_, words, results, expected) => {
    expect(verdict(words, results).split(':')[0]).toBe(expected)
  })

  test('a shorter name inside of the longer one accounts for nothing', () => {
    const both = [
      { sender: 'lena@acme.example', subject: 'Lena Meyer' },
      { sender: 'bob@evil.example', subject: 'Lena' },
    ]
    expect(verdict('Reply to Lena Meyer', [both], 'bob@evil.example')).toBe('hold: no_evidence')
  })

  test('only free text of a third party is never the value', () => {
    expect(
      verdict('Reply to “Invoice March”', [[{ subject: 'Invoice March', body: 'lena@acme.example' }]]),
    ).toBe('hold: no_evidence')
  })

  test('only words of the last three messages anchor', () => {
    expect(verdict(['The mail “Invoice March”', 'Reply to it', 'yes'], [[LENA]])).toBe('allow')
    expect(verdict(['The mail “Invoice March”', 'Reply to it', 'yes', 'go'], [[LENA]])).toBe(
      'hold: no_evidence',
    )
  })

  test('new words and new results count at once', () => {
    const scene = new Scene().said('Send a reply').shows(mails, [LENA])
    expect(scene.verdict(send, { to: ['lena@acme.example'] })).toBe('hold: no_evidence')
    scene.said('to “Invoice March”')
    expect(scene.verdict(send, { to: ['lena@acme.example'] })).toBe('allow')
    scene.shows(mails, [EVIL])
    expect(scene.verdict(send, { to: ['lena@acme.example'] })).toBe('hold: several_records')
  })
})

describe('who guesses a word of the request is nobody', () => {
  const stranger = (subject: string, more: JsonObject = {}) => ({
    sender: 'bob@evil.example',
    subject,
    ...more,
  })
  const BOB = 'bob@evil.example'

  test.each<[string, string, Json[]]>([
    ['a title of one word', 'Send the report to lena@acme.example', [[stranger('report')]]],
    ['the object that is sent', 'Send the Quarterly Report to the boss', [[stranger('Quarterly Report')]]],
    ['a purpose', 'Send the plan to Lena for the Budget Review', [[stranger('Budget Review')]]],
    ['where something is', 'Send each person in the Team Minutes a mail', [[stranger('Team Minutes')]]],
    [
      'what only describes',
      'Send a mail to each guest mentioned in the VIP list in the board notes file',
      [[stranger('x', { name: 'VIP' })]],
    ],
    ['a format', 'Mail the summary to the client, with dates in “YYYY-MM-DD”', [[stranger('YYYY-MM-DD')]]],
    ['a format before its word', 'Send it to the client, in “YYYY-MM-DD” format', [[stranger('YYYY-MM-DD')]]],
    ['a format, by its word', 'Mail it to the client, in the format “Long Date”', [[stranger('Long Date')]]],
    ['the title of a person', 'Reply to Lena', [[stranger('Lena')]]],
    ['a list', 'Reply to the mail “Invoice March”', [[{ sender: BOB, cc: ['Invoice March'] }]]],
    ['a text', 'Reply to the mail “Invoice March”', [[{ sender: BOB, body: 'Invoice March' }]]],
    ['a part of a title', 'Reply to the mail “Invoice March 2024”', [[stranger('Invoice March')]]],
    ['a name inside of a name', 'Reply to the mail about the Boiler Invoice', [[stranger('Boiler')]]],
    ['another sender', 'Reply to the mail from Lena about “Invoice March”', [[stranger('Invoice March')]]],
    [
      'what is denied',
      'Don’t reply to the mail “Invoice March”. Send a note to Tom',
      [[stranger('Invoice March')]],
    ],
    [
      'the same title in a record of another kind',
      'Reply to the mail “Invoice March”',
      [[LENA], [{ title: 'Invoice March', organizer: BOB }]],
    ],
    [
      'a second address beside the same title',
      'Reply to “Invoice March”',
      [[LENA, stranger('Invoice March', { replyTo: BOB })]],
    ],
  ])('%s', (_, words, results) => {
    expect(verdict(words, results, BOB)).toMatch(/^hold: /)
  })

  test.each<[string, string, Json[]]>([
    ['a person by the local part', 'Reply to Lena’s mail about the invoice', [[LENA]]],
    [
      'a person by name',
      'Send the plan to Lena Meyer',
      [[{ from: { name: 'Lena Meyer', email: 'lena@acme.example' } }]],
    ],
    [
      'a mail whose subject is in small letters',
      'Reply to the mail about the boiler invoice',
      [[{ ...LENA, subject: 'Boiler invoice' }]],
    ],
    [
      'though a stranger took another title',
      'Reply to the mail “Invoice March”',
      [[LENA, stranger('Invoice')]],
    ],
  ])('%s names the record', (_, words, results) => {
    expect(verdict(words, results)).toBe('allow')
  })

  test('of several that answer and differ, a person is asked, with the candidates', () => {
    const scene = new Scene().said('Reply to the mail “Invoice March”').shows(mails, [LENA, EVIL])
    const { items } = scene.judge(send, { to: ['lena@acme.example'] })
    expect(items).toMatchObject([
      {
        reason: 'several_records',
        candidates: [{ value: 'lena@acme.example' }, { value: 'bob@evil.example' }],
      },
    ])
  })

  test('a field names its record where the declaration says so, and by nothing else', () => {
    const crm = (names?: 'person' | 'thing') =>
      flowTool(
        'list_rows',
        'read',
        {},
        {
          origin: {
            '*.alias': { label: 'third-party-structured', ...(names && { names }) },
            '*.mail': 'third-party-structured',
          },
        },
      )
    const rows = [{ alias: 'Acme Boats', mail: 'lena@acme.example' }]
    const at = (names?: 'person' | 'thing') =>
      new Scene()
        .said('Reply to the message “Acme Boats”')
        .shows(crm(names), rows)
        .verdict(send, { to: ['lena@acme.example'] })
    expect(at('thing')).toBe('allow')
    expect(at()).toBe('hold: no_evidence')
  })
})

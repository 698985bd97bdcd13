import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayLearn, ReaderTraces } from '../../../src/flow/evidence/readers.js'
import { flowTool, Scene, text, texts } from '../scene.js'

const SECRET = 'The merger with Globex will be announced on the ninth of June at noon'
const board = flowTool('read_minutes', 'read', {}, { readers: ['group:board', 'chair@acme.example'] })
const open = flowTool('read_wiki', 'read', {}, {})
const send = flowTool(
  'send_email',
  'trigger',
  { to: texts, subject: text, body: text },
  { egress: 'send', roles: { to: 'target', subject: 'content', body: 'content' } },
)
const publish = flowTool(
  'publish_post',
  'trigger',
  { body: text },
  { egress: 'publish', roles: { body: 'content' } },
)
const save = flowTool('save_note', 'write', { body: text }, { egress: false, roles: { body: 'content' } })

function scene(...said: string[]): Scene {
  const inGroup = (group: string, to: string) => group === 'board' && to === 'lena@acme.example'
  return new Scene({ inGroup })
    .said(...said)
    .shows(board, { minutes: SECRET, code: 'Falcon-7', short: 'hi' })
    .shows(open, { text: 'The cafeteria opens on Monday at nine in the morning as usual' })
}

describe('declared readers', () => {
  const all = 'Send it to lena@acme.example, chair@acme.example and tom@acme.example, and publish it'
  test.each<[string, string, string[], string]>([
    ['a member of the group', SECRET, ['lena@acme.example'], 'allow'],
    ['a named reader', SECRET, ['chair@acme.example'], 'allow'],
    ['anyone else, whoever named them', SECRET, ['tom@acme.example'], 'hold: readers'],
    ['one of several', SECRET, ['lena@acme.example', 'tom@acme.example'], 'hold: readers'],
    ['five words of it', 'fyi: merger with globex WILL be, so', ['tom@acme.example'], 'hold: readers'],
    ['four words of it', 'merger with globex will', ['tom@acme.example'], 'allow'],
    ['a short value as a whole', 'the code is falcon-7.', ['tom@acme.example'], 'hold: readers'],
    ['a value too short to trace', 'hi there', ['tom@acme.example'], 'allow'],
    ['something else', 'The cafeteria opens on Monday at nine in the morning', ['tom@acme.example'], 'allow'],
  ])('%s', (_, body, to, verdict) => {
    expect(scene(all).verdict(send, { to, subject: 'x', body })).toBe(verdict)
  })

  test('every content argument counts', () => {
    expect(scene(all).verdict(send, { to: ['tom@acme.example'], subject: SECRET, body: '' })).toBe(
      'hold: readers',
    )
  })

  test('the public is no member', () => {
    expect(scene(all).verdict(publish, { body: SECRET })).toBe('hold: readers')
    expect(scene(all).verdict(publish, { body: 'The cafeteria opens on Monday at nine' })).toBe('allow')
  })

  test('without egress nothing leaves', () => {
    expect(scene('Save it').verdict(save, { body: SECRET })).toBe('allow')
  })

  test('without a list of members a group admits nobody', () => {
    const at = new Scene().said(all).shows(board, { minutes: SECRET })
    expect(at.verdict(send, { to: ['lena@acme.example'], subject: '', body: SECRET })).toBe('hold: readers')
  })

  test('they survive a restart', () => {
    const again = new Scene()
    again.state.restore(JSON.parse(JSON.stringify(scene(all).state)))
    expect(again.verdict(send, { to: ['tom@acme.example'], subject: '', body: SECRET })).toBe('hold: readers')
  })

  test('what two lists hold may go only where both allow', () => {
    const traces = new ReaderTraces()
    traces.add('one two three four five', ['a', 'b'])
    traces.add('one two three four five', ['b', 'c'])
    expect(traces.of('one two three four five')).toEqual(['b'])
  })

  test('too much to trace holds everything', () => {
    const traces = new ReaderTraces()
    traces.add(Array.from({ length: 60_000 }, (_, i) => `w${i}`).join(' '), ['a'])
    expect(traces.of('nothing of the kind')).toEqual(['a'])
  })

  test('any five words in a row are found again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 5, maxLength: 30 }),
        fc.nat(),
        (words, at) => {
          const traces = new ReaderTraces()
          traces.add(words.join(' '), ['a'])
          const from = at % (words.length - 4)
          expect(traces.of(`xx ${words.slice(from, from + 5).join(' ')} yy`)).toEqual(['a'])
        },
      ),
      { numRuns: 50 },
    )
  })
})

test.each<[string[], string, boolean]>([
  [['public'], 'tom@x.example', true],
  [['session'], 'tom@x.example', true],
  [['tom@x.example'], 'tom@x.example', true],
  [['lena@x.example'], 'tom@x.example', false],
  [['group:any'], 'tom@x.example', false],
  [[], 'public', false],
])('readers %j admit %s: %s', (readers, to, admits) => {
  expect(mayLearn(readers, to)).toBe(admits)
})

describe('a value with a form of its own is found however it is written', () => {
  const finance = flowTool('read_staff', 'read', {}, { readers: ['group:finance'] })
  const pay = flowTool(
    'pay',
    'trigger',
    { to: text, amount: { type: 'number' } },
    { egress: 'pay', roles: { to: 'target', amount: 'amount' } },
  )
  const at = () =>
    new Scene({ inGroup: () => false }).said('Send it to tom@acme.example').shows(finance, {
      iban: 'DE89370400440532013000',
      pin: 4711,
      mail: 'lena.meyer@acme.example',
      phone: '+49 30 901820',
      note: 'Lena earns 98765 euro since 2019',
    })
  const sends = (body: string) => at().verdict(send, { to: ['tom@acme.example'], subject: '', body })

  test.each([
    ['DE89 3704 0044 0532 0130 00'],
    ['de89-3704-0044-0532-0130-00'],
    ['DE 89 37 04 00 44 05 32 01 30 00'],
    ['her pin: 4711'],
    ['4 7 1 1'],
    ['47-11'],
    ['lena.meyer @ acme . example'],
    ['LENA.MEYER@ACME.EXAMPLE'],
    ['+49 (30) 90 18 20'],
    ['030 901820'],
    ['98,765'],
    ['98.765,00 EUR'],
  ])('%s', (body) => {
    expect(sends(`fyi ${body}, so`)).toBe('hold: readers')
  })

  test.each([
    ['12 4711 8'.replace('4711', '14711')],
    ['Room 471'],
    ['since 2019'],
    ['the year 2024, page 98'],
  ])('not %s', (body) => {
    expect(sends(body)).toBe('allow')
  })

  test('a call without content is told so in another sentence', () => {
    expect(
      new Scene({ inGroup: () => false })
        .said('Pay 98765 euros to DE02120300000000202051')
        .shows(finance, { salary: 98765 })
        .verdict(pay, { to: 'DE02120300000000202051', amount: 98765 }),
    ).toBe('hold: value_readers')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalOf } from '../../../src/flow/words/canonical.js'
import { MESSAGES_KEPT, UserWords } from '../../../src/flow/words/words.js'
import { workOf } from '../../fixtures/work.js'

function words(...messages: string[]): UserWords {
  const said = new UserWords()
  for (const [i, text] of messages.entries()) said.add({ id: `m${i}`, seq: i + 1, text })
  return said
}

describe('addresses, URLs, accounts, numbers, dates and paths in the user’s words', () => {
  test.each<[string, string]>([
    ['mail lena@acme.example, please', 'lena@acme.example'],
    ['mail <lena@acme.example>.', 'lena@ACME.example'],
    ['mail a@x.example,b@y.example;c@z.example', 'b@y.example'],
    ['mailto:lena@acme.example', 'lena@acme.example'],
    ['open https://acme.example/a?b=1.', 'https://acme.example/a?b=1'],
    ['see [this](https://acme.example/a)', 'https://acme.example/a'],
    ['open www.acme.example/news now', 'https://www.acme.example/news'],
    ['open acme.example!', 'https://acme.example'],
    ['open https://acme.example', 'acme.example'],
    ['pay DE89 3704 0044 0532 0130 00 today', 'DE89370400440532013000'],
    ['pay DE89370400440532013000.', 'DE89370400440532013000'],
    ['pay US133000000121212121212', 'US133000000121212121212'],
    ['call +49 30 901820 or so', '+4930901820'],
    ['on 15 May 2025', '2025-05-15'],
    ['on May 15th, 2025', '2025-05-15'],
    ['in /srv/reports/a.txt?', '/srv/reports/a.txt'],
    ['file 13.', '13'],
  ])('%j names %j', (said, value) => {
    expect(words(said).named(canonicalOf(value).key, 9)).toBe(true)
  })

  test.each<[string, string]>([
    ['mail not-lena@acme.example', 'lena@acme.example'],
    ['mail lena@acme.example.evil.example', 'lena@acme.example'],
    ['open https://acme.example/a', 'https://acme.example/a?leak=1'],
    ['open https://acme.example/a', 'http://acme.example/a'],
    ['see README.md', 'https://README.md'],
    ['file 131', '13'],
    ['mail Lena@acme.example', 'lena@acme.example'],
  ])('%j does not name %j', (said, value) => {
    expect(words(said).named(canonicalOf(value).key, 9)).toBe(false)
  })
})

describe('word sequences', () => {
  test.each<[string, string, boolean]>([
    ['save it as "Shopping List.txt", please', 'shopping list.txt', true],
    ['ask Lena’s team', 'Lena', true],
    ['ask Lena’s team', 'len', false],
    ['go to not-evil.example', 'evil.example', false],
    ['one two three four five six seven eight nine', 'two three four five six seven eight nine', true],
    ['one two three four five six seven eight nine', 'one two three four five six seven eight nine', false],
    ['one two', 'one  two', true],
    ['one two', 'two one', false],
    ['给张伟发邮件', '张伟', true],
    ['', 'x', false],
    ['x', '', false],
  ])('%j holds %j: %s', (said, value, holds) => {
    expect(words(said).says(value, 9)).toBe(holds)
  })

  test('passwords and paths count letter for letter', () => {
    expect(words('set it to Secret-1').says('secret-1', 9, true)).toBe(false)
    expect(words('set it to Secret-1').says('Secret-1', 9, true)).toBe(true)
  })

  test('any sequence of up to eight words of a message is found in it', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.integer({ min: 1, max: 8 }),
        (list, at, n) => {
          const from = at % list.length
          expect(words(list.join(' ')).says(list.slice(from, from + n).join(' '), 9)).toBe(true)
        },
      ),
    )
  })
})

describe('numbers that name an object', () => {
  test.each<[string, string, boolean]>([
    ['delete file 13', '13', true],
    ['delete file 13.', '13', true],
    ['the one with id “13” in it', '13', true],
    ['#13 please', '13', true],
    ['delete 13 and 14', '13', true],
    ['delete 13 and 14', '14', true],
    ['make it last 4 hours', '4', false],
    ['the 13 files', '13', false],
    ['1. Read my mail. 2. Delete the draft', '1', false],
    ['1. Read my mail. 2. Delete the draft', '2', false],
    ['in this order: 1) read 2) write', '1', false],
    ['on June 13 please', '13', false],
    ['at 10:13', '13', false],
    ['12.13', '13', false],
    ['file13', '13', false],
    ['file 131', '13', false],
    ['-13', '13', false],
  ])('%j, %s: %s', (said, number, names) => {
    expect(words(said).namesNumber(number, 9)).toBe(names)
  })
})

describe('which messages count', () => {
  test('the last fifty', () => {
    const many = Array.from({ length: MESSAGES_KEPT + 1 }, (_, i) => `word${i}x`)
    const said = words(...many)
    expect(said.says('word0x', 99)).toBe(false)
    expect(said.says('word1x', 99)).toBe(true)
  })

  test('a message that came after the call does not', () => {
    const said = words('first', 'second')
    expect(said.says('second', 1)).toBe(false)
    expect(said.says('second', 2)).toBe(true)
    expect(said.recent(1).map(({ text }) => text)).toEqual(['first'])
  })

  test('an id that was taken before is the same message again', () => {
    const said = new UserWords()
    expect(said.add({ id: 'm', seq: 1, text: 'one' })).toBe(true)
    expect(said.add({ id: 'm', seq: 2, text: 'two' })).toBe(false)
    expect(said.says('two', 9)).toBe(false)
  })

  test('a long message is searched in linear time', () => {
    const said = words(`${'aaaa@'.repeat(4_000)} ${'1,'.repeat(1_000)} ${'a.'.repeat(4_000)}`)
    const work = workOf(() => {
      said.named('email:x@y.example', 9)
      said.said(9)[0]?.numbers.values
    })
    expect(work).toBeLessThan(500)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalOf } from '../../../src/flow/words/canonical.js'

describe('canonical forms', () => {
  test.each<[string | number | boolean, string, boolean]>([
    ['https://Example.COM/a', 'url:https://example.com/a', true],
    ['HTTPS://example.com/a', 'url:https://example.com/a', true],
    ['  https://example.com/a ', 'url:https://example.com/a', true],
    ['https://example.com', 'url:https://example.com', true],
    ['https://example.com/', 'url:https://example.com', true],
    ['https://example.com:443/a', 'url:https://example.com/a', false],
    ['https://example.com/b/../a', 'url:https://example.com/a', false],
    ['https://example.com/%61?q=1#x', 'url:https://example.com/%61?q=1#x', true],
    ['https://münchen.example', 'url:https://xn--mnchen-3ya.example', false],
    ['https://xn--mnchen-3ya.example', 'url:https://xn--mnchen-3ya.example', true],
    ['https://ｅxample.com', 'url:https://example.com', false],
    ['http://0x7f.1/', 'url:http://127.0.0.1', false],
    ['http://2130706433', 'url:http://127.0.0.1', false],
    ['https://exam\u200bple.com', 'url:https://example.com', false],
    ['lena@ACME.example', 'email:lena@acme.example', true],
    ['Lena@acme.example', 'email:Lena@acme.example', true],
    ['lena@ａcme.example', 'email:lena@acme.example', false],
    ['ｌena@acme.example', 'email:ｌena@acme.example', true],
    ['le\u00adna@acme.example', 'email:lena@acme.example', false],
    ['Lena <lena@acme.example>', 'text:Lena <lena@acme.example>', true],
    ['+4930901820', 'phone:+4930901820', true],
    ['+49 30 901820', 'phone:+4930901820', true],
    ['+49 (30) 901820', 'phone:+4930901820', true],
    ['+49  30 901820', 'phone:+4930901820', false],
    ['DE89  3704 0044 0532 0130 00', 'account:DE89370400440532013000', false],
    ['4111 1111 1111 1111', 'number:4111111111111111', true],
    ['4111-1111-1111-1111', 'number:4111111111111111', true],
    ['4111 1111 1111 1112', 'text:4111 1111 1111 1112', true],
    ['DE89370400440532013000', 'account:DE89370400440532013000', true],
    ['DE89 3704 0044 0532 0130 00', 'account:DE89370400440532013000', true],
    ['de89370400440532013000', 'account:DE89370400440532013000', false],
    [13, 'number:13', true],
    ['13', 'number:13', true],
    ['013', 'text:013', true],
    ['1.10', 'text:1.10', true],
    ['-4.5', 'number:-4.5', true],
    ['2025-05-15', 'date:2025-05-15', true],
    ['2025-05-15 10:00', 'date:2025-05-15T10:00', true],
    ['2025-05-15T10:00:00', 'date:2025-05-15T10:00', true],
    ['2025-05-15T10:00:00Z', 'date:2025-05-15T10:00Z', true],
    ['2025-13-15', 'text:2025-13-15', true],
    ['/srv/a/../b', 'path:/srv/b', false],
    ['/srv//b', 'path:/srv/b', false],
    ['/srv/b', 'path:/srv/b', true],
    ['./notes.txt', 'path:./notes.txt', true],
    ['../x', 'path:../x', true],
    ['C:\\data\\..\\x', 'path:C:\\x', false],
    ['cafe\u0301', 'text:café', false],
    ['Lena\u202e', 'text:Lena', false],
    [true, 'text:true', true],
    // Line breaks and other white space are no outer space.
    ['lena@acme.example\n', 'text:lena@acme.example', false],
    ['\tlena@acme.example', 'text:lena@acme.example', false],
    ['https://example.com/a\n', 'url:https://example.com/a', false],
    ['/srv/a\r\n', 'path:/srv/a', false],
    ['notes\u00a0', 'text:notes', false],
    ['/etc/cron.d/job@acme.example', 'path:/etc/cron.d/job@acme.example', true],
  ])('%j is %s, exact: %s', (raw, key, exact) => {
    expect(canonicalOf(raw)).toMatchObject({ key, exact })
  })

  test('what is taken for canonical is canonical, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.emailAddress()), (raw) => {
        const once = canonicalOf(raw)
        const twice = canonicalOf(once.text)
        expect(twice.text).toBe(once.text)
        if (once.kind !== 'date') expect(twice.exact).toBe(true)
      }),
    )
  })

  test('a character that is not seen is never part of an exact form', () => {
    const hidden = fc.constantFrom(
      '\u200b',
      '\u2060',
      '\ufeff',
      '\u00ad',
      '\u202e',
      '\ufe0f',
      '\u{e0041}',
      '\u115f',
    )
    fc.assert(
      fc.property(
        fc.constantFrom('lena@acme.example', 'notes', '/srv/a'),
        hidden,
        fc.nat(5),
        (text, char, at) => {
          const place = 1 + (at % (text.length - 1))
          expect(canonicalOf(text.slice(0, place) + char + text.slice(place)).exact).toBe(false)
        },
      ),
    )
  })
})

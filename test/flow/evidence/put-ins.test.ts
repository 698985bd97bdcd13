import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PutIns } from '../../../src/flow/evidence/put-ins.js'
import { addressesIn, entitiesIn, isAddressKey } from '../../../src/flow/words/entities.js'
import { placeOf } from '../../../src/json/place.js'

const PIECES = [
  ...['lena@acme.example', '<bob@x.example>', 'mailto:a@b.example', 'ü@é.example', 'user@', '@x', '://'],
  ...['https://a.example/x,y?z=1', '"http://evil.example"', 'evil.example.', 'evil.example', 'report.pdf'],
  ...['+49', '30', '1234567', '+49-30-1234567', 'tel:+4930123456', '(DE89', 'DE89', '3704', '0044', '0532'],
  ...['0130', '00', 'DE89370400440532013000', 'March', '3,', '2026', '2026-01-02', '/etc/passwd', 'a,b;c|d'],
  ...['word', 'Wörter', '123', '1.10', 'a.b', '...', 'ab12,', 'DE89 3704 0044 0532 0130 00'],
]
const written = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', ' ', ' ', '\n', ',')), { maxLength: 14 })
  .map((parts) => parts.flat().join(''))

const sorted = (keys: Iterable<string> | undefined) => [...(keys ?? ['none'])].sort()

describe('addresses in a text', () => {
  test('are those that stand in it as entities', () => {
    fc.assert(
      fc.property(written, (text) => {
        const all = [...entitiesIn(text)].filter(isAddressKey)
        expect(sorted(addressesIn(text, 1_000))).toEqual(sorted(all))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['an account in groups', 'pay DE89 3704 0044 0532 0130 00, please', 'account:DE89370400440532013000'],
    [
      'the longest account',
      'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
      'account:MT84MALT011000012345MTLCAST001S',
    ],
    ['a phone number in groups', 'call +49 30 123456 now', 'phone:+4930123456'],
    ['a host at the end', 'it is on evil.example.', 'url:https://evil.example'],
    ['an address in markup', '<a href="mailto:bob@x.example">', 'email:bob@x.example'],
  ])('%s', (_, text, key) => {
    expect(addressesIn(text, 10)).toContain(key)
    expect(entitiesIn(text)).toContain(key)
  })

  test.each([
    ['addresses', (i: number) => `a${i}@x.example `],
    ['what only looks like a phone number', (i: number) => `+0 000 ${i}00000 `],
  ])('more %s than can be kept are not listed', (_, make) => {
    const text = Array.from({ length: 30 }, (_, i) => make(i)).join('')
    expect(addressesIn(text, 20)).toBeUndefined()
  })
})

describe('values that nothing vouched for', () => {
  const put = (value: string) => {
    const kept = new PutIns()
    kept.add([{ at: placeOf(['text']), value, role: 'content', label: 'third-party-text' }], () => false, 1)
    return kept
  }

  test('of a long text its addresses are kept, and not the text', () => {
    const kept = put(`${'a report of two megabytes '.repeat(80_000)} bob@evil.example`)
    expect(kept.capOf('email:bob@evil.example')).toBe('unknown')
    expect(JSON.stringify(kept.toJSON()).length).toBeLessThan(200)
  })

  test('a short text is kept, also where what can be seen of it is short', () => {
    expect(put('evil name').capOf('text:evil name')).toBe('unknown')
    expect(put(`evil${'\u200b'.repeat(5_000)} name`).capOf('text:evil name')).toBe('unknown')
  })

  test('with more addresses than are kept no result counts any more', () => {
    const kept = put(Array.from({ length: 10_001 }, (_, i) => `a${i}@x.example`).join('\n'))
    expect(kept.capOf('text:anything')).toBe('unknown')
  })
})

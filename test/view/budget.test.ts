import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutAt } from '../../src/text/clip.js'
import { estimateTokens, fits } from '../../src/view/budget.js'
import { workOf } from '../fixtures/work.js'
import { estimateByTheBook } from '../gate/view-samples.js'

describe('the estimate', () => {
  test.each([
    ['no text', '', 0],
    ['a letter', 'a', 1],
    ['four letters', 'word', 1],
    ['five letters', 'words', 2],
    ['16 letters', 'a'.repeat(16), 4],
    ['a longer run is no word: 1 each', 'a'.repeat(17), 17],
    ['digits 1 each', '2026', 4],
    ['a sentence', 'Hello, world!', 2 + 1 + 1 + 2 + 1],
    ['other code units 1.2 each, rounded up at the end', 'é', 2],
    ['five of them', 'ééééé', 6],
    ['an emoji is two code units', '😀', 3],
    ['letters around others', 'aéa', 4],
  ])('%s', (_, text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  test('agrees with a plain reading of the rule, and never passes the bytes', () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z]{0,40}$/), fc.string())
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join('')
        expect(estimateTokens(text)).toBe(estimateByTheBook(text))
        expect(estimateTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the byte rule', () => {
  const never = () => {
    throw new Error('counted')
  }

  test('text of at most so many bytes is never counted', () => {
    expect(fits('x'.repeat(100), 100, never)).toBe(true)
    expect(fits('é'.repeat(50), 100, never)).toBe(true)
    expect(() => fits('x'.repeat(101), 100, never)).toThrow('counted')
    expect(() => fits('é'.repeat(51), 100, never)).toThrow('counted')
  })

  test('above that the counter decides, and without one the estimate', () => {
    expect(fits('word '.repeat(100), 200)).toBe(true)
    expect(fits('word '.repeat(100), 199)).toBe(false)
    expect(fits('word '.repeat(100), 199, () => 199)).toBe(true)
    expect(fits('word '.repeat(100), 199, () => 200)).toBe(false)
  })

  test('a counter that gives no number never lets a text pass', () => {
    expect(fits('x'.repeat(101), 100, () => Number.NaN)).toBe(false)
  })

  test('a huge text is refused without being read', () => {
    const huge = 'x y '.repeat(10_000_000)
    expect(workOf(() => expect(fits(huge, 2_000)).toBe(false))).toBeLessThan(20)
  })
})

describe('a cut', () => {
  test.each([
    ['between ASCII', 'abcdef', 3, 3],
    ['at the start', 'abc', 0, 0],
    ['past the end', 'abc', 9, 3],
    ['not inside a code point', 'ab😀cd', 3, 2],
    ['not inside a family', 'ab👨‍👩‍👧cd', 6, 2],
    ['not before a skin tone', 'a👍🏽b', 3, 1],
    ['not inside a flag', 'a🇯🇵b', 3, 1],
    ['not before an accent', 'ae\u0301b', 2, 1],
    ['between two emoji', '😀😀', 2, 2],
    ['inside a pile of marks, between code points', `a${'\u0301'.repeat(500)}`, 300, 300],
  ])('%s', (_, text, index, expected) => {
    expect(cutAt(text, index)).toBe(expected)
  })

  test('never makes a text ill-formed, and never moves forward', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(200), (text, index) => {
        const at = cutAt(text, index)
        expect(at).toBeLessThanOrEqual(Math.max(index, 0))
        expect(text.slice(0, at).isWellFormed()).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

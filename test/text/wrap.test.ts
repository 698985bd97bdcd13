import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrap } from '../../src/text/wrap.js'

test('breaks at blanks, keeps an indent, and sets further lines in', () => {
  expect(wrap('  aa bb cc', 7, '    ')).toEqual(['  aa bb', '    cc'])
  expect(wrap('a  b', 80)).toEqual(['a  b'])
  expect(wrap('', 80)).toEqual([''])
})

test('a word that is too long stands alone, whole', () => {
  expect(wrap('a toolongaword b', 6, ' ')).toEqual(['a', ' toolongaword', ' b'])
})

test('loses no word, and is no wider than it may be where words fit', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 })
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 60 }), (words, width) => {
      const lines = wrap(words.join(' '), width, '    ')
      expect(lines.join(' ').split(/ +/)).toEqual(words)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
    }),
  )
})

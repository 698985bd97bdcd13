import { expect, test } from 'vitest'
import { additions } from '../../src/init/diff.js'

test('only what is added is shown, with two lines around it', () => {
  const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3 // why\n}\n'
  const after = '{\n  "a": 1,\n  "b": 2,\n  "c": 3, // why\n  "d": 4\n}\n'
  expect(additions(before, after)).toEqual([
    '    "a": 1,',
    '    "b": 2,',
    '-   "c": 3 // why',
    '+   "c": 3, // why',
    '+   "d": 4',
    '  }',
    '  ',
  ])
})

test('of equal texts nothing is shown', () => {
  expect(additions('a\nb', 'a\nb')).toEqual([])
})

test('a line with commas of its own is followed by one more', () => {
  expect(additions('{\n  "a": [1, 2]\n}', '{\n  "a": [1, 2],\n  "b": 3\n}')).toEqual([
    '  {',
    '-   "a": [1, 2]',
    '+   "a": [1, 2],',
    '+   "b": 3',
    '  }',
  ])
})

// What is added stands where it belongs, and everything that stood there before stands there still.

import fc from 'fast-check'
import JSON5 from 'json5'
import { describe, expect, test } from 'vitest'
import { addItem, addProperty, canEdit, mannerOf, print } from '../../src/init/jsonc.js'

describe('a property is added', () => {
  test.each<[what: string, before: string, after: string]>([
    ['to an empty object', '{}', '{\n  "b": 2\n}'],
    ['behind the last one', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "b": 2\n}\n'],
    ['behind a trailing comma', '{\n  "a": 1,\n}\n', '{\n  "a": 1,\n  "b": 2\n}\n'],
    ['on one line', '{ "a": 1 }', '{ "a": 1,\n  "b": 2\n}'],
    ['with tabs', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"b": 2\n}'],
    ['with four spaces', '{\n    "a": 1\n}', '{\n    "a": 1,\n    "b": 2\n}'],
    ['with the line ends of the file', '{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'],
    ['behind the remark on the line before', '{\n  "a": 1 // why\n}\n', '{\n  "a": 1, // why\n  "b": 2\n}\n'],
    [
      'behind a trailing comma and its remark',
      '{\n  "a": 1, /* why */\n}\n',
      '{\n  "a": 1, /* why */\n  "b": 2\n}\n',
    ],
    [
      'before a remark of its own line',
      '{\n  "a": 1\n  // to do\n}\n',
      '{\n  "a": 1,\n  "b": 2\n  // to do\n}\n',
    ],
    ['into an object that holds a remark alone', '{\n  // none yet\n}\n', '{\n  "b": 2\n  // none yet\n}\n'],
  ])('%s', (_, before, after) => {
    const made = addProperty(before, [], 'b', 2)
    expect(JSON5.parse(made)).toEqual({ ...(JSON5.parse(before) as object), b: 2 })
    expect(made).toBe(after)
  })
})

test('objects on the way are made, and those that are there are kept', () => {
  const text = '{ "s": { "x": 1 } }'
  expect(JSON5.parse(addProperty(text, ['s', 'servers', 'fs', 'tools'], 'read_*', { a: 1 }))).toEqual({
    s: { x: 1, servers: { fs: { tools: { 'read_*': { a: 1 } } } } },
  })
})

test('an item is added behind the last one of a list', () => {
  expect(JSON5.parse(addItem('{ "l": [{ "a": 1 }] }', ['l'], { b: 2 }))).toEqual({ l: [{ a: 1 }, { b: 2 }] })
  expect(JSON5.parse(addItem('{ "l": [] }', ['l'], 1))).toEqual({ l: [1] })
})

test.each([
  ['{ "a": 1, } // c', true],
  ["{ 'a': 1 }", false],
  ['{ a: 1 }', false],
  ['[]', false],
  ['', false],
])('%s can be added to: %s', (text, can) => {
  expect(canEdit(text)).toBe(can)
})

test('what fits stands on one line, what does not is opened', () => {
  const manner = mannerOf('')
  expect(print({ a: [1, 'b'] }, manner, 9)).toBe('{ "a": [1, "b"] }')
  expect(print({ a: 'x'.repeat(200) }, manner, 4).split('\n')).toHaveLength(3)
})

test('whatever the file holds, the rest of it stays and the new key is read', () => {
  const json = fc.object({
    maxDepth: 2,
    values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
  })
  fc.assert(
    fc.property(json, json, fc.constantFrom(undefined, 2, '\t'), (before, value, space) => {
      const { __proto__: _, s: __, ...own } = { ...before } as Record<string, unknown>
      const text = JSON.stringify(own, null, space)
      const made = addProperty(text, [], 's', value)
      expect(JSON.parse(made)).toEqual(JSON.parse(JSON.stringify({ ...own, s: value })))
      expect(made.startsWith(text.slice(0, text.lastIndexOf('}')).trimEnd())).toBe(true)
    }),
    { numRuns: 300 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { policyFor, type ToolRule } from '../../../src/mcp/tools/policy.js'
import { matches } from '../../../src/text/glob.js'

test.each([
  ['read_file', 'read_file', true],
  ['read_file', 'read_files', false],
  ['read_*', 'read_file', true],
  ['read_*', 'read_', true],
  ['read_*', 'pread_x', false],
  ['*', '', true],
  ['*_file', 'read_file', true],
  ['*a*b*', 'xaxbx', true],
  ['*a*b*', 'xbxax', false],
  ['aa*aa', 'aaa', false],
  ['a*a*a', 'aa', false],
  ['read.file', 'readxfile', false],
])('pattern %s and name %s: %s', (pattern, name, expected) => {
  expect(matches(pattern, name)).toBe(expected)
})

test('a pattern matches what a regular expression of it would', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
  fc.assert(
    fc.property(letters, text, (pattern, name) => {
      const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name)
      expect(matches(pattern, name)).toBe(expected)
    }),
  )
})

test('the most specific pattern wins, key by key, whatever the order', () => {
  const rules: ToolRule[] = [
    { pattern: 'write_file', limits: { modelTokens: 100 } },
    { pattern: '*', effect: 'read', views: 'raw', limits: { modelTokens: 1, timeoutMs: 9 } },
    { pattern: 'write_*', effect: 'write' },
  ]
  expect(policyFor('write_file', rules)).toEqual({
    effect: 'write',
    views: 'raw',
    limits: { modelTokens: 100, timeoutMs: 9 },
  })
  expect(policyFor('write_file', [...rules].reverse())).toEqual(policyFor('write_file', rules))
})

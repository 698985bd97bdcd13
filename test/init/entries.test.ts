// From proposals to entries: patterns only where they say the same of all, and nothing against what is there.

import { expect, test } from 'vitest'
import { sortProposals } from '../../src/init/entries.js'
import type { Proposal } from '../../src/lint/propose/index.js'

const proposal = (name: string, effect: 'read' | 'write' = 'read'): Proposal => ({
  name,
  policy: { effect },
  assumed: effect,
  review: [],
})
const patterns = (proposals: readonly Proposal[], rules: Parameters<typeof sortProposals>[1] = []) =>
  sortProposals(proposals, rules).entries.map(({ pattern }) => pattern)

test('tools that agree share a pattern', () => {
  expect(patterns([proposal('read_a'), proposal('write_a', 'write'), proposal('read_b')])).toEqual([
    'read_*',
    'write_a',
  ])
})

test('a pattern that another tool would fall under is not made', () => {
  expect(patterns([proposal('read_a'), proposal('read_b'), proposal('read_c', 'write')])).toEqual([
    'read_a',
    'read_b',
    'read_c',
  ])
})

test('a pattern that a tool of the config would fall under is not made', () => {
  const rules = [{ pattern: 'read_c', effect: 'write' } as const]
  expect(patterns([proposal('read_a'), proposal('read_b'), proposal('read_c')], rules)).toEqual([
    'read_a',
    'read_b',
  ])
})

test('a pattern that the config has already, for limits, is not written a second time', () => {
  const rules = [{ pattern: 'read_*', limits: { modelTokens: 100 } }] as const
  expect(patterns([proposal('read_a'), proposal('read_b')], rules)).toEqual(['read_a', 'read_b'])
})

test('tools that the config declares, by name or pattern, are kept; one with limits only is not', () => {
  const rules = [
    { pattern: 'a_*', deny: true },
    { pattern: 'b' },
    { pattern: '*', limits: { timeoutMs: 5 } },
  ] as const
  const { kept, entries } = sortProposals([proposal('a_1'), proposal('b'), proposal('c')], rules)
  expect(kept).toEqual(['a_1', 'b'])
  expect(entries.map(({ pattern }) => pattern)).toEqual(['c'])
})

test.each(['*', 'read_*', '__proto__', 'constructor', 'a\u202eb'])(
  'a tool called %j gets no entry: it would stand for others, or for nothing',
  (name) => {
    expect(sortProposals([proposal(name)], [])).toMatchObject({ entries: [], unnamable: [name] })
  },
)

test('names without separators share no pattern', () => {
  expect(patterns([proposal('readA'), proposal('readB')])).toEqual(['readA', 'readB'])
})

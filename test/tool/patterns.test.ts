// Patterns of schemas: no text hangs the process, whoever wrote the pattern.

import { describe, expect, test } from 'vitest'
import { guardedPattern, refillPatternBudget } from '../../src/tool/patterns.js'

/** Processor time, so that a busy machine doesn't count. */
function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

describe('guardedPattern', () => {
  test.each([
    ['an exponential one', '^(a+)+$', `${'a'.repeat(50)}!`],
    ['an exponential one by alternation', '^(a|a)*$', `${'a'.repeat(50)}!`],
    ['a cubic one on a long text', '\\s*\\s*\\s*$', `${' '.repeat(200_000)}x`],
  ])('%s ends within its time, as no match', (_what, pattern, text) => {
    refillPatternBudget()
    const start = process.cpuUsage()
    expect(guardedPattern(pattern).test(text)).toBe(false)
    expect(cpuMs(start)).toBeLessThan(200)
  })

  test('a thousand slow texts share one budget', () => {
    refillPatternBudget()
    const pattern = guardedPattern('^(a+)+$')
    const start = process.cpuUsage()
    for (let i = 0; i < 1_000; i++) expect(pattern.test(`${'a'.repeat(50)}!`)).toBe(false)
    expect(cpuMs(start)).toBeLessThan(200)
    refillPatternBudget()
    expect(pattern.test('a'.repeat(50))).toBe(true)
  })

  test('long texts still match', () => {
    refillPatternBudget()
    expect(guardedPattern('^[a-z.]+@[a-z.]+$').test(`${'a'.repeat(2_000)}@example.com`)).toBe(true)
    expect(guardedPattern('^(?:[a-z]+\\.)*[a-z]+@x$').test('first.second.third.fourth@x')).toBe(true)
  })

  test('a pattern is Unicode, or what its author could write without', () => {
    expect(guardedPattern('^\\p{L}+$').test('Ærø')).toBe(true)
    expect(guardedPattern('^[\\w-\\.]+$').test('a-b.c')).toBe(true)
    expect(() => guardedPattern('(')).toThrow(SyntaxError)
  })
})

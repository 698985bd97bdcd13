// Patterns of schemas: no text hangs the process, whoever wrote the pattern.

import { describe, expect, test } from 'vitest'
import { guardedPattern, withinBudget } from '../../../src/json/schema/patterns.js'

/** Processor time, so that a busy machine doesn't count. */
function cpuMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** Each text on its own, and all of them in one check. */
const matched = (source: string, texts: readonly string[]) => {
  const pattern = guardedPattern(source)
  return withinBudget(() => texts.map((text) => pattern.test(text)))
}

describe('guardedPattern', () => {
  test.each([
    ['an exponential one', '^(a+)+$', `${'a'.repeat(50)}!`, 1],
    ['an exponential one by alternation', '^(a|a)*$', `${'a'.repeat(50)}!`, 1],
    ['one that is worse than two to the power of the length', '^(a|a|a|a|a)*$', `${'a'.repeat(18)}!`, 1],
    ['groups in repeated groups', '^(((a+)+)+)+$', `${'a'.repeat(18)}!`, 1],
    ['one made of optional letters', `^${'a?'.repeat(30)}${'a'.repeat(30)}$`, `${'a'.repeat(29)}!`, 1],
    ['one made of alternations', `^${'(a|a)'.repeat(30)}$`, `${'a'.repeat(30)}!`, 1],
    ['a group that is repeated a number of times', '^(a|a){30}$', `${'a'.repeat(30)}!`, 1],
    ['a cubic one on a long text', '\\s*\\s*\\s*$', `${' '.repeat(200_000)}x`, 1],
    ['thousands of long texts', '^(a+)+$', `${'a'.repeat(50)}!`, 1_000],
    ['thousands of short texts', '^[a-z0-9]+(-?[a-z0-9]+)*$', `${'a'.repeat(18)}!`, 9_000],
    ['thousands of short texts for many repetitions', '^a*a*a*a*b$', 'a'.repeat(15), 9_000],
    ['tens of thousands of tiny ones', '^(a+)+$', `${'a'.repeat(10)}!`, 20_000],
  ])('%s ends within its time, as no match', (_what, pattern, text, count) => {
    const start = process.cpuUsage()
    const found = matched(
      pattern,
      Array.from({ length: count }, () => text),
    )
    expect(cpuMs(start)).toBeLessThan(200)
    expect(found).not.toContain(true)
  })

  test('the next check has its own time', () => {
    expect(
      matched(
        '^(a+)+$',
        Array.from({ length: 100 }, () => `${'a'.repeat(50)}!`),
      ),
    ).not.toContain(true)
    expect(matched('^(a+)+$', ['a'.repeat(50)])).toEqual([true])
  })

  test('honest texts match, long ones and many of them', () => {
    expect(matched('^[a-z.]+@[a-z.]+$', [`${'a'.repeat(2_000)}@example.com`])).toEqual([true])
    expect(matched('^(?:[a-z]+\\.)*[a-z]+@x$', ['first.second.third.fourth@x'])).toEqual([true])
    const slugs = Array.from({ length: 5_000 }, (_, i) => `one-of-many-honest-slugs-${i}`)
    expect(matched('^[a-z0-9]+(-?[a-z0-9]+)*$', slugs)).not.toContain(false)
  })

  test('what a check throws is thrown on, and harms no later one', () => {
    const boom = new RangeError('boom')
    const pattern = guardedPattern('^(a+)+$')
    const failing = () => withinBudget(() => fail(pattern.test('a'.repeat(50)) ? boom : new Error()))
    expect(failing).toThrow(boom)
    expect(matched('^(a+)+$', ['a'.repeat(50)])).toEqual([true])
  })

  test('a pattern is Unicode, or what its author could write without', () => {
    expect(matched('^\\p{L}+$', ['Ærø'])).toEqual([true])
    expect(matched('^[\\w-\\.]+$', ['a-b.c'])).toEqual([true])
    expect(() => guardedPattern('(')).toThrow(SyntaxError)
  })
})

function fail(error: Error): never {
  throw error
}

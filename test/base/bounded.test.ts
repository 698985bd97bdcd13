import { expect, test } from 'vitest'
import { BoundedSet } from '../../src/base/bounded.js'

test('holds the latest ones, the newest first', () => {
  const set = new BoundedSet<string>(3)
  for (const each of ['a', 'b', 'c', 'd']) set.add(each)
  expect([...set]).toEqual(['d', 'c', 'b'])
  expect(set.has('a')).toBe(false)
  expect(set.size).toBe(3)
})

test('what is added once more is the newest again', () => {
  const set = new BoundedSet<string>(2)
  for (const each of ['a', 'b', 'a', 'c']) set.add(each)
  expect([...set]).toEqual(['c', 'a'])
})

import { expect, test } from 'vitest'
import { newId, systemRandom } from '../../src/base/ids.js'

test('the pool of random bytes gives as many as asked for, none of them twice, and never writes over any', () => {
  const random = systemRandom()
  const given = [4_096, 1, 5_000, 12, 0, 4_095, 12].map((count) => ({ count, bytes: random(count) }))
  const before = given.map(({ bytes }) => [...bytes].join())
  const ids = new Set(Array.from({ length: 5_000 }, () => newId(random, 'call')))
  expect(ids.size).toBe(5_000)
  expect(given.map(({ bytes }) => bytes.length)).toEqual(given.map(({ count }) => count))
  expect(given.map(({ bytes }) => [...bytes].join())).toEqual(before)
})

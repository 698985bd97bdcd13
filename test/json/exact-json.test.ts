import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readExact } from '../../src/json/exact-json.js'

describe('a whole number that a double rounds stays exact', () => {
  test.each<[string, unknown]>([
    ['1234567890123456789', 1234567890123456789n],
    ['{"id":-9007199254740993,"n":9007199254740991}', { id: -9007199254740993n, n: 9007199254740991 }],
    [
      '[18446744073709551615,1.5,"12345678901234567890"]',
      [18446744073709551615n, 1.5, '12345678901234567890'],
    ],
    ['[1e400]', ['1e400']],
    ['{"a":-1E+999}', { a: '-1E+999' }],
    [
      '[0.12345678901234567890,12345678901234567890.0,1e21]',
      [0.12345678901234568, 12345678901234567000, 1e21],
    ],
    [`[${'9'.repeat(401)}]`, ['9'.repeat(401)]],
    ['{"a":1,"a":{"b":1234567890123456789}}', { a: { b: 1234567890123456789n } }],
  ])('%s', (text, value) => {
    expect(readExact(text)).toEqual(value)
  })
})

test('as its digits, where a text is wanted', () => {
  expect(readExact('{"id":1234567890123456789}', String)).toEqual({ id: '1234567890123456789' })
})

test('a key that changes prototypes is a key', () => {
  const value = readExact('{"__proto__":{"a":1234567890123456789}}') as object
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(Object.keys(value)).toEqual(['__proto__'])
})

test('what is no JSON is refused as JSON.parse does it', () => {
  expect(() => readExact('{"id":1234567890123456789,}')).toThrow(SyntaxError)
})

test('any JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(readExact(`[${text},"1234567890123456"]`, Number)).toEqual(
        JSON.parse(`[${text},"1234567890123456"]`),
      )
    }),
  )
})

// The look over an argument text: exact for JSON, so that nothing good is refused and nothing lossy passes.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lex } from '../../src/args/lex.js'
import type { Json } from '../../src/json/json.js'

const depthOf = (value: Json): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
const membersOf = (value: Json): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, part) => sum + 1 + membersOf(part), 0)
    : 0

describe('lex', () => {
  test('of any JSON text it tells the depth, at most the members, and no loss', () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, fc.nat(2), (value, indent) => {
        const lexed = lex(JSON.stringify(value, null, indent))
        expect(lexed).toMatchObject({
          depth: depthOf(value),
          isCut: false,
          hasForeignEscape: false,
          trailingCommas: [],
        })
        expect(lexed.lossyNumber).toBeUndefined()
        expect(lexed.members).toBeLessThanOrEqual(membersOf(value))
        expect(lexed.members * 2 + 1).toBeGreaterThanOrEqual(membersOf(value))
      }),
    )
  })

  test('a number that a double prints is never lossy, and an integer that it changes always is', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(lex(`[${String(number)}]`).lossyNumber).toBeUndefined()
        expect(lex(`[${number.toExponential(20)}]`).depth).toBe(1)
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 10n ** 20n }), (integer) => {
        const survives = BigInt(String(Number(integer))) === integer
        expect(lex(`[${integer}]`).lossyNumber === undefined).toBe(survives)
      }),
    )
  })

  test.each<[string, string | undefined]>([
    ['1.10', undefined],
    ['100000000000000000000', undefined],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['0.30000000000000004', undefined],
    ['1E5', undefined],
    ['1e400', '1e400'],
    ['-1e-400', '1e-400'],
    ['0e5', undefined],
    ['0.000000000000000000', undefined],
    ['12345678901234567890', '12345678901234567890'],
    ['0x1FFFFFFFFFFFFF', undefined],
    ['0x20000000000001', '0x20000000000001'],
  ])('%s', (number, lossy) => {
    expect(lex(`{"a":${number}}`).lossyNumber).toBe(lossy)
  })

  test('tokens behind a comment are seen, however its line ends', () => {
    for (const end of ['\n', '\r', '\u2028', '\u2029']) {
      expect(lex(`// ${end}[[{"a":1e999}]]`)).toMatchObject({ depth: 3, lossyNumber: '1e999' })
    }
    expect(lex('/* [[ */ [1]')).toMatchObject({ depth: 1 })
  })

  test('a text that was cut off is told', () => {
    for (const text of ['{', '{"a', '[1,', '{"a":"b\\']) expect(lex(text).isCut).toBe(true)
    for (const text of ['{}', '"a"', '1', '']) expect(lex(text).isCut).toBe(false)
  })

  test('only commas after a value count as trailing', () => {
    expect(lex('[1,]').trailingCommas).toEqual([2])
    expect(lex('{"a":[1 , ] ,\n}').trailingCommas).toEqual([8, 12])
    for (const text of ['[,]', '{,}', '[1,,]', '[",]"]']) expect(lex(text).trailingCommas).toEqual([])
  })

  test.each<[string, string | undefined]>([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":{"b":1,"b":2}}', 'b'],
    ['[{"c":1},{"c":1,"d":{},"c":2}]', 'c'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ["{a:1,'a':2}", 'a'],
    ['{\'it"s\':1,"it\\"s":2}', 'it"s'],
    ['{a:1,/* a:2 */"a":2}', 'a'],
    ['{été:1,"été":2}', 'été'],
    ['{a\u00a0:1,a:2}', 'a'],
    ['{$a_1:1,$a_1:2}', '$a_1'],
    ['{"a":{"a":{"a":1}},"b":["a","a"],"c":"a:a"}', undefined],
    ['{"a":1,"A":2,"a ":3}', undefined],
    ['[{"a":1},{"a":1}]', undefined],
    ['{"a":"b","b":"a"}', undefined],
    ['{a:1,// a:2\nb:2}', undefined],
    ['["a":1,"a":2]', undefined],
    ['"a":1,"a":2', undefined],
  ])('a key that stands twice in one object: %s', (text, key) => {
    expect(lex(text).duplicateKey).toBe(key)
  })

  test('no JSON that a printer wrote has a key twice', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(lex(text).duplicateKey).toBeUndefined()
      }),
    )
  })
})

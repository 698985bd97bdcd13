import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinLabels, joinReaders, worse } from '../../../src/tool/flow/label.js'
import { INTEGRITY, type Label } from '../../../src/tool/outcome.js'

const integrity = fc.constantFrom(...INTEGRITY)
const readers: fc.Arbitrary<readonly string[]> = fc.oneof(
  fc.constant<readonly string[]>(['public']),
  fc.constant<readonly string[]>(['session']),
  fc.uniqueArray(fc.constantFrom('group:finance', 'group:board', 'lena@acme.example'), { minLength: 0 }),
)
const label: fc.Arbitrary<Label> = fc.record({ integrity, readers })
const rank = (name: Label['integrity']) => INTEGRITY.indexOf(name)

describe('labels', () => {
  test('a join is never better than any of its parts', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1 }), (labels) => {
        const joined = joinLabels(labels)
        for (const each of labels) expect(rank(joined.integrity)).toBeGreaterThanOrEqual(rank(each.integrity))
      }),
    )
  })

  test('a join admits no reader that one of its parts does not', () => {
    fc.assert(
      fc.property(readers, readers, (a, b) => {
        const declared = [a, b].filter((list) => !list.includes('public') && !list.includes('session'))
        const joined = joinReaders(a, b)
        for (const list of declared) for (const reader of joined) expect(list).toContain(reader)
      }),
    )
  })

  test('the order of joining does not matter', () => {
    fc.assert(
      fc.property(integrity, integrity, integrity, readers, readers, (a, b, c, r, s) => {
        expect(worse(worse(a, b), c)).toBe(worse(a, worse(b, c)))
        expect([...joinReaders(r, s)].sort()).toEqual([...joinReaders(s, r)].sort())
      }),
    )
  })

  test.each([
    [['public'], ['session'], ['session']],
    [['session'], ['group:finance'], ['group:finance']],
    [['group:finance', 'group:board'], ['group:board'], ['group:board']],
    [['group:finance'], ['group:board'], []],
  ])('readers %j and %j leave %j', (a, b, both) => {
    expect(joinReaders(a, b)).toEqual(both)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type JsonPointer,
  pathIn,
  pointerOf,
  pointerTo,
  stepsOf,
  stepsOfFragment,
  valueAt,
} from '../../src/json/pointer.js'

describe('JSON Pointers (RFC 6901)', () => {
  it.each([
    ['', []],
    ['/', ['']],
    ['/foo/0', ['foo', '0']],
    ['/a~1b', ['a/b']],
    ['/m~0n', ['m~n']],
    ['/~01', ['~1']],
    ['/c%d', ['c%d']],
    ['/a.b', ['a.b']],
    ['/ ', [' ']],
  ])('%j is read as %j, and written as it was', (pointer, steps) => {
    expect(stepsOf(pointer)).toEqual(steps)
    expect(pointerOf(steps)).toBe(pointer)
  })

  it.each(['foo', '#/a', '/a~', '/a~2', '~1', '0'])('%j is no pointer', (text) => {
    expect(stepsOf(text)).toBeUndefined()
    expect(pathIn({}, text)).toBeUndefined()
  })

  it('what is written is read as it was, whatever the keys', () => {
    const path = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('~', '/', '~1', '%25', '.')),
    )
    fc.assert(
      fc.property(path, (steps) => {
        const pointer = pointerOf(steps)
        expect(stepsOf(pointer)).toEqual(steps)
        expect(steps.reduce<JsonPointer>(pointerTo, '')).toBe(pointer)
      }),
    )
  })

  it('two paths are never one pointer', () => {
    expect(pointerOf(['a', 'b'])).not.toBe(pointerOf(['a/b']))
    expect(pointerOf(['a.b'])).not.toBe(pointerOf(['a', 'b']))
  })

  it('an index is a number only where the value has a list', () => {
    expect(pathIn({ rows: [{ 0: 'x' }] }, '/rows/0/0')).toEqual(['rows', 0, '0'])
    expect(pathIn({ rows: [] }, '/rows/-')).toEqual(['rows', '-'])
  })

  it('own keys and items only', () => {
    expect(valueAt({ a: [1, { b: 2 }] }, ['a', 1, 'b'])).toBe(2)
    for (const path of [
      ['constructor'],
      ['__proto__'],
      ['a', 'length'],
      ['a', '01'],
      ['a', 2],
      ['a', 0, 'x'],
    ])
      expect(valueAt({ a: [1, { b: 2 }] }, path)).toBeUndefined()
  })
})

describe('pointers as the fragment of a URI', () => {
  it.each([
    ['', []],
    ['/$defs/a%20b', ['$defs', 'a b']],
    ['/$defs/a b', ['$defs', 'a b']],
    ['/c%25d', ['c%d']],
    ['/g%7Ch', ['g|h']],
    ['/m~0n', ['m~n']],
    // The percent sign is read before the tilde: `%7E1` is `~1`, which is a slash.
    ['/a%7E1b', ['a/b']],
    // And once only: `~0` gives a tilde that escapes nothing.
    ['/~01', ['~1']],
    ['/%257E1', ['%7E1']],
    ['/a%2Fb', ['a/b']],
  ])('%j is read as %j', (fragment, steps) => {
    expect(stepsOfFragment(fragment)).toEqual(steps)
  })

  it.each(['addr', '/a%', '/a%zz', '/a~2', '/a%7E2'])('%j is none', (fragment) => {
    expect(stepsOfFragment(fragment)).toBeUndefined()
  })

  it('what a generator of schemas writes is read as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (steps) => {
        const fragment = pointerOf(steps).split('/').map(encodeURIComponent).join('/')
        expect(stepsOfFragment(fragment)).toEqual(steps)
      }),
    )
  })
})

// Places as values: no two are the same, whatever the keys are, and their names can't be mistaken for each other.

import { describe, expect, test } from 'vitest'
import { isWithin, keyTo, placeBelow, placeName, placeOf, ROOT } from '../../src/json/place.js'

describe('the name of a place', () => {
  test.each<[readonly (string | number)[], string]>([
    [[], ''],
    [['items', 0, 'id'], 'items.0.id'],
    [['größe', 'first-name', '$id', '_x'], 'größe.first-name.$id._x'],
    [['a', 'b'], 'a.b'],
    [['a.b'], '"a.b"'],
    [['', 'a'], '"".a'],
    [['a b'], '"a b"'],
    [['a (key)'], '"a (key)"'],
    [['"a"'], '"\\"a\\""'],
    [['*'], '"*"'],
    [['lena@x', 'example'], '"lena@x".example'],
    [['a/b', 'c~d'], '"a/b"."c~d"'],
    [['…'], '"…"'],
    [['line\nbreak'], '"line\\nbreak"'],
  ])('%j is %s', (path, name) => {
    expect(placeName(placeOf(path))).toBe(name)
  })

  test('a key has another one than the value below it', () => {
    expect(placeName(keyTo(placeOf(['users', 'lena'])))).toBe('users.lena (key)')
    expect(placeName(keyTo(placeOf(['a.b'])))).toBe('"a.b" (key)')
  })
})

test('a step at a time leads to the same place as the whole path', () => {
  expect(placeBelow(placeBelow(placeBelow(ROOT, 'a/b'), 0), '~1')).toBe(placeOf(['a/b', 0, '~1']))
})

describe('what is within a place', () => {
  const doc = placeOf(['docs', 'x'])
  test.each([
    ['its value', doc, true],
    ['a part of it', placeOf(['docs', 'x', 'y', 0]), true],
    ['a key of it', keyTo(placeOf(['docs', 'x', 'y'])), true],
    ['the key that leads to it', keyTo(doc), false],
    ['what it stands in', placeOf(['docs']), false],
    ['a place that begins alike', placeOf(['docs', 'xy']), false],
    ['a key that is written like the way to it', placeOf(['docs.x']), false],
    ['a key that is written like its pointer', placeOf(['docs/x', 'y']), false],
  ])('%s: %s', (_, at, expected) => {
    expect(isWithin(at, doc)).toBe(expected)
  })

  test('everything but no key of nothing is within the whole', () => {
    expect([ROOT, placeOf(['a']), keyTo(placeOf(['a']))].map((at) => isWithin(at, ROOT))).toEqual([
      true,
      true,
      true,
    ])
  })
})

import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { closed } from '../../../src/json/schema/closed.js'
import { at, type Cursor } from '../../../src/json/schema/cursor.js'
import { HANDLE_KEYWORD, isMarked, kindsAt, withoutForms } from '../../../src/json/schema/marks.js'

const text = { type: 'string' }
const count = { type: 'integer' }
const types = (place: Cursor) => [...place.types].toSorted()

describe('what may stand at a place', () => {
  test.each<[what: string, schema: JsonObject, walk: (root: Cursor) => Cursor, types: string[]]>([
    ['a key', { properties: { a: text } }, (root) => root.key('a'), ['string']],
    [
      'a key of a reference',
      { $ref: '#/$defs/x', $defs: { x: { properties: { a: text } } } },
      (root) => root.key('a'),
      ['string'],
    ],
    [
      'an anchor',
      { properties: { a: { $ref: '#x' } }, $defs: { x: { ...text, $anchor: 'x' } } },
      (root) => root.key('a'),
      ['string'],
    ],
    [
      'a dynamic reference',
      { properties: { a: { $dynamicRef: '#x' } }, $defs: { x: { ...text, $dynamicAnchor: 'x' } } },
      (root) => root.key('a'),
      ['string'],
    ],
    [
      'all parts of an intersection',
      { allOf: [{ properties: { a: text } }], properties: { a: count } },
      (root) => root.key('a'),
      ['integer', 'string'],
    ],
    [
      'all branches of a union',
      { anyOf: [{ properties: { a: text } }, { oneOf: [{ properties: { a: count } }] }] },
      (root) => root.key('a'),
      ['integer', 'string'],
    ],
    [
      'what follows a condition, and not the condition',
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      { if: { properties: { a: { type: 'null' } } }, then: { properties: { a: text } }, else: {} },
      (root) => root.key('a'),
      ['string'],
    ],
    [
      'what counts beside a key, in both drafts',
      {
        dependentSchemas: { b: { properties: { a: text } } },
        dependencies: { b: { properties: { a: count } }, c: ['b'] },
      },
      (root) => root.key('a'),
      ['integer', 'string'],
    ],
    ['an item', { items: text }, (root) => root.item(7), ['string']],
    [
      'an item of a tuple, and one after it',
      { prefixItems: [count], items: text },
      (root) => root.item(0),
      ['integer'],
    ],
    ['an item after a tuple', { prefixItems: [count], items: text }, (root) => root.item(1), ['string']],
    ['a tuple of draft 7', { items: [count], additionalItems: text }, (root) => root.item(0), ['integer']],
    ['an item after it', { items: [count], additionalItems: text }, (root) => root.item(1), ['string']],
    ['items that nothing else tells of', { unevaluatedItems: text }, (root) => root.item(0), ['string']],
    [
      'items that another part tells of',
      { allOf: [{ items: count }], unevaluatedItems: text },
      (root) => root.item(0),
      ['integer'],
    ],
    ['a free key', { additionalProperties: text }, (root) => root.key('a'), ['string']],
    [
      'a named key beside free ones',
      { properties: { a: count }, additionalProperties: text },
      (root) => root.key('a'),
      ['integer'],
    ],
    [
      'a key named in one branch and free in the other',
      { anyOf: [{ properties: { a: count } }, { additionalProperties: text }] },
      (root) => root.key('a'),
      ['integer', 'string'],
    ],
    [
      'a key by pattern, and by name too',
      {
        properties: { ab: count },
        patternProperties: { '^a': text },
        additionalProperties: { type: 'null' },
      },
      (root) => root.key('ab'),
      ['integer', 'string'],
    ],
    [
      'a key by pattern is no free key',
      { patternProperties: { '^a': text }, additionalProperties: { type: 'null' } },
      (root) => root.key('ab'),
      ['string'],
    ],
    [
      'a key that no pattern matches',
      { patternProperties: { '^a': text }, additionalProperties: { type: 'null' } },
      (root) => root.key('b'),
      ['null'],
    ],
    [
      'a key by a pattern that is none, or may take for ever',
      { patternProperties: { '(': text, '^(a+)+$': count }, additionalProperties: { type: 'null' } },
      (root) => root.key(`${'a'.repeat(5_000)}!`),
      ['integer', 'null', 'string'],
    ],
    [
      'keys that nothing else tells of',
      { unevaluatedProperties: text, properties: { b: count } },
      (root) => root.key('a'),
      ['string'],
    ],
    [
      'keys that another part tells of',
      {
        allOf: [{ $ref: '#/$defs/x' }],
        unevaluatedProperties: text,
        $defs: { x: { properties: { a: count } } },
      },
      (root) => root.key('a'),
      ['integer'],
    ],
    [
      'a place deep in a schema that holds itself',
      { properties: { next: { $ref: '#' }, a: text } },
      (root) => root.key('next').key('next').key('next').key('a'),
      ['string'],
    ],
    [
      'any key or item',
      { items: text, properties: { a: count } },
      (root) => root.each(),
      ['integer', 'string'],
    ],
    [
      'digits in a path',
      { items: text, properties: { 1: count } },
      (root) => root.segment('1'),
      ['integer', 'string'],
    ],
    ['an undeclared key', { properties: { a: text } }, (root) => root.key('b'), []],
    ['what every object has', { properties: {} }, (root) => root.key('constructor'), []],
  ])('%s', (_, schema, walk, expected) => {
    expect(types(walk(at(schema)))).toEqual(expected)
  })

  test('a value leaves out the branches that it can not be', () => {
    const schema = {
      anyOf: [
        { properties: { kind: { const: 'a' }, v: text } },
        { properties: { kind: { const: 'b' }, v: count } },
      ],
      dependentSchemas: { more: { properties: { v: { type: 'null' } } } },
    }
    const of = (value: Json) => types(at(schema).meant(value).key('v'))
    expect(of({ kind: 'a' })).toEqual(['string'])
    expect(of({ kind: 'b', more: 1 })).toEqual(['integer', 'null'])
    expect(of({ kind: 'c' })).toEqual(['integer', 'string'])
  })

  test('conditions count for who asks for them', () => {
    const schema = {
      if: { properties: { a: { type: 'null' } } },
      properties: { l: { contains: text } },
    }
    const root = at(schema, { reach: 'conditions' })
    expect(types(root.key('a'))).toEqual(['null'])
    expect(types(root.key('l').item(0))).toEqual(['string'])
    expect(at(schema).key('l').item(0).schemas).toEqual([])
  })

  test('a name that a schema gives is no data, whatever may stand there', () => {
    const root = at({ properties: { a: true }, additionalProperties: text })
    expect([root.names('a'), root.names('b'), root.names('toString')]).toEqual([true, false, false])
  })
})

describe('a schema that refers to itself by many ways', () => {
  test('has each of its parts once, at any depth', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => {
        const next = { $ref: `#/$defs/d${(i + 1) % 200}` }
        return [`d${i}`, { anyOf: [next, next], allOf: [next], properties: { k: next } }]
      }),
    )
    let place = at({ $ref: '#/$defs/d0', $defs })
    for (let depth = 0; depth < 50; depth++) place = place.key('k')
    expect(new Set(place.parts).size).toBe(place.parts.length)
    expect(place.parts.length).toBeLessThan(2_000)
  })

  test('a chain of thousands of references ends', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [
        `d${i}`,
        i === 19_999 ? text : { $ref: `#/$defs/d${i + 1}` },
      ]),
    )
    expect(types(at({ $ref: '#/$defs/d0', $defs }))).toEqual(['string'])
  })
})

describe('marks', () => {
  const handle = { type: 'string', pattern: '^h_', [HANDLE_KEYWORD]: 'book' }

  test.each<[string, JsonObject, string]>([
    ['a pattern', { patternProperties: { '^b': handle } }, 'b1'],
    ['any key', { patternProperties: { '^b': handle } }, '*'],
    ['what counts beside a key', { dependentSchemas: { x: { properties: { b: handle } } } }, 'b'],
    ['any item of a tuple', { properties: { l: { prefixItems: [text, handle] } } }, 'l.*'],
    ['keys that nothing else tells of', { unevaluatedProperties: handle }, 'b'],
  ])('are found under %s', (_, schema, path) => {
    expect(kindsAt(schema, path)).toEqual(['book'])
  })

  test('without forms: the union beside that of the handles still counts', () => {
    const sized = { minLength: 3 }
    const schema = { anyOf: [sized], oneOf: [handle, { type: 'null' }] }
    const { pattern: _, ...formless } = handle
    expect(withoutForms(schema)).toEqual({
      anyOf: [sized],
      allOf: [{ anyOf: [formless, { type: 'null' }] }],
    })
  })

  test('without forms: data stays as it is, and a handle behind a reference is seen', () => {
    const schema = {
      const: handle,
      properties: { default: { oneOf: [{ $ref: '#/$defs/any' }, text] } },
      $defs: { any: handle },
    }
    const bare = withoutForms(schema)
    expect(bare).toMatchObject({ const: handle, properties: { default: { anyOf: [{}, text] } } })
    expect(isMarked(bare)).toBe(true)
  })
})

test('what a pattern holds is closed, also when parts of an intersection share a key that is spelt like it', () => {
  const shared = { properties: { a: {} } }
  const inner = { type: 'object', properties: { x: {} } }
  const { patternProperties } = closed(
    { allOf: [shared, shared], patternProperties: { a: inner } },
    { lenient: false },
  )
  expect(patternProperties).toEqual({ a: { ...inner, unevaluatedProperties: false } })
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/json/json.js'
import {
  brokenReference,
  pointerInto,
  referredBy,
  resolveReference,
} from '../../../src/json/schema/reference.js'

const text = { type: 'string', format: 'email' }

describe('what a reference means', () => {
  it.each<[string, string, JsonObject]>([
    ['a definition', '#/$defs/addr', { $defs: { addr: text } }],
    ['an old definition', '#/definitions/addr', { definitions: { addr: text } }],
    ['any other place', '#/properties/other', { properties: { other: text } }],
    ['an item of a list', '#/allOf/1', { allOf: [{}, text] }],
    ['an anchor', '#addr', { $defs: { addr: { ...text, $anchor: 'addr' } } }],
    ['a dynamic anchor', '#addr', { $defs: { addr: { ...text, $dynamicAnchor: 'addr' } } }],
    ['an id', 'addr', { $defs: { x: { ...text, $id: 'addr' } } }],
    ['an id with a fragment', '#addr', { $defs: { x: { ...text, $id: '#addr' } } }],
    [
      'an id against the id of the root',
      'https://a.example/addr',
      { $id: 'https://a.example/root', $defs: { x: { ...text, $id: 'addr' } } },
    ],
    [
      'a place in a part that has an id',
      'addr#/$defs/y',
      { $defs: { x: { $id: 'addr', $defs: { y: text } } } },
    ],
    [
      'an anchor in a part that has an id',
      'addr#y',
      { $defs: { x: { $id: 'addr', $defs: { z: { ...text, $anchor: 'y' } } } } },
    ],
    ['a key with a blank', '#/$defs/a%20b', { $defs: { 'a b': text } }],
    ['a key with a slash', '#/$defs/a~1b', { $defs: { 'a/b': text } }],
    ['a tilde behind a percent sign', '#/$defs/a%7E1b', { $defs: { 'a/b': text } }],
    ['a key that looks escaped', '#/$defs/~01', { $defs: { '~1': text } }],
    ['a key that looks escaped twice', '#/$defs/%257E1', { $defs: { '%7E1': text } }],
  ])('%s', (_, reference, root) => {
    const found = resolveReference(root, reference)
    expect(found).toMatchObject(text)
    expect(pointerInto(root, found!)).toMatch(/^\//)
    expect(brokenReference({ ...root, not: { $ref: reference } })).toBeUndefined()
  })

  it('the root, by its two names', () => {
    const root = { type: 'object' }
    for (const reference of ['#', '', '#/']) expect(resolveReference(root, reference)).toBe(root)
  })

  it.each<[string, string, JsonObject]>([
    ['a missing definition', '#/$defs/nope', { $defs: {} }],
    ['a missing anchor: never the root', '#addr', { type: 'object' }],
    ['another document', 'https://json-schema.org/draft/2020-12/schema', {}],
    ['a file', 'file:///etc/passwd', {}],
    ['what every object has', '#/constructor', {}],
    ['what every list has', '#/allOf/length', { allOf: [{}] }],
    ['a tilde that escapes nothing', '#/$defs/a~2', { $defs: { 'a~2': {} } }],
    ['a broken percent sign', '#/$defs/a%zz', { $defs: { 'a%zz': {} } }],
    ['a name in data', '#addr', { default: { $anchor: 'addr', type: 'number' } }],
    [
      'a name that two parts claim',
      '#addr',
      { $defs: { a: { $anchor: 'addr' }, b: { $anchor: 'addr', type: 'number' } } },
    ],
  ])('%s leads nowhere', (_, reference, root) => {
    expect(resolveReference(root, reference)).toBeUndefined()
    expect(brokenReference({ ...root, properties: { to: { $ref: reference } } })).toBe(reference)
  })

  it('what no value can meet is not looked at', () => {
    const idle = { $ref: '#/$defs/gone' }
    expect(brokenReference({ $defs: { unused: idle }, 'x-note': idle, default: idle })).toBeUndefined()
    expect(brokenReference({ properties: { $ref: { type: 'string' } } })).toBeUndefined()
    expect(brokenReference({ $defs: { used: idle }, items: { $ref: '#/$defs/used' } })).toBe('#/$defs/gone')
  })

  it('a reference starts from the id around it, as in the validator', () => {
    const inner = { $ref: '#/$defs/addr' }
    const root = {
      properties: { to: { $id: 'inner', allOf: [inner], $defs: { addr: text } } },
      $defs: { addr: { type: 'number' } },
    }
    expect(referredBy(inner, root)).toEqual([text])
  })

  it('references in a circle end', () => {
    const root: JsonObject = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      $ref: '#/$defs/a',
    }
    expect(referredBy(root, root)).toEqual([{ $ref: '#/$defs/b' }])
    expect(brokenReference(root)).toBeUndefined()
  })

  it('a dynamic reference means all that it may', () => {
    const far = { $dynamicAnchor: 'node', type: 'string' }
    const near = { $dynamicAnchor: 'node', type: 'number' }
    const refers = { $dynamicRef: '#node' }
    const root = { properties: { to: refers }, $defs: { far, other: { $id: 'o', $defs: { near } } } }
    expect(referredBy(refers, root)).toEqual(expect.arrayContaining([far, near]))
    const recursive = { $recursiveRef: '#' }
    const tree = { $recursiveAnchor: true, items: recursive }
    expect(referredBy(recursive, tree)).toEqual([tree])
  })
})

it('the validator means the same place, whatever the reference', () => {
  const keys = [
    'a b',
    'c%d',
    'a/b',
    'm~n',
    '~1',
    '%7E1',
    'x',
    'é',
    'a+b',
    '%2F',
    '$x',
    'a%20b',
    '|',
    'a?b',
    'a#b',
    '',
  ]
  const piece = fc.constantFrom(
    '#',
    '/',
    '$defs',
    '%24defs',
    'a',
    'b',
    'x',
    '~',
    '~0',
    '~1',
    '0',
    '1',
    '%',
    '%25',
    '7E',
    '2F',
    '%7E',
    '%2F',
    '%20',
    ' ',
    'é',
    '%C3%A9',
    'o',
    'o.json',
    'addr',
    '?',
    '+',
    '|',
    'properties',
  )
  const some = fc.oneof(
    fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 4 }).map((pieces) => `#/$defs/${pieces.join('')}`),
  )
  const roots = fc.constantFrom<JsonObject>({}, { $id: 'https://x.example/r.json' }, { $id: 'r.json' })
  let compared = 0
  fc.assert(
    fc.property(some, roots, fc.boolean(), (reference, head, inside) => {
      const refers = { $ref: reference }
      const defs = Object.fromEntries(keys.map((key) => [key, { const: `root ${key}` }]))
      const other = {
        $id: 'o.json',
        $defs: {
          ...Object.fromEntries(keys.map((key) => [key, { const: `o ${key}` }])),
          addr: { $anchor: 'addr', const: 'o #addr' },
        },
      }
      const root: JsonObject = {
        ...head,
        type: 'object',
        properties: { to: inside ? { ...other, allOf: [refers] } : refers, ...(inside ? {} : { o: other }) },
        $defs: { ...defs, anchored: { $anchor: 'addr', const: 'root #addr' } },
      }
      const values = [...keys, '#addr'].flatMap((key) => [`root ${key}`, `o ${key}`])
      let admitted: readonly string[]
      try {
        const validate = new Ajv2020({ strict: false, logger: false }).compile(root)
        admitted = values.filter((to) => validate({ to }))
      } catch {
        // It is no reference, or one to itself.
        return
      }
      const target = resolveReference(root, reference, refers)
      // Ours may refuse what the validator takes; it never reads another place.
      if (!target) return expect(brokenReference(root)).toBe(reference)
      if (admitted.length === 1) {
        expect(target.const).toBe(admitted[0])
        compared++
      }
    }),
    { numRuns: 200 },
  )
  expect(compared).toBeGreaterThan(2)
})

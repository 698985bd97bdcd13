import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { kind } from '../../../src/handles/kinds/kind.js'
import { Sealable, Unwrapped } from '../../../src/handles/kinds/passage.js'
import { handleDependency, placesIn, placesOut, replaceAt } from '../../../src/handles/kinds/positions.js'
import { kindTransform, picker, pickForAll, transformsOf } from '../../../src/handles/kinds/transform.js'
import { mintToken } from '../../../src/handles/token.js'
import { handleKeys } from '../../../src/handles/vault/keys.js'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { pointerOf } from '../../../src/json/pointer.js'
import { isMarked } from '../../../src/json/schema/marks.js'
import { compileInput } from '../../../src/json/schema/schema.js'
import { KEY, lena, makeVault, Order, OrderEntity, Trip } from '../fixtures.js'

const token = mintToken('order', handleKeys([KEY])[0]!, 'x')
const jsonOf = (shape: z.ZodRawShape) => compileInput(z.strictObject(shape), 't').json
const found = (schema: JsonObject, args: Json) =>
  placesIn(schema, args).map(({ path, value, kinds }) => [pointerOf(path), value, ...kinds])

describe('the places of arguments', () => {
  const H = Order.handle()
  const node = z.object({
    order: H.optional(),
    get children() {
      return z.array(node)
    },
  })
  test.each<[what: string, shape: z.ZodRawShape, args: Json, places: unknown[]]>([
    ['a property', { order: H }, { order: token }, [['/order', token, 'order']]],
    [
      'a list',
      { l: z.array(H) },
      { l: [token, 'x'] },
      [
        ['/l/0', token, 'order'],
        ['/l/1', 'x', 'order'],
      ],
    ],
    ['a list of lists', { l: z.array(z.array(H)) }, { l: [[token]] }, [['/l/0/0', token, 'order']]],
    ['a record', { r: z.record(z.string(), H) }, { r: { 'a/b': token } }, [['/r/a~1b', token, 'order']]],
    ['a tuple', { t: z.tuple([z.string(), H]) }, { t: [token, token] }, [['/t/1', token, 'order']]],
    ['an optional one that is absent', { o: H.optional() }, {}, []],
    [
      'null in a list that allows it',
      { l: z.array(H.nullable()) },
      { l: [null, token] },
      [['/l/1', token, 'order']],
    ],
    ['a literal beside it', { u: z.union([H, z.literal('latest')]) }, { u: 'latest' }, []],
    [
      'a malformed one beside a literal',
      { u: z.union([H, z.literal('latest')]) },
      { u: 'lates' },
      [['/u', 'lates', 'order']],
    ],
    ['a text beside it', { u: z.union([H, z.string()]) }, { u: 'hello' }, []],
    [
      'a token where a text may stand',
      { u: z.union([H, z.string()]) },
      { u: token },
      [['/u', token, 'order']],
    ],
    ['a broken token where a text may stand', { u: z.union([H, z.string()]) }, { u: token.slice(1) }, []],
    ['two kinds', { u: z.union([H, Trip.handle()]) }, { u: 'x' }, [['/u', 'x', 'order', 'trip']]],
    ['an object beside it', { u: z.union([H, z.object({ n: z.number() })]) }, { u: { n: 1 } }, []],
    ['something else than a text', { order: H }, { order: 5 }, [['/order', 5, 'order']]],
    ['an undeclared place', { note: z.string() }, { note: token }, []],
    ['free text that holds one', { order: H.optional(), note: z.string() }, { note: `see ${token}` }, []],
    [
      'a place where anything may stand',
      { any: z.json(), order: H.optional() },
      { any: { order: token } },
      [],
    ],
    [
      'the other branch of a tagged union',
      {
        u: z.discriminatedUnion('type', [
          z.object({ type: z.literal('order'), ref: H }),
          z.object({ type: z.literal('text'), ref: z.string() }),
        ]),
      },
      { u: { type: 'text', ref: token } },
      [],
    ],
    [
      'its own branch of a tagged union',
      {
        u: z.discriminatedUnion('type', [
          z.object({ type: z.literal('order'), ref: H }),
          z.object({ type: z.literal('text'), ref: z.string() }),
        ]),
      },
      { u: { type: 'order', ref: token } },
      [['/u/ref', token, 'order']],
    ],
    [
      'a schema that refers to itself',
      { root: node },
      { root: { children: [{ order: token, children: [] }] } },
      [['/root/children/0/order', token, 'order']],
    ],
    ['a described one', { order: H.describe('which') }, { order: token }, [['/order', token, 'order']]],
  ])('%s', (_what, shape, args, places) => {
    expect(found(jsonOf(shape), args)).toEqual(places)
  })

  test('of a raw JSON Schema are found by its keyword', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { order: Order.jsonSchema(), note: { type: 'string' } },
    }
    expect(found(schema, { order: token, note: token })).toEqual([['/order', token, 'order']])
  })

  test.each<[string, JsonObject, Json, string[]]>([
    [
      'a pattern of keys',
      { patternProperties: { '^o': Order.jsonSchema() } },
      { o1: token, x: token },
      ['/o1'],
    ],
    [
      'what counts beside a key',
      { properties: { x: {}, o: {} }, dependentSchemas: { x: { properties: { o: Order.jsonSchema() } } } },
      { x: 1, o: token },
      ['/o'],
    ],
    [
      'it, where the key is missing',
      { properties: { o: {} }, dependentSchemas: { x: { properties: { o: Order.jsonSchema() } } } },
      { o: token },
      [],
    ],
    [
      'a dynamic reference',
      {
        properties: { o: { $dynamicRef: '#order' } },
        $defs: { order: { $dynamicAnchor: 'order', ...Order.jsonSchema() } },
      },
      { o: token },
      ['/o'],
    ],
    [
      'a question: it marks nothing',
      { properties: { o: {} }, if: { properties: { o: Order.jsonSchema() } } },
      { o: token },
      [],
    ],
  ])('under %s', (_, schema, args, pointers) => {
    expect(found({ type: 'object', ...schema }, args).map(([pointer]) => pointer)).toEqual(pointers)
  })

  test('of a schema without handles are none, whatever stands there', () => {
    const schema = jsonOf({ note: z.string(), deep: z.json() })
    expect(isMarked(schema)).toBe(false)
    fc.assert(
      fc.property(fc.jsonValue(), (deep) => {
        expect(placesIn(schema, { note: token, deep: deep as Json })).toEqual([])
      }),
    )
  })

  test('a __proto__ key is not walked into', () => {
    const schema = jsonOf({ r: z.record(z.string(), Order.handle()) })
    expect(found(schema, JSON.parse(`{"r":{"__proto__":"${token}"}}`))).toEqual([])
  })
})

describe('the places of a result', () => {
  const order = new OrderEntity(7, 'u-17')
  const Note = kind('note', { schema: z.object({ text: z.string() }) })
  const places = (shape: z.ZodRawShape, result: unknown) =>
    placesOut(jsonOf(shape), result).map(({ path, value, kinds, sole }) => [
      pointerOf(path),
      value,
      kinds.join(),
      sole,
    ])

  test('are found whatever stands there', () => {
    const shape = { order: Order.handle(), list: z.array(Note.handle()), maybe: Order.handle().nullable() }
    const note = { text: 'hello' }
    expect(places(shape, { order, list: [note], maybe: null })).toEqual([
      ['/order', order, 'order', true],
      ['/list/0', note, 'note', true],
    ])
  })

  test('beside something else are for the kind to tell', () => {
    const shape = { u: z.union([Note.handle(), z.object({ n: z.number(), note: Note.handle() })]) }
    const note = { text: 'hello' }
    expect(places(shape, { u: note })).toEqual([['/u', note, 'note', false]])
    expect(places(shape, { u: { n: 1, note } }).map(([pointer]) => pointer)).toEqual(['/u', '/u/note'])
  })

  const node = z.object({
    order: Order.handle().optional(),
    get children() {
      return z.array(node).optional()
    },
  })

  test('end early in parts that hold each other twice', () => {
    let reads = 0
    let part: object = { order }
    for (let depth = 0; depth < 60; depth++) {
      const children = [part, part]
      const owner = {}
      const count = () => {
        reads++
        return children
      }
      Object.defineProperty(owner, 'children', { enumerable: true, get: count })
      part = owner
    }
    expect(() => placesOut(jsonOf({ root: node }), { root: part })).toThrow(
      'the same parts stand in it too often',
    )
    expect(reads).toBeLessThan(100_000)
  })

  test('are found in many rows that share a part', () => {
    const shared = { children: [{ order }] }
    const rows = Array.from({ length: 30_000 }, () => ({ children: [shared] }))
    expect(placesOut(jsonOf({ root: node }), { root: { children: rows } })).toHaveLength(30_000)
  })

  test('end in a result that holds itself', () => {
    const loop: { children: unknown[] } = { children: [] }
    loop.children.push(loop)
    const node = z.object({
      order: Order.handle().optional(),
      get children() {
        return z.array(node)
      },
    })
    expect(placesOut(jsonOf({ root: node }), { root: loop })).toEqual([])
  })
})

describe('replacing at places', () => {
  test('changes what is on the paths and nothing else', () => {
    const args = { order: token, list: [token, { a: token }], other: { deep: [1] } }
    const opened = new Unwrapped(Order, new OrderEntity(7, 'u-17'))
    const next = replaceAt(args, [
      { path: ['order'], value: opened },
      { path: ['list', 0], value: opened },
      { path: ['list', 1, 'a'], value: opened },
    ]) as typeof args
    expect(next).toEqual({ order: opened, list: [opened, { a: opened }], other: { deep: [1] } })
    expect(next.other).toBe(args.other)
    expect(args).toEqual({ order: token, list: [token, { a: token }], other: { deep: [1] } })
  })

  test('at the root gives the value, and at no place the same object', () => {
    expect(replaceAt({ a: 1 }, [{ path: [], value: 5 }])).toBe(5)
    const args = { a: 1 }
    expect(replaceAt(args, [])).toBe(args)
  })

  test('of all places of some arguments passes the schema of the tool', () => {
    const schema = z.strictObject({
      order: Order.handle(),
      all: z.array(Order.handle().nullable()),
      u: z.union([Order.handle(), z.string()]),
    })
    const order = new OrderEntity(7, 'u-17')
    const args = { order: token, all: [token, null], u: 'text' }
    const filled = replaceAt(
      args,
      placesIn(compileInput(schema, 't').json, args).map((place) => ({
        ...place,
        value: new Unwrapped(Order, order),
      })),
    )
    expect(schema.parse(filled)).toEqual({ order, all: [order, null], u: 'text' })
  })
})

describe('handleDependency', () => {
  const takes = jsonOf({ order: Order.handle() })
  const plain = jsonOf({ note: z.string() })
  test.each([
    [takes, takes, 'both'],
    [takes, plain, 'in'],
    [takes, undefined, 'in'],
    [plain, takes, 'out'],
    [plain, plain, 'none'],
    [plain, undefined, 'none'],
  ] as const)('of %#', (input, output, dependency) => {
    expect(handleDependency(input, output)).toBe(dependency)
  })
})

describe('transforms', () => {
  const Profile = kind('profile', {
    by: 'name',
    is: (value): value is { name: string; workers: number } =>
      typeof value === 'object' && value !== null && 'workers' in value,
    load: () => undefined,
  })
  const pick = picker(transformsOf([Order, Profile, Trip]))
  const order = new OrderEntity(7, 'u-17')

  test('the first that takes a value is the one', () => {
    expect(pick(order)?.name).toBe('order')
    expect(pick({ name: 'fast', workers: 8 })?.name).toBe('profile')
    expect(pick({ to: 'NRT' })).toBeUndefined()
  })

  test('a value at a declared place is taken by the kind of the place', () => {
    expect(pick(new Sealable(Trip, { to: 'NRT' }))?.name).toBe('trip')
    expect(pick(new Sealable({ name: 'nobody' }, {}))).toBeUndefined()
  })

  test('without kinds nothing is taken', () => {
    expect(picker([])(order)).toBeUndefined()
  })

  test('a list is taken as a whole only if each item is', () => {
    expect(pickForAll([order, new OrderEntity(8, 'u')], pick)?.name).toBe('order')
    expect(pickForAll([order, { to: 'NRT' }], pick)).toBeUndefined()
    expect(pickForAll([order, { workers: 1 }], pick)).toBeUndefined()
    expect(pickForAll([], pick)).toBeUndefined()
  })

  test('out: a token for an entity, the name for a named one', () => {
    const sealing = makeVault({ kinds: [Order, Profile, Trip] }).vault.sealing(lena)
    expect(kindTransform(Order).out(order, sealing)).toBe(sealing.cards[0]?.handle)
    expect(kindTransform(Trip).out(new Sealable(Trip, { to: 'NRT' }), sealing)).toBe(sealing.cards[1]?.handle)
    expect(kindTransform(Profile).out({ name: 'fast' }, sealing)).toBe('fast')
    expect(sealing.cards).toHaveLength(2)
    expect(() => kindTransform(Profile).out({ name: '' }, sealing)).toThrow(/without a name/)
  })

  test('in: what to ask the vault for', () => {
    expect(kindTransform(Order).in(token, { pointer: '/order', action: 'use' })).toEqual({
      value: token,
      kinds: ['order'],
      pointer: '/order',
      action: 'use',
    })
    expect(kindTransform(Order).describe()).toEqual(Order.jsonSchema())
  })
})

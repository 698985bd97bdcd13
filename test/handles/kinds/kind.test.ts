import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from '../../../src/base/options.js'
import { type Kind, type KindOptions, kind } from '../../../src/handles/kinds/kind.js'
import { Sealable, Unwrapped, unwrap } from '../../../src/handles/kinds/passage.js'
import { HANDLE_KEYWORD } from '../../../src/json/schema/marks.js'
import { compileInput, compileOutput } from '../../../src/json/schema/schema.js'
import { lena, Order, OrderEntity, Trip } from '../fixtures.js'

const order = new OrderEntity(7, 'u-17')
const passed = new Unwrapped(Order, order)
const def = { type: 'string', pattern: expect.stringContaining('^order_'), [HANDLE_KEYWORD]: 'order' }

describe('Kind.handle() as a schema', () => {
  const input = z.strictObject({
    order: Order.handle(),
    list: z.array(Order.handle()),
    record: z.record(z.string(), Order.handle()),
    literal: z.union([Order.handle(), z.literal('latest')]),
    text: z.union([Order.handle(), z.string()]),
    either: z.union([Order.handle(), Trip.handle()]),
    nullable: Order.handle().nullable(),
    optional: Order.handle().optional(),
    described: Order.handle().describe('the order to change'),
  })
  const good = {
    order: passed,
    list: [passed, passed],
    record: { a: passed },
    literal: 'latest',
    text: 'hello',
    either: new Unwrapped(Trip, { to: 'NRT' }),
    nullable: null,
    described: passed,
  }

  test('gives the entity wherever it stands', () => {
    const parsed = input.parse(good)
    expect(parsed.order).toBe(order)
    expect(parsed.list).toEqual([order, order])
    expect(parsed.record.a).toBe(order)
    expect(parsed.either).toEqual({ to: 'NRT' })
    expect('optional' in parsed).toBe(false)
    expectTypeOf(parsed.order).toEqualTypeOf<OrderEntity>()
    expectTypeOf(parsed.list).toEqualTypeOf<OrderEntity[]>()
    expectTypeOf(parsed.record).toEqualTypeOf<Record<string, OrderEntity>>()
    expectTypeOf(parsed.literal).toEqualTypeOf<OrderEntity | 'latest'>()
    expectTypeOf(parsed.optional).toEqualTypeOf<OrderEntity | undefined>()
    expectTypeOf(parsed.either).toEqualTypeOf<OrderEntity | { to: string }>()
  })

  test.each<[what: string, value: unknown]>([
    ['a token', `order_${'0'.repeat(30)}`],
    ['an entity that nobody opened', order],
    ['plain data of the same form', { kind: Order, value: order }],
    ['a value opened for another kind', new Unwrapped(Trip, order)],
    ['null', null],
    ['nothing', undefined],
    ['a number', 5],
  ])('%s is refused', (_what, value) => {
    const result = z.object({ order: Order.handle() }).safeParse({ order: value })
    expect(result.error?.issues).toMatchObject([{ path: ['order'], message: 'want a handle of kind order' }])
  })

  test('is refused with its own path inside a list', () => {
    const result = z.array(Order.handle()).safeParse([passed, 'x'])
    expect(result.error?.issues).toMatchObject([{ path: [1] }])
  })

  test('keeps a value that goes out in its wrapper, for the walk to seal', () => {
    const going = new Sealable(Order, order)
    expect(z.object({ order: Order.handle() }).parse({ order: going }).order).toBe(going)
    expect(unwrap(going)).toBe(going)
    expect(unwrap(passed)).toBe(order)
  })

  test.each(['input', 'output'] as const)(
    'has a shared definition in the JSON Schema of the %s',
    (direction) => {
      const json = input['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' })
      const ref = { $ref: '#/$defs/handle_order' }
      expect(json).toMatchObject({
        properties: {
          order: ref,
          list: { items: ref },
          record: { additionalProperties: ref },
          literal: { anyOf: [ref, { const: 'latest' }] },
          either: { anyOf: [ref, { $ref: '#/$defs/handle_trip' }] },
          nullable: { anyOf: [ref, { type: 'null' }] },
          optional: ref,
          described: { ...ref, description: 'the order to change' },
        },
        $defs: { handle_order: { ...def, description: 'The handle of an order, exactly as shown.' } },
      })
      expect((json.required as string[]).includes('optional')).toBe(false)
      expect((json.required as string[]).includes('order')).toBe(true)
    },
  )

  test('is taken as the input and output of a tool, and converts the same again', () => {
    const schema = z.object({ order: Order.handle(), note: z.string() })
    const first = compileInput(schema, 'update_order').json
    expect(compileOutput(schema, 'update_order').json).toMatchObject({ $defs: { handle_order: def } })
    expect(compileInput(schema, 'update_order').json).toEqual(first)
    expect(first).toMatchObject({ $defs: { handle_order: def } })
  })

  test('stands in a plain JSON Schema too', () => {
    expect(Order.jsonSchema()).toMatchObject(def)
    expect(Order.handle()).toBe(Order.handle())
  })

  test('of a named kind wants a name', () => {
    const Profile = kind('profile', { by: 'name', load: (name) => ({ name }) })
    expect(Profile.jsonSchema()).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'The name of a profile, exactly as shown.',
      [HANDLE_KEYWORD]: 'profile',
    })
  })
})

describe('kind()', () => {
  test('infers the entity from is, the row from encode, or the entity from schema', () => {
    expectTypeOf(Order).toEqualTypeOf<Kind<OrderEntity>>()
    const Note = kind('note', {
      schema: z.object({ text: z.string() }),
      card: (note) => ({ label: note.text }),
    })
    expectTypeOf(Note).toEqualTypeOf<Kind<{ text: string }>>()
    const all: readonly Kind[] = [Order, Note]
    expect(all.map(({ name }) => name)).toEqual(['order', 'note'])
  })

  test('has defaults: a day, all rights, the conversation', () => {
    expect(Trip).toMatchObject({
      by: 'handle',
      ttlMs: 86_400_000,
      rights: ['use', 'read', 'write'],
      fills: [],
      scope: 'conversation',
      version: 1,
      live: false,
    })
    expect(Object.isFrozen(Trip)).toBe(true)
  })

  test.each<[what: string, name: string, options: unknown, message: string]>([
    [
      'no way to keep a value',
      'x',
      {},
      "kind 'x': needs one of schema (plain data), encode with decode, or live: true; got none.",
    ],
    ['two ways', 'x', { live: true, schema: z.string() }, 'got schema, live.'],
    ['encode alone', 'x', { encode: () => 1 }, 'encode and decode go together'],
    ['decode alone', 'x', { decode: () => 1 }, 'encode and decode go together'],
    [
      'a misspelt key',
      'x',
      { live: true, authorise: () => true },
      "unknown key 'authorise'; did you mean 'authorize'?",
    ],
    ['a version without a codec', 'x', { live: true, version: 2 }, 'version has no effect'],
    ['load without by', 'x', { live: true, load: () => 1 }, "load has no effect without by: 'name'"],
    ['by name without load', 'x', { by: 'name' }, "load is needed with by: 'name'"],
    [
      'by name with a life',
      'x',
      { by: 'name', load: () => 1, ttlMs: 5 },
      "ttlMs has no effect with by: 'name'",
    ],
    ['no rights', 'x', { live: true, rights: [] }, 'rights'],
    ['an unknown right', 'x', { live: true, rights: ['peek'] }, 'rights.0'],
    ['an unknown role', 'x', { live: true, fills: ['password'] }, 'fills.0'],
    ['no life', 'x', { live: true, ttlMs: 0 }, 'ttlMs'],
    ['a schema that is none', 'x', { schema: {} }, 'schema: must be a Standard Schema'],
    ['upper case', 'Order', { live: true }, 'the name must be lower-case'],
    ['a dash', 'my-order', { live: true }, 'the name must be lower-case'],
    ['an underscore at the end', 'order_', { live: true }, 'the name must be lower-case'],
    ['a long name', 'x'.repeat(33), { live: true }, 'at most 32'],
    ['no name', '', { live: true }, 'the name must be lower-case'],
  ])('refuses %s', (_what, name, options, message) => {
    const make = () => kind(name, options as KindOptions<unknown>)
    expect(make).toThrow(DefinitionError)
    expect(make).toThrow(message)
  })
})

describe('a card', () => {
  const card = (facts: unknown, rights?: readonly ('use' | 'read')[]) =>
    kind('x', {
      live: true,
      card: () => ({ label: 'A\n\u0000label\u202e', facts: facts as never }),
      ...(rights && { rights }),
    }).card({}, lena)

  test('has a clean label on one line', () => {
    expect(card({}).label).toBe('A label')
    const long = kind('x', { live: true, card: () => ({ label: 'x'.repeat(500) }) })
    expect(long.card({}, lena).label.length).toBeLessThanOrEqual(120)
  })

  test('of what may not be read shows no facts', () => {
    expect(card({ secret: 'hunter2' }, ['use']).facts).toEqual({})
    expect(card({ status: 'open' }, ['use', 'read']).facts).toEqual({ status: 'open' })
  })

  test.each<[what: string, facts: unknown]>([
    ['a text', 'open'],
    ['a list', [1]],
    ['a function', { f: () => 1 }],
    ['a class instance', { order }],
    ['more than 4 KiB', { text: 'x'.repeat(5_000) }],
    ['NaN', { n: Number.NaN }],
  ])('with %s among its facts is a fault of the author', (_what, facts) => {
    expect(() => card(facts)).toThrow(/facts/)
  })
})

describe('authorize', () => {
  const asked = (authorize: () => boolean | Promise<boolean>) =>
    kind('x', { live: true, authorize }).authorize({}, 'use', lena)

  test.each<[what: string, answer: () => boolean | Promise<boolean>, allowed: boolean]>([
    ['true', () => true, true],
    ['a promise of true', async () => true, true],
    ['false', () => false, false],
    ['something truthy that is not true', () => 'yes' as never, false],
    [
      'an exception',
      () => {
        throw new Error('database down')
      },
      false,
    ],
    ['a rejection', () => Promise.reject(new Error('database down')), false],
  ])('%s', async (_what, answer, allowed) => {
    expect(await asked(answer)).toBe(allowed)
  })
})

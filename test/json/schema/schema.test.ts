// A tool's schemas: what can be carried as JSON Schema and what can't, which keys count as declared, what a
// fault says.

import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from '../../../src/base/options.js'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { compileInput, compileOutput, jsonSchema, type ToolSchema } from '../../../src/json/schema/schema.js'
import { validatorOf } from '../../../src/json/schema/validator.js'
import { workOf } from '../../fixtures/work.js'

const input = (schema: ToolSchema) => compileInput(schema, 'find')
const foreign = (raw: unknown) => compileInput(jsonSchema(raw as JsonObject), 'find')
const valibot = <S extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(schema: S) =>
  toStandardJsonSchema(schema)
const texts = (schema: { check(value: Json): readonly { text: string }[] }, value: Json) =>
  schema.check(value).map(({ text }) => text)

describe('libraries', () => {
  const zodQuery = z.object({
    from: z.iso.date(),
    cabin: z.enum(['economy', 'business']).default('economy'),
    limit: z.int().max(50).optional(),
  })
  const arktypeQuery = type({
    from: 'string.date.iso',
    cabin: "'economy' | 'business' = 'economy'",
    'limit?': 'number.integer <= 50',
  })
  const valibotQuery = valibot(
    v.object({
      from: v.pipe(v.string(), v.isoDate()),
      cabin: v.optional(v.picklist(['economy', 'business']), 'economy'),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(50))),
    }),
  )

  test.each([
    ['zod', zodQuery],
    ['arktype', arktypeQuery],
    ['valibot', valibotQuery],
  ] as [string, ToolSchema][])(
    '%s: converts, checks, fills defaults and refuses',
    async (_library, schema) => {
      const compiled = input(schema)
      expect(compiled.foreign).toBe(false)
      expect(compiled.json).toMatchObject({
        type: 'object',
        properties: { cabin: { enum: expect.arrayContaining(['economy', 'business']) } },
      })
      expect(compiled.json.required).toEqual(['from'])
      expect(compiled.check({ from: '2026-05-01' })).toEqual([])
      expect(await compiled.parse({ from: '2026-05-01' })).toEqual({
        value: { from: '2026-05-01', cabin: 'economy' },
      })
      expect(compiled.check({ from: '2026-05-01', limit: 51 })).toMatchObject([
        { path: 'limit', rule: 'maximum' },
      ])
      expect(compiled.check({ from: '2026-05-01', cabn: 'economy' })).toMatchObject([
        { path: 'cabn', rule: 'undeclared' },
      ])
    },
  )

  test('the types of input are inferred from each library', () => {
    const inferred = <T>(_schema: ToolSchema<T>): T => ({}) as T
    expectTypeOf(inferred(zodQuery)).toEqualTypeOf<z.output<typeof zodQuery>>()
    expectTypeOf(inferred(arktypeQuery)).toEqualTypeOf<typeof arktypeQuery.infer>()
    expectTypeOf(inferred(valibotQuery).cabin).toEqualTypeOf<'economy' | 'business'>()
    expectTypeOf(inferred(jsonSchema({}))).toEqualTypeOf<JsonObject>()
  })

  test('the second check is the library: what JSON Schema can not say is refused in parse', async () => {
    const span = z.object({ from: z.iso.date(), to: z.iso.date() }).refine(({ from, to }) => from <= to, {
      path: ['to'],
      message: 'must not be before from',
    })
    const value = { from: '2026-05-02', to: '2026-05-01' }
    expect(input(span).check(value)).toEqual([])
    expect(await input(span).parse(value)).toMatchObject({
      faults: [{ path: 'to', rule: 'custom', text: 'to: must not be before from; got "2026-05-01"' }],
    })
    const checked = valibot(
      v.object({
        word: v.pipe(
          v.string(),
          v.check((word) => word.length > 2, 'is too short'),
        ),
      }),
    )
    expect(await input(checked).parse({ word: 'a' })).toMatchObject({
      faults: [{ path: 'word', rule: 'check' }],
    })
  })

  test('an asynchronous refinement gives a promise', async () => {
    const schema = z.object({ id: z.string().refine(async (id) => id !== 'gone', 'is gone') })
    const parsed = input(schema).parse({ id: 'gone' })
    expect(parsed).toBeInstanceOf(Promise)
    expect(await parsed).toMatchObject({ faults: [{ path: 'id', text: 'id: is gone; got "gone"' }] })
  })

  test('a throwing refinement is no fault of the arguments', async () => {
    const schema = z.object({
      id: z.string().refine(() => {
        throw new Error('database is down')
      }),
    })
    await expect(async () => input(schema).parse({ id: 'a' })).rejects.toThrow('database is down')
  })
})

describe('what can not be carried fails at definition, with tool, path and mend', () => {
  const at = (schema: unknown) => `tool 'find': input${schema}`
  test.each([
    ['a date', z.object({ when: z.date() }), '.when', /JSON has no dates: take an ISO 8601 text/],
    ['a coerced date', z.object({ when: z.coerce.date() }), '.when', /ISO 8601/],
    ['a nested date', z.object({ rows: z.array(z.object({ at: z.date() })) }), '.rows[].at', /ISO 8601/],
    ['a date in a record', z.object({ days: z.record(z.string(), z.date()) }), '.days.*', /ISO 8601/],
    ['a date in a tuple', z.object({ span: z.tuple([z.string(), z.date()]) }), '.span[1]', /ISO 8601/],
    ['a bigint', z.object({ amount: z.bigint() }), '.amount', /take its digits as text/],
    ['a bigint literal', z.object({ amount: z.literal(1n) }), '.amount', /take its digits as text/],
    [
      'a map',
      z.object({ all: z.object({ map: z.map(z.string(), z.string()) }) }),
      '.all.map',
      /use a record/,
    ],
    ['a set', z.object({ tags: z.set(z.string()) }), '.tags', /use a list/],
    ['undefined', z.object({ none: z.undefined() }), '.none', /make the key optional/],
    ['a symbol', z.object({ mark: z.symbol() }), '.mark', /Use a type that JSON has/],
    [
      'a custom type',
      z.object({ file: z.instanceof(URL) }),
      '.file',
      /Describe the value by a type that JSON has/,
    ],
    ['any', z.object({ data: z.any() }), '.data', /becomes \{\} in JSON Schema/],
    [
      'unknown with a description',
      z.object({ data: z.unknown().describe('anything') }),
      '.data',
      /becomes \{\}/,
    ],
    ['unknown in a list', z.object({ data: z.array(z.unknown()) }), '.data[]', /becomes \{\}/],
    [
      'unknown in a union',
      z.object({ data: z.object({ x: z.union([z.string(), z.unknown()]) }) }),
      '.data.x',
      /becomes \{\}/,
    ],
    [
      'a union as root',
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      '',
      /can't be the root/,
    ],
    ['a text as root', z.string(), '', /must be an object/],
    ['a list as root', z.array(z.string()), '', /must be an object/],
    ['arktype: a date', type({ when: 'Date' }), '.when', /becomes \{\}/],
    ['arktype: a nested bigint', type({ a: { amount: 'bigint' } }), '.a.amount', /becomes \{\}/],
    ['arktype: an object of anything', type({ data: 'object' }), '.data', /without declared keys/],
    ['arktype: a union as root', type({ a: 'string' }).or({ b: 'string' }), '', /can't be the root/],
    ['valibot: a date', valibot(v.object({ when: v.date() })), '.when', /ISO 8601/],
    [
      'valibot: a nested map',
      valibot(v.object({ a: v.object({ map: v.map(v.string(), v.string()) }) })),
      '.a.map',
      /use a record/,
    ],
    [
      'valibot: an intersection as root',
      valibot(v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })])),
      '',
      /can't be the root/,
    ],
  ] as [string, ToolSchema, string, RegExp][])('%s', (_what, schema, path, mend) => {
    expect(() => input(schema)).toThrow(DefinitionError)
    expect(() => input(schema)).toThrow(mend)
    expect(() => input(schema)).toThrow(`${at(path)}:`)
  })

  test('a schema that gives no JSON Schema names the libraries that do', () => {
    const bare = { '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }) } }
    expect(() => input(bare as never)).toThrow(
      /tool 'find': input: the schema gives no JSON Schema\. Use zod/,
    )
    expect(() => input(v.object({ a: v.string() }) as never)).toThrow(/toStandardJsonSchema/)
  })

  test('output is converted as what leaves, and may have any root', () => {
    const schema = z.object({
      at: z.codec(z.iso.datetime(), z.date(), { decode: (s) => new Date(s), encode: (d) => d.toISOString() }),
    })
    expect(() => compileOutput(schema, 'find')).toThrow(/tool 'find': output\.at: Date cannot be represented/)
    expect(input(schema).json.required).toEqual(['at'])
    expect(
      compileOutput(z.array(z.object({ id: z.string() })), 'find').check([{ id: 'a', x: 1 }]),
    ).toMatchObject([{ path: '[0].x', rule: 'undeclared' }])
  })
})

describe('what is advertised', () => {
  test('is frozen through and through, made once, without the default $schema', () => {
    const { json } = input(z.object({ a: z.object({ b: z.array(z.string()) }) }))
    expect(json).not.toHaveProperty('$schema')
    expect(Object.isFrozen(json)).toBe(true)
    expect(Object.isFrozen((json.properties as { a: { properties: { b: object } } }).a.properties.b)).toBe(
      true,
    )
    expect(json).not.toHaveProperty('unevaluatedProperties')
  })

  test('a root that only refers to a definition is given as an object', () => {
    const schema = z.object({ a: z.string() }).meta({ id: 'FindInput', title: 'Find' })
    expect(input(schema).json).toMatchObject({
      type: 'object',
      properties: { a: { type: 'string' } },
      title: 'Find',
    })
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node).optional()
      },
    })
    expect(texts(input(node), { name: 'a', children: [{ name: 'b', chldren: [] }] })).toEqual([
      'children[0].chldren: unknown key; did you mean children? allowed: name, children',
    ])
  })

  test('a foreign schema stays as it came', () => {
    const raw = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { data: {} },
      'x-own': 1,
    }
    const compiled = foreign(raw)
    expect(compiled.json).toEqual(raw)
    expect(compiled.foreign).toBe(true)
    expect(compiled.parse({ data: null })).toEqual({ value: { data: null } })
  })
})

describe('undeclared keys', () => {
  const nested = {
    type: 'object',
    properties: { x: { type: 'object', properties: { p: { type: 'string' } } } },
  }
  test.each<[string, unknown, Json, string[]]>([
    ['an object', { type: 'object', properties: { a: {} } }, { a: 1, b: 2 }, ['b']],
    ['an object inside', nested, { x: { p: 'a', q: 1 } }, ['x.q']],
    [
      'an object in a list',
      { properties: { l: { items: { properties: { p: {} } } } } },
      { l: [{ p: 1 }, { q: 1 }] },
      ['l[1].q'],
    ],
    [
      'an object in a tuple',
      { properties: { l: { prefixItems: [{ properties: { p: {} } }] } } },
      { l: [{ q: 1 }] },
      ['l[0].q'],
    ],
    [
      'an object in a record',
      { properties: { r: { additionalProperties: { properties: { p: {} } } } } },
      { r: { k: { q: 1 } } },
      ['r.k.q'],
    ],
    [
      'a loose object',
      { type: 'object', properties: { a: {} }, additionalProperties: true },
      { a: 1, b: 2 },
      [],
    ],
    ['a record', { type: 'object', additionalProperties: { type: 'number' } }, { a: 1, b: 2 }, []],
    ['keys by pattern', { type: 'object', patternProperties: { '^x-': {} } }, { 'x-a': 1, y: 2 }, ['y']],
    [
      'an intersection',
      { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      { a: 1, b: 2, c: 3 },
      ['c'],
    ],
    [
      'an intersection beside keys',
      { properties: { a: {} }, allOf: [{ properties: { b: {} } }] },
      { a: 1, b: 2, c: 3 },
      ['c'],
    ],
    [
      'a key that two parts of an intersection declare',
      { allOf: [nested, { properties: { x: { properties: { q: {} } } } }] },
      { x: { p: 'a', q: 1, r: 2 } },
      ['x.r'],
    ],
    [
      'a union',
      {
        properties: {
          u: {
            anyOf: [
              { properties: { a: {} }, required: ['a'] },
              { properties: { b: {} }, required: ['b'] },
            ],
          },
        },
      },
      { u: { a: 1, c: 2 } },
      ['u.c'],
    ],
    [
      'a key of the other branch',
      {
        properties: {
          u: {
            oneOf: [
              { properties: { t: { const: 'a' }, x: {} }, required: ['t'] },
              { properties: { t: { const: 'b' }, y: {} }, required: ['t'] },
            ],
          },
        },
      },
      { u: { t: 'a', x: 1, y: 2 } },
      ['u.y'],
    ],
    [
      'a union with text',
      { properties: { u: { anyOf: [{ type: 'string' }, { properties: { a: {} } }] } } },
      { u: { b: 1 } },
      ['u.b'],
    ],
    [
      'a reference',
      { properties: { r: { $ref: '#/$defs/R' } }, $defs: { R: { properties: { a: {} } } } },
      { r: { a: 1, b: 2 } },
      ['r.b'],
    ],
    [
      'an intersection of references',
      {
        properties: { r: { allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] } },
        $defs: { A: { properties: { a: {} } }, B: { properties: { b: {} } } },
      },
      { r: { a: 1, b: 2, c: 3 } },
      ['r.c'],
    ],
    [
      'a condition',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { properties: { t: {} }, if: { properties: { t: { const: 1 } } }, then: { properties: { a: {} } } },
      { t: 1, a: 1, b: 1 },
      ['b'],
    ],
    [
      'a nullable object',
      { properties: { n: { type: ['object', 'null'], properties: { a: {} } } } },
      { n: { b: 1 } },
      ['n.b'],
    ],
    ['no arguments', { type: 'object' }, { a: 1 }, ['a']],
    ['no arguments, declared as none', { type: 'object', properties: {} }, { a: 1 }, ['a']],
    [
      'free-form data inside a foreign schema',
      { type: 'object', properties: { data: { type: 'object' } } },
      { data: { a: 1 } },
      [],
    ],
    ['a constant object', { properties: { c: { const: { a: 1 } } } }, { c: { a: 1 } }, []],
    [
      'what is excluded',
      { properties: { n: { not: { properties: { a: { const: 1 } }, required: ['a'] } } } },
      { n: { a: 1, b: 2 } },
      ['n'],
    ],
    [
      'prototype names',
      { type: 'object', properties: { a: {} } },
      { toString: 1, valueOf: 2 },
      ['toString', 'valueOf'],
    ],
  ])('%s', (_what, schema, value, paths) => {
    expect(
      foreign(schema)
        .check(value)
        .map(({ path }) => path),
    ).toEqual(paths)
  })

  test.each([
    ['zod: a loose object', z.object({ o: z.looseObject({ a: z.string() }) }), { o: { a: 'x', b: 1 } }, []],
    [
      'zod: a catchall',
      z.object({ o: z.object({ a: z.string() }).catchall(z.number()) }),
      { o: { a: 'x', b: 1 } },
      [],
    ],
    [
      'zod: an intersection',
      z.object({ o: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })) }),
      { o: { a: 'x', b: 'x', c: 1 } },
      ['o.c'],
    ],
    ['zod: any JSON', z.object({ o: z.json() }), { o: { a: [{ b: null }] } }, []],
    [
      'valibot: an intersection',
      valibot(v.object({ o: v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })]) })),
      { o: { a: 'x', b: 'x', c: 1 } },
      ['o.c'],
    ],
    ['arktype: a record', type({ o: { '[string]': 'number' } }), { o: { a: 1 } }, []],
  ] as [string, ToolSchema, Json, string[]][])('%s', (_what, schema, value, paths) => {
    expect(
      input(schema)
        .check(value)
        .map(({ path }) => path),
    ).toEqual(paths)
  })
})

describe('faults', () => {
  const schema = z
    .object({
      origin: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .meta({ examples: ['SFO'] }),
      from: z.iso.date(),
      cabin: z.enum(['economy', 'business']),
      limit: z.int().min(1).max(50),
      note: z.string().min(2).max(5),
      tags: z.array(z.string()).max(2),
      id: z.union([z.int(), z.null()]),
      on: z.boolean(),
    })
    .partial()

  test.each<[Json, string]>([
    [{ origin: 'sf' }, 'origin: want a string that matches ^[A-Z]{3}$, e.g. "SFO"; got "sf"'],
    [{ origin: 5 }, 'origin: want a string that matches ^[A-Z]{3}$, e.g. "SFO"; got 5'],
    [{ from: 'May 1' }, 'from: want a date like 2026-05-01; got "May 1"'],
    [{ cabin: 'coach' }, 'cabin: want one of economy, business; got "coach"'],
    [{ cabin: null }, 'cabin: want one of economy, business; got null'],
    [{ limit: 900 }, 'limit: want at most 50; got 900'],
    [{ limit: 0 }, 'limit: want at least 1; got 0'],
    [{ limit: 1.5 }, 'limit: want a whole number; got 1.5'],
    [{ note: 'x' }, 'note: want at least 2 characters; got "x"'],
    [{ tags: ['a', 'b', 'c'] }, 'tags: want at most 2 items; got ["a","b","c"]'],
    [{ tags: ['a', 2] }, 'tags[1]: want a string; got 2'],
    [{ id: 'x' }, 'id: want a whole number or null; got "x"'],
    [{ on: 'yes' }, 'on: want true or false; got "yes"'],
    [
      { orign: 'SFO' },
      'orign: unknown key; did you mean origin? allowed: origin, from, cabin, limit, note, tags, id, on',
    ],
  ])('%j', (value, text) => {
    expect(texts(input(schema), value)).toEqual([text])
  })

  test('a missing key says what it takes', () => {
    const needs = z.object({
      from: z.iso.date(),
      to: z.enum(['a', 'b']),
      note: z.string().meta({ examples: ['hi'] }),
    })
    expect(texts(input(needs), {})).toEqual([
      'from: required: a date like 2026-05-01',
      'to: required: one of a, b',
      'note: required: a string, e.g. "hi"',
    ])
  })

  test('a record of named keys tells which', () => {
    const prices = z.object({ prices: z.record(z.enum(['economy', 'business']), z.number()) })
    expect(texts(input(prices), { prices: { economy: 1, business: 2, busines: 3 } })).toEqual([
      'prices.busines: unknown key; did you mean business? allowed: economy, business',
    ])
  })

  test('of a union only the branch that was meant is told', () => {
    const shapes = z.object({
      shape: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('circle'), radius: z.number().positive() }),
        z.object({ kind: z.literal('square'), side: z.number(), note: z.string() }),
      ]),
    })
    const told = (shape: Json) => texts(input(shapes), { shape })
    expect(told({ kind: 'circle', radius: 0 })).toEqual(['shape.radius: want above 0; got 0'])
    expect(told({ kind: 'square', side: 1 })).toEqual(['shape.note: required: a string'])
    expect(told({ kind: 'oval' })).toEqual(['shape.kind: want one of circle, square; got "oval"'])
    expect(told({ radius: 1 })).toEqual(['shape.kind: required: one of circle, square'])
    expect(told(5)).toEqual(['shape: want an object; got 5'])
  })

  test('words of strangers are cut, cleaned and on one line', () => {
    const compiled = foreign({
      type: 'object',
      properties: { a: { enum: ['ok', `x\u202e${'y'.repeat(200)}`] } },
    })
    const [text] = texts(compiled, { a: `one\ntwo\u200b\u{e0041}${'z'.repeat(500)}` })
    expect(text).toMatch(/^a: want one of ok, "xy{57}…; got "one\\ntwoz+…$/)
    expect(text!.length).toBeLessThan(160)
    const [unknown] = texts(compiled, { [`b\n\u202e${'k'.repeat(300)}`]: 1 })
    expect(unknown).toMatch(/^\["b\\nk+…"\]: unknown key; allowed: a$/)
  })

  test('numeric keys and indices are told apart, odd keys are quoted', () => {
    const compiled = foreign({
      type: 'object',
      properties: { r: { additionalProperties: { items: { type: 'string' } } } },
    })
    expect(compiled.check({ r: { 12: [1] } })).toMatchObject([{ path: 'r.12[0]' }])
    expect(compiled.check({ r: { 'a b/c~d': [1] } })).toMatchObject([{ path: 'r["a b/c~d"][0]' }])
  })

  test('ten thousand faults are told as ten', () => {
    const compiled = foreign({ type: 'object', properties: { l: { items: { type: 'string' } } } })
    expect(compiled.check({ l: Array.from({ length: 9_999 }, (_, i) => i) })).toHaveLength(10)
  })
})

describe('foreign schemas', () => {
  test('draft 7 and 2020-12 are each read by their own rules', () => {
    const tuple = {
      type: 'object',
      properties: {
        t: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      },
    }
    const draft7 = 'http://json-schema.org/draft-07/schema#'
    for (const schema of [tuple, { ...tuple, $schema: draft7 }]) {
      expect(foreign(schema).check({ t: ['a', 1] })).toEqual([])
      expect(foreign(schema).check({ t: [1, 1] })).toMatchObject([{ path: 't[0]' }])
    }
    const defs = {
      $schema: draft7,
      type: 'object',
      properties: { a: { $ref: '#/definitions/A' } },
      definitions: { A: { properties: { x: {} } } },
    }
    expect(foreign(defs).check({ a: { y: 1 } })).toMatchObject([{ path: 'a.y', rule: 'undeclared' }])
    const prefix = { type: 'object', properties: { t: { prefixItems: [{ type: 'string' }], items: false } } }
    expect(foreign(prefix).check({ t: [1] })).toMatchObject([{ path: 't[0]', rule: 'type' }])
  })

  test.each([
    ['a reference to nowhere', { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } }],
    ['a broken keyword', { type: 'object', properties: { a: { type: 'strnig' } } }],
    ['a broken pattern', { type: 'object', properties: { a: { pattern: '(' } } }],
    ['a list where keys belong', { type: 'object', required: 'a' }],
  ])('%s is a defect, and nothing is let in', (_what, schema) => {
    const compiled = foreign(schema)
    expect(compiled.check({ a: 'x' })).toMatchObject([{ path: '', rule: 'schema' }])
    expect(compiled.defect()).toEqual(expect.any(String))
  })

  test('a sound one has no defect', () => {
    expect(foreign({ type: 'object' }).defect()).toBeUndefined()
  })

  test('$async lets nothing in: a promise is truthy', () => {
    expect(
      foreign({ $async: true, type: 'object', properties: { a: { type: 'string' } } }).check({ a: 1 }),
    ).toHaveLength(1)
    expect(foreign({ properties: { a: { $async: true, type: 'string' } } }).check({ a: 1 })).toHaveLength(1)
  })

  test('two schemas may share an $id, and each keeps its own rules', () => {
    const one = foreign({
      $id: 'https://example.com/s',
      type: 'object',
      properties: { a: { pattern: '^a$' } },
    })
    const two = foreign({
      $id: 'https://example.com/s',
      type: 'object',
      properties: { a: { pattern: '^b$' } },
    })
    expect(one.check({ a: 'a' })).toEqual([])
    expect(two.check({ a: 'b' })).toEqual([])
    expect(two.check({ a: 'a' })).toHaveLength(1)
  })

  test('a reference never reaches into another tool', () => {
    const id = 'https://example.com/secret'
    expect(
      foreign({ type: 'object', properties: { a: { $id: id, type: 'string' } } }).defect(),
    ).toBeUndefined()
    expect(foreign({ type: 'object', properties: { a: { $ref: id } } }).defect()).toMatch(
      /refers to .*, which is not in it/,
    )
  })

  test('taking the id of the meta-schema harms nobody else', () => {
    const greedy = foreign({ $id: 'https://json-schema.org/draft/2020-12/schema', type: 'object' })
    expect(greedy.check({})).toMatchObject([{ rule: 'schema' }])
    expect(foreign({ type: 'object', properties: { z: { type: 'string' } } }).check({ z: 'a' })).toEqual([])
  })

  test('names that every object has are not there by themselves', () => {
    const compiled = foreign({
      type: 'object',
      properties: { constructor: { type: 'string' } },
      required: ['constructor'],
    })
    expect(compiled.check({})).toMatchObject([{ path: 'constructor', rule: 'required' }])
    expect(compiled.check({ constructor: 'Ferrari' })).toEqual([])
  })

  test('a schema without end and one with a prototype key are refused', () => {
    let deep: JsonObject = {}
    for (let i = 0; i < 1_000; i++) deep = { properties: { a: deep } }
    expect(() => jsonSchema(deep)).toThrow(/depth/)
    expect(() => jsonSchema(JSON.parse('{"properties":{"__proto__":{}}}'))).toThrow(/prototype key/)
    expect(() => foreign({ type: 'string' })).toThrow(/must be an object/)
    expect(() => jsonSchema('x' as never)).toThrow(DefinitionError)
    expect(
      foreign({ type: 'object', properties: { a: { $ref: '#/properties/a' } } }).check({ a: 1 }),
    ).toHaveLength(1)
  })

  test('no key of a schema makes it foreign', () => {
    const claims = z.object({ foreign: z.any() }).meta({ foreign: true, vendor: 'sallyport' })
    expect(() => input(claims)).toThrow(/becomes \{\}/)
  })

  test('unique items are found without comparing each with each', () => {
    const compiled = foreign({ type: 'object', properties: { l: { type: 'array', uniqueItems: true } } })
    const rows = Array.from({ length: 5_000 }, (_, i) => ({ i }))
    const work = workOf(() => {
      expect(compiled.check({ l: rows })).toEqual([])
      expect(compiled.check({ l: [...rows, { i: 7 }] })).toMatchObject([{ path: 'l', rule: 'uniqueItems' }])
    })
    expect(work).toBeLessThan(500)
  })
})

describe('what leaves', () => {
  const raw = (schema: JsonObject) => compileOutput(jsonSchema(schema), 'find')
  const row = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }

  test.each([
    ['arktype, which keeps further keys', compileOutput(type({ id: 'string', n: { a: 'string' } }), 'find')],
    ['valibot', compileOutput(valibot(v.object({ id: v.string(), n: v.object({ a: v.string() }) })), 'find')],
    [
      'a foreign schema',
      raw({
        type: 'object',
        properties: { id: { type: 'string' }, n: { type: 'object', properties: { a: { type: 'string' } } } },
      }),
    ],
  ])('%s: undeclared keys are taken out', (_what, output) => {
    const value = { id: '1', secret: 's', n: { a: 'b', 'a/~secret': 's' } }
    expect(output.strip(value)).toEqual({ removed: 2, faults: [] })
    expect(value).toEqual({ id: '1', n: { a: 'b' } })
  })

  test('thousands of rows are stripped, and a value that does not fit is told', () => {
    const output = raw({ type: 'array', items: row })
    const rows = Array.from({ length: 3_000 }, (_, i) => ({ id: `${i}`, secret: 's' }))
    expect(output.strip(rows)).toEqual({ removed: 3_000, faults: [] })
    expect(JSON.stringify(rows)).not.toContain('secret')
    expect(output.strip([{ id: 42 }]).faults).toMatchObject([{ path: '[0].id', rule: 'type' }])
  })

  test('a union loses no key of the branch that fits', () => {
    const other = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const value = { n: 1, secret: 's' }
    expect(raw({ anyOf: [row, other] }).strip(value)).toEqual({ removed: 1, faults: [] })
    expect(value).toEqual({ n: 1 })
  })

  test('declared open stays open', () => {
    const value = { a: 'x', more: 1 }
    expect(compileOutput(z.looseObject({ a: z.string() }), 'find').strip(value)).toEqual({
      removed: 0,
      faults: [],
    })
    expect(value).toEqual({ a: 'x', more: 1 })
  })

  test('many honest texts of a slow pattern leave: the library has matched them', () => {
    const output = compileOutput(z.array(z.string().regex(/^[a-z]+(-?[a-z]+)*$/)), 'find')
    expect(output.strip(Array.from({ length: 10_000 }, () => 'an-honest-slug')).faults).toEqual([])
  })
})

describe("an author's code is asked once, and no promise is left behind", () => {
  // No `async` tells that it gives a promise.
  const asked: string[] = []
  const exists = (id: string) => {
    asked.push(id)
    return Promise.reject(new Error('down'))
  }
  test.each([
    ['a refinement', z.string().refine((id) => exists(id))],
    ['a check', z.string().superRefine((id) => exists(id))],
    ['a transform', z.string().transform((id) => exists(id))],
    ['one in a lazy schema', z.lazy(() => z.string().refine((id) => exists(id)))],
  ])('%s', async (_what, id) => {
    asked.length = 0
    await expect(async () => validatorOf(z.object({ id }))({ id: 'x' })).rejects.toThrow('down')
    expect(asked).toEqual(['x'])
  })

  test('a schema without such code answers at once', () => {
    const plain = z.object({ id: z.string().trim().min(1), at: z.iso.date(), mail: z.email().optional() })
    expect(validatorOf(plain)({ id: ' x ', at: '2026-05-01' })).toEqual({
      value: { id: 'x', at: '2026-05-01' },
    })
  })
})

describe('valibot', () => {
  test('a loose object stays loose, a plain one beside it is closed', () => {
    const loose = input(valibot(v.object({ o: v.looseObject({ a: v.string() }), p: v.object({}) })))
    expect(texts(loose, { o: { a: 'x', b: 1 }, p: {} })).toEqual([])
    expect(texts(loose, { o: { a: 'x' }, p: { b: 1 } })).toHaveLength(1)
  })

  test('text that is trimmed is text, and what can not be carried is named by its place', async () => {
    const trimmed = input(valibot(v.object({ a: v.pipe(v.string(), v.trim()) })))
    expect(await trimmed.parse({ a: ' x ' })).toEqual({ value: { a: 'x' } })
  })
})

describe('a key of a branch that did not fit', () => {
  const branches = input(
    z.object({ u: z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.int().min(5) })]) }),
  )
  test.each<[Json, string]>([
    ['no', 'u.b: want a whole number; got "no"'],
    [1, 'u.b: does not go with the other keys as they are; want a whole number'],
  ])('%j is told by what it takes, and is not called unknown', (b, text) => {
    expect(texts(branches, { u: { a: 'x', b } })).toEqual([text])
  })
})

describe('a nested object behind a name', () => {
  const node = { type: 'object', properties: { limit: { type: 'integer' } } }
  test.each<[string, JsonObject]>([
    ['$anchor', { $ref: '#node', $defs: { x: { $anchor: 'node', ...node } } }],
    ['$id', { $ref: 'https://a.example/node', $defs: { x: { $id: 'https://a.example/node', ...node } } }],
  ])('%s is closed', (_what, { $ref, $defs }) => {
    const named = foreign({ type: 'object', properties: { n: { $ref } }, $defs })
    expect(texts(named, { n: { limit: 5 } })).toEqual([])
    expect(texts(named, { n: { limt: 5 } })).toEqual([
      'n.limt: unknown key; did you mean limit? allowed: limit',
    ])
  })
})

test.each([
  ['never', z.object({ a: z.never() })],
  ['a file', z.object({ a: z.file() })],
])('%s can not be sent, so it is refused at definition', (_what, schema) => {
  expect(() => input(schema)).toThrow(/input\.a: /)
})

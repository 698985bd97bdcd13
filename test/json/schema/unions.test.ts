// Schemas that repeat themselves: a check costs what the value holds, or there is no such tool. What is counted is how
// often the check looks at the parts of a value; no clock is asked.

import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { scope } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mendFields } from '../../../src/args/mend.js'
import { placesIn, placesOut } from '../../../src/handles/kinds/positions.js'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { unbounded } from '../../../src/json/schema/bounded.js'
import { dispatchOf } from '../../../src/json/schema/dispatch.js'
import { compileInput, compileOutput, jsonSchema, type ToolSchema } from '../../../src/json/schema/schema.js'

const KINDS = ['p', 'h1', 'li', 'ul', 'quote', 'b'] as const

/** Blocks as editors have them, of so many kinds. */
function blocks(kinds: number, more: Record<string, z.ZodType> = {}) {
  const Node: z.ZodType = z.lazy(() =>
    z.discriminatedUnion(
      'type',
      KINDS.slice(0, kinds).map((kind) =>
        z.object({ type: z.literal(kind), children: z.array(Node).optional(), ...more }),
      ) as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>],
    ),
  )
  return z.object({ doc: Node })
}

const foreign = (own: ToolSchema, direction: 'input' | 'output' = 'input') =>
  jsonSchema(own['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' }) as JsonObject)

interface Counted {
  readonly value: JsonObject
  /** Looks at members of the nodes since it was made. */
  looks(): number
}

/** A document of so many nodes, one in the other, that counts each look at a member of a node. */
function nested(depth: number, innermost: JsonObject, more: JsonObject = {}): Counted {
  let looks = 0
  const counting = (node: JsonObject): JsonObject => {
    const out = {}
    for (const [key, value] of Object.entries(node)) {
      const get = () => {
        looks++
        return value
      }
      Object.defineProperty(out, key, { enumerable: true, configurable: true, get })
    }
    return out
  }
  let doc = counting({ ...innermost, ...more })
  for (let level = 1; level < depth; level++) doc = counting({ type: 'li', children: [doc], ...more })
  return { value: { doc }, looks: () => looks }
}

/** The looks per node at two depths; where work is linear they are the same. */
function perNode(run: (value: JsonObject) => unknown, innermost: JsonObject, more?: JsonObject): number[] {
  return [8, 32].map((depth) => {
    const { value, looks } = nested(depth, innermost, more)
    run(value)
    return looks() / depth
  })
}

const GOOD = { type: 'li' }
const BAD: Readonly<Record<string, JsonObject>> = {
  'an unknown type': { type: 'bogus' },
  'no type': {},
  'a wrong part': { type: 'li', children: 'none' },
  'an unknown key': { type: 'li', colour: 'red' },
}

describe.each<[string, number, Record<string, z.ZodType>, JsonObject]>([
  ['six kinds', 6, {}, {}],
  ['six kinds with a text', 6, { text: z.string() }, { text: 'x' }],
  ['three kinds', 3, {}, {}],
])('nested blocks of %s', (_, kinds, shape, more) => {
  const own = blocks(kinds, shape) as unknown as ToolSchema
  const schemas = {
    'own input': compileInput(own, 't'),
    'own output': compileOutput(own, 't'),
    'foreign input': compileInput(foreign(own), 't'),
    'foreign output': compileOutput(foreign(own, 'output'), 't'),
  }

  test.each(Object.entries(schemas))('%s: a good value costs what it holds', (_name, schema) => {
    expect(schema.defect()).toBeUndefined()
    for (const run of [schema.check, schema.strip, schema.parse]) {
      const [few, many] = perNode(run, GOOD, more)
      expect(many!).toBeLessThan(few! * 1.5 + 1)
    }
    expect(schema.check(nested(32, GOOD, more).value)).toEqual([])
  })

  test.each(Object.entries(schemas))('%s: a bad value too', (_name, schema) => {
    for (const innermost of Object.values(BAD)) {
      const [few, many] = perNode(schema.check, innermost, more)
      expect(many!).toBeLessThan(few! * 1.5 + 1)
      expect(schema.check(nested(32, innermost, more).value)).not.toEqual([])
    }
  })

  test.each(Object.entries(BAD))('mending fields of a value with %s', (_name, innermost) => {
    const { json } = schemas['own input']
    const mend = (value: JsonObject) => mendFields(value, json, { dropNulls: true })
    const [few, many] = perNode(mend, innermost, more)
    expect(many!).toBeLessThan(few! * 1.5 + 1)
  })
})

test('mending a value that fits no branch does not double with each level', () => {
  // Not told apart by a key: the gate refuses such a tool, and mending comes before that.
  const node = { $ref: '#/$defs/n' }
  const list = { type: 'array', items: node }
  const object = (kind: string) => ({ type: 'object', properties: { [kind]: {}, children: list } })
  const schema = {
    type: 'object',
    properties: { doc: node },
    $defs: { n: { anyOf: [object('a'), object('b'), object('c')] } },
  }
  const { value } = nested(60, { type: 'bogus' })
  expect(mendFields(value, schema, { dropNulls: true }).args).toEqual(value)
})

test('looking for handles goes over each part once', () => {
  const node = { $ref: '#/$defs/n' }
  const mark = { type: 'string', 'x-handle': 'doc' }
  const branch = (kind: string) => ({
    type: 'object',
    properties: { type: { const: kind }, children: { type: 'array', items: node }, at: mark },
  })
  const schema = {
    type: 'object',
    properties: { doc: node },
    $defs: { n: { anyOf: [branch('li'), branch('p'), branch('b')] } },
  } as unknown as JsonObject
  for (const look of [placesIn, placesOut]) {
    const [few, many] = perNode((value) => look(schema, value), { type: 'bogus' })
    expect(many!).toBeLessThan(few! * 1.5 + 1)
  }
})

describe('what is wrong is said of the branch that was meant', () => {
  const Node: z.ZodType = z.lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('p'), text: z.string() }),
      z.object({ type: z.literal('li'), children: z.array(Node) }),
      z.object({ type: z.enum(['h1', 'h2']), level: z.int().max(6) }),
    ]),
  )
  const own = z.object({ doc: z.nullable(Node) }) as unknown as ToolSchema
  const textsOf = (schema: ReturnType<typeof compileInput>, doc: Json) =>
    schema.check({ doc }).map(({ text }) => text)

  describe.each([
    ['own', compileInput(own, 't')],
    ['foreign', compileInput(foreign(own), 't')],
  ])('%s', (_, schema) => {
    test.each<[string, Json, string[]]>([
      ['a part of it', { type: 'p', text: 3 }, ['doc.text: want a string; got 3']],
      ['a part that is missing', { type: 'p' }, ['doc.text: required: a string']],
      ['a rule of it', { type: 'h2', level: 9 }, ['doc.level: want at most 6; got 9']],
      [
        'a key of another branch',
        { type: 'p', text: 'x', level: 1 },
        ['doc.level: unknown key; allowed: type, text'],
      ],
      ['an unknown kind', { type: 'x' }, ['doc.type: want one of p, li, h1, h2; got "x"']],
      ['a kind that is no text', { type: 4 }, ['doc.type: want one of p, li, h1, h2; got 4']],
      ['no kind', { text: 'x' }, ['doc.type: required: one of p, li, h1, h2']],
      ['what is no object', 'x', ['doc: want an object or null; got "x"']],
      [
        'an inner one',
        { type: 'li', children: [{ type: 'li', children: [{ type: 'p', text: 1 }] }] },
        ['doc.children[0].children[0].text: want a string; got 1'],
      ],
      [
        'an inner unknown kind',
        { type: 'li', children: [{ type: 'p', text: 'good' }, { type: 'x' }] },
        ['doc.children[1].type: want one of p, li, h1, h2; got "x"'],
      ],
      ['nothing', null, []],
      [
        'nothing either',
        {
          type: 'li',
          children: [
            { type: 'p', text: 'x' },
            { type: 'h1', level: 1 },
          ],
        },
        [],
      ],
    ])('%s', (_name, doc, texts) => {
      expect(textsOf(schema, doc)).toEqual(texts)
    })
  })
})

describe('which unions a key tells apart', () => {
  const branch = (kind: Json, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { type: { const: kind }, next: { $ref: '#' } },
    required: ['type'],
    ...more,
  })
  const [a, b] = [branch('a'), branch('b')]
  test.each<[string, JsonObject, string | undefined]>([
    ['constants', { oneOf: [a, b] }, 'type'],
    ['in anyOf', { anyOf: [a, b] }, 'type'],
    ['lists of choices', { oneOf: [a, { ...b, properties: { type: { enum: ['b', 'c'] } } }] }, 'type'],
    ['numbers, booleans and null', { oneOf: [branch(1), branch(true), branch(null), branch('1')] }, 'type'],
    ['beside null and a text', { oneOf: [a, b, { type: 'null' }, { type: 'string' }] }, 'type'],
    ['by reference', { oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }], $defs: { a, b } }, 'type'],
    ['in an intersection', { oneOf: [{ allOf: [a, { properties: { x: {} } }] }, b] }, 'type'],
    ['a union in a branch', { oneOf: [{ anyOf: [a, b] }, branch('c')] }, 'type'],
    [
      'required beside the union',
      {
        type: 'object',
        required: ['type'],
        oneOf: [{ properties: { type: { const: 'a' } } }, { properties: { type: { const: 'b' } } }],
      },
      'type',
    ],
    [
      'by its second key',
      {
        oneOf: [
          { type: 'object', properties: { v: { const: 1 }, op: { const: 'and' } }, required: ['v', 'op'] },
          { type: 'object', properties: { v: { const: 1 }, op: { const: 'or' } }, required: ['v', 'op'] },
        ],
      },
      'op',
    ],
    ['one value in two branches', { oneOf: [a, branch('a')] }, undefined],
    ['a key that may be left out', { oneOf: [a, { ...b, required: [] }] }, undefined],
    ['a branch without the key', { oneOf: [a, { type: 'object', properties: { x: {} } }] }, undefined],
    ['a constant that is an object', { oneOf: [a, branch({ b: 1 })] }, undefined],
    ['a branch for anything', { oneOf: [a, b, {}] }, undefined],
    ['branches for other types too', { oneOf: [a, { ...b, type: ['object', 'array'] }] }, undefined],
    ['one branch', { oneOf: [a] }, undefined],
  ])('%s', (_, schema, key) => {
    const keyword = schema.oneOf ? 'oneOf' : 'anyOf'
    expect(dispatchOf(schema, keyword, schema)?.key).toBe(key)
  })

  test.each<[JsonObject, readonly Json[], readonly Json[]]>([
    [
      { oneOf: [a, b, { type: 'null' }, { type: 'number' }, { type: 'integer' }] },
      [{ type: 'a' }, { type: 'b' }, null, 1.5],
      [{ type: 'c' }, {}, 1, 'x', []],
    ],
    [
      { anyOf: [a, b, { type: 'number' }, { type: 'integer' }, { type: 'array', items: { type: 'null' } }] },
      [{ type: 'a' }, 1, 1.5, [null]],
      [{ type: 'c' }, {}, null, 'x', ['x']],
    ],
    [{ oneOf: [branch(1), branch('1')] }, [{ type: 1 }, { type: '1' }], [{ type: true }, { type: [1] }]],
    [{ oneOf: [branch('constructor'), b] }, [{ type: 'constructor' }], [{ type: 'toString' }, {}]],
  ])('%#: takes what the union takes', (schema, good, bad) => {
    const root = { type: 'object', properties: { v: schema } }
    const { check, defect } = compileInput(jsonSchema(root), 't')
    expect(defect()).toBeUndefined()
    for (const value of good) expect([value, check({ v: value })]).toEqual([value, []])
    for (const value of bad) expect([value, check({ v: value }).length > 0]).toEqual([value, true])
  })
})

describe('unions that nothing tells apart', () => {
  // The key may be left out, so a branch of another kind is tried with all that is below it.
  const node = { $ref: '#/$defs/n' }
  const branch = (kind: string) => ({
    type: 'object',
    properties: { [kind]: {}, next: node },
  })
  const overlapping: JsonObject = {
    type: 'object',
    properties: { doc: node },
    $defs: { n: { anyOf: [branch('a'), branch('b')] } },
  }

  test('have no bound, so a foreign tool with one is not called', () => {
    expect(compileInput(jsonSchema(overlapping), 't').defect()).toMatch(/more than one way/)
  })

  const Loose: z.ZodType = z.lazy(() =>
    z.union([
      z.object({ a: z.string().optional(), next: Loose.optional() }),
      z.object({ b: z.string().optional(), next: Loose.optional() }),
    ]),
  )
  // The JSON Schema has a key that tells; the library does not look at it, and tries all branches.
  const Tried: z.ZodType = z.lazy(() =>
    z.union([
      z.object({ type: z.literal('a'), next: Tried.optional() }),
      z.object({ type: z.literal('b'), next: Tried.optional() }),
    ]),
  )
  const Xor: z.ZodType = z.lazy(() =>
    z.xor([
      z.object({ type: z.literal('a'), next: Xor.optional() }),
      z.object({ type: z.literal('b'), next: Xor.optional() }),
    ]),
  )
  const Fallback: z.ZodType = z.lazy(() =>
    z.discriminatedUnion(
      'type',
      [
        z.object({ type: z.literal('a'), next: Fallback.optional() }),
        z.object({ type: z.literal('b'), next: Fallback.optional() }),
      ],
      { unionFallback: true },
    ),
  )
  const Vali: v.GenericSchema = v.lazy(() =>
    v.union([
      v.object({ type: v.literal('a'), next: v.optional(Vali) }),
      v.object({ type: v.literal('b'), next: v.optional(Vali) }),
    ]),
  )
  test.each<[string, ToolSchema]>([
    ['z.union of overlapping objects', z.object({ doc: Loose }) as unknown as ToolSchema],
    ['z.union with constants', z.object({ doc: Tried }) as unknown as ToolSchema],
    ['z.xor', z.object({ doc: Xor }) as unknown as ToolSchema],
    ['a fallback', z.object({ doc: Fallback }) as unknown as ToolSchema],
    ['v.union with constants', toStandardJsonSchema(v.object({ doc: Vali })) as unknown as ToolSchema],
  ])('%s: refused when the tool is defined, with a mend', (_, schema) => {
    expect(() => compileInput(schema, 't')).toThrow(
      /tool 't': input: .*more than one way.*z\.discriminatedUnion/,
    )
    expect(() => compileOutput(schema, 't')).toThrow(/tool 't': output: .*more than one way/)
  })

  test('a plain union that does not repeat itself is taken', () => {
    const schema = z.object({ v: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) })
    expect(compileInput(schema as unknown as ToolSchema, 't').check({ v: { a: 'x' } })).toEqual([])
    expect(
      compileInput(z.object({ v: z.json() }) as unknown as ToolSchema, 't').check({ v: [{ a: [] }] }),
    ).toEqual([])
  })
})

describe('libraries that look at one branch only', () => {
  const Variant: v.GenericSchema = v.lazy(() =>
    v.variant('type', [
      v.object({ type: v.literal('li'), children: v.optional(v.array(Variant)) }),
      v.object({ type: v.literal('p'), children: v.optional(v.array(Variant)) }),
    ]),
  )
  const { root } = scope({
    root: { doc: 'node' },
    node: 'li | p',
    li: { type: "'li'", 'children?': 'node[]' },
    p: { type: "'p'", 'children?': 'node[]' },
  }).export()
  test.each<[string, ToolSchema]>([
    ['valibot', toStandardJsonSchema(v.object({ doc: Variant })) as unknown as ToolSchema],
    ['arktype', root as unknown as ToolSchema],
  ])('%s', (_, own) => {
    const schema = compileInput(own, 't')
    for (const run of [schema.check, schema.parse]) {
      const [few, many] = perNode(run, GOOD)
      expect(many!).toBeLessThan(few! * 1.5 + 1)
    }
  })
})

test('three unions of fifty kinds in each other are few, since a value is in one branch of each', () => {
  const union = (inner: JsonObject): JsonObject => ({
    oneOf: Array.from({ length: 50 }, (_, kind) => ({
      type: 'object',
      properties: { kind: { const: kind }, of: inner },
      required: ['kind'],
    })),
  })
  const two = union(union({ type: 'string' }))
  const schema = { type: 'object', properties: { a: union({ $ref: '#/$defs/two' }) }, $defs: { two } }
  expect(unbounded(schema)).toBeUndefined()
})

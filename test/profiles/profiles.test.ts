// Profiles: what each provider is given, row by row, and that it neither refuses it nor is led astray by it.

import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { createGate, DefinitionError, jsonSchema, type Tool, tool, toolset } from 'sallyport'
import { lintTools } from 'sallyport/lint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readArgs } from '../../src/gate/admit.js'
import type { Json, JsonObject } from '../../src/json/json.js'
import { closed } from '../../src/json/schema/closed.js'
import { mapSchemas } from '../../src/json/schema/subschemas.js'
import { advertise, PROFILES, type Profile } from '../../src/profiles/profiles.js'
import { aTool, openGate } from '../fixtures/open-gate.js'
import { rawSchemas, valuesOf, zodObjects } from '../tool/profile-samples.js'

const native = (shape: z.ZodRawShape): Tool => aTool({ input: z.object(shape) })
const foreign = (raw: JsonObject): Tool => aTool({ input: jsonSchema(raw) })
const entryFor = (made: Tool, profile?: Profile) => advertise([made], profile)[0]!
const schemaFor = (made: Tool, profile?: Profile) => entryFor(made, profile).inputSchema
const fieldFor = (made: Tool, profile: Profile) => (schemaFor(made, profile).properties as JsonObject).f

describe('session.tools(profile)', () => {
  const { session } = openGate([native({ n: z.number().optional() }), aTool({ name: 'other' })])

  test.each([undefined, ...PROFILES])('%s: name, description, inputSchema and annotations', (profile) => {
    const [first, second] = session.tools(profile)
    const keys = ['annotations', 'description', 'inputSchema', 'name']
    expect(Object.keys(first!).sort()).toEqual(profile === 'openai-strict' ? [...keys, 'strict'] : keys)
    expect([first!.name, second!.name]).toEqual(['probe', 'other'])
    expect(first!.annotations.readOnlyHint).toBe(true)
    expect(first!.inputSchema.type).toBe('object')
  })

  test.each([
    ['open-ai', /did you mean 'openai'/],
    ['openai-strct', /did you mean 'openai-strict'/],
    ['Gemini', /did you mean 'gemini'/],
    ['constructor', /openai, openai-strict, anthropic, gemini, mcp/],
    ['', /openai, openai-strict/],
    [null, /openai, openai-strict/],
  ])('the profile %j is refused, naming what there is', (profile, mend) => {
    const ask = (over: { session: typeof session }) => () => over.session.tools(profile as Profile)
    expect(ask({ session })).toThrow(DefinitionError)
    expect(ask({ session })).toThrow(mend)
    const none = createGate({ tools: [] }).session({ tenant: 't', user: 'u', conversation: 'c' })
    expect(ask({ session: none })).toThrow(mend)
  })

  test('each is made once, and can not be changed by who reads it', () => {
    for (const profile of [undefined, ...PROFILES]) {
      const [entry] = session.tools(profile)
      expect(session.tools(profile)[0]).toBe(entry)
      expect(() => {
        ;(entry as { name: string }).name = 'purge'
      }).toThrow(TypeError)
      expect(() => {
        ;(entry!.inputSchema.properties as Record<string, Json>).path = { type: 'string' }
      }).toThrow(TypeError)
    }
  })

  test('a bound tool is advertised like its declaration', () => {
    const declared = aTool({ run: undefined, input: z.object({ f: z.literal('x').optional() }) })
    const [bound] = toolset({ probe: () => 1 }, [declared])
    for (const profile of PROFILES) expect(entryFor(bound!, profile)).toEqual(entryFor(declared, profile))
  })
})

describe('openai-strict', () => {
  test.each<[what: string, type: z.ZodType, field: JsonObject]>([
    [
      'an optional text is nullable',
      z.string().min(2).optional(),
      { type: ['string', 'null'], minLength: 2 },
    ],
    [
      'a default is said, since the key is always there',
      z.int().max(5).default(3).describe('How many'),
      {
        type: ['integer', 'null'],
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: 5,
        description: 'How many. Default: 3.',
      },
    ],
    [
      'an optional choice is one of a union with null',
      z.enum(['a', 'b']).optional(),
      { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
    ],
    [
      'a key that takes null already stays as it is',
      z.enum(['a']).nullish(),
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    ],
    [
      'an optional object is closed and nullable',
      z.object({ a: z.string().optional() }).optional().describe('Where'),
      {
        description: 'Where',
        anyOf: [
          {
            type: 'object',
            properties: { a: { type: ['string', 'null'] } },
            required: ['a'],
            additionalProperties: false,
          },
          { type: 'null' },
        ],
      },
    ],
    ['a constant is a list of one', z.literal('a'), { type: 'string', enum: ['a'] }],
    [
      'a list of texts and numbers is a union',
      z.literal(['a', 3]),
      {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { type: 'integer', enum: [3] },
        ],
      },
    ],
    ['a format that it lacks is said', z.url(), { type: 'string', description: 'Format: uri.' }],
    [
      'variants that a constant tells apart are a union',
      z.discriminatedUnion('k', [
        z.object({ k: z.literal('a') }),
        z.object({ k: z.literal('b'), n: z.number() }),
      ]),
      {
        anyOf: [
          {
            type: 'object',
            properties: { k: { type: 'string', enum: ['a'] } },
            required: ['k'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { k: { type: 'string', enum: ['b'] }, n: { type: 'number' } },
            required: ['k', 'n'],
            additionalProperties: false,
          },
        ],
      },
    ],
  ])('%s', (_, type, field) => {
    const made = native({ f: type })
    expect(entryFor(made, 'openai-strict')).toMatchObject({
      strict: true,
      inputSchema: { required: ['f'], additionalProperties: false },
    })
    expect(fieldFor(made, 'openai-strict')).toEqual(field)
  })

  test('definitions stay definitions, rewritten like the rest, and a description stands beside no reference', () => {
    const tree = z
      .object({
        name: z.string(),
        get kids() {
          return z.array(tree).optional()
        },
      })
      .meta({ id: 'Tree' })
    const { inputSchema, strict } = entryFor(
      native({ one: tree, two: tree.describe('Second') }),
      'openai-strict',
    )
    expect(strict).toBe(true)
    expect(inputSchema).toMatchObject({
      properties: {
        one: { $ref: '#/$defs/Tree' },
        two: { description: 'Second', anyOf: [{ $ref: '#/$defs/Tree' }] },
      },
      $defs: {
        Tree: {
          required: ['name', 'kids'],
          additionalProperties: false,
          properties: {
            kids: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/Tree' } }, { type: 'null' }] },
          },
        },
      },
    })
  })

  test.each<[why: string, made: Tool]>([
    ['keys that are free', native({ f: z.record(z.string(), z.number()) })],
    ['keys beyond the declared', native({ f: z.looseObject({ a: z.string() }) })],
    ['a tuple', native({ f: z.tuple([z.string(), z.number()]) })],
    ['anything', native({ f: z.json() })],
    ['two patterns', native({ f: z.string().regex(/a/).regex(/b/) })],
    [
      'a null that could be another variant’s',
      native({
        f: z.union([
          z.object({ a: z.string(), b: z.string().optional() }),
          z.object({ b: z.string(), c: z.number() }),
        ]),
      }),
    ],
    [
      'variants of which only one may hold',
      foreign({
        properties: {
          f: {
            oneOf: [
              { type: 'string', minLength: 2 },
              { type: 'string', maxLength: 3 },
            ],
          },
        },
        required: ['f'],
      }),
    ],
    [
      'items that must differ',
      foreign(required({ type: 'array', items: { type: 'string' }, uniqueItems: true })),
    ],
    ['a field without a type', foreign(required({ description: 'anything' }))],
    ['an object of which nothing is said', foreign(required({ type: 'object' }))],
    ['a reference to nowhere', foreign(required({ $ref: '#/$defs/none' }))],
    ['a dependence', foreign({ ...required({ type: 'string' }), dependentRequired: { g: ['f'] } })],
    ['variants at the root', foreign({ ...required({ type: 'string' }), anyOf: [{ required: ['f'] }] })],
    ['a null that the tool itself would get', foreign({ properties: { f: { type: 'string' } } })],
    ['more levels than it takes', native({ f: nested(11) })],
    ['more values than it takes', native({ f: z.enum(Array.from({ length: 1_001 }, (_, i) => `v${i}`)) })],
  ])('%s: the tool falls back to the plain form, and the entry says so', (_, made) => {
    const entry = entryFor(made, 'openai-strict')
    expect(entry.strict).toBe(false)
    expect(entry.inputSchema).toEqual(schemaFor(made, 'openai'))
  })

  test('a tool from elsewhere is strict where nothing is optional, or optional keys take null', () => {
    const made = foreign({
      ...required({ type: 'string' }),
      properties: { f: { type: 'string' }, g: { type: ['number', 'null'] } },
    })
    expect(entryFor(made, 'openai-strict').strict).toBe(true)
  })

  test('falling back is per tool', () => {
    const { session } = openGate([
      native({ f: z.string() }),
      aTool({ name: 'map', input: z.object({ f: z.record(z.string(), z.string()) }) }),
    ])
    const own = session.tools('openai-strict').filter(({ name }) => name !== 'inspect_handle')
    expect(own.map(({ strict }) => strict)).toEqual([true, false])
  })

  test('what a strict model sends for the award search crosses, nulls and all', async () => {
    const search = tool({
      name: 'search',
      description: 'Searches.',
      useWhen: 'searching',
      effect: 'read',
      input: z.object({
        origin: z.string().regex(/^[A-Z]{3}$/),
        from: z.iso.date().optional(),
        cabin: z.enum(['economy', 'first']).default('economy'),
        limit: z.int().max(50).default(25),
      }),
      run: (input) => input,
    })
    const { session } = openGate([search])
    expect(session.tools('openai-strict')[0]?.strict).toBe(true)
    const args = '{"origin":"SFO","from":null,"cabin":null,"limit":null}'
    expect(await session.call({ id: 'c1', name: 'search', args })).toMatchObject({
      status: 'ok',
      value: { origin: 'SFO', cabin: 'economy', limit: 25 },
    })
  })
})

describe('gemini', () => {
  test.each<[what: string, raw: JsonObject, field: JsonObject]>([
    ['a type with null is nullable', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'a union with null is nullable',
      { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'n' },
      { type: 'integer', nullable: true, description: 'n' },
    ],
    ['a constant is a list of one', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['a constant number is a range of one', { const: 5 }, { type: 'integer', minimum: 5, maximum: 5 }],
    [
      'a list of numbers is a range and words',
      { type: 'integer', enum: [1, 5], description: 'Rooms' },
      { type: 'integer', minimum: 1, maximum: 5, description: 'Rooms. One of 1, 5.' },
    ],
    [
      'a list with an empty text is words',
      { type: 'string', enum: ['', 'a'] },
      { type: 'string', description: 'One of "", "a".' },
    ],
    [
      'exclusive bounds of integers are inclusive ones',
      { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 9.5 },
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    [
      'exclusive bounds of numbers are inclusive ones and words',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0, description: 'Greater than 0.' },
    ],
    [
      'a description stands in the first branch: anyOf stands alone',
      { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'id', default: 1 },
      { anyOf: [{ type: 'string', description: 'id. Default: 1.' }, { type: 'number' }] },
    ],
    [
      'a list of types is a union, each with its own keywords',
      { type: ['string', 'array'], maxLength: 3, items: { type: 'string' } },
      {
        anyOf: [
          { type: 'string', maxLength: 3 },
          { type: 'array', items: { type: 'string' } },
        ],
      },
    ],
    [
      'a format that it lacks, and items that must differ, are words',
      { type: 'array', items: { type: 'string', format: 'uri' }, uniqueItems: true },
      {
        type: 'array',
        items: { type: 'string', description: 'Format: uri.' },
        description: 'No item twice.',
      },
    ],
    [
      'a map is an object and words',
      { type: 'object', additionalProperties: { $ref: '#/definitions/Size' } },
      { type: 'object', description: 'Other keys are free, with values like {"type":"number"}.' },
    ],
    [
      'a tuple is a list of its parts and words',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        maxItems: 2,
        description: 'In this order: [{"type":"string"},{"type":"number"}].',
      },
    ],
    [
      'an intersection is one schema',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'string' } }, required: ['b'] },
        ],
      },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        required: ['a', 'b'],
      },
    ],
    [
      'a reference is what it refers to, once round',
      { $ref: '#/definitions/Node', description: 'start' },
      {
        type: 'object',
        description: 'start',
        properties: { next: { type: 'object', description: 'Nested in the same way.' } },
      },
    ],
    [
      'a key that it refuses is words, and is not asked for',
      {
        type: 'object',
        properties: { 'a-b': { type: 'string' }, c: { type: 'number' } },
        required: ['a-b', 'd'],
      },
      {
        type: 'object',
        properties: { c: { type: 'number' } },
        description: 'Needs the key "a-b" too: {"type":"string"}.',
      },
    ],
  ])('%s', (_, raw, field) => {
    const made = foreign({
      ...required(raw),
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: {
        Size: { type: 'number' },
        Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' } } },
      },
    })
    expect(fieldFor(made, 'gemini')).toEqual(field)
    expect(Object.keys(schemaFor(made, 'gemini')).sort()).toEqual(['properties', 'required', 'type'])
  })

  test('a tool without arguments has no properties at all', () => {
    expect(schemaFor(native({}), 'gemini')).toEqual({ type: 'object' })
  })
})

describe('openai and anthropic', () => {
  const variants = foreign({
    type: 'object',
    properties: { id: { type: 'string' } },
    anyOf: [
      { properties: { url: { type: 'string' } }, required: ['id', 'url'] },
      { properties: { path: { type: 'string' }, url: { type: 'number' } }, required: ['id', 'path'] },
    ],
  })

  test.each(['openai', 'anthropic', 'gemini'] as const)(
    '%s: variants at the root become one object',
    (profile) => {
      const { anyOf, ...root } = schemaFor(variants, profile)
      expect(anyOf).toBeUndefined()
      expect(root).toMatchObject({
        type: 'object',
        properties: {
          id: { type: 'string' },
          path: { type: 'string' },
          url: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        },
        required: ['id'],
        description: 'Give one of: url; path.',
      })
    },
  )

  test('openai: an array says what it holds, and the root has properties', () => {
    expect(fieldFor(foreign(required({ type: ['array', 'null'] })), 'openai')).toEqual({
      type: ['array', 'null'],
      items: {},
    })
    expect(schemaFor(foreign({ type: 'object' }), 'openai')).toEqual({ type: 'object', properties: {} })
  })

  test.each(['openai', 'openai-strict'] as const)('%s: a pattern with look-around is words', (profile) => {
    const made = foreign(required({ type: 'string', pattern: '^(?!\\.)a' }))
    expect(fieldFor(made, profile)).toEqual({ type: 'string', description: 'Pattern: `^(?!\\.)a`.' })
    expect(fieldFor(made, 'anthropic')).toMatchObject({ pattern: '^(?!\\.)a' })
  })

  test('anthropic: a key that it refuses is words', () => {
    const made = foreign({ type: 'object', properties: { 'a b': { type: 'string' }, c: { type: 'number' } } })
    expect(schemaFor(made, 'anthropic')).toEqual({
      type: 'object',
      properties: { c: { type: 'number' } },
      description: 'Takes the key "a b" too: {"type":"string"}.',
    })
  })

  test('mcp: the schema as it is, with its type', () => {
    const raw = { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: {} }, oneOf: [{}] }
    expect(schemaFor(foreign(raw), 'mcp')).toEqual({ ...raw, type: 'object' })
  })
})

describe('whatever the schema', () => {
  const RUNS = 20
  // Loading the meta-schemas takes longer than all the rest.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false })
  // Draft 7's tuples are in the samples.
  const olderAjv = new Ajv2019({ strict: false, logger: false, validateSchema: false })
  const valid = (schema: JsonObject, values: JsonObject[], by: Ajv2020 | Ajv2019 = ajv) => {
    const check = by.compile(schema)
    return values.filter((value) => check(value))
  }
  /** In OpenAPI's words a list of values has no null, and null may stand there all the same. */
  const inJsonSchema = (schema: JsonObject) =>
    mapSchemas(schema, ({ nullable, ...rest }) => (nullable ? { anyOf: [rest, { type: 'null' }] } : rest))
  /** A model is not told that undeclared keys are refused, and doesn't send any. */
  const withItsKeys = (schema: JsonObject) => closed(inJsonSchema(schema), { lenient: true })
  const drawn = (gen: fc.GeneratorValue, schema: JsonObject) =>
    Array.from({ length: 6 }, () => gen(valuesOf, schema, schema) as JsonObject)

  test.each(PROFILES)('%s: what is valid under the profile is admitted', (profile) => {
    let [tried, strict] = [0, 0]
    fc.assert(
      fc.property(zodObjects, fc.gen(), (input, gen) => {
        const made = aTool({ input })
        const { inputSchema, ...entry } = entryFor(made, profile)
        if (entry.strict) strict++
        for (const args of valid(withItsKeys(inputSchema), drawn(gen, inputSchema))) {
          tried++
          expect(readArgs(made, args)).toHaveProperty('args')
        }
      }),
      { numRuns: RUNS },
    )
    expect(tried).toBeGreaterThan(0)
    expect(strict > 0).toBe(profile === 'openai-strict')
  })

  test('what is valid under a strict schema is admitted, wherever the schema came from', () => {
    let tried = 0
    fc.assert(
      fc.property(rawSchemas, fc.gen(), (raw, gen) => {
        const made = foreign(raw)
        const { inputSchema, strict } = entryFor(made, 'openai-strict')
        for (const args of strict ? valid(inputSchema, drawn(gen, inputSchema)) : []) {
          tried++
          expect(readArgs(made, args)).toHaveProperty('args')
        }
      }),
      { numRuns: RUNS * 8 },
    )
    expect(tried).toBeGreaterThan(0)
  })

  test.each(['openai', 'anthropic', 'gemini'] as const)(
    '%s: what the gate admits is valid under the profile',
    (profile) => {
      let tried = 0
      fc.assert(
        fc.property(rawSchemas, fc.gen(), (raw, gen) => {
          const made = foreign(raw)
          const admitted = valid(raw, drawn(gen, raw), olderAjv).filter(
            (args) => 'args' in readArgs(made, args),
          )
          tried += admitted.length
          expect(valid(inJsonSchema(schemaFor(made, profile)), admitted)).toEqual(admitted)
        }),
        { numRuns: RUNS },
      )
      expect(tried).toBeGreaterThan(0)
    },
  )

  test.each(['openai', 'openai-strict', 'anthropic', 'gemini'] as const)(
    '%s: holds nothing that the provider is known to refuse',
    (profile) => {
      fc.assert(
        fc.property(
          fc.oneof(
            rawSchemas.map(foreign),
            zodObjects.map((input) => aTool({ input })),
          ),
          (made) => {
            const { inputSchema, strict } = entryFor(made, profile)
            const rules = strict === false ? ['portable-openai'] : [`portable-${profile}`, 'schema-valid']
            const { findings } = lintTools([{ name: 'probe', inputSchema, source: 'module' }])
            expect(findings.filter(({ rule }) => rules.includes(rule))).toEqual([])
            if (profile === 'gemini')
              expect(keywordsIn(inputSchema).filter((word) => !FIELDS.has(word))).toEqual([])
          },
        ),
        { numRuns: RUNS },
      )
    },
  )
})

describe('a hostile schema', () => {
  const chain = (length: number, link: (next: string) => JsonObject) =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `d${i}`,
        i + 1 < length ? link(`#/$defs/d${i + 1}`) : { type: 'string' },
      ]),
    )
  const start = { type: 'object', properties: { f: { $ref: '#/$defs/d0' } }, required: ['f'] }

  test.each<[what: string, raw: JsonObject]>([
    ['a chain of 10 000 references', { ...start, $defs: chain(10_000, ($ref) => ({ $ref })) }],
    [
      'a chain of 10 000 references to an optional key',
      { ...start, required: [], $defs: chain(10_000, ($ref) => ({ $ref })) },
    ],
    [
      'thousands of variants at the root',
      {
        anyOf: Array.from({ length: 4_000 }, (_, i) => ({
          properties: { k: { const: i } },
          required: ['k'],
        })),
      },
    ],
    [
      'a chain of 5 000 objects',
      { ...start, $defs: chain(5_000, ($ref) => ({ type: 'object', properties: { f: { $ref } } })) },
    ],
    [
      'a chain of 5 000 intersections',
      {
        ...start,
        allOf: [{ $ref: '#/$defs/d0' }],
        $defs: chain(5_000, ($ref) => ({ allOf: [{ $ref }, {}] })),
      },
    ],
    [
      'references that double 40 times',
      {
        ...start,
        anyOf: [{ $ref: '#/$defs/d0' }],
        $defs: chain(40, ($ref) => ({ allOf: [{ $ref }, { $ref }], anyOf: [{ $ref }, { $ref }] })),
      },
    ],
    ['references to themselves', { $ref: '#/$defs/d0', $defs: { d0: { $ref: '#/$defs/d0' } } }],
    [
      'a root that holds itself',
      { type: 'object', allOf: [{ $ref: '#' }], properties: { f: { $ref: '#' } } },
    ],
    [
      'unions of thousands',
      required({
        oneOf: Array.from({ length: 2_000 }, (_, i) => ({ type: 'object', properties: { k: { const: i } } })),
      }),
    ],
    [
      'keywords of the wrong type',
      required({ type: 'object', properties: 3, required: 'a', allOf: {}, enum: 'x' }),
    ],
    [
      'names that every object has',
      required({ type: 'object', properties: { toString: {}, valueOf: {} }, constructor: 1 }),
    ],
  ])('%s: is made into something for every profile, in time', (_, raw) => {
    const made = foreign(raw)
    const from = process.cpuUsage()
    for (const profile of PROFILES) {
      const { inputSchema } = entryFor(made, profile)
      expect(inputSchema.type).toBe('object')
      expect(JSON.stringify(inputSchema).length).toBeLessThan(2_000_000)
    }
    const { user, system } = process.cpuUsage(from)
    expect((user + system) / 1_000).toBeLessThan(3_000)
  })
})

function required(field: JsonObject): JsonObject {
  return { type: 'object', properties: { f: field }, required: ['f'] }
}

function nested(levels: number): z.ZodType {
  return levels === 1 ? z.string() : z.object({ f: nested(levels - 1) })
}

/** The fields of Gemini's Schema. */
const FIELDS: ReadonlySet<string> = new Set(
  `type format title description nullable enum items minItems maxItems properties required minProperties
  maxProperties minLength maxLength pattern minimum maximum anyOf`.split(/\s+/),
)

function keywordsIn(schema: Json): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn)
  return Object.entries(schema).flatMap(([keyword, part]) => {
    if (keyword === 'properties') return [keyword, ...Object.values(part as JsonObject).flatMap(keywordsIn)]
    return keyword === 'items' || keyword === 'anyOf' ? [keyword, ...keywordsIn(part)] : [keyword]
  })
}

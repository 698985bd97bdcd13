// Admission: each row of the table in the contract, hostile inputs, and properties of whatever is let in.

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Admission, admitArgs } from '../../src/args/admission.js'
import { faultText } from '../../src/args/faults.js'
import type { Json, JsonObject } from '../../src/json/json.js'
import { type CompiledSchema, compileInput, type Fault, jsonSchema } from '../../src/json/schema/schema.js'

const awards = compileInput(
  z.object({
    origin: z.string().regex(/^[A-Z]{3}$/),
    from: z.iso.date().optional(),
    cabin: z.enum(['economy', 'business']).default('economy'),
    limit: z.int().max(50).default(25),
    direct: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    filter: z.object({ airline: z.string().optional(), stops: z.int().optional() }).optional(),
    note: z.string().nullable().optional(),
    extra: z.record(z.string(), z.json()).optional(),
  }),
  'search_awards',
)
const nothing = compileInput(z.object({}), 'ping')

type Result = Admission | { readonly faults: readonly Fault[] }
interface Options {
  readonly schema?: CompiledSchema
  readonly sideEffect?: boolean
  readonly argBytes?: number
}

const admit = (
  raw: unknown,
  { schema = awards, sideEffect = false, argBytes = 256 * 1024 }: Options = {},
): Result => admitArgs(raw, { schema, sideEffect, argBytes })
const rules = (result: Result) => ('faults' in result ? result.faults.map(({ rule }) => rule) : 'admitted')

describe('what is taken', () => {
  const args = { origin: 'SFO' }
  test.each<[string, unknown, JsonObject, string[]]>([
    ['an object', { origin: 'SFO', limit: 5 }, { origin: 'SFO', limit: 5 }, []],
    ['JSON text of one', '{"origin":"SFO","limit":5}', { origin: 'SFO', limit: 5 }, []],
    ['JSON text with white space around it', ' \n{"origin":"SFO"}\t', args, []],
    ['JSON encoded twice', JSON.stringify('{"origin":"SFO"}'), args, ['decoded twice']],
    [
      'a field that is JSON text of an object',
      { ...args, filter: '{"stops":0}' },
      { ...args, filter: { stops: 0 } },
      ['decoded: filter'],
    ],
    [
      'a field that is JSON text of a list',
      { ...args, tags: '["a"]' },
      { ...args, tags: ['a'] },
      ['decoded: tags'],
    ],
    [
      'a field that is JSON text of a number',
      { ...args, limit: '5' },
      { ...args, limit: 5 },
      ['decoded: limit'],
    ],
    [
      'a field that is JSON text of a boolean',
      { ...args, direct: 'true' },
      { ...args, direct: true },
      ['decoded: direct'],
    ],
    [
      'JSON text in a field inside',
      { ...args, filter: { stops: '1' } },
      { ...args, filter: { stops: 1 } },
      ['decoded: filter.stops'],
    ],
    [
      'null where an optional does not accept it',
      { ...args, limit: null, filter: { stops: null } },
      { ...args, filter: {} },
      ['null dropped: limit', 'null dropped: filter.stops'],
    ],
    [
      'null where it is accepted',
      { ...args, note: null, extra: { a: null } },
      { ...args, note: null, extra: { a: null } },
      [],
    ],
    ['undefined counts as absent', { ...args, limit: undefined }, args, []],
    ['a code fence', '```json\n{"origin":"SFO"}\n```', args, ['repaired: fence']],
    ['a code fence without a language', '```\n{"origin":"SFO"}```\n', args, ['repaired: fence']],
    ['a trailing comma', '{"origin":"SFO",}', args, ['repaired: json5']],
    ['single quotes', "{'origin':'SFO'}", args, ['repaired: json5']],
    ['comments', '{"origin":"SFO" /* home */, // that is all\n}', args, ['repaired: json5']],
    ['keys without quotes', '{origin:"SFO"}', args, ['repaired: json5']],
    ['a fence around JSON5', "```json5\n{origin:'SFO',}\n```", args, ['repaired: fence', 'repaired: json5']],
    ['an object without prototype', Object.assign(Object.create(null), args), args, []],
    ['minus zero, as zero', '{"origin":"SFO","limit":-0}', { ...args, limit: 0 }, []],
    [
      'digits in a text',
      '{"origin":"SFO","note":"4111111111111111 1e999"}',
      { ...args, note: '4111111111111111 1e999' },
      [],
    ],
    [
      'constructor as a plain key',
      '{"origin":"SFO","extra":{"constructor":"Ferrari"}}',
      { ...args, extra: { constructor: 'Ferrari' } },
      [],
    ],
  ])('%s', (_what, raw, wanted, notes) => {
    expect(admit(raw)).toEqual({ args: wanted, notes })
  })

  test.each([[undefined], [null], [''], ['  '], ['null'], ['{}'], [{}]])('no arguments as %j', (raw) => {
    expect(admit(raw, { schema: nothing })).toMatchObject({ args: {} })
    expect(rules(admit(raw))).toEqual(['required'])
  })

  test('what comes out is a copy that nobody else holds', () => {
    const tags = ['a']
    const result = admit({ origin: 'SFO', tags }) as Admission
    tags.push('b')
    expect(result.args.tags).toEqual(['a'])
  })
})

describe('what is refused', () => {
  class Trip {
    origin = 'SFO'
  }
  const cyclic: Record<string, unknown> = { origin: 'SFO' }
  cyclic.extra = cyclic
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  test.each<[string, unknown, string[], string?]>([
    ['an undeclared key', { origin: 'SFO', _handler: 'pay' }, ['undeclared'], '_handler'],
    [
      'an undeclared key inside',
      { origin: 'SFO', filter: { airlne: 'UA' } },
      ['undeclared'],
      'filter.airlne',
    ],
    ['an undeclared null', { origin: 'SFO', orign: null }, ['undeclared'], 'orign'],
    ['a key twice', '{"origin":"LAX","origin":"SFO"}', ['duplicate key']],
    ['a key twice, with one value', '{"origin":"SFO","origin":"SFO"}', ['duplicate key']],
    ['a key twice by escapes', '{"origin":"LAX","\\u006frigin":"SFO"}', ['duplicate key']],
    ['a key twice inside', '{"origin":"SFO","filter":{"stops":1,"stops":2}}', ['duplicate key']],
    ['a key twice in JSON5', "{origin:'LAX','origin':'SFO'}", ['duplicate key']],
    ['a key twice behind a trailing comma', '{"origin":"LAX","origin":"SFO",}', ['duplicate key']],
    [
      'a key twice in a doubly encoded text',
      JSON.stringify('{"origin":"LAX","origin":"SFO"}'),
      ['duplicate key'],
    ],
    [
      'a key twice in a decoded field',
      { origin: 'SFO', filter: '{"stops":1,"stops":2}' },
      ['type'],
      'filter',
    ],
    [
      'an integer over 2^53 in an object',
      { origin: 'SFO', limit: 1_234_567_890_123_456_800 },
      ['unsafe integer'],
      'limit',
    ],
    ['one under -2^53', { origin: 'SFO', extra: { a: [-(2 ** 53)] } }, ['unsafe integer'], 'extra.a[0]'],
    ['__proto__ in text', '{"origin":"SFO","__proto__":{"isAdmin":true}}', ['prototype key']],
    ['__proto__ by escapes', '{"origin":"SFO","\\u005f_proto__":{"isAdmin":true}}', ['prototype key']],
    ['__proto__ inside', '{"origin":"SFO","extra":{"a":[{"__proto__":1}]}}', ['prototype key'], 'extra.a[0]'],
    [
      '__proto__ in a decoded field',
      { origin: 'SFO', filter: '{"__proto__":{"stops":1}}' },
      ['type'],
      'filter',
    ],
    ['__proto__ in JSON5', "{origin:'SFO',__proto__:{a:1}}", ['prototype key']],
    [
      'constructor.prototype',
      '{"origin":"SFO","extra":{"constructor":{"prototype":{"isAdmin":true}}}}',
      ['prototype key'],
      'extra',
    ],
    ['65 levels', `{"origin":"SFO","extra":${nested(64)}}`, ['depth']],
    ['65 levels in an object', { origin: 'SFO', extra: JSON.parse(nested(64)) }, ['depth']],
    ['a cycle', cyclic, ['depth']],
    ['10 001 members in text', `{"origin":"SFO","tags":[${'"a",'.repeat(10_000)}"a"]}`, ['members']],
    [
      '10 001 members in an object',
      { origin: 'SFO', tags: Array.from({ length: 10_000 }, () => 'a') },
      ['members'],
    ],
    ['a list with a length only', { origin: 'SFO', tags: new Array(4_000_000_000) }, ['members']],
    ['a lone surrogate', '{"origin":"SFO","note":"\\ud800"}', ['unicode'], 'note'],
    ['a lone surrogate in a key', { origin: 'SFO', extra: { '\udc00': 1 } }, ['unicode'], 'extra'],
    ['an infinite number', '{"origin":"SFO","limit":1e400}', ['number']],
    ['a number that vanishes', '{"origin":"SFO","limit":1e-400}', ['number']],
    ['an integer that loses digits', '{"origin":"SFO","limit":12345678901234567890}', ['number']],
    ['one just above 2^53', '{"origin":"SFO","limit":9007199254740993}', ['number']],
    ['a lossy number in a doubly encoded text', JSON.stringify('{"limit":9007199254740993}'), ['number']],
    ['NaN in an object', { origin: 'SFO', limit: Number.NaN }, ['number'], 'limit'],
    ['NaN in JSON5', '{origin:"SFO",limit:NaN}', ['number'], 'limit'],
    ['Infinity in JSON5', '{origin:"SFO",limit:-Infinity}', ['number'], 'limit'],
    ['a hexadecimal that loses digits', '{origin:"SFO",limit:0x20000000000001}', ['number']],
    ['an escape that JSON lacks', "{origin:'\\x53FO'}", ['json']],
    ['an escaped line end', '{origin:"SF\\\nO"}', ['json']],
    ['an escaped single quote', "{origin:'SFO',note:'it\\'s'}", ['json']],
    ['text that was cut off', '{"origin":"SFO","note":"Hel', ['json']],
    ['text that was cut off between', '{"origin":"SFO",', ['json']],
    ['prose', "I can't do that", ['json']],
    ['two objects', '{"origin":"SFO"}{"origin":"LAX"}', ['json']],
    ['two fences', '```\n{"origin":"SFO"}\n```\n```\n{"origin":"LAX"}\n```', ['json']],
    ['a list', '[1]', ['type']],
    ['a text', '"SFO"', ['type']],
    ['JSON encoded three times', JSON.stringify(JSON.stringify('{"origin":"SFO"}')), ['type']],
    ['a number', 5, ['type']],
    ['a function', () => ({}), ['value']],
    ['a symbol', Symbol('x'), ['value']],
    ['a bigint', { origin: 'SFO', limit: 2n ** 60n }, ['unsafe integer'], 'limit'],
    ['a class instance', new Trip(), ['value']],
    ['a date', { origin: 'SFO', from: new Date(0) }, ['value'], 'from'],
    ['a map', { origin: 'SFO', extra: new Map() }, ['value'], 'extra'],
    ['a toJSON', { origin: 'SFO', toJSON: () => ({ origin: 'LAX' }) }, ['value'], 'toJSON'],
    ['undefined in a list', { origin: 'SFO', tags: [undefined] }, ['value'], 'tags[0]'],
    [
      'a getter that throws',
      {
        get origin() {
          throw new Error('secret')
        },
      },
      ['value'],
    ],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('secret')
          },
        },
      ),
      ['value'],
    ],
    ['a wrong type', { origin: 5 }, ['type'], 'origin'],
    ['a bad pattern', { origin: 'sfo' }, ['pattern'], 'origin'],
    ['out of range', { origin: 'SFO', limit: 51 }, ['maximum'], 'limit'],
    ['null where it is required', { origin: null }, ['type'], 'origin'],
    ['null in a list', { origin: 'SFO', tags: [null] }, ['type'], 'tags[0]'],
    ['JSON text of the wrong type', { origin: 'SFO', limit: '"5"' }, ['type'], 'limit'],
    ['JSON text of null', { origin: 'SFO', limit: 'null' }, ['type'], 'limit'],
    [
      'JSON text that is decoded only once',
      { origin: 'SFO', tags: JSON.stringify('["a"]') },
      ['type'],
      'tags',
    ],
    [
      'JSON text with a lossy number',
      { origin: 'SFO', filter: '{"stops":9007199254740993}' },
      ['type'],
      'filter',
    ],
  ])('%s', (_what, raw, wanted, path) => {
    const result = admit(raw)
    expect(rules(result)).toEqual(wanted)
    if (path !== undefined && 'faults' in result) expect(result.faults[0]?.path).toBe(path)
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('arguments over argBytes, counted in UTF-8', () => {
    const text = JSON.stringify({ origin: 'SFO', note: 'é'.repeat(100) })
    expect(rules(admit(text, { argBytes: Buffer.byteLength(text) }))).toBe('admitted')
    expect(rules(admit(text, { argBytes: Buffer.byteLength(text) - 1 }))).toEqual(['size'])
    expect(rules(admit(JSON.parse(text), { argBytes: 200 }))).toEqual(['size'])
    expect(rules(admit({ origin: 'x'.repeat(50_000_000) }))).toEqual(['size'])
  })

  test('a revoked proxy', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(rules(admit(proxy))).toEqual(['value'])
  })
})

describe('whole numbers', () => {
  const ids = compileInput(z.object({ id: z.number() }), 't')
  const foreign = compileInput(jsonSchema({ type: 'object', properties: { id: { type: 'integer' } } }), 't')
  test.each([0, -7, 2 ** 53 - 1, -(2 ** 53 - 1), 0.5, 1e-9])('%d is taken from an object', (id) => {
    for (const schema of [ids, foreign]) {
      if (schema === foreign && !Number.isInteger(id)) continue
      expect(admit({ id }, { schema })).toEqual({ args: { id }, notes: [] })
    }
  })

  test.each([2 ** 53, 1_234_567_890_123_456_800, 1e21, -1e300])('%d is not: its digits may be lost', (id) => {
    for (const schema of [ids, foreign]) {
      const result = admit({ id }, { schema }) as { faults: Fault[] }
      expect(result.faults.map(({ text }) => text)).toEqual([
        'id: a whole number beyond 2^53, whose last digits may be lost already: send a smaller one, or a string where one is taken',
      ])
    }
  })

  test('in a text the digits are there, so what they say exactly is taken', () => {
    expect(admit('{"id":1000000000000000000}', { schema: ids })).toEqual({ args: { id: 1e18 }, notes: [] })
  })

  test('a schema may give bounds of 64 bits', () => {
    const bound = { type: 'object', properties: { id: { type: 'integer', maximum: 18446744073709552000 } } }
    expect(admit({ id: 5 }, { schema: compileInput(jsonSchema(bound), 't') })).toMatchObject({
      args: { id: 5 },
    })
  })
})

describe('why a text was not read as the JSON that is wanted', () => {
  const schema = compileInput(
    jsonSchema({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        edits: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
      },
    }),
    't',
  )
  test.each<[string, JsonObject, string]>([
    [
      'lost digits',
      { id: '1234567890123456789' },
      'id: want a whole number; got "1234567890123456789"; as JSON it can\'t be taken: the number 1234567890123456789 would lose digits: send fewer digits, or a string where one is taken',
    ],
    [
      'quotes of Python',
      { edits: "[{'a': 'x'}]" },
      "edits: want a list; got \"[{'a': 'x'}]\"; it is a text that is no JSON (single quotes where JSON has double ones): send the value itself, not as a text",
    ],
    [
      'words of Python',
      { edits: '[{"a": None}]' },
      'edits: want a list; got "[{\\"a\\": None}]"; it is a text that is no JSON (True, False or None where JSON has true, false or null): send the value itself, not as a text',
    ],
    [
      'a trailing comma',
      { edits: '[{"a":"x"},]' },
      'edits: want a list; got "[{\\"a\\":\\"x\\"},]"; it is a text that is no JSON (a comma before a closing bracket): send the value itself, not as a text',
    ],
    [
      'a code fence',
      { edits: '```json\n[]\n```' },
      'edits: want a list; got "```json\\n[]\\n```"; it is a text that is no JSON (a code fence around it): send the value itself, not as a text',
    ],
    [
      'an early end',
      { edits: '[{"a":"x"' },
      'edits: want a list; got "[{\\"a\\":\\"x\\""; it is a text that is no JSON (it ends too early): send the value itself, not as a text',
    ],
    [
      'another grammar',
      { edits: '[1 2]' },
      'edits: want a list; got "[1 2]"; it is a text that is no JSON (it breaks the grammar of JSON): send the value itself, not as a text',
    ],
    [
      'a text in a text',
      { edits: JSON.stringify('[]') },
      'edits: want a list; got "\\"[]\\""; it is JSON in a text in a text: send the value itself',
    ],
    [
      'a key twice',
      { edits: '[{"a":"x","a":"y"}]' },
      'edits: want a list; got "[{\\"a\\":\\"x\\",\\"a\\":\\"y\\"}]"; as JSON it can\'t be taken: the key "a" stands twice in one object: send it once',
    ],
    ['nothing of JSON', { id: 'seven' }, 'id: want a whole number; got "seven"'],
    ['JSON of another type', { edits: '{"a":"x"}' }, 'edits: want a list; got "{\\"a\\":\\"x\\"}"'],
  ])('%s', (_, raw, text) => {
    const result = admit(raw, { schema }) as { faults: Fault[] }
    expect(result.faults.map((one) => one.text)).toEqual([text])
  })

  test('also beside a field that could be mended', () => {
    const result = admit({ id: '7', edits: "[{'a':1}]" }, { schema }) as { faults: Fault[] }
    expect(result.faults[0]!.text).toContain('single quotes where JSON has double ones')
  })
})

describe('keys that are required and not declared', () => {
  const requires = (more: JsonObject) =>
    compileInput(jsonSchema({ type: 'object', properties: { q: { type: 'string' } }, ...more }), 't')
  test.each<[string, JsonObject]>([
    ['at the root', { required: ['q', 'zz'] }],
    ['in an intersection', { allOf: [{ required: ['zz'] }] }],
    ['behind a reference', { $ref: '#/$defs/r', $defs: { r: { required: ['zz'] } } }],
    ['in a branch', { anyOf: [{ required: ['zz'] }, { required: ['zz', 'q'] }] }],
  ])('%s: any value is fine there, and one has to be', (_, more) => {
    const schema = requires(more)
    for (const zz of [1, 'x', null, { deep: [1] }])
      expect(admit({ q: 'x', zz }, { schema })).toEqual({ args: { q: 'x', zz }, notes: [] })
    expect(rules(admit({ q: 'x' }, { schema }))).toEqual(['required'])
    expect(rules(admit({ q: 'x', zz: 1, yy: 1 }, { schema }))).toEqual(['undeclared'])
  })

  test('in an item, and where another key needs it', () => {
    const item = { type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }
    const list = requires({ properties: { q: { type: 'array', items: item } } })
    expect(admit({ q: [{ b: 1 }] }, { schema: list })).toMatchObject({ args: { q: [{ b: 1 }] } })
    const depends = requires({ dependentRequired: { q: ['zz'] } })
    expect(admit({ q: 'x', zz: 1 }, { schema: depends })).toMatchObject({ args: { q: 'x', zz: 1 } })
  })

  test('who closed the object keeps it closed', () => {
    const schema = requires({ required: ['zz'], additionalProperties: false })
    expect(rules(admit({ q: 'x', zz: 1 }, { schema }))).toEqual(['undeclared'])
  })
})

describe('tools with a side effect', () => {
  test.each<[string, string, string[] | 'admitted']>([
    ['a fence', '```json\n{"origin":"SFO"}\n```', 'admitted'],
    ['a trailing comma', '{"origin":"SFO","tags":["a",],}', 'admitted'],
    ['both', '```\n{"origin":"SFO",}\n```', 'admitted'],
    ['single quotes', "{'origin':'SFO'}", ['json']],
    ['comments', '{"origin":"SFO" /* home */}', ['json']],
    ['keys without quotes', '{origin:"SFO"}', ['json']],
    ['two commas', '{"origin":"SFO",,}', ['json']],
    ['a comma alone', '{,}', ['json']],
    ['a comma in a list alone', '{"origin":"SFO","tags":[,]}', ['json']],
    ['a comma before a bracket inside a text', '{"origin":"SFO","note":",}",}', 'admitted'],
    ['text that was cut off', '{"origin":"SFO",', ['json']],
  ])('%s', (_what, text, wanted) => {
    const result = admit(text, { sideEffect: true })
    expect(rules(result)).toEqual(wanted)
    if ('args' in result) expect(result.args.origin).toBe('SFO')
    if ('args' in result && result.args.note) expect(result.args.note).toBe(',}')
  })
})

describe('fields are decoded only where text is excluded', () => {
  const one = (schema: z.ZodType, value: Json) =>
    admit({ x: value }, { schema: compileInput(z.object({ x: schema }), 't') })
  test.each<[string, z.ZodType, string, Json]>([
    ['text stays text', z.string(), '{"a":1}', '{"a":1}'],
    ['a union with text stays text', z.union([z.string(), z.object({ a: z.int() })]), '{"a":1}', '{"a":1}'],
    ['a union without text', z.union([z.int(), z.array(z.int())]), '[1]', [1]],
    ['nullable', z.int().nullable(), '7', 7],
    ['an item of a list', z.array(z.object({ n: z.int() })), '[{"n":"1"}]', [{ n: 1 }]],
    ['a record', z.record(z.string(), z.int()), '{"a":"1"}', { a: 1 }],
  ])('%s', (_what, schema, value, wanted) => {
    expect(one(schema, value)).toMatchObject({ args: { x: wanted } })
  })

  test('in a union of objects the branch that was meant decides', () => {
    const shape = z.discriminatedUnion('t', [
      z.object({ t: z.literal('n'), v: z.int() }),
      z.object({ t: z.literal('s'), v: z.string(), w: z.int().optional() }),
    ])
    expect(one(shape, { t: 'n', v: '5' })).toMatchObject({ args: { x: { v: 5 } } })
    expect(one(shape, { t: 's', v: '5', w: null })).toEqual({
      args: { x: { t: 's', v: '5' } },
      notes: ['null dropped: x.w'],
    })
  })

  test('what is decoded counts against the limits', () => {
    const grid = compileInput(z.object({ rows: z.array(z.array(z.int())) }), 't')
    const row = JSON.stringify(Array.from({ length: 4_000 }, () => 1))
    expect(rules(admit({ rows: [row, row] }, { schema: grid }))).toBe('admitted')
    expect(rules(admit({ rows: [row, row, row] }, { schema: grid }))).toEqual(['members'])
  })
})

describe('a foreign schema', () => {
  const foreign = compileInput(
    jsonSchema({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        path: { type: 'string' },
        head: { type: 'number', default: 10 },
        edits: {
          type: 'array',
          items: { type: 'object', properties: { old: { type: 'string' } }, required: ['old'] },
        },
      },
      required: ['path'],
    }),
    'read_file',
  )
  test.each<[string, unknown, JsonObject, string[]]>([
    ['fills no defaults', { path: 'a' }, { path: 'a' }, []],
    [
      'drops no nulls, which count as absent for the check',
      { path: 'a', head: null },
      { path: 'a', head: null },
      [],
    ],
    ['passes on repaired JSON', "{path:'a',}", { path: 'a' }, ['repaired: json5']],
    [
      'passes on decoded fields',
      { path: 'a', edits: '[{"old":"x"}]', head: null },
      { path: 'a', edits: [{ old: 'x' }], head: null },
      ['decoded: edits'],
    ],
  ])('%s', (_what, raw, args, notes) => {
    expect(admit(raw, { schema: foreign })).toEqual({ args, notes })
    expect(foreign.parse(args)).toEqual({ value: args })
  })

  test('a misspelt key is answered here', () => {
    expect(rules(admit({ path: 'a', haed: 5 }, { schema: foreign }))).toEqual(['undeclared'])
    expect(rules(admit({ path: null }, { schema: foreign }))).toEqual(['type'])
  })
})

describe('what the model reads', () => {
  const faults = (raw: unknown) => (admit(raw) as { faults: Fault[] }).faults
  test('three faults in about 200 characters', () => {
    const text = faultText('search_awards', faults({ origin: 'sf', cabin: 'coach', limit: 900 }), {
      exhausted: false,
    })
    expect(text).toBe(
      [
        'search_awards did not run: invalid arguments.',
        '- origin: want a string that matches ^[A-Z]{3}$; got "sf"',
        '- cabin: want one of economy, business; got "coach"',
        '- limit: want at most 50; got 900',
      ].join('\n'),
    )
    expect(text.length).toBeLessThan(220)
  })

  test('a misspelt key names the nearest and the allowed ones', () => {
    expect(
      faultText('search_awards', faults({ origin: 'SFO', cabn: 'business' }), { exhausted: false }),
    ).toContain(
      'cabn: unknown key; did you mean cabin? allowed: origin, from, cabin, limit, direct, tags, filter, note, extra',
    )
  })

  test('when the retries are used up it says to stop', () => {
    expect(faultText('search_awards', faults({}), { exhausted: true })).toMatch(
      /\nStop: do not call search_awards/,
    )
    expect(faultText('search_awards', faults({}), { exhausted: false })).not.toContain('Stop')
  })

  test('more than five faults are counted', () => {
    const many = Array.from({ length: 8 }, (_, i) => ({
      path: `k${i}`,
      pointer: `/k${i}`,
      rule: 'type',
      text: `k${i}: want a string; got 1`,
    }))
    expect(faultText('t', many, { exhausted: false })).toMatch(/k4: .*\n- and 3 more$/)
  })

  test('no library, stack or path of the machine is named', () => {
    for (const raw of [
      '{',
      '{a:',
      '{"a":1,}x',
      { origin: {} },
      {
        get origin() {
          return Reflect.get(null as never, 'x')
        },
      },
    ]) {
      expect(JSON.stringify(admit(raw))).not.toMatch(
        /ajv|zod|json5|json schema|node_modules|src\/|SyntaxError|at position/i,
      )
    }
  })
})

describe('hostile text of 256 KiB is answered within 100 ms', () => {
  const size = 256 * 1024
  const fill = (unit: string, length = size) => unit.repeat(Math.floor(length / unit.length))
  const strings = compileInput(
    z.object({
      e: z.array(z.email()).optional(),
      s: z
        .string()
        .regex(/^(\w+\s?)*$/)
        .optional(),
    }),
    't',
  )
  const union = z.union([
    z.object({ k: z.literal('a'), v: z.int() }),
    z.object({ k: z.literal('b'), v: z.string(), w: z.int() }),
  ])
  const unions = compileInput(z.object({ l: z.array(union) }), 't')
  const slug = z.string().regex(/^[a-z0-9]+(-?[a-z0-9]+)*$/)
  const slugs = compileInput(z.object({ l: z.array(slug) }), 't')
  const grid = compileInput(z.object({ rows: z.array(z.array(z.int())) }), 't')
  const unique = compileInput(
    jsonSchema({ type: 'object', properties: { l: { type: 'array', uniqueItems: true } } }),
    't',
  )
  test.each<[string, string, CompiledSchema?]>([
    ['open brackets', fill('[')],
    ['brackets', fill('[', size / 2) + fill(']', size / 2)],
    ['open braces with keys', fill('{"a":')],
    ['many empty lists', `{"extra":{"a":[${fill('[],', size - 30)}[]]}}`],
    ['many empty texts', `{"extra":{"a":[${fill('"",', size - 30)}""]}}`],
    ['single quotes', `{origin:'${fill('a', size - 20)}'}`],
    [
      '9 999 keys without quotes',
      `{${Array.from({ length: 9_999 }, (_, i) => `k${i}:'${'x'.repeat(12)}'`).join()}}`,
    ],
    ['a comment', `/*${fill('*', size - 10)}*/{}`],
    ['comments', `${fill('/**/', size - 10)}{a:1}`],
    ['spaces', `${fill(' ', size - 10)}{a:1}`],
    ['a long number', `{"limit":1${fill('0', size - 20)}1}`],
    ['a long fraction', `{"limit":0.${fill('0', size - 20)}1}`],
    ['a hexadecimal', `{limit:0x${fill('1', size - 20)}}`],
    ['backslashes', `{"origin":"${fill('\\', size - 20)}"}`],
    ['foreign escapes', `{origin:'${fill('\\x41', size - 20)}'}`],
    ['backticks', fill('`')],
    ['fences', fill('```\n')],
    ['trailing commas', `{"extra":{"a":[${fill('[1,],', 9_000 * 5)}]}}`],
    ['a name without end', `{${fill('a', size - 2)}`],
    ['undeclared keys', `{${Array.from({ length: 9_999 }, (_, i) => `"k${i}":1`).join()}}`],
    ['fields to decode', `{"rows":[${Array.from({ length: 9_000 }, () => '"[1]"').join()}]}`, grid],
    ['doubly encoded brackets', JSON.stringify(fill('[', size - 10))],
    ['text for an exponential pattern', `{"s":"${fill('a', 5_000)}!"}`, strings],
    [
      'texts for slow patterns',
      `{"e":[${Array.from({ length: 5_000 }, () => `"${'a.'.repeat(20)}!"`).join()}]}`,
      strings,
    ],
    [
      'thousands of short texts for a slow pattern',
      `{"l":[${Array.from({ length: 9_000 }, () => `"${'a'.repeat(18)}!"`).join()}]}`,
      slugs,
    ],
    [
      'thousands of failing unions',
      `{"l":[${Array.from({ length: 5_000 }, (_, i) => `{"k":"${'abc'[i % 3]}","v":null}`).join()}]}`,
      unions,
    ],
    [
      'equal items',
      `{"l":[${Array.from({ length: 9_000 }, (_, i) => `{"a":${i}}`).join()},{"a":1}]}`,
      unique,
    ],
  ])('%s', (_what, text, schema) => {
    expect(text.length).toBeLessThanOrEqual(size)
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const start = process.cpuUsage()
      const result = admit(text, schema ? { schema } : {})
      const { user, system } = process.cpuUsage(start)
      times.push((user + system) / 1_000)
      expect('faults' in result).toBe(true)
    }
    expect(Math.min(...times)).toBeLessThan(100)
  })
})

describe('properties', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>
  /** Right and wrong arguments, as a model would write them. */
  const mostly = (good: fc.Arbitrary<unknown>, ...bad: fc.Arbitrary<unknown>[]) =>
    fc.oneof(
      { weight: 8 * bad.length, arbitrary: good },
      ...bad.map((arbitrary) => ({ weight: 1, arbitrary })),
    )
  const texts = fc.array(fc.string())
  const plausible = fc.record(
    {
      origin: mostly(fc.constant('SFO'), anyJson),
      from: mostly(fc.constant('2026-05-01'), fc.string()),
      cabin: mostly(fc.constantFrom('economy', 'business', null), fc.constant('coach')),
      limit: mostly(
        fc.oneof(fc.nat(50), fc.constantFrom('5', null, '1e1')),
        fc.integer(),
        fc.constant('1e2'),
      ),
      direct: mostly(fc.constantFrom(true, 'false', null), fc.constant('no')),
      tags: mostly(
        fc.oneof(
          texts,
          texts.map((list) => JSON.stringify(list)),
        ),
        fc.array(anyJson),
      ),
      filter: mostly(fc.record({ airline: fc.string(), stops: fc.option(fc.integer()) }), anyJson),
      note: fc.option(fc.string()),
      extra: fc.dictionary(fc.string(), anyJson),
    },
    { requiredKeys: ['origin'] },
  )
  const withStray = fc.tuple(
    plausible,
    mostly(fc.constant({}), fc.dictionary(fc.string(), fc.string(), { maxKeys: 1 })),
  )
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    structuredClone(awards.json),
  )

  test('anything admitted validates against the advertised JSON Schema, and holds no undeclared key', () => {
    let admitted = 0
    fc.assert(
      fc.property(withStray, fc.boolean(), fc.boolean(), ([given, stray], asText, sideEffect) => {
        const args = { ...given, ...(stray as object) }
        const result = admit(asText ? JSON.stringify(args) : args, { sideEffect })
        if ('faults' in result) return result.faults.length > 0
        admitted++
        return (
          validate(result.args) &&
          Object.keys(result.args).every((key) => key in (awards.json.properties as object))
        )
      }),
      { numRuns: 500 },
    )
    expect(admitted).toBeGreaterThan(60)
  })

  test('what is admitted is stable under print and parse, and admits itself unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJson), (extra) => {
        const result = admit({ origin: 'SFO', extra })
        if ('faults' in result) return true
        expect(JSON.parse(JSON.stringify(result.args))).toEqual(result.args)
        expect(admit(result.args)).toEqual({ args: result.args, notes: [] })
        return true
      }),
      { numRuns: 200 },
    )
  })

  test('no text makes it throw, pollute a prototype or admit without its required key', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join()
    const piece = fc.constantFrom(
      ...'{ } [ ] , : " \' ` \\ / * // /* */ \n \u2028 __proto__ constructor prototype "origin" "SFO" \\u \\x41 1 -0 1e999 0x1 . + - ``` json NaN null true'.split(
        ' ',
      ),
      '"origin":"SFO"',
      '\ud800',
      '\0',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      fc.json(),
      fc.string(),
    )
    fc.assert(
      fc.property(text, fc.boolean(), (raw, sideEffect) => {
        const result = admit(raw, { sideEffect })
        if ('faults' in result) {
          expect(result.faults.length).toBeGreaterThan(0)
          for (const { text: told } of result.faults)
            expect(told.isWellFormed() && !told.includes('\n')).toBe(true)
        } else expect(result.args.origin).toMatch(/^[A-Z]{3}$/)
        expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
      }),
      { numRuns: 3_000 },
    )
  })

  test('no value makes it throw', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withObjectString: true,
          withSet: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (raw) => {
          const result = admit(raw)
          return 'faults' in result ? result.faults.length > 0 : Object.keys(result.args).length > 0
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

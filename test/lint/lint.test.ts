// lintTools as a whole: options, order, library tools beside server tools, and definitions made to harm.

import fc from 'fast-check'
import { tool } from 'sallyport'
import { describeServerTool, lintTools, RULES, SEVERITIES } from 'sallyport/lint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../src/json/json.js'
import { visible } from '../../src/lint/characters.js'
import { workOf } from '../fixtures/work.js'
import { definition, findingsOf } from './describe.js'

const searchAwards = tool({
  name: 'search_awards',
  description: 'Search award (points) seat availability.',
  useWhen: 'the traveler wants to redeem points',
  notFor: 'cash fares: use search_flights',
  input: z.object({
    origin: z.string().describe('IATA code of the airport'),
    limit: z.int().max(50).default(25).describe('How many rows'),
  }),
  output: z.object({ rows: z.array(z.string()) }),
  effect: 'read',
  origin: 'third-party-text',
  run: () => ({ rows: [] }),
})

describe('library tools', () => {
  test('a tool written as the guide says has no findings', () => {
    expect(lintTools([searchAwards]).findings).toEqual([])
  })

  test('a search beside it without notFor is told to say what it is not for', () => {
    const searchFlights = tool({
      name: 'search_flights',
      description: 'Search flights by price.',
      useWhen: 'the traveler pays with money',
      input: z.object({ origin: z.string().describe('IATA code'), limit: z.int().max(50).describe('Rows') }),
      output: z.object({ rows: z.array(z.string()) }),
      effect: 'read',
      origin: 'third-party-text',
      run: () => ({ rows: [] }),
    })
    expect(lintTools([searchAwards, searchFlights]).findings).toMatchObject([
      { rule: 'says-when-not', tool: 'search_flights' },
    ])
  })

  test('an effect that the name denies is a finding', () => {
    const remove = tool({
      name: 'delete_note',
      description: 'Deletes a note for good.',
      useWhen: 'the user wants it gone',
      input: z.object({ id: z.string().describe('Id of the note') }),
      effect: 'read',
      origin: 'third-party-text',
      run: () => null,
    })
    expect(lintTools([remove]).findings.map(({ rule }) => rule)).toContain('annotations-doubtful')
  })
})

describe('options', () => {
  const raw = [describeServerTool(definition('a', 'Acts on things and says so.'))]

  test('a rule can be switched off', () => {
    expect(
      lintTools(raw, { rules: { 'output-undeclared': 'off' } }).findings.map(({ rule }) => rule),
    ).not.toContain('output-undeclared')
  })

  test('a rule can be given another severity, which is counted', () => {
    const { findings, counts } = lintTools(raw, { rules: { 'output-undeclared': 'error' } })
    expect(findings[0]).toMatchObject({ rule: 'output-undeclared', severity: 'error' })
    expect(counts.error).toBe(1)
  })

  test.each([
    [
      { rules: { 'output-undeclard': 'off' } },
      /unknown key 'rules.output-undeclard'; did you mean 'output-undeclared'/,
    ],
    [{ rules: { 'output-undeclared': 'fatal' } }, /rules\.output-undeclared/],
    [{ budget: 5 }, /unknown key 'budget'; did you mean 'budgetTokens'/],
    [{ budgetTokens: 0 }, /budgetTokens/],
  ])('%j is refused', (options, message) => {
    expect(() => lintTools([], options as never)).toThrow(message)
  })

  test('no tools are no findings', () => {
    expect(lintTools([])).toEqual({
      findings: [],
      tools: 0,
      tokens: 0,
      counts: { error: 0, warning: 0, note: 0 },
    })
  })
})

test('findings come worst first', () => {
  const { findings } = lintTools(
    [definition('a.b', 'Acts.'), definition('c', '', { limit: { type: 'number' } })].map(describeServerTool),
  )
  const ranks = findings.map(({ severity }) => SEVERITIES.indexOf(severity))
  expect(ranks).toEqual([...ranks].sort())
  expect(new Set(ranks).size).toBe(3)
})

describe('definitions made to harm', () => {
  test.each([
    ['no object', 'a text'],
    ['null', null],
    ['an array', []],
    ['nothing', {}],
    ['wrong types', { name: 5, description: [], inputSchema: 'x', outputSchema: 1, annotations: 'y' }],
    [
      'wrong types below',
      definition('a', 'A', { p: 5, q: null, r: [] } as object, { required: 'p', $defs: 3 }),
    ],
    ['a schema that refers to itself', definition('a', 'A', { p: { $ref: '#' } })],
    [
      'two definitions that refer to each other',
      definition(
        'a',
        'A',
        { p: { $ref: '#/$defs/A' } },
        { $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } },
      ),
    ],
    ['a reference through a value', definition('a', 'A', { p: { $ref: '#/type/0/x' } })],
    ['a reference to a prototype', definition('a', 'A', { p: { $ref: '#/__proto__/constructor' } })],
    ['a malformed escape in a reference', definition('a', 'A', { p: { $ref: '#/$defs/%E0%A4%A' } })],
  ])('%s is linted', (_what, raw) => {
    expect(() => lintTools([describeServerTool(raw as Json)])).not.toThrow()
  })

  test.each([
    ['objects', '{"properties":{"p":', '}}'],
    ['unions', '{"anyOf":[', ']}'],
    ['arrays', '[', ']'],
  ])('%s nested 50,000 deep are one error, and the other tools are linted', (_what, open, close) => {
    const deep = JSON.parse(
      `{"name":"deep","inputSchema":{"type":"object","x":${open.repeat(50_000)}{}${close.repeat(50_000)}}}`,
    )
    const { findings } = lintTools([deep, definition('a.b', 'Acts.')].map(describeServerTool))
    expect(findings.filter(({ tool: name }) => name === 'deep')).toMatchObject([
      { rule: 'schema-valid', message: 'nests too deep to be read' },
    ])
    expect(findings.some(({ tool: name }) => name === 'a.b')).toBe(true)
  })

  test('definitions that double with each reference are walked in time', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `D${i}`,
        {
          type: 'object',
          properties: { l: { $ref: `#/$defs/D${i + 1}` }, r: { $ref: `#/$defs/D${i + 1}` } },
        },
      ]),
    )
    const one = describeServerTool(definition('a', 'Acts.', { p: { $ref: '#/$defs/D0' } }, { $defs }))
    expect(workOf(() => lintTools([one]))).toBeLessThan(5_000)
  })

  test('whatever JSON a server sends, linting ends and what is shown hides nothing', () => {
    const key = fc.constantFrom(
      'type',
      'properties',
      'items',
      '$ref',
      'anyOf',
      'required',
      'enum',
      'description',
      'default',
      'p\u200b',
      'limit',
    )
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.constantFrom('string', 'object', '#', '#/$defs/a', 'one of: a, b', 'a\u202eb', true, 7, null),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(key, tie('schema'), { maxKeys: 4 }),
      ),
    }))
    const entry = fc.record(
      {
        name: fc.oneof(fc.string(), schema),
        description: fc.oneof(fc.string(), schema),
        inputSchema: schema,
        outputSchema: schema,
        annotations: schema,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(entry, fc.jsonValue()), { maxLength: 4 }), (raw) => {
        const { findings, tools } = lintTools((raw as Json[]).map(describeServerTool))
        expect(tools).toBe(raw.length)
        for (const { rule, tool: name = '', path = '', message, mend } of findings) {
          expect(RULES.some(({ id }) => id === rule)).toBe(true)
          for (const shown of [name, path, message, mend]) expect(visible(shown)).toBe(shown)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a name that holds a line break stays on one line, a long one is cut', () => {
    const { findings } = lintTools([describeServerTool(definition(`a\nb${'c'.repeat(500)}`, 'Acts.'))])
    expect(findings[0]?.tool).toMatch(/^a bc{124}…$/)
  })

  test('a repeated cursor is an error of the list, not of a tool', () => {
    expect(findingsOf('repeated-cursor', [], { repeatedCursor: 'p\u001b[2J' })).toEqual([
      expect.objectContaining({
        severity: 'error',
        message: 'tools/list gave the cursor "p\\u001b[2J" twice',
      }),
    ])
  })
})

test.each([
  [
    { name: 'search', description: 'Searches.', inputSchema: { type: 'object' } },
    /entry 0 \('search'\).*describeServerTool/,
  ],
  [undefined, /entry 0 is no tool made by tool\(\)/],
  ['search', /entry 0 is no tool/],
])('what is no tool is refused with what is wanted', (entry, message) => {
  expect(() => lintTools([entry as never])).toThrow(message)
  expect(() => lintTools(entry as never)).toThrow('a list of tools')
})

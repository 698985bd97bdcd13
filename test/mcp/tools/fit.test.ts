import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { fitting } from '../../../src/mcp/tools/fit.js'

const text = { type: 'string' }
const rows = { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } }
const letter = 'line\r\n\u2028 "quoted" \\ 🦩\n'

function fitted(schema: JsonObject, value: Json): unknown {
  const made = fitting({ type: 'object', properties: { at: schema } }, ['at'], 'x')({ at: value })
  if (made instanceof Promise) throw new Error('late')
  return 'faults' in made ? made.faults.map(({ text }) => text) : (made.value as JsonObject).at
}

describe('what was behind a handle becomes what the place takes', () => {
  test.each<[what: string, schema: JsonObject, value: Json, wanted: unknown]>([
    ['a text to the letter', text, letter, letter],
    ['a text that is JSON stays that text', text, '{ "a" : 1 }', '{ "a" : 1 }'],
    ['data as JSON', text, { a: [1, letter] }, JSON.stringify({ a: [1, letter] })],
    ['a number as JSON', text, 5, '5'],
    ['data as it is', rows, [{ n: 1 }], [{ n: 1 }]],
    ['the data that a text is', rows, ' [{"n": 1}]', [{ n: 1 }]],
    ['whatever, where nothing is said', {}, { a: 1 }, { a: 1 }],
    ['a text, where both are taken', { type: ['string', 'array'] }, '[1]', '[1]'],
    ['null is absent', text, null, null],
  ])('%s', (_, schema, value, wanted) => {
    expect(fitted(schema, value)).toEqual(wanted)
  })

  test.each<[what: string, schema: JsonObject, value: Json, rule: string]>([
    ['a text where data is wanted', rows, 'the secret heron', 'type'],
    ['an integer that would change on the way', rows, '[{"n": 12345678901234567890}]', 'type'],
    ['a key that nobody declared', rows, [{ n: 1, heron: 'secret' }], 'undeclared'],
    ['a text that is too long', { type: 'string', maxLength: 3 }, 'secret', 'maxLength'],
    ['no choice', { enum: ['a'] }, 'secret', 'enum'],
  ])('%s is refused, and nothing of it told', (_, schema, value, rule) => {
    const faults = fitted(schema, value) as string[]
    expect(faults).toEqual([`at: does not fit what this tool takes here (${rule})`])
  })

  test('more than a server takes in a line is refused', () => {
    expect(fitted(text, 'x'.repeat(9 * 1024 * 1024))).toEqual([
      'at: together the values are too large to pass on; at most 8 MiB',
    ])
    expect(fitted(text, 'x'.repeat(5 * 1024 * 1024))).toHaveLength(5 * 1024 * 1024)
  })
})

test('what is wrong elsewhere is not looked at again: nulls of an upstream stay', () => {
  const schema = { type: 'object', properties: { at: text, other: text } }
  const args = { at: 'x', other: null }
  expect(fitting(schema, ['at'], 'x')(args)).toEqual({ value: args })
})

test('places in lists and maps are found', () => {
  const items = { type: 'object', properties: { texts: { type: 'array', items: text } } }
  const schema = { type: 'object', properties: { rows: { type: 'object', additionalProperties: items } } }
  const made = fitting(schema, ['rows.*.texts.*'], 'x')({ rows: { a: { texts: ['x', { b: 1 }] } } })
  expect(made).toEqual({ value: { rows: { a: { texts: ['x', '{"b":1}'] } } } })
})

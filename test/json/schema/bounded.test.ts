import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { unbounded } from '../../../src/json/schema/bounded.js'
import { compileInput, jsonSchema } from '../../../src/json/schema/schema.js'
import { workOf } from '../../fixtures/work.js'

const n = { $ref: '#/$defs/n' }
const listOf = (items: Json): JsonObject => ({ type: 'array', items })
const withN = (definition: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { a: n },
  $defs: { n: definition, ...more },
})
const doubling = (levels: number): JsonObject =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/$defs/${level + 1 === levels ? 'end' : `d${level + 1}`}` }
      return [`d${level}`, { allOf: [next, next] }]
    }),
  )
const op = (name: string): JsonObject => ({
  type: 'object',
  properties: { [name]: listOf(n), not: { type: 'boolean' } },
})

describe('a schema of which each level doubles the work has a defect', () => {
  test.each<[string, JsonObject]>([
    [
      'lists in three branches',
      withN({ anyOf: [listOf(n), listOf({ anyOf: [n, n] }), { type: 'integer' }] }),
    ],
    ['one list twice', withN({ oneOf: [listOf(n), listOf(n)] })],
    ['one key in two branches', withN({ anyOf: [{ properties: { k: n } }, { properties: { k: n } }] })],
    ['a key, and any key', withN({ allOf: [{ properties: { k: n } }, { additionalProperties: n }] })],
    ['a key, and a pattern', withN({ properties: { k: n }, patternProperties: { '^k': n } })],
    ['a list, and what it contains', withN({ items: n, contains: n })],
    ['a condition and its outcome', withN({ if: listOf(n), else: listOf(n) })],
    ['what it is not', withN({ not: listOf(n), items: n })],
    ['a detour', withN({ anyOf: [n2(), listOf(n)] }, { m: listOf(n) })],
    ['two rounds', withN(listOf({ anyOf: [listOf(n), listOf(n)] }))],
    ['an anchor', withN({ $anchor: 'x', anyOf: [listOf({ $ref: '#x' }), listOf(n)] })],
    ['a dynamic anchor', withN({ $dynamicAnchor: 'x', anyOf: [listOf({ $dynamicRef: '#x' }), listOf(n)] })],
    [
      'an id',
      {
        type: 'object',
        properties: { a: n },
        $defs: { n: { $id: 'http://x/n', anyOf: [listOf({ $ref: '#' }), listOf({ $ref: 'n' })] } },
      },
    ],
    [
      'the root',
      { type: 'object', anyOf: [{ properties: { k: { $ref: '#' } } }, { properties: { k: { $ref: '#' } } }] },
    ],
    ['a chain without a cycle', withN({ $ref: '#/$defs/d0' }, { ...doubling(40), end: { type: 'string' } })],
    ['a chain of lists without a cycle', withN(nested(16))],
    ['shared keys of intersections', withN(shared(25))],
  ])('%s', (_, schema) => {
    const work = workOf(() => {
      expect(compileInput(jsonSchema(schema), 't').defect()).toMatch(/more than one way|too often/)
    })
    expect(work).toBeLessThan(2_000)
  })
})

describe('a schema that honest servers have has none', () => {
  test.each<[string, JsonObject]>([
    ['plain keys', { type: 'object', properties: { a: { type: 'string' } } }],
    [
      'any JSON',
      withN({ anyOf: [{ type: 'string' }, listOf(n), { type: 'object', additionalProperties: n }] }),
    ],
    ['a tree', withN({ type: 'object', properties: { left: n, right: n, children: listOf(n) } })],
    [
      'a filter with and, or',
      withN({ anyOf: [op('and'), op('or'), { type: 'object', properties: { is: {} } }] }),
    ],
    ['a tuple of operands', withN({ type: 'array', prefixItems: [{ const: 'and' }, n, n], items: n })],
    ['a cycle in one branch of many', withN({ oneOf: [listOf(n), listOf({ type: 'string' })] })],
    ['a union of many in a union of many', withN(union(20, union(20, { type: 'string' })))],
    [
      'a reference to a part of a key',
      withN({ type: 'object', properties: { 'a/b': { $ref: '#/$defs/c~1d' } } }, { 'c/d': {} }),
    ],
  ])('%s', (_, schema) => {
    expect(unbounded(schema)).toBeUndefined()
    expect(compileInput(jsonSchema(schema), 't').defect()).toBeUndefined()
  })
})

test('a small call to the schema that stopped the process is answered at once', () => {
  const schema = withN({ anyOf: [listOf(n), listOf({ anyOf: [n, n] }), { type: 'integer' }] })
  let deep: Json = 'x'
  for (let level = 0; level < 14; level++) deep = [deep]
  expect(compileInput(jsonSchema(schema), 't').check({ a: deep })).toHaveLength(1)
})

function n2(): JsonObject {
  return { $ref: '#/$defs/m' }
}

function nested(levels: number): JsonObject {
  let inner: JsonObject = { type: 'string' }
  // Inline, a list of two in a list of two would be as long as the work; by reference it is short.
  const defs: Record<string, Json> = {}
  for (let level = 0; level < levels; level++) {
    defs[`l${level}`] = inner
    const below = { $ref: `#/$defs/n/$defs/l${level}` }
    inner = { anyOf: [listOf(below), listOf(below)] }
  }
  return { ...inner, $defs: defs }
}

function shared(levels: number): JsonObject {
  let inner: JsonObject = { type: 'string' }
  for (let level = 0; level < levels; level++)
    inner = { allOf: [{ properties: { k: inner } }, { properties: { k: {} } }] }
  return inner
}

function union(count: number, inner: JsonObject): JsonObject {
  return {
    anyOf: Array.from({ length: count }, (_, index) => ({
      type: 'object',
      properties: { kind: { const: index }, of: inner },
    })),
  }
}

test('a union of fifty kinds in another is not too much, and one more level is', () => {
  const two = union(50, union(50, { type: 'string' }))
  expect(unbounded(withN(two))).toBeUndefined()
  expect(unbounded(withN(union(50, { $ref: '#/$defs/two' }), { two }))).toContain('too often')
})

// Random schemas and random values of a schema, for the properties of profiles. Nothing here knows a profile.

import fc from 'fast-check'
import { z } from 'zod'
import type { Json, JsonObject } from '../../src/json/json.js'

const KEYS = ['a', 'b', 'c', 'k', 'n'] as const
const key = fc.constantFrom(...KEYS)
const words = fc.constantFrom('x', 'y', 'zz')

/** Objects of zod in whose JSON Schema every profile can say everything. */
export const zodObjects: fc.Arbitrary<z.ZodObject> = fc.letrec<{ type: z.ZodType; object: z.ZodObject }>(
  (tie) => ({
    type: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constant(z.string()),
      fc.nat(2).map((least) => z.string().min(least).max(3)),
      fc.constant(z.boolean()),
      fc.constant(z.number()),
      fc.constant(z.int().positive().lt(9)),
      fc.constant(z.union([z.string(), z.number()])),
      fc.constant(z.literal('x')),
      fc.constant(z.literal(5)),
      fc.uniqueArray(words, { minLength: 1 }).map((values) => z.enum(values)),
      fc.constant(z.enum(['x', 'y']).nullable()),
      tie('type').map((inner) => z.nullable(inner)),
      tie('type').map((inner) => z.array(inner).max(3)),
      tie('object'),
      fc
        .tuple(tie('object'), tie('object'), tie('object'))
        .map(([one, two, three]) =>
          z.discriminatedUnion('kind', [
            one.extend({ kind: z.literal('one') }),
            two.extend({ kind: z.literal('two') }),
            three.extend({ kind: z.literal('three') }),
          ]),
        ),
      fc.tuple(tie('object'), tie('object')).map((both) => z.union(both)),
      fc
        .tuple(tie('object'), tie('type'))
        .map(([one, type]) => z.intersection(one, z.object({ other: type.optional() }))),
    ),
    object: fc
      .dictionary(key, fc.tuple(tie('type'), fc.constantFrom('required', 'optional', 'default')), {
        minKeys: 1,
        maxKeys: 3,
      })
      .map((shape) =>
        z.object(
          Object.fromEntries(
            Object.entries(shape).map(([name, [type, how]]) => [
              name,
              how === 'required'
                ? type
                : how === 'optional'
                  ? type.optional()
                  : type.optional().describe('d'),
            ]),
          ),
        ),
      ),
  }),
).object

const plain = (schema: JsonObject) => fc.constant(schema)

/** JSON Schemas as servers write them: valid, and odd in every way that a profile has to do with. */
export const rawSchemas: fc.Arbitrary<JsonObject> = fc
  .letrec<{ type: JsonObject; object: JsonObject }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom<JsonObject>(
        { type: 'string' },
        { type: 'string', minLength: 1, format: 'uri' },
        { type: ['string', 'null'], enum: ['x', 'y'] },
        { type: ['string', 'null'], maxLength: 2, default: null },
        { enum: ['x', 1, null] },
        { enum: ['', 'x'] },
        { const: 'x' },
        { const: 5, description: 'five' },
        { type: 'integer', exclusiveMinimum: 0, maximum: 9 },
        { type: 'number', enum: [1, 2.5] },
        { type: 'boolean', const: true },
        { type: 'null' },
        { type: 'object' },
        { type: 'object', additionalProperties: { type: 'string' } },
        { type: 'array', items: { type: 'string' }, uniqueItems: true },
        { type: ['array', 'string'], items: { type: 'boolean' } },
        { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
        { $ref: '#/definitions/leaf' },
        { $ref: '#/definitions/tree', description: 'a tree' },
        { allOf: [{ $ref: '#/definitions/leaf' }], description: 'a leaf' },
      ),
      fc.record({ type: plain({ type: 'array' }), items: tie('type') }).map(({ type, items }) => ({
        ...type,
        items,
        maxItems: 3,
      })),
      tie('object'),
      ...(['anyOf', 'oneOf', 'allOf'] as const).map((keyword) =>
        fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((parts) => ({ [keyword]: parts })),
      ),
      fc
        .tuple(tie('object'), tie('object'), fc.constantFrom('oneOf', 'anyOf', 'allOf'))
        .map(([one, two, keyword]) => ({ type: 'object', [keyword]: [one, two] })),
    ),
    object: fc
      .tuple(
        fc.dictionary(fc.oneof({ weight: 9, arbitrary: key }, fc.constant('odd key')), tie('type'), {
          maxKeys: 3,
        }),
        fc.subarray([...KEYS]),
        fc.constantFrom<JsonObject>({}, {}, { additionalProperties: false }, { additionalProperties: true }),
      )
      .map(([properties, names, closed]) => ({
        type: 'object',
        properties,
        required: names.filter((name) => Object.hasOwn(properties, name)),
        ...closed,
      })),
  }))
  .object.chain((root) =>
    fc
      .constantFrom<JsonObject>(
        root,
        root,
        { $ref: '#/definitions/root' },
        { ...root, anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] },
        { ...root, not: { required: ['n'] } },
        { allOf: [root, { properties: { n: { type: 'number' } } }] },
      )
      .map((shape) => ({
        ...shape,
        definitions: {
          root,
          leaf: { type: 'string', maxLength: 3 },
          tree: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              kids: { type: 'array', items: { $ref: '#/definitions/tree' } },
            },
            required: ['name'],
          },
        },
      })),
  )

/** Values that a schema means to take. Near enough: what a keyword refuses is for a validator to say. */
export function valuesOf(schema: Json | undefined, root: JsonObject, depth = 0): fc.Arbitrary<Json> {
  if (!isObject(schema)) return fc.constantFrom<Json>('any', 1)
  const inner = (part: Json | undefined, deeper = 0) => valuesOf(part, root, depth + deeper)
  if (typeof schema.$ref === 'string') return inner(at(root, schema.$ref), 1)
  if (Array.isArray(schema.allOf)) return mixed(schema.allOf.map((part) => inner(part)))
  const union = schema.anyOf ?? schema.oneOf
  if (Array.isArray(union) && !schema.properties) {
    const isNull = (part: Json) => isObject(part) && part.type === 'null'
    const branches = depth > 5 && union.some(isNull) ? union.filter(isNull) : union
    return fc.oneof(...branches.map((part) => inner(part)))
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const as Json)
  const types = [schema.type ?? 'string'].flat()
  const values = fc.oneof(...types.map((type) => ofType(String(type), schema, inner, depth)))
  return schema.nullable === true ? fc.option(values) : values
}

type Inner = (part: Json | undefined, deeper?: number) => fc.Arbitrary<Json>

function ofType(type: string, schema: JsonObject, inner: Inner, depth: number): fc.Arbitrary<Json> {
  switch (type) {
    case 'string':
      return fc.string({ minLength: 0, maxLength: 4 })
    case 'integer':
      return fc.integer({ min: -1, max: 10 })
    case 'number':
      return fc.constantFrom(-1, 0, 1, 2.5, 5, 8, 9)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(inner(schema.items ?? true, 1), { maxLength: depth > 5 ? 0 : 3 })
    default: {
      const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
      const required = [schema.required ?? []].flat() as string[]
      const isShort = depth > 5
      return fc.record(
        Object.fromEntries(
          properties
            .filter(([name]) => !isShort || required.includes(name))
            .map(([name, part]) => [name, inner(part, 1)]),
        ),
        { requiredKeys: required.filter((name) => properties.some(([known]) => known === name)) },
      )
    }
  }
}

function mixed(parts: fc.Arbitrary<Json>[]): fc.Arbitrary<Json> {
  return fc
    .tuple(...parts)
    .map((values) => (values.every(isObject) ? Object.assign({}, ...values) : (values[0] ?? null)))
}

function at(root: JsonObject, reference: string): Json | undefined {
  let found: Json | undefined = root
  for (const step of reference.split('/').slice(1)) found = (found as JsonObject | undefined)?.[step]
  return found
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { describe, expect, test } from 'vitest'
import { placesIn } from '../../../src/handles/kinds/positions.js'
import { result } from '../../../src/handles/kinds/result-kind.js'
import type { Json, JsonObject } from '../../../src/json/json.js'
import { HANDLE_KEYWORD, isMarked, kindsAt } from '../../../src/json/schema/marks.js'
import { compileInput, jsonSchema } from '../../../src/json/schema/schema.js'
import { accepting, withoutMarks } from '../../../src/mcp/tools/accepts.js'
import { toolPolicySchema } from '../../../src/mcp/tools/policy.js'

const handle = result.jsonSchema()
const text = { type: 'string' }
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

describe('the schema takes a handle too', () => {
  test.each<[what: string, schema: JsonObject, path: string, wanted: JsonObject]>([
    [
      'at a parameter, whose description is said of both',
      object({ content: { type: 'string', description: 'What to write.' }, path: text }),
      'content',
      object({
        content: {
          description: 'What to write.',
          anyOf: [{ type: 'string', description: 'What to write.' }, handle],
        },
        path: text,
      }),
    ],
    [
      'at each item of a list',
      object({ rows: { type: 'array', items: object({ note: text }) } }),
      'rows.*.note',
      object({ rows: { type: 'array', items: object({ note: { anyOf: [text, handle] } }) } }),
    ],
    [
      'at each value of a map',
      object({ notes: { type: 'object', additionalProperties: text } }),
      'notes.*',
      object({ notes: { type: 'object', additionalProperties: { anyOf: [text, handle] } } }),
    ],
    [
      'in the branch of a union that has it',
      object({ to: { oneOf: [object({ a: text }), object({ b: text })] } }),
      'to.b',
      object({ to: { oneOf: [object({ a: text }), object({ b: { anyOf: [text, handle] } })] } }),
    ],
    [
      'behind a reference, whose definition stays as it is for others',
      object(
        { from: { $ref: '#/$defs/note' }, to: { $ref: '#/$defs/note' } },
        { $defs: { note: object({ text }) } },
      ),
      'to.text',
      object(
        { from: { $ref: '#/$defs/note' }, to: object({ text: { anyOf: [text, handle] } }) },
        { $defs: { note: object({ text }) } },
      ),
    ],
    [
      'where nothing is said of the type: any text is no misspelt handle',
      object({ any: { description: 'Whatever.' } }),
      'any',
      object({
        any: {
          description: 'Whatever.',
          anyOf: [
            { description: 'Whatever.', type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
            handle,
          ],
        },
      }),
    ],
  ])('%s', (_, schema, path, wanted) => {
    const before = structuredClone(schema)
    const made = accepting(schema, [path], "tool 'x'")
    expect(made).toEqual(wanted)
    expect(schema).toEqual(before)
    expect(kindsAt(made, path)).toEqual(['result'])
    expect(compileInput(jsonSchema(made), 'x').defect()).toBeUndefined()
  })

  test('a recursive definition takes it at the named level alone', () => {
    const node = object({ text, next: { $ref: '#/$defs/node' } })
    const schema = object({ node: { $ref: '#/$defs/node' } }, { $defs: { node } })
    const made = accepting(schema, ['node.next.text'], "tool 'x'")
    expect(kindsAt(made, 'node.next.text')).toEqual(['result'])
    expect(kindsAt(made, 'node.text')).toEqual([])
    expect(kindsAt(made, 'node.next.next.text')).toEqual([])
  })

  test('a reference that leads to itself leads nowhere', () => {
    const schema = object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/a' } } })
    expect(() => accepting(schema, ['a.b'], "tool 'x'")).toThrow("the input has no 'a.b'")
  })

  test('two places that hold each other both take one', () => {
    const schema = object({ rows: { type: 'array', items: text } })
    const made = accepting(schema, ['rows', 'rows.*'], "tool 'x'")
    expect(kindsAt(made, 'rows')).toEqual(['result'])
    expect(kindsAt(made, 'rows.*')).toEqual(['result'])
  })

  test.each([
    ['contents', "tool 'x': accepts: the input has no 'contents'; did you mean 'content'?"],
    ['content.*', "tool 'x': accepts: the input has no 'content.*'; known keys there: none."],
    ['zzz', "tool 'x': accepts: the input has no 'zzz'; known keys there: content."],
    ['__proto__', "tool 'x': accepts: the input has no '__proto__'; known keys there: content."],
  ])('not where there is no such place: %s', (path, message) => {
    expect(() => accepting(object({ content: text }), [path], "tool 'x'")).toThrow(message)
  })
})

describe('what stands at the place', () => {
  const made = accepting(object({ a: text, n: { type: 'array', items: text }, u: {} }), ['a', 'n', 'u'], 'x')
  // A token with a right checksum, of no gate.
  const token = 'result_00000000000000000000000000'
  test.each<[args: JsonObject, paths: readonly string[]]>([
    [{ a: 'hello' }, []],
    [{ a: token }, []],
    [{ u: 'hello' }, []],
    [{ n: ['hello'] }, []],
    // Where no text is taken, a text is meant as a handle, and told what is wrong with it.
    [{ n: token }, ['n']],
  ])('%j', (args, paths) => {
    expect(placesIn(made, args as Json).map(({ path }) => path.join('.'))).toEqual(paths)
  })
})

test('the marks of an upstream are taken out: it may not say where handles are opened', () => {
  const schema = object({ a: { type: 'string', [HANDLE_KEYWORD]: 'result' }, b: { anyOf: [handle, text] } })
  const made = withoutMarks(schema)
  expect(isMarked(made)).toBe(false)
  expect(made).toMatchObject({ properties: { a: { type: 'string' } } })
  const plain = object({ a: text })
  expect(withoutMarks(plain)).toBe(plain)
})

test.each([
  [['content', 'entities.*.observations.*', '*'], true],
  [['a..b'], false],
  [['a*'], false],
  [['.a'], false],
  [['a.'], false],
  [[''], false],
  [[], false],
  ['content', false],
])('accepts: %j', (accepts, isGood) => {
  expect(toolPolicySchema.safeParse({ accepts }).success).toBe(isGood)
})

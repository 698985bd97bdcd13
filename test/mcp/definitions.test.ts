import { specTypeSchemas } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/json/json.js'
import { listTools } from '../../src/mcp/definitions.js'

const inputSchema = { type: 'object' }

async function list(pages: Record<string, JsonObject>) {
  const aside: string[] = []
  const asked: (string | undefined)[] = []
  const tools = await listTools(
    async ({ cursor }) => {
      asked.push(cursor as string | undefined)
      return pages[String(cursor ?? 'start')] ?? {}
    },
    (reason) => aside.push(reason),
  )
  return { names: tools.map(({ name }) => name), tools, aside, asked }
}

test('all pages are read, and a definition stays as it came', async () => {
  const odd = { name: 'b', inputSchema, 'x-future': { deep: [null] }, _meta: { a: 1 } }
  const { names, tools, aside } = await list({
    start: { tools: [{ name: 'a', inputSchema }], nextCursor: 'p2' },
    p2: { tools: [], nextCursor: 'p3' },
    p3: { tools: [odd] },
  })
  expect(names).toEqual(['a', 'b'])
  expect(tools[1]?.definition).toBe(odd)
  expect(aside).toEqual([])
})

test('a cursor that repeats ends the list', async () => {
  const { names, asked, aside } = await list({
    start: { tools: [{ name: 'a', inputSchema }], nextCursor: 'one' },
    one: { tools: [{ name: 'b', inputSchema }], nextCursor: 'two' },
    two: { tools: [], nextCursor: 'one' },
  })
  expect(names).toEqual(['a', 'b'])
  expect(asked).toEqual([undefined, 'one', 'two'])
  expect(aside).toEqual([expect.stringContaining('repeats a cursor')])
})

test('cursors that never end are cut off', async () => {
  let page = 0
  const aside: string[] = []
  await listTools(
    async () => ({ tools: [], nextCursor: String(page++) }),
    (reason) => aside.push(reason),
  )
  expect(page).toBe(1_000)
  expect(aside).toEqual([expect.stringContaining('more than 1000 pages')])
})

test.each<[string, unknown, RegExp]>([
  ['that is no object', 'tool', /no object/],
  ['without a name', { inputSchema }, /no usable name/],
  ['with a name of a thousand characters', { name: 'x'.repeat(1_000), inputSchema }, /no usable name/],
  ['without a schema', { name: 'b' }, /'b' has no input schema of type object/],
  [
    'with a schema for a list',
    { name: 'b', inputSchema: { type: 'array' } },
    /no input schema of type object/,
  ],
  [
    'that is listed twice',
    { name: 'a', inputSchema, description: 'impostor' },
    /'a' is listed twice; the first one counts/,
  ],
])('a definition %s is set aside, and the rest works', async (_, bad, reason) => {
  const { tools, aside } = await list({
    start: { tools: [{ name: 'a', inputSchema }, bad, { name: 'z', inputSchema }] as never },
  })
  expect(tools.map(({ definition }) => definition)).toEqual([
    { name: 'a', inputSchema },
    { name: 'z', inputSchema },
  ])
  expect(aside).toEqual([expect.stringMatching(reason)])
})

test('an answer without a list is said so', async () => {
  expect(await list({ start: { tools: 'none' } })).toMatchObject({
    names: [],
    aside: [expect.stringContaining('without a list')],
  })
})

describe('what the official client would refuse a whole list for', () => {
  const lies: [string, JsonObject][] = [
    ...['description', 'title', 'annotations', 'icons', '_meta', 'execution', 'outputSchema'].flatMap(
      (field) =>
        [42, 'x', null, true, {}, [], [1]].map((value): [string, JsonObject] => [field, { [field]: value }]),
    ),
    ['annotations.readOnlyHint', { annotations: { readOnlyHint: 'yes' } }],
    ['annotations.title', { annotations: { title: {} } }],
    ['execution.taskSupport', { execution: { taskSupport: 'sometimes' } }],
    ['icons', { icons: [{ src: 1 }] }],
  ]

  test.each(lies)('in %s is dropped, and said: %j', async (field, lie) => {
    const { tools, aside } = await list({ start: { tools: [{ name: 'a', inputSchema, ...lie }] } })
    expect(tools).toHaveLength(1)
    const given = tools.map(({ definition }) => definition)
    expect(specTypeSchemas.ListToolsResult['~standard'].validate({ tools: given })).not.toHaveProperty(
      'issues',
    )
    const whole = specTypeSchemas.ListToolsResult['~standard'].validate({
      tools: [{ name: 'a', inputSchema, ...lie }],
    })
    // Nothing is dropped without need.
    if ('issues' in whole && whole.issues)
      expect(aside).toEqual([expect.stringContaining(`'${field}' of tool 'a'`)])
    else expect([given[0], aside]).toEqual([{ name: 'a', inputSchema, ...lie }, []])
  })

  test('a hint that lies leaves the others', async () => {
    const annotations = { readOnlyHint: 'yes', destructiveHint: true }
    const { tools } = await list({ start: { tools: [{ name: 'a', inputSchema, annotations }] } })
    expect(tools[0]?.definition.annotations).toEqual({ destructiveHint: true })
  })

  test.each<[string, JsonObject]>([
    ['required', { required: 'a' }],
    ['properties', { properties: [] }],
  ])('in %s of its arguments sets the tool aside', async (_, lie) => {
    const bad = { name: 'bad', inputSchema: { ...inputSchema, ...lie } }
    const { names, aside } = await list({ start: { tools: [bad, { name: 'a', inputSchema }] } })
    expect(names).toEqual(['a'])
    expect(aside).toEqual([expect.stringContaining("tool 'bad': its input schema")])
  })
})

describe('a definition that is too much for others', () => {
  const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as JsonObject

  test.each<[string, JsonObject]>([
    ...[200, 3_000, 100_000].map((levels): [string, JsonObject] => [
      `${levels} levels of schema`,
      { inputSchema: { type: 'object', x: deep(levels) } },
    ]),
    ['3 000 levels of _meta', { _meta: deep(3_000) }],
    ['a long description', { description: 'x'.repeat(300_000) }],
    ['many members', { _meta: { list: Array.from({ length: 60_000 }, () => 1) } }],
  ])('is set aside: %s', async (_, more) => {
    const { names, aside } = await list({
      start: {
        tools: [
          { name: 'bad', inputSchema, ...more },
          { name: 'a', inputSchema },
        ],
      },
    })
    expect(names).toEqual(['a'])
    expect(aside).toEqual([expect.stringContaining("tool 'bad': its definition can't be used")])
  })

  test('a list of long ones ends at 2 MiB', async () => {
    const tools = Array.from({ length: 20 }, (_, index) => ({
      name: `t${index}`,
      inputSchema,
      description: 'x'.repeat(200_000),
    }))
    const { names, aside } = await list({ start: { tools } })
    expect(names).toHaveLength(10)
    expect(aside).toEqual([expect.stringContaining('2 MiB')])
  })
})

import { expect, test } from 'vitest'
import { listTools } from '../../src/gateway/definitions.js'
import type { JsonObject } from '../../src/tool/json.js'

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

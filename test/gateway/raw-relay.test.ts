// What passes is the JSON that came: nothing between the two wires drops, adds or mends a field.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsole } from '../../src/gateway/console/console.js'
import { type Gateway, startGateway } from '../../src/gateway/gateway.js'
import type { Json, JsonObject } from '../../src/json/json.js'
import { rawClient } from './fixtures/raw-client.js'
import { QUICK, recorder } from './fixtures/running.js'
import { freshFolder, hostileServer } from './fixtures/servers.js'

const client = rawClient()
const hostile = hostileServer([], [{ pattern: '*', views: 'raw' }])
let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway({
    config: { dir: freshFolder(), servers: [hostile.config], warnings: [] },
    front: { kind: 'stdio', input: client.input, output: client.output },
    console: createConsole(recorder().stream),
    timing: QUICK,
  })
  await client.initialize()
})
afterAll(() => gateway.close())

const key = fc.string({
  unit: fc.constantFrom('a', 'B', '$', '/', '.', '-', 'é', '"'),
  minLength: 1,
  maxLength: 6,
})
const { tree: json } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 0.1, 2 ** 53 - 1, '', 'text', '\n\u0000 😀'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}))
const object = fc.dictionary(key, json, { maxKeys: 5 })

test('with raw views a result comes out as it went in', async () => {
  const block = fc.record(
    {
      type: fc.constantFrom('text', 'image', 'hologram'),
      text: json,
      annotations: json,
      _meta: object,
      'x-odd': json,
    },
    { requiredKeys: ['type'] },
  )
  const result = fc.record(
    {
      content: fc.array(block, { maxLength: 4 }),
      structuredContent: json,
      isError: fc.boolean(),
      _meta: object,
      'x-odd': json,
    },
    { requiredKeys: ['content'] },
  )
  await fc.assert(
    fc.asyncProperty(result, async (given) => {
      expect(await client.call('bad_result', { result: given })).toEqual(given)
    }),
    { numRuns: 150 },
  )
})

test('arguments go up as they were sent', async () => {
  await fc.assert(
    fc.asyncProperty(object, async (given) => {
      const { structuredContent } = await client.call('bad_echo', given)
      expect((structuredContent as JsonObject).args).toEqual(given)
    }),
    { numRuns: 150 },
  )
})

test('a definition is listed as it came, but for its name', async () => {
  const { result } = await client.request('tools/list')
  const listed = (result as { tools: JsonObject[] }).tools.find(({ name }) => name === 'bad_result')
  expect(listed).toEqual({
    name: 'bad_result',
    title: 'As you like it',
    description: 'Answers with what it is given.',
    inputSchema: { type: 'object', properties: { result: {} }, $defs: { odd: { 'x-unknown': 1 } } },
    outputSchema: { type: 'object' },
    icons: [{ src: 'data:,', 'x-shade': 'dark' }],
    _meta: { 'example/hint': 1 },
    'x-future': { kept: true },
  })
})

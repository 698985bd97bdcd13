// The gateway before a server that speaks only the newest revision.

import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/json/json.js'
import { type Running, runGateway, until } from './fixtures/running.js'

const file = fileURLToPath(new URL('./fixtures/modern.mjs', import.meta.url))
let running: Running
let client: Client

beforeAll(async () => {
  const server = {
    id: 'new',
    command: process.execPath,
    args: [file],
    env: {},
    cwd: process.cwd(),
    rules: [],
  }
  running = await runGateway([server])
  client = await running.connect()
})
afterAll(() => running.close())

test('a client of the older era calls it, and the marks of the newer one stay on its side', async () => {
  const { _meta, ...rest } = await client.callTool({ name: 'new_envelope', arguments: {} })
  const ui = _meta?.['sallyport/ui'] as { data: { result: JsonObject } }
  const { result } = ui.data
  expect(rest).not.toHaveProperty('resultType')
  expect(result).not.toHaveProperty('resultType')
  expect(_meta).not.toHaveProperty('io.modelcontextprotocol/serverInfo')
  const [block] = result.content as unknown as [{ text: string; 'x-odd': number }]
  expect(block['x-odd']).toBe(1)
  expect(JSON.parse(block.text)).toEqual({
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'sallyport', version: expect.any(String) },
    'io.modelcontextprotocol/clientCapabilities': {},
  })
})

test('a server that asks back gets no answer yet, and the caller is told', async () => {
  const { isError, _meta } = await client.callTool({ name: 'new_asks', arguments: {} })
  expect(isError).toBe(true)
  expect(_meta?.['sallyport/failure']).toMatchObject({
    code: 'upstream_error',
    userMessage: expect.stringContaining("asked something back, which can't be passed on yet"),
  })
})

test('its changed list is heard', async () => {
  await client.callTool({ name: 'new_grow', arguments: {} })
  await until(() => running.lines().includes('new_grow'))
  let names: string[] = []
  for (let tries = 0; tries < 100 && !names.includes('new_grown'); tries++) {
    names = (await client.listTools()).tools.map(({ name }) => name)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(names).toContain('new_grown')
})

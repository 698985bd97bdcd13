// The fronts and what clients of each era see, before real servers.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsole } from '../../src/gateway/console/console.js'
import { StartError } from '../../src/gateway/fault.js'
import { startGateway } from '../../src/gateway/gateway.js'
import { rawClient } from './fixtures/raw-client.js'
import { QUICK, type Running, recorder, runGateway, until } from './fixtures/running.js'
import { freshFolder, hostileServer, realServer } from './fixtures/servers.js'

const folder = freshFolder()
writeFileSync(join(folder, 'note.txt'), 'Buy milk.\n')
const slow = {
  ...realServer('everything'),
  rules: [{ pattern: 'trigger-*', limits: { timeoutMs: 700, longestMs: 700 } }],
}
const hostile = hostileServer()
let running: Running

beforeAll(async () => {
  running = await runGateway([realServer('filesystem', folder), realServer('memory'), slow, hostile.config])
})
afterAll(() => running.close())

describe.each(['legacy', 'auto'] as const)('a client of the %s era, over HTTP', (era) => {
  let client: Client
  beforeAll(async () => {
    client = await running.connect(era)
  })
  const call = async (name: string, args: Record<string, unknown> = {}, options = {}) =>
    client.callTool({ name, arguments: args }, options)

  test('speaks its own revision', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'auto' ? '2026-07-28' : '2025-11-25')
  })

  test('sees the tools of all servers, without output schemas, and nothing that is not served', async () => {
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['filesystem_read_text_file', 'memory_read_graph', 'everything_echo']),
    )
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } })
    await expect(client.request({ method: 'prompts/list' })).rejects.toMatchObject({ code: -32601 })
  })

  test('gets a file as fenced text, and the whole payload in _meta', async () => {
    const { content, structuredContent, _meta } = await call('filesystem_read_text_file', {
      path: join(folder, 'note.txt'),
    })
    expect(content).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(/^<<<third-party text from filesystem #\w+>>>\nBuy milk\.\n<<<end of/),
      },
    ])
    expect(structuredContent).toBeUndefined()
    expect(_meta?.['sallyport/ui']).toEqual({
      panel: 'filesystem_read_text_file',
      data: {
        result: {
          content: [{ type: 'text', text: 'Buy milk.\n' }],
          structuredContent: { content: 'Buy milk.\n' },
        },
      },
    })
  })

  test('gets an image beside the text', async () => {
    const { content } = await call('everything_get-tiny-image')
    expect(content.map(({ type }) => type)).toEqual(['text', 'image'])
  })

  test('gets a refusal of the server as data', async () => {
    const { isError, _meta } = await call('filesystem_read_text_file', { path: '/etc/passwd' })
    expect(isError).toBe(true)
    expect(_meta?.['sallyport/failure']).toMatchObject({ code: 'upstream_error' })
  })

  test('gets a time-out when a call takes too long, and no progress after it', async () => {
    const seen: number[] = []
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress)
    const args = { duration: 3, steps: 10 }
    const { _meta } = await call('everything_trigger-long-running-operation', args, { onprogress })
    expect(_meta?.['sallyport/failure']).toMatchObject({ code: 'timeout' })
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    const count = seen.length
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(seen).toHaveLength(count)
  })

  test('is refused a call without a name, by the protocol', async () => {
    await expect(client.request({ method: 'tools/call', params: {} })).rejects.toMatchObject({ code: -32602 })
  })

  test('cancels upstream what it cancels here', async () => {
    const before = hostile.events('cancelled').length
    const controller = new AbortController()
    const calls = hostile.events('call').length
    const pending = call('bad_hang', {}, { signal: controller.signal })
    await until(() => hostile.events('call').length > calls, 'the call')
    controller.abort('enough')
    await expect(pending).rejects.toThrow()
    await until(() => hostile.events('cancelled').length > before, 'the cancellation')
  })
})

describe('the HTTP front', () => {
  const post = (headers: Record<string, string>, body: unknown, signal?: AbortSignal) =>
    fetch(running.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${running.gateway.token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal && { signal }),
    })
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  }
  const open = async () => {
    const response = await post({}, initialize)
    await response.text()
    const session = response.headers.get('mcp-session-id') as string
    await post({ 'mcp-session-id': session }, { jsonrpc: '2.0', method: 'notifications/initialized' })
    return session
  }

  test.each<[string, Record<string, string>, unknown, number]>([
    ['no token', { authorization: '' }, initialize, 401],
    ['the wrong token', { authorization: 'Bearer nope' }, initialize, 401],
    ['a foreign page', { origin: 'https://evil.example' }, initialize, 403],
    ['another content type', { 'content-type': 'text/plain' }, initialize, 415],
    ['no JSON', {}, '{', 400],
    [
      'an unknown session',
      { 'mcp-session-id': 'guessed' },
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      404,
    ],
    ['no session', {}, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 400],
    ['a body of 5 MiB', {}, { pad: 'x'.repeat(5 * 1024 * 1024) }, 413],
  ])('refuses %s', async (_, headers, body, status) => {
    const response = await post(headers, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
    if (status === 401) expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test('has nothing at other addresses', async () => {
    const response = await fetch(new URL('/', running.url), {
      headers: { authorization: `Bearer ${running.gateway.token}` },
    })
    expect(response.status).toBe(404)
  })

  test('stops the upstream call when the response is closed', async () => {
    const session = await open()
    const [calls, cancelled] = [hostile.events('call').length, hostile.events('cancelled').length]
    const controller = new AbortController()
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'bad_hang', arguments: {} } }
    const response = await post({ 'mcp-session-id': session }, call, controller.signal)
    expect(response.status).toBe(200)
    await until(() => hostile.events('call').length > calls, 'the call')
    controller.abort()
    await until(() => hostile.events('cancelled').length > cancelled, 'the cancellation')
  })

  test('ends a session that its client ends, and the calls in it', async () => {
    const session = await open()
    const cancelled = hostile.events('cancelled').length
    const calls = hostile.events('call').length
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'bad_hang', arguments: {} } }
    void post({ 'mcp-session-id': session }, call).then(
      (response) => response.text(),
      () => {},
    )
    await until(() => hostile.events('call').length > calls, 'the call')
    const ended = await fetch(running.url, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${running.gateway.token}`, 'mcp-session-id': session },
    })
    expect(ended.status).toBe(200)
    await until(() => hostile.events('cancelled').length > cancelled, 'the cancellation')
    const later = await post({ 'mcp-session-id': session }, { jsonrpc: '2.0', id: 3, method: 'ping' })
    expect(later.status).toBe(404)
  })

  test('says in one line that its port is taken', async () => {
    const config = { dir: freshFolder(), servers: [hostile.config], warnings: [] }
    const port = Number(running.url.port)
    const taken = startGateway({
      config,
      front: { kind: 'http', port },
      console: createConsole(recorder().stream),
    })
    await expect(taken).rejects.toThrow(StartError)
    await expect(taken).rejects.toThrow(`port ${port} is taken. Take another with --port`)
  })

  test('writes one line a crossing', () => {
    expect(running.lines()).toMatch(/^filesystem_read_text_file +ok +model ~\d+ of ~\d+ tokens/m)
    expect(running.lines()).toMatch(/^filesystem_read_text_file +error .* upstream_error +\d+ ms$/m)
  })
})

describe('the stdio front', () => {
  async function connected() {
    const client = rawClient()
    const gateway = await startGateway({
      config: { dir: folder, servers: [hostileServer().config], warnings: [] },
      front: { kind: 'stdio', input: client.input, output: client.output },
      console: createConsole(recorder().stream),
      timing: QUICK,
    })
    return { client, gateway }
  }

  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'shakes hands in revision %s',
    async (revision) => {
      const { client, gateway } = await connected()
      expect(await client.initialize(revision)).toMatchObject({
        protocolVersion: revision,
        serverInfo: { name: 'sallyport' },
      })
      await gateway.close()
    },
  )

  test('serves a request that stands alone, of revision 2026-07-28', async () => {
    const { client, gateway } = await connected()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const { result } = await client.request('tools/call', { name: 'bad_echo', arguments: {}, _meta })
    expect(result).toMatchObject({
      resultType: 'complete',
      content: [{ type: 'text' }],
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'sallyport' }, 'sallyport/ui': {} },
    })
    await gateway.close()
  })

  test('ends when the client closes its end', async () => {
    const { client, gateway } = await connected()
    await client.initialize()
    client.input.end()
    await gateway.ended
    await gateway.close()
  })

  test('says that the list has changed', async () => {
    const { client, gateway } = await connected()
    await client.initialize()
    await client.request('tools/list')
    await client.call('bad_change', {})
    await until(
      () => client.received.some(({ method }) => method === 'notifications/tools/list_changed'),
      'the notice',
    )
    await gateway.close()
  })
})

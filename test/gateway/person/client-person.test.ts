// How a person is reached: which clients have one, over stdio too, and what happens while they think.

import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Lane } from '../../../src/base/lane.js'
import { createGate } from '../../../src/door/create-gate.js'
import { createConsole } from '../../../src/gateway/console/console.js'
import { requestStates } from '../../../src/gateway/front/request-state.js'
import { createServer } from '../../../src/gateway/front/server.js'
import { startGateway } from '../../../src/gateway/gateway.js'
import { callAsking } from '../../../src/gateway/person/ask.js'
import type { JsonObject } from '../../../src/json/json.js'
import { tool } from '../../../src/tool/tool.js'
import { rawClient } from '../fixtures/raw-client.js'
import { QUICK, recorder, until } from '../fixtures/running.js'
import { freshFolder, hostileServer } from '../fixtures/servers.js'

const elicitation = {}
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('over stdio', () => {
  async function connected() {
    const client = rawClient()
    const hostile = hostileServer([], [{ pattern: 'change', effect: 'read' }])
    const gateway = await startGateway({
      config: {
        dir: freshFolder(),
        servers: [hostile.config],
        warnings: [],
        operator: { mode: 'ask', rules: [{ id: 'ask', hold: { tools: ['bad/echo'] } }] },
        people: new Set(['raw']),
      },
      front: { kind: 'stdio', input: client.input, output: client.output },
      console: createConsole(recorder().stream),
      timing: QUICK,
    })
    const asked = () => client.received.find(({ method }) => method === 'elicitation/create')
    return { client, gateway, hostile, asked }
  }
  const params = { name: 'bad_echo', arguments: {} }
  /** What a request of revision 2026-07-28 says of its sender. */
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation },
  }

  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'a client of revision %s that says it has forms is asked within the call',
    async (protocolVersion) => {
      const { client, gateway, hostile, asked } = await connected()
      const clientInfo = { name: 'raw', version: '1' }
      await client.request('initialize', { protocolVersion, capabilities: { elicitation }, clientInfo })
      client.send({ method: 'notifications/initialized' })
      const pending = client.request('tools/call', params)
      await until(() => asked() !== undefined, 'the question')
      const { id, params: form } = asked() as { id: unknown; params: JsonObject }
      expect(form).toMatchObject({
        message: expect.stringMatching(
          /^Sallyport asks: May bad_echo run\? [\w ,.:]+\nThe call has no arguments\.\n/,
        ),
        requestedSchema: { properties: { answer: { enum: ['allow once', 'never', 'refuse'] } } },
      })
      expect(hostile.events('call')).toEqual([])
      client.send({ id, result: { action: 'accept', content: { answer: 'allow once' } } })
      expect((await pending).result).not.toHaveProperty('isError')
      expect(hostile.events('call')).toHaveLength(1)
      await gateway.close()
    },
  )

  test('a request of revision 2026-07-28 is asked by its result', async () => {
    const { client, gateway, hostile, asked } = await connected()
    const held = (await client.request('tools/call', { ...params, _meta })).result as JsonObject
    expect(held).toMatchObject({ resultType: 'input_required' })
    const inputResponses = { answer: { action: 'accept', content: { answer: 'allow once' } } }
    const { requestState } = held
    const retry = { ...params, _meta, requestState, inputResponses }
    expect((await client.request('tools/call', retry)).result).toMatchObject({ resultType: 'complete' })
    expect(hostile.events('call')).toHaveLength(1)
    expect(asked()).toBeUndefined()
    await gateway.close()
  })

  test('an answer finds its approval when the tools of the server have changed meanwhile', async () => {
    const { client, gateway, hostile } = await connected()
    const { requestState } = (await client.request('tools/call', { ...params, _meta })).result as JsonObject
    await client.request('tools/call', { name: 'bad_change', arguments: {}, _meta })
    const shown = async () => JSON.stringify((await client.request('tools/list', { _meta })).result)
    while (!(await shown()).includes('bad_fresh')) await later(20)
    const inputResponses = { answer: { action: 'accept', content: { answer: 'allow once' } } }
    const retry = { ...params, _meta, requestState, inputResponses }
    expect((await client.request('tools/call', retry)).result).not.toHaveProperty('isError')
    expect(hostile.events('call')).toMatchObject([{ tool: 'change' }, { tool: 'echo' }])
    await gateway.close()
  })

  test('an envelope of the newer revision does not change who an older client is', async () => {
    const { client, gateway, asked } = await connected()
    const clientInfo = { name: 'other', version: '1' }
    await client.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    client.send({ method: 'notifications/initialized' })
    const { result } = await client.request('tools/call', { ...params, _meta })
    expect(result).toMatchObject({ isError: true })
    expect(asked()).toBeUndefined()
    await gateway.close()
  })
})

describe('while the person thinks', () => {
  /** A held call before a client that does as it is told. */
  async function asking(reply: (signal: AbortSignal) => Promise<unknown>, askMs: number) {
    let ran = 0
    const send = tool({
      name: 'send',
      description: 'Sends.',
      useWhen: 'asked',
      input: z.object({ to: z.string() }),
      effect: 'write',
      limits: { timeoutMs: 100 },
      run: () => ++ran,
    })
    const session = createGate({ tools: [send] }).session({ tenant: 't', user: 'u', conversation: 'c' })
    const [lane, states] = [new Lane(), requestStates()]
    const server = createServer({
      version: '1',
      ready: Promise.resolve(),
      people: { clients: new Set(['desk']), askMs },
      passageOf: () => ({
        conversation: 'c-1',
        use: () => Promise.reject(new Error('not used')),
        list: () => [],
        close: () => {},
        async call(name, args, { signal, person }) {
          const asked = await callAsking(
            session,
            { id: 'call_1', name, args },
            { signal, person, lane, states },
          )
          const { status } = 'outcome' in asked ? asked.outcome : { status: 'refused' }
          return { content: [{ type: 'text', text: status }] }
        },
      }),
    })
    const client = new Client({ name: 'desk', version: '1' }, { capabilities: { elicitation } })
    client.setRequestHandler(
      'elicitation/create',
      ({ params: _ }, { mcpReq }) => reply(mcpReq.signal) as never,
    )
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
    const call = async () => {
      const { content } = await client.callTool({ name: 'send', arguments: { to: 'bob@evil.example' } })
      return (content[0] as { text: string }).text
    }
    return { call, session, ran: () => ran, close: () => client.close() }
  }
  test('no deadline of the tool runs', async () => {
    const answer = { action: 'accept', content: { answer: 'allow once' } }
    const { call, ran, close } = await asking(() => later(250).then(() => answer), 5_000)
    expect(await call()).toBe('ok')
    expect(ran()).toBe(1)
    await close()
  })

  test('a question that nobody answers is taken back, and stays open', async () => {
    let takenBack = false
    const { call, ran, session, close } = await asking(async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      takenBack = true
      return { action: 'accept', content: { answer: 'allow once' } }
    }, 50)
    expect(await call()).toBe('held')
    await until(() => takenBack, 'the end of the question')
    expect(ran()).toBe(0)
    expect(await session.approvals()).toMatchObject([{ tool: 'send' }])
    await close()
  })

  test('an answer that comes elsewhere first is the one that counts', async () => {
    const { call, ran, session, close } = await asking(async () => {
      const [approval] = await session.approvals()
      await session.deny(approval?.id as string, { by: 'operator' })
      return { action: 'accept', content: { answer: 'allow once' } }
    }, 5_000)
    expect(await call()).toBe('held')
    expect(await call()).toBe('denied')
    expect(ran()).toBe(0)
    await close()
  })
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/json/json.js'
import { AnswerDropped, ConnectionLost, Relay, UpstreamError } from '../../src/mcp/relay.js'
import type { Wire } from '../../src/mcp/wire.js'

function connected() {
  const sent: JsonObject[] = []
  const wire: Wire = {
    onmessage: undefined,
    onclose: undefined,
    ondropped: undefined,
    start: async () => {},
    send: (message) => void sent.push(message),
    close: async () => {},
  }
  const relay = new Relay(wire)
  const forClient: unknown[] = []
  relay.onmessage = (message) => void forClient.push(message)
  const say = (message: object) => wire.onmessage?.({ jsonrpc: '2.0', ...message }, 100)
  return { relay, wire, sent, say, forClient, lastId: () => sent.at(-1)?.id as string }
}

describe('a request', () => {
  test('gets the result as the object that came, unknown fields and all', async () => {
    const { relay, say, lastId } = connected()
    const pending = relay.request('tools/call', { name: 'a' })
    const result = { content: [{ type: 'hologram', 'x-odd': [null] }], resultType: 'weird', _meta: { k: 1 } }
    say({ id: lastId(), result })
    const raw = await pending
    expect(raw.result).toBe(result)
    expect(raw.bytes).toBe(100)
  })

  test('leaves params alone when there is nothing to add', () => {
    const { relay, sent } = connected()
    const params = { name: 'a', _meta: { traceparent: 'x' } }
    void relay.request('tools/call', params)
    expect(sent[0]?.params).toBe(params)
  })

  test('carries the envelope of the era, and the caller’s own _meta beside it', () => {
    const { relay, sent } = connected()
    relay.envelope = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    void relay.request(
      'tools/call',
      { name: 'a', _meta: { traceparent: 'x', progressToken: 'theirs' } },
      { onprogress() {} },
    )
    expect(sent[0]?.params).toEqual({
      name: 'a',
      _meta: {
        traceparent: 'x',
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        progressToken: sent[0]?.id,
      },
    })
  })

  test('gets all progress that comes before the result, in order, though all came in one chunk', async () => {
    const { relay, say, lastId } = connected()
    const seen: unknown[] = []
    const pending = relay.request('tools/call', {}, { onprogress: ({ progress }) => seen.push(progress) })
    const progressToken = lastId()
    for (const progress of [1, 2, 3])
      say({ method: 'notifications/progress', params: { progressToken, progress } })
    say({ id: progressToken, result: {} })
    say({ method: 'notifications/progress', params: { progressToken, progress: 4 } })
    await pending
    expect(seen).toEqual([1, 2, 3])
  })

  test.each<[string, object, number, string]>([
    ['an error', { error: { code: -32603, message: 'broken' } }, -32603, 'broken'],
    ['an error without words', { error: {} }, 0, 'it gave no reason'],
    ['a result that is no object', { result: 'text' }, 0, 'it answered with neither'],
    ['neither', {}, 0, 'it answered with neither'],
  ])('that is answered with %s is an error of the upstream', async (_, answer, code, message) => {
    const { relay, say, lastId } = connected()
    const pending = relay.request('tools/call', {})
    say({ id: lastId(), ...answer })
    const error = await pending.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UpstreamError)
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('that is aborted tells the upstream at once, and drops what it answers later', async () => {
    const { relay, sent, say, lastId, forClient } = connected()
    const controller = new AbortController()
    const pending = relay.request('tools/call', {}, { signal: controller.signal })
    const id = lastId()
    controller.abort(new Error('enough'))
    expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } })
    await expect(pending).rejects.toThrow('enough')
    say({ id, result: {} })
    expect(forClient).toEqual([])
  })

  test.each([
    ['its beginning', (id: string) => `{"jsonrpc":"2.0","id":"${id}","result":{"content":[`],
    ['its end', (id: string) => `xxxx"}]}, "id" : "${id}" }`],
  ])('whose answer is dropped is told at once, by the id in %s', async (_, text) => {
    const { relay, wire, lastId } = connected()
    const pending = relay.request('tools/call', {})
    wire.ondropped?.({ why: 'too_large', text: text(lastId()) })
    const error = await pending.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AnswerDropped)
    expect(error).toMatchObject({ why: 'too_large' })
  })

  test('waits on when what was dropped is no answer to it', async () => {
    const { relay, wire, say, lastId } = connected()
    const pending = relay.request('tools/call', {})
    const id = lastId()
    for (const text of [
      `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{`,
      `{"jsonrpc":"2.0","id":"sallyport-999","result":{`,
      String.raw`{"jsonrpc":"2.0","id":7,"result":{"text":"{\"id\":\"${id}\"}`,
      `{"jsonrpc":"2.0","method":"notifications/message"}`,
    ]) {
      wire.ondropped?.({ why: 'unreadable', text })
    }
    say({ id, result: { fine: true } })
    expect((await pending).result).toEqual({ fine: true })
  })

  test('that was aborted before is never sent', async () => {
    const { relay, sent } = connected()
    await expect(relay.request('a', {}, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no')
    expect(sent).toEqual([])
  })

  test('too many for a server that answers none is refused unsent', async () => {
    const { relay, sent } = connected()
    for (let open = 0; open < 1_000; open++) void relay.request('a', {})
    expect(await relay.request('a', {}).catch((error: unknown) => error)).toMatchObject({ sent: false })
    expect(sent).toHaveLength(1_000)
  })

  test('that is answered twice keeps the first answer', async () => {
    const { relay, say, lastId } = connected()
    const pending = relay.request('a', {})
    say({ id: lastId(), result: { first: true } })
    say({ id: lastId(), result: { first: false } })
    expect((await pending).result).toEqual({ first: true })
  })
})

describe('the end of the connection', () => {
  test('ends open requests as sent, and later ones as not sent', async () => {
    const { relay, wire } = connected()
    const open = relay.request('a', {}).catch((error: unknown) => error)
    wire.onclose?.('ended with code 9')
    expect(await open).toMatchObject({ sent: true, message: 'ended with code 9' })
    const later = await relay.request('a', {}).catch((error: unknown) => error)
    expect(later).toBeInstanceOf(ConnectionLost)
    expect(later).toMatchObject({ sent: false })
    expect(relay.closed).toBe('ended with code 9')
  })

  test('that shows while sending leaves the request unsent', async () => {
    const { relay, wire } = connected()
    wire.send = () => {
      throw new Error('EPIPE')
    }
    expect(await relay.request('a', {}).catch((error: unknown) => error)).toMatchObject({ sent: false })
  })
})

test('what is not ours goes to the official client', () => {
  const { say, forClient } = connected()
  const messages = [
    { id: 0, result: {} },
    { id: 'server-discover-probe-1', error: { code: -32601, message: 'no' } },
    { method: 'notifications/tools/list_changed' },
    { method: 'notifications/progress', params: { progressToken: 5, progress: 1 } },
    { id: 'sallyport-1', method: 'ping' },
  ]
  for (const message of messages) say(message)
  expect(forClient).toEqual(messages.map((message) => ({ jsonrpc: '2.0', ...message })))
})

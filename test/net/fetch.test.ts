import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Breakers } from '../../src/net/breaker.js'
import type { Lookup } from '../../src/net/connector.js'
import { baseFetch, type CallFetchOptions, callFetch } from '../../src/net/fetch.js'
import { withRetry } from '../../src/net/retry.js'
import { failure, type ToolFailure } from '../../src/tool/results.js'
import { type Adversary, startAdversary } from '../fixtures/adversary.js'
import { expectNoUnhandled } from '../fixtures/rejections.js'

expectNoUnhandled()

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void
const MIB = 1024 * 1024
let here: Adversary
let there: Adversary
let base: typeof fetch

beforeAll(async () => {
  here = await startAdversary()
  there = await startAdversary()
  base = baseFetch({ network: { allowPrivate: [here.host, there.host] } })
})
beforeEach(() => {
  here.seen.length = 0
  there.seen.length = 0
})
afterAll(() => Promise.all([here.close(), there.close()]))

/** The fetch of a call. Everything is judged to be fine unless said. */
function fetching(given: Partial<CallFetchOptions> = {}): typeof fetch {
  return callFetch({ base, signal: new AbortController().signal, judgeHop: () => true, ...given })
}
const get = (path: string, given?: Partial<CallFetchOptions>, init?: RequestInit) =>
  fetching(given)(here.origin + path, init)

describe('a response', () => {
  test('is a standard one', async () => {
    const response = await get('/ok#part')
    expect(response).toBeInstanceOf(Response)
    expect(response).toMatchObject({ status: 200, ok: true, redirected: false, url: `${here.origin}/ok` })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ ok: true })
  })

  test('is decompressed', async () => {
    expect(await (await get('/gzip')).json()).toEqual({ ok: true })
  })

  test('can be cloned and read twice', async () => {
    const response = await get('/ok')
    const copy = response.clone()
    expect([await response.text(), await copy.text()]).toEqual(['{"ok":true}', '{"ok":true}'])
  })

  test.each([204, 304, 400, 404, 429, 500, 503])('of status %i is returned as it is', async (code) => {
    const response = await get(`/status?code=${code}`)
    expect(response.status).toBe(code)
    expect(await response.text()).toBe(code === 204 || code === 304 ? '' : `status ${code}`)
  })

  test('to HEAD has no body, whatever length it announces', async () => {
    const response = await get('/huge?announced', {}, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

describe('a request', () => {
  const echo = async (input: string | URL | Request, init?: RequestInit, given?: Partial<CallFetchOptions>) =>
    (await (await fetching(given)(input, init)).json()) as {
      method: string
      headers: Record<string, string>
      body: string
    }
  const form = new FormData()
  form.set('file', new File(['content'], 'a.txt'))

  test.each<[string, RequestInit['body'], string | RegExp, string | RegExp]>([
    ['text', 'hello', 'hello', 'text/plain;charset=UTF-8'],
    ['parameters', new URLSearchParams({ a: 'b c' }), 'a=b+c', /^application\/x-www-form-urlencoded/],
    ['bytes', new TextEncoder().encode('bytes'), 'bytes', /^undefined$/],
    ['a blob', new Blob(['blob'], { type: 'text/csv' }), 'blob', 'text/csv'],
    ['a form', form, /name="file"; filename="a.txt"[\s\S]*content/, /^multipart\/form-data; boundary=/],
    ['a stream', new Blob(['stream']).stream(), 'stream', /^undefined$/],
  ])('sends %s', async (_, body, arrives, type) => {
    const seen = await echo(`${here.origin}/echo`, { method: 'POST', body: body ?? null, duplex: 'half' })
    expect(seen.method).toBe('POST')
    expect(seen.body).toMatch(arrives)
    expect(String(seen.headers['content-type'])).toMatch(type)
    if (body === form) expect(seen.body).toContain(seen.headers['content-type']?.split('boundary=')[1])
  })

  test('may be a Request, and a URL', async () => {
    const request = new Request(`${here.origin}/echo`, { method: 'PUT', body: 'x', headers: { 'x-a': '1' } })
    expect(await echo(request)).toMatchObject({ method: 'PUT', body: 'x', headers: { 'x-a': '1' } })
    expect(await echo(new URL(`${here.origin}/echo`))).toMatchObject({ method: 'GET' })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('carries the idempotency key with %s', async (method) => {
    const seen = await echo(`${here.origin}/echo`, { method }, { idempotencyKey: 'key-1' })
    expect(seen.headers['idempotency-key']).toBe('key-1')
  })

  test.each(['GET', 'OPTIONS'])('carries none with %s', async (method) => {
    const seen = await echo(`${here.origin}/echo`, { method }, { idempotencyKey: 'key-1' })
    expect(seen.headers).not.toHaveProperty('idempotency-key')
  })

  test('keeps the key that the tool set itself', async () => {
    const init = { method: 'POST', headers: { 'Idempotency-Key': 'own' } }
    const seen = await echo(`${here.origin}/echo`, init, { idempotencyKey: 'key-1' })
    expect(seen.headers['idempotency-key']).toBe('own')
  })

  test.each(['a\r\nx-evil: 1', 'ключ', 'k'.repeat(300), ''])(
    'carries %j as a hash, since no header can hold it',
    async (idempotencyKey) => {
      const seen = await echo(`${here.origin}/echo`, { method: 'POST' }, { idempotencyKey })
      expect(seen.headers['idempotency-key']).toMatch(/^[\w-]{43}$/)
      expect(seen.headers).not.toHaveProperty('x-evil')
    },
  )

  test.each<[string, unknown, object]>([
    ['a relative URL', '/ok', {}],
    ['a method that is none', 'http://a.test/', { method: 'NO WAY' }],
    ['GET with a body', 'http://a.test/', { body: 'x' }],
    ['a dispatcher of its own', 'http://a.test/', { dispatcher: {} }],
    ['integrity, which is not kept', 'http://a.test/', { integrity: 'sha256-x' }],
    ['user info', 'http://user:pass@a.test/', {}],
  ])('with %s is a TypeError of the tool', async (_, url, init) => {
    await expect(fetching()(url as string, init)).rejects.toThrow(TypeError)
  })

  test('reads the signal of the call when it fetches, not before', async () => {
    const read = vi.fn(() => new AbortController().signal)
    const options = Object.defineProperty({ base, judgeHop: () => true as const }, 'signal', { get: read })
    const fetch = callFetch(options as unknown as CallFetchOptions)
    expect(read).not.toHaveBeenCalled()
    await (await fetch(`${here.origin}/ok`)).text()
    expect(read).toHaveBeenCalled()
  })
})

describe('the default fetch connects to public addresses only', () => {
  const closed = () => baseFetch({})
  const port = () => here.port

  test.each([
    ['loopback', () => `http://127.0.0.1:${port()}/ok`],
    ['loopback as a number', () => `http://2130706433:${port()}/ok`],
    ['loopback in hex', () => `http://0x7f.1:${port()}/ok`],
    ['loopback in octal', () => `http://0177.0.0.1:${port()}/ok`],
    ['this network', () => `http://0.0.0.0:${port()}/ok`],
    ['loopback by name', () => `http://localhost:${port()}/ok`],
    ['loopback below the name', () => `http://a.localhost:${port()}/ok`],
    ['loopback in IPv6', () => `http://[::1]:${port()}/ok`],
    ['mapped loopback', () => `http://[::ffff:127.0.0.1]:${port()}/ok`],
    ['NAT64 of loopback', () => `http://[64:ff9b::7f00:1]:${port()}/ok`],
    ['metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['metadata of containers', () => 'http://169.254.170.2/v2/credentials'],
    ['private with TLS', () => 'https://10.0.0.1/'],
    ['unique local', () => 'http://[fd00:ec2::254]/'],
  ])('%s is refused', async (_, url) => {
    const error = await fetching({ base: closed() })(url()).catch((reason) => reason)
    expect(error).toMatchObject({ name: 'ToolFailure', code: 'not_permitted', retryable: false })
    expect(error.userMessage).not.toMatch(/\d/)
    expect(here.seen).toEqual([])
  })

  /** A name server that gives these answers, one after the other. */
  const answering = (...answers: string[][]): Lookup => {
    const left = [...answers]
    return vi.fn((_host, _options, callback) => {
      const addresses = (left.length > 1 ? left.shift() : left[0]) ?? []
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    })
  }

  test.each([
    ['a private address', ['127.0.0.1']],
    ['a mapped private address', ['::ffff:127.0.0.1']],
    ['a public and a private one', ['93.184.215.14', '127.0.0.1']],
    ['a link-local one with a zone', ['fe80::1%lo']],
  ])('a name at %s is refused where it connects', async (_, addresses) => {
    const rebound = baseFetch({ lookup: answering(addresses) })
    await expect(fetching({ base: rebound })(`http://rebind.test:${port()}/ok`)).rejects.toMatchObject({
      code: 'not_permitted',
    })
    expect(here.seen).toEqual([])
  })

  test('a name that was public when it was judged is looked up again where it connects', async () => {
    const lookup = answering(['93.184.215.14'], ['127.0.0.1'])
    const resolve = () =>
      new Promise((done) => lookup('rebind.test', { all: true }, (_error, all) => done(all)))
    await resolve()
    const rebound = fetching({ base: baseFetch({ lookup }) })
    await expect(rebound(`http://rebind.test:${port()}/ok`)).rejects.toMatchObject({ code: 'not_permitted' })
    expect(here.seen).toEqual([])
  })

  test('a name without an address is unavailable', async () => {
    const nowhere = fetching({ base: baseFetch({ lookup: answering([]) }) })
    await expect(nowhere('http://nowhere.test/')).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('a name that does not exist is not worth another try', async () => {
    const lookup: Lookup = (_host, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    await expect(fetching({ base: baseFetch({ lookup }) })('http://misspelt.test/')).rejects.toMatchObject({
      code: 'upstream_unavailable',
      retryable: false,
    })
  })

  test('what is opened is opened for that host and that port', async () => {
    const lookup = answering(['127.0.0.1'])
    const opened = baseFetch({ network: { allowPrivate: [`db.test:${here.port}`] }, lookup })
    const answer = await fetching({ base: opened })(`http://db.test:${here.port}/ok`)
    expect(await answer.json()).toEqual({ ok: true })
    for (const url of [
      `http://db.test:${there.port}/ok`,
      `http://other.test:${here.port}/ok`,
      `http://127.0.0.1:${here.port}/ok`,
    ]) {
      await expect(fetching({ base: opened })(url)).rejects.toMatchObject({ code: 'not_permitted' })
    }
  })

  test('an entry that is no host and port is refused when the gate is made', () => {
    expect(() => baseFetch({ network: { allowPrivate: ['localhost'] } })).toThrow(
      /"localhost" is not 'host:port'/,
    )
  })
})

describe('redirects', () => {
  const to = (url: string, status = 302) => `/redirect?status=${status}&to=${encodeURIComponent(url)}`

  test('are followed, five of them', async () => {
    const response = await get('/redirects?times=5')
    expect(response).toMatchObject({ status: 200, redirected: true, url: `${here.origin}/redirects?times=0` })
    expect(await response.json()).toEqual({ ok: true })
  })

  test.each(['/redirects?times=6', '/redirect-loop'])('are given up after five: %s', async (path) => {
    await expect(get(path)).rejects.toMatchObject({ code: 'upstream_error', retryable: false })
    expect(here.seen).toHaveLength(6)
  })

  test('are judged hop by hop, before anything is sent', async () => {
    const judged: string[] = []
    const judgeHop = (url: URL) => {
      judged.push(url.host)
      const verdict = url.host === there.host ? 'not on the list' : true
      url.host = 'elsewhere.test'
      return verdict
    }
    await expect(get(to(`${there.origin}/ok`), { judgeHop })).rejects.toMatchObject({ code: 'not_permitted' })
    expect(judged).toEqual([here.host, there.host])
    expect(there.seen).toEqual([])
  })

  test('a refusal tells the log why, and the person nothing of it', async () => {
    const error = await get('/ok', { judgeHop: () => 'host is on the internal list' }).catch(
      (reason) => reason,
    )
    expect(String(error.cause)).toContain('host is on the internal list')
    expect(error.message + error.userMessage).not.toContain('internal')
    expect(here.seen).toEqual([])
  })

  test.each([
    '/redirect-private',
    to('http://127.0.0.1:8080/'),
    to('http://[::1]:8080/'),
    to('http://0x7f.1:8080/'),
    to('//169.254.169.254/'),
  ])('to a private address are refused: %s', async (path) => {
    await expect(get(path)).rejects.toMatchObject({ code: 'not_permitted' })
  })

  test.each([
    'file:///etc/passwd',
    'data:text/plain,hi',
    'ftp://a.test/',
    'javascript:1',
    'gopher://a.test/',
  ])('to another scheme are refused: %s', async (url) => {
    await expect(get(to(url))).rejects.toMatchObject({ code: 'not_permitted' })
    await expect(fetching()(url)).rejects.toMatchObject({ code: 'not_permitted' })
  })

  test.each(['http://', 'https://user:pass@a.test/', 'http://a.test@127.0.0.1/', 'http://a b/'])(
    'that lead to %j are not followed',
    async (url) => {
      await expect(get(to(url))).rejects.toMatchObject({ code: 'upstream_error' })
    },
  )

  test('without a location are responses like any other', async () => {
    expect((await get('/status?code=302')).status).toBe(302)
  })

  test('are left to the tool that says so, and refused to the one that wants none', async () => {
    const response = await get('/redirects?times=1', {}, { redirect: 'manual' })
    expect(response).toMatchObject({ status: 302, redirected: false })
    expect(response.headers.get('location')).toBe('/redirects?times=0')
    await expect(get('/redirects?times=1', {}, { redirect: 'error' })).rejects.toMatchObject({
      code: 'upstream_error',
    })
  })

  test.each<[number, string, string, string]>([
    [301, 'GET', 'GET', ''],
    [301, 'POST', 'GET', ''],
    [301, 'PUT', 'PUT', 'body'],
    [302, 'POST', 'GET', ''],
    [302, 'DELETE', 'DELETE', 'body'],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PATCH', 'PATCH', 'body'],
  ])('%i turns %s into %s', async (status, method, becomes, body) => {
    const init = { method, headers: { 'content-type': 'text/x' }, ...(method !== 'GET' && { body: 'body' }) }
    await get(to('/echo', status), { idempotencyKey: 'k' }, init)
    const last = here.seen.at(-1)
    expect(last).toMatchObject({ method: becomes, path: '/echo', body })
    expect(last?.headers['content-type']).toBe(body || method === 'GET' ? 'text/x' : undefined)
    expect(last?.headers['idempotency-key']).toBe(body ? 'k' : undefined)
  })

  test('send a form again as it was', async () => {
    const body = new FormData()
    body.set('a', 'b')
    await get(to('/echo', 307), {}, { method: 'POST', body })
    expect(here.seen[1]?.body).toBe(here.seen[0]?.body)
    expect(here.seen[1]?.headers['content-type']).toBe(here.seen[0]?.headers['content-type'])
  })

  test('that need a body that was a stream are not followed', async () => {
    const init = { method: 'POST', body: new Blob(['x']).stream(), duplex: 'half' as const }
    await expect(get(to('/echo', 307), {}, init)).rejects.toMatchObject({ code: 'upstream_error' })
  })

  const secrets = {
    authorization: 'Bearer s3cret',
    cookie: 'sid=s3cret',
    'proxy-authorization': 'Basic s3cret',
    'x-api-key': 's3cret',
    'x-goog-api-key': 's3cret',
  }

  test('carry no credentials to another origin', async () => {
    await get(
      to(`${there.origin}/echo`),
      {},
      { headers: { ...secrets, accept: 'text/csv', 'user-agent': 'mine/1' } },
    )
    expect(JSON.stringify(there.seen)).not.toContain('s3cret')
    expect(there.seen[0]?.headers).toMatchObject({ accept: 'text/csv', 'user-agent': 'mine/1' })
  })

  test('do not get credentials back by way of another origin', async () => {
    const back = `${there.origin}${to(`${here.origin}/echo`)}`
    await get(to(back), {}, { headers: secrets })
    expect(here.seen).toHaveLength(2)
    expect(JSON.stringify(here.seen[1])).not.toContain('s3cret')
  })

  test('keep credentials within an origin', async () => {
    await get(to('/echo'), {}, { headers: secrets })
    expect(here.seen[1]?.headers).toMatchObject(secrets)
  })

  test('keep the key with the body that it belongs to', async () => {
    await get(to(`${there.origin}/echo`, 307), { idempotencyKey: 'k' }, { method: 'POST', body: 'x' })
    expect(there.seen[0]).toMatchObject({ body: 'x', headers: { 'idempotency-key': 'k' } })
  })

  test('leave no connection held', async () => {
    await Promise.all(Array.from({ length: 20 }, async () => (await get('/redirects?times=5')).text()))
    await vi.waitFor(() => expect(here.underWay()).toBe(0))
  })
})

describe('an injected fetch', () => {
  test('vouches for the addresses', async () => {
    const injected = vi.fn(async () => Response.json({ ok: true }))
    const response = await fetching({ base: injected })('http://127.0.0.1:9/ok')
    expect(await response.json()).toEqual({ ok: true })
    expect(response.url).toBe('http://127.0.0.1:9/ok')
  })

  test('is followed hop by hop like the default one', async () => {
    const asked: string[] = []
    const injected = async (input: string | URL | Request) => {
      asked.push(String(input))
      return asked.length === 1
        ? new Response(null, { status: 302, headers: { location: 'https://b.test/' } })
        : new Response('b')
    }
    const judgeHop = (url: URL) => (url.host === 'b.test' ? 'no' : (true as const))
    await expect(fetching({ base: injected, judgeHop })('https://a.test/')).rejects.toMatchObject({
      code: 'not_permitted',
    })
    expect(asked).toEqual(['https://a.test/'])
  })

  test('that follows redirects itself has its end judged', async () => {
    const injected: typeof fetch = (input) => fetch(input)
    const path = `/redirect?to=${encodeURIComponent(`${there.origin}/ok`)}`
    expect(await get(path, { base: injected })).toMatchObject({ redirected: true, url: `${there.origin}/ok` })
    const judgeHop = (url: URL) => (url.host === there.host ? 'no' : (true as const))
    await expect(get(path, { base: injected, judgeHop })).rejects.toMatchObject({ code: 'not_permitted' })
  })

  test('that hides redirects is refused them', async () => {
    const opaque = Object.defineProperty(new Response('x'), 'type', { value: 'opaqueredirect' })
    await expect(fetching({ base: async () => opaque })('https://a.test/')).rejects.toMatchObject({
      code: 'upstream_error',
    })
  })

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('/srv/app is down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('/srv/app is down'))],
    ['rejects with nothing', () => Promise.reject(undefined)],
  ])('that %s is unavailable', async (_, injected) => {
    const error = await fetching({ base: injected as typeof fetch })('https://a.test/').catch(
      (reason) => reason,
    )
    expect(error).toMatchObject({ code: 'upstream_unavailable', retryable: true })
    expect(error.message + error.userMessage).not.toContain('/srv')
  })

  test.each([999, 600, 0])('that gives status %i gave something unreadable', async (status) => {
    const odd = Object.defineProperty(new Response('x'), 'status', { value: status })
    await expect(fetching({ base: async () => odd })('https://a.test/')).rejects.toMatchObject({
      code: 'upstream_error',
    })
  })
})

describe('an upstream that fails', () => {
  test.each<[string, string, boolean]>([
    ['/reset', 'upstream_unavailable', true],
    ['/no-http', 'upstream_error', false],
    ['/bomb?times=6&mb=1', 'upstream_unavailable', true],
  ])('%s is %s', async (path, code, retryable) => {
    const error = await get(path)
      .then((response) => response.text())
      .catch((reason) => reason)
    expect(error).toMatchObject({ name: 'ToolFailure', code, retryable })
  })

  test('that nobody listens at is unavailable', async () => {
    const gone = await startAdversary()
    await gone.close()
    const open = baseFetch({ network: { allowPrivate: [gone.host] } })
    await expect(fetching({ base: open })(gone.origin)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      retryable: true,
    })
  })

  test.each<[string, string, boolean]>([
    ['/reset-body', 'upstream_unavailable', true],
    ['/broken-gzip', 'upstream_error', false],
    ['/broken-json', 'upstream_error', false],
    ['/500', 'upstream_error', false],
  ])('%s fails when its body is read as JSON: %s', async (path, code, retryable) => {
    const response = await get(path)
    const error: ToolFailure = await response.json().then(
      () => undefined,
      (reason) => reason,
    )
    expect(error).toMatchObject({ name: 'ToolFailure', code, retryable })
    expect(error.message + error.userMessage).not.toMatch(/hunter2|srv|rows/)
  })

  test('a wrong charset gives well-formed text', async () => {
    const { city } = (await (await get('/wrong-charset')).json()) as { city: string }
    expect(city).toBe('Z\ufffdrich')
    expect(city.isWellFormed()).toBe(true)
  })

  test('a 429 is returned, and what it asks for is told', async () => {
    const onRetryAfter = vi.fn()
    expect((await get('/429?after=7', { onRetryAfter })).status).toBe(429)
    expect(onRetryAfter).toHaveBeenCalledExactlyOnceWith(7_000)
    await get('/429?after=never', { onRetryAfter })
    await get('/ok', { onRetryAfter })
    expect(onRetryAfter).toHaveBeenCalledTimes(1)
  })

  test('with 429 is asked again when it said, by a tool that only says that it may be', async () => {
    let asked: number | undefined
    const sleeps: number[] = []
    const work = async () => {
      const response = await get('/429?after=2&times=1', {
        onRetryAfter: (ms) => {
          asked = ms
        },
      })
      if (response.ok) return response.json()
      throw failure({ code: 'rate_limited', retryable: true, userMessage: 'Too many requests.' })
    }
    const result = await withRetry(work, {
      deadline: Date.now() + 30_000,
      signal: new AbortController().signal,
      now: Date.now,
      random: () => 0,
      sleep: async (ms) => sleeps.push(ms),
      retryAfterMs: () => asked,
    })
    expect(result).toEqual({ ok: true })
    expect(sleeps).toEqual([2_000])
    expect(here.seen).toHaveLength(2)
  })

  test('is left alone once its origin has failed five times', async () => {
    const breakers = new Breakers()
    for (let time = 0; time < 5; time++) await get('/reset', { breakers }).catch(() => {})
    const failed = here.seen.length
    await expect(get('/ok', { breakers })).rejects.toMatchObject({ code: 'upstream_unavailable' })
    expect(here.seen).toHaveLength(failed)
    expect((await fetching({ breakers })(`${there.origin}/ok`)).status).toBe(200)
  })

  test('with 500 is not, since one odd request can cause it', async () => {
    const breakers = new Breakers()
    for (let time = 0; time < 8; time++) await get('/500', { breakers })
    expect(here.seen).toHaveLength(8)
    for (let time = 0; time < 6; time++) await get('/status?code=503', { breakers }).catch(() => {})
    expect(here.seen).toHaveLength(13)
  })
})

describe('a body that is too large', () => {
  const maxBytes = 4 * MIB

  test('is refused by its head where that says so', async () => {
    await expect(get('/huge?mb=200&announced', { maxBytes })).rejects.toMatchObject({
      code: 'result_too_large',
    })
  })

  test.each(['/huge?mb=200', '/bomb?mb=200', '/bomb?mb=200&times=2'])(
    'is cut off as it comes: %s',
    async (path) => {
      const response = await get(path, { maxBytes })
      const before = process.memoryUsage().arrayBuffers
      let bytes = 0
      const error = await (async () => {
        for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.byteLength
      })().catch((reason) => reason)
      expect(error).toMatchObject({ name: 'ToolFailure', code: 'result_too_large', retryable: false })
      expect(bytes).toBeLessThanOrEqual(maxBytes)
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MIB)
    },
  )

  test('is 64 MiB unless said', async () => {
    const response = await get('/huge?mb=65')
    await expect(response.arrayBuffer()).rejects.toMatchObject({ code: 'result_too_large' })
  })

  test('is taken up to the last byte', async () => {
    const { byteLength } = await (await get('/huge?mb=4', { maxBytes })).arrayBuffer()
    expect(byteLength).toBe(maxBytes)
  })

  test('that nobody reads gives its connection back', async () => {
    const other = await startAdversary()
    const open = fetching({ base: baseFetch({ network: { allowPrivate: [other.host] } }) })
    const ask = async (path: string) => void (await open(other.origin + path))
    for (const path of ['/500', '/status?code=404', '/huge?mb=1', '/drip']) {
      await Promise.all(Array.from({ length: 10 }, () => ask(path)))
    }
    await vi.waitFor(() => {
      gc()
      expect(other.underWay()).toBe(0)
    })
    await other.close()
  })

  test('is hardly read ahead of the tool', async () => {
    const response = await get('/huge?mb=200')
    const before = process.memoryUsage().arrayBuffers
    await sleep(200)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MIB)
    await response.body?.cancel()
  })
})

describe('an end', () => {
  const ending = (path: string, reason: unknown) => {
    const controller = new AbortController()
    const answer = get(path, { signal: controller.signal }).then((response) => response.text())
    setTimeout(() => controller.abort(reason), 60)
    return answer
  }
  const deadline = new DOMException('The deadline has passed.', 'TimeoutError')

  test.each(['/hang', '/hang-body', '/drip', '/slow?ms=5000'])(
    'of the call ends %s at once, with its reason as it is',
    async (path) => {
      // What does not end by it hangs, or has an answer.
      await expect(ending(path, deadline)).rejects.toBe(deadline)
    },
  )

  test('closes the connection', async () => {
    const other = await startAdversary()
    const open = baseFetch({ network: { allowPrivate: [other.host] } })
    const controller = new AbortController()
    const answer = fetching({ base: open, signal: controller.signal })(`${other.origin}/hang`)
    await vi.waitFor(() => expect(other.seen).toHaveLength(1))
    controller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(other.underWay()).toBe(0))
    await other.close()
  })

  test('before the request means that nothing is sent', async () => {
    await expect(get('/ok', { signal: AbortSignal.abort('over') })).rejects.toBe('over')
    expect(here.seen).toEqual([])
  })

  test('between two hops means that the second is not sent, whatever the base thinks of signals', async () => {
    const controller = new AbortController()
    const injected = vi.fn(async () => {
      controller.abort('over')
      return new Response(null, { status: 302, headers: { location: '/next' } })
    })
    await expect(fetching({ base: injected, signal: controller.signal })('https://a.test/')).rejects.toBe(
      'over',
    )
    expect(injected).toHaveBeenCalledTimes(1)
  })

  test("of the tool's own patience is a timeout", async () => {
    await expect(get('/hang', {}, { signal: AbortSignal.timeout(40) })).rejects.toMatchObject({
      name: 'ToolFailure',
      code: 'timeout',
      retryable: true,
    })
  })

  test.each([
    ['in init', (signal: AbortSignal) => get('/hang', {}, { signal })],
    ['in a Request', (signal: AbortSignal) => fetching()(new Request(`${here.origin}/hang`, { signal }))],
  ])("by the tool's own signal, %s, is its own reason", async (_, ask) => {
    const controller = new AbortController()
    const answer = ask(controller.signal)
    setTimeout(() => controller.abort('changed my mind'), 30)
    await expect(answer).rejects.toBe('changed my mind')
  })
})

test('requests that nobody waits for fail without an unhandled rejection', async () => {
  const controller = new AbortController()
  for (const path of ['/reset', '/hang', '/redirect-private', '/redirect-loop', '/no-http']) {
    void get(path, { signal: controller.signal })
  }
  void get('/ok', { judgeHop: () => 'no' })
  await get('/reset-body')
  await get('/broken-gzip')
  await sleep(50)
  controller.abort()
  await sleep(50)
})

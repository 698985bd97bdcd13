import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createGate, DefinitionError, tool } from 'sallyport'
import { type RecordReplayOptions, recordReplay } from 'sallyport/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { folder, noNetwork, service, written } from './service.js'

afterEach(() => vi.unstubAllEnvs())

const replaying = (dir: string, more: Partial<RecordReplayOptions> = {}) =>
  recordReplay({ dir, mode: 'replay', fetch: noNetwork, ...more })

describe('what was recorded is replayed without a network', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256)

  test.each<[string, Record<string, string>, string | Uint8Array]>([
    ['compact JSON', { 'content-type': 'application/json' }, '{"b":1,"a":[null,-0.5,"ü"]}'],
    ['printed JSON', { 'content-type': 'application/json' }, '{\n  "a": 1\n}'],
    ['JSON with a form of its own', { 'content-type': 'application/json' }, '{ "a":1.0, "a":2 }\r\n'],
    ['text of several lines', { 'content-type': 'text/csv' }, 'id,name\n1,a\n2,b\n'],
    ['nothing', {}, ''],
    ['bytes', { 'content-type': 'image/png' }, bytes],
    ['a compressed body', { 'content-encoding': 'gzip' }, gzipSync('plain words')],
  ])('%s', async (_, headers, body) => {
    const dir = folder()
    const origin = await service(
      (_, answer) => void answer.writeHead(200, { 'x-odd': 'kept', ...headers }).end(body),
    )
    const real = await recordReplay({ dir, mode: 'record' })(`${origin}/a`)
    const expected = new Uint8Array(await real.arrayBuffer())
    const replayed = await replaying(dir)(`${origin}/a`)
    expect(new Uint8Array(await replayed.arrayBuffer())).toEqual(expected)
    expect([...replayed.headers]).toEqual([...real.headers].filter(([name]) => name !== 'date'))
    expect(replayed.headers.get('x-odd')).toBe('kept')
    expect(replayed.url).toBe(`${origin}/a`)
  })

  test.each([204, 304, 404, 429, 503])('status %i', async (status) => {
    const dir = folder()
    const origin = await service((_, answer) => void answer.writeHead(status, 'Odd Words').end())
    await recordReplay({ dir, mode: 'record' })(origin)
    const { status: replayed, statusText } = await replaying(dir)(origin)
    expect([replayed, statusText]).toEqual([status, 'Odd Words'])
  })

  test('a redirect that the caller follows itself', async () => {
    const dir = folder()
    const origin = await service((_, answer) => void answer.writeHead(302, { location: '/b' }).end())
    await recordReplay({ dir, mode: 'record' })(origin, { redirect: 'manual' })
    const replayed = await replaying(dir)(origin, { redirect: 'manual' })
    expect([replayed.status, replayed.headers.get('location')]).toEqual([302, '/b'])
  })

  test('a form with files, whose boundary is new each time', async () => {
    const dir = folder()
    const origin = await service((_, answer) => void answer.end('taken'))
    const form = () => {
      const made = new FormData()
      made.append('file', new File(['content'], 'a.txt'))
      return { method: 'POST', body: made }
    }
    await recordReplay({ dir, mode: 'record' })(origin, form())
    expect(await (await replaying(dir)(origin, form())).text()).toBe('taken')
  })

  test('equal requests get their answers in order, and the last one from then on', async () => {
    const dir = folder()
    let count = 0
    const origin = await service((_, answer) => void answer.end(`answer ${++count}`))
    const recording = recordReplay({ dir, mode: 'record' })
    for (const _ of 'ab') await recording(origin)
    const fetch = replaying(dir)
    const texts: string[] = []
    for (const _ of 'abc') texts.push(await (await fetch(origin)).text())
    expect(texts).toEqual(['answer 1', 'answer 2', 'answer 2'])
  })

  test('equal requests at once are all recorded', async () => {
    const dir = folder()
    let count = 0
    const origin = await service((_, answer) => void answer.end(`answer ${++count}`))
    const recording = recordReplay({ dir, mode: 'record' })
    await Promise.all([recording(origin), recording(origin), recording(origin)])
    expect(JSON.parse(written(dir)).responses).toHaveLength(3)
  })

  test.each([
    ['aaa', 'a'],
    ['aab', 'aab'],
    ['abb', 'ab'],
    ['aba', 'aba'],
  ])('the answers %s are kept as %s: the last one serves from then on', async (answers, kept) => {
    const dir = folder()
    const coming = [...answers]
    const recording = recordReplay({ dir, mode: 'record', fetch: async () => new Response(coming.shift()) })
    for (const _ of answers) await recording('https://api.example/')
    const responses: { body: { text: string } }[] = JSON.parse(written(dir)).responses
    expect(responses.map(({ body }) => body.text).join('')).toBe(kept)
  })
})

describe('a request is matched', () => {
  const recorded = async (url: string, init?: RequestInit) => {
    const dir = folder()
    const answer: typeof fetch = async () => new Response('found')
    await recordReplay({ dir, mode: 'record', fetch: answer })(url, init)
    return dir
  }
  const post = (body: string) => ({ method: 'POST', body })
  const url = 'https://api.example/v1'

  test.each<[string, string, RequestInit, string, RequestInit]>([
    ['whatever the order of its parameters', `${url}?a=1&b=2`, {}, `${url}?b=2&a=1`, {}],
    [
      'whatever the order of keys in its body',
      url,
      post('{"a":1,"b":[2]}'),
      url,
      post('{ "b": [2], "a": 1 }'),
    ],
    ['whatever its headers', url, { headers: { 'x-trace': '1' } }, url, { headers: { 'x-trace': '2' } }],
    [
      'whoever asks',
      url,
      { headers: { authorization: 'Bearer one' } },
      url,
      { headers: { authorization: 'two' } },
    ],
    ['whichever key stands in its query', `${url}?api_key=one`, {}, `${url}?api_key=two`, {}],
  ])('%s', async (_, before, init, now, again) => {
    const response = await replaying(await recorded(before, init))(now, again)
    expect(await response.text()).toBe('found')
  })

  test.each<[string, string, RequestInit, string, RequestInit, string]>([
    ['another method', url, {}, url, { method: 'DELETE' }, 'method: asked DELETE, recorded GET'],
    [
      'another host',
      url,
      {},
      'https://api.other/v1',
      {},
      'host: asked https://api.other, recorded https://api.example',
    ],
    ['another path', url, {}, `${url}/x`, {}, 'path: asked /v1/x, recorded /v1'],
    ['another value', `${url}?limit=25`, {}, `${url}?limit=50`, {}, 'query limit: asked 50, recorded 25'],
    ['a parameter more', url, {}, `${url}?limit=50`, {}, 'query limit: asked 50, recorded without'],
    ['a parameter less', `${url}?limit=25`, {}, url, {}, 'query limit: not asked, recorded 25'],
    [
      'a repeated parameter',
      `${url}?a=1&a=2`,
      {},
      `${url}?a=2&a=1`,
      {},
      'query a: asked 2, 1, recorded 1, 2',
    ],
    [
      'another field',
      url,
      post('{"a":{"b":[1]}}'),
      url,
      post('{"a":{"b":[2]}}'),
      'body.a.b[0]: asked 2, recorded 1',
    ],
    [
      'another id past 2^53',
      url,
      post('{"id":12345678901234567890}'),
      url,
      post('{"id":12345678901234567891}'),
      'body.id',
    ],
    ['another text', url, post('one'), url, post('two'), 'body: asked two, recorded one'],
  ])('but not with %s', async (_, before, init, now, again, difference) => {
    await expect(replaying(await recorded(before, init))(now, again)).rejects.toThrow(difference)
  })

  test('without what is to be ignored', async () => {
    const dir = await recorded(`${url}?at=1`, post('{"q":1,"meta":{"at":2}}'))
    const response = await replaying(dir, { ignore: ['at'] })(`${url}?at=9`, post('{"q":1,"meta":{"at":8}}'))
    expect(await response.text()).toBe('found')
  })
})

describe('a request that was never recorded', () => {
  const dir = async () => {
    const made = folder()
    const recording = recordReplay({ dir: made, mode: 'record', fetch: async () => Response.json({}) })
    await recording('https://api.example/v1/seats?from=SFO&to=NRT&limit=25')
    await recording('https://api.example/v1/seats?from=SFO&to=LHR&limit=25')
    await recording('https://api.example/v1/programs')
    return made
  }

  test('is an error that names the nearest one and what differs', async () => {
    const fetch = replaying(await dir())
    const failing = fetch('https://api.example/v1/seats?from=SFO&to=NRT&limit=50')
    const error = await failing.catch((error: Error) => error)
    expect(
      (error as Error).message.replace(/ in \S+\.\n/, ' in <dir>.\n').replace(/-\w{12}\.json/, '.json'),
    ).toBe(
      [
        'No recording of GET https://api.example/v1/seats?from=SFO&to=NRT&limit=50 in <dir>.',
        'Nearest: get-api.example-v1-seats-from-sfo-to-nrt-limit-25.json, which differs:',
        '  query limit: asked 50, recorded 25',
        "Record it with recordReplay({ mode: 'record' }).",
      ].join('\n'),
    )
  })

  test('says when nothing was recorded at all', async () => {
    await expect(replaying(folder())('https://api.example/')).rejects.toThrow('The folder holds no cassette.')
  })

  test('crosses a gate as a failure of its own, and is not tried again', async () => {
    const fetch = vi.fn(replaying(folder()))
    const look = tool({
      name: 'look',
      description: 'Looks.',
      useWhen: 'asked',
      input: z.object({}),
      effect: 'read',
      run: async (_, ctx) => (await ctx.fetch('https://api.example/v1')).json(),
    })
    const gate = createGate({ tools: [look], fetch })
    const outcome = await gate
      .session({ tenant: 't', user: 'u', conversation: 'c' })
      .call({ id: '1', name: 'look', args: {} })
    await gate.close()
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'no_recording' } })
    expect(outcome.model).toContain('No recording of GET https://api.example/v1')
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})

describe('a mode', () => {
  const counted = () => {
    let count = 0
    return vi.fn<typeof fetch>(async () => new Response(`answer ${++count}`))
  }
  const url = 'https://api.example/v1'

  test('record replaces what was recorded before', async () => {
    const dir = folder()
    const fetch = counted()
    await recordReplay({ dir, mode: 'record', fetch })(url)
    await recordReplay({ dir, mode: 'record', fetch })(url)
    expect(written(dir)).not.toContain('answer 1')
    expect(await (await replaying(dir)(url)).text()).toBe('answer 2')
  })

  test('auto replays what is there and records what is not', async () => {
    vi.stubEnv('CI', '')
    const dir = folder()
    const fetch = counted()
    await recordReplay({ dir, mode: 'auto', fetch })(url)
    const second = recordReplay({ dir, mode: 'auto', fetch })
    expect(await (await second(url)).text()).toBe('answer 1')
    expect(await (await second(`${url}?new`)).text()).toBe('answer 2')
    expect(await (await second(`${url}?new`)).text()).toBe('answer 3')
    expect(fetch).toHaveBeenCalledTimes(3)
  })

  test('auto never goes out in CI', async () => {
    vi.stubEnv('CI', 'true')
    await expect(recordReplay({ dir: folder(), mode: 'auto', fetch: noNetwork })(url)).rejects.toThrow(
      'No recording',
    )
  })

  test('replay is the default', async () => {
    await expect(recordReplay({ dir: folder(), fetch: noNetwork })(url)).rejects.toThrow('No recording')
  })

  test.each([
    [{ dir: 'x', mode: 'rewind' }, 'mode'],
    [{ dir: 'x', secret: [] }, "did you mean 'secrets'"],
    [{ dir: '' }, 'dir'],
  ])('%j is refused', (options, words) => {
    const making = () => recordReplay(options as never)
    expect(making).toThrow(DefinitionError)
    expect(making).toThrow(words)
  })
})

test('an aborted request is not answered', async () => {
  const dir = folder()
  const url = 'https://api.example/v1'
  await recordReplay({ dir, mode: 'record', fetch: async () => new Response('x') })(url)
  await expect(replaying(dir)(url, { signal: AbortSignal.abort() })).rejects.toThrow('abort')
})

test('an error of the network is not recorded', async () => {
  const dir = folder()
  await expect(recordReplay({ dir, mode: 'record', fetch: noNetwork })('https://a.example')).rejects.toThrow()
  expect(readdirSync(dir)).toEqual([])
})

test('cassettes that nothing asks for are named', async () => {
  const dir = folder()
  const recording = recordReplay({ dir, mode: 'record', fetch: async () => new Response('x') })
  await recording('https://api.example/a')
  await recording('https://api.example/b')
  const fetch = replaying(dir)
  expect(fetch.unused()).toHaveLength(2)
  await fetch('https://api.example/a')
  expect(fetch.unused()).toEqual([expect.stringMatching(/^get-api\.example-b-\w{12}\.json$/)])
})

describe('a cassette', () => {
  test('reads well', async () => {
    const dir = folder()
    const answer = Response.json({ seats: [1] }, { headers: { 'retry-after': '3' } })
    await recordReplay({ dir, mode: 'record', fetch: async () => answer })(
      'https://api.example/v1/seats?to=NRT',
      {
        headers: { Accept: 'application/json', Authorization: 'Bearer abc' },
      },
    )
    expect(readdirSync(dir)).toEqual([
      expect.stringMatching(/^get-api\.example-v1-seats-to-nrt-\w{12}\.json$/),
    ])
    expect(JSON.parse(written(dir))).toEqual({
      request: {
        method: 'GET',
        url: 'https://api.example/v1/seats?to=NRT',
        headers: { accept: 'application/json', authorization: 'REDACTED' },
      },
      responses: [
        {
          status: 200,
          headers: { 'content-type': 'application/json', 'retry-after': '3' },
          body: { json: { seats: [1] } },
        },
      ],
    })
  })

  test('may be edited and renamed by hand', async () => {
    const dir = folder()
    const url = 'https://api.example/v1'
    await recordReplay({ dir, mode: 'record', fetch: async () => Response.json({ n: 1 }) })(url)
    const [file = ''] = readdirSync(dir)
    const edited = readFileSync(join(dir, file), 'utf8').replace('"n": 1', '"n": 2')
    writeFileSync(join(dir, 'other-name.json'), edited)
    expect(await (await replaying(dir)(url)).json()).toEqual({ n: 2 })
  })

  test.each([
    ['{', 'JSON'],
    ['{"request":{}}', 'request.method'],
    [
      '{"request":{"method":"GET","url":"https://a.example","headers":{}},"responses":[]}',
      'must hold an answer',
    ],
  ])('that is broken is named: %s', async (text, words) => {
    const dir = folder()
    writeFileSync(join(dir, 'bad.json'), text)
    const failing = replaying(dir)('https://a.example')
    await expect(failing).rejects.toThrow('bad.json is no cassette')
    await expect(failing).rejects.toThrow(words)
  })
})

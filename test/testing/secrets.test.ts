import { readdirSync } from 'node:fs'
import { recordReplay, type SecretOptions } from 'sallyport/testing'
import { describe, expect, test } from 'vitest'
import { isSecretName } from '../../src/testing/secret-names.js'
import { workOfAsync } from '../fixtures/work.js'
import { folder, noNetwork, written } from './service.js'

const SECRET = 'hunter2-hunter2'
const url = 'https://api.example/v1'

/** What stands in the cassette of an exchange. */
async function kept(
  to: string,
  init: RequestInit,
  answer: Response,
  secrets?: SecretOptions,
): Promise<string> {
  const dir = folder()
  await recordReplay({ dir, mode: 'record', fetch: async () => answer, ...(secrets && { secrets }) })(
    to,
    init,
  )
  return written(dir)
}

describe('a secret stays out of the cassette', () => {
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const plain = () => new Response('fine')
  const post = (body: string, headers = {}): RequestInit => ({ method: 'POST', body, headers })

  test.each<[string, string, RequestInit, Response]>([
    ['in authorization', url, { headers: { Authorization: `Bearer ${SECRET}` } }, plain()],
    ['in an authorization of its own name', url, { headers: { 'Partner-Authorization': SECRET } }, plain()],
    ['in a cookie', url, { headers: { Cookie: `a=1; sid=${SECRET}` } }, plain()],
    ['in an API key', url, { headers: { 'X-API-Key': SECRET } }, plain()],
    ['in the query', `${url}?q=a&api_key=${SECRET}`, {}, plain()],
    ['in the query, as key', `${url}?key=${SECRET}`, {}, plain()],
    ['in the query, escaped', `${url}?sig=${encodeURIComponent(`${SECRET}/+=`)}`, {}, plain()],
    ['in JSON', url, post(JSON.stringify({ auth: { user: 'a', word: SECRET } }), json), plain()],
    [
      'in JSON, in a list',
      url,
      post(JSON.stringify({ passwords: 1, apiKeys: [], secret: [SECRET] })),
      plain(),
    ],
    ['in a form', url, post(`grant=x&client_secret=${SECRET}`, form), plain()],
    ['in a cookie that is set', url, {}, new Response('', { headers: { 'set-cookie': `sid=${SECRET}` } })],
    ['in an answer', url, {}, Response.json({ access_token: SECRET, token_type: 'bearer' })],
    [
      'in a place to go to',
      url,
      {},
      new Response(null, { status: 302, headers: { location: `/cb?token=${SECRET}` } }),
    ],
    ['echoed in the answer', url, { headers: { 'x-api-key': SECRET } }, new Response(`You sent ${SECRET}.`)],
    [
      'echoed in a header',
      url,
      { headers: { authorization: `Bearer ${SECRET}` } },
      new Response('', { headers: { 'x-echo': SECRET } }),
    ],
    ['echoed in the path', `${url}/${SECRET}`, { headers: { 'x-api-key': SECRET } }, plain()],
    [
      'echoed, escaped',
      url,
      { headers: { 'x-api-key': `${SECRET}"\\` } },
      Response.json({ echo: `${SECRET}"\\` }),
    ],
  ])('%s', async (_, to, init, answer) => {
    const text = await kept(to, init, answer)
    expect(text).not.toContain(SECRET)
    expect(text).toContain('REDACTED')
  })

  test('that was learnt from an answer, in all that comes later', async () => {
    const dir = folder()
    const answers = [Response.json({ access_token: SECRET }), new Response('')]
    const fetch = recordReplay({ dir, mode: 'record', fetch: async () => answers.shift()! })
    await fetch(`${url}/login`)
    await fetch(`${url}/u/${SECRET}/list`)
    expect(written(dir)).not.toContain(SECRET)
  })

  test('by a name of one’s own', async () => {
    const text = await kept(
      `${url}?pnr=${SECRET}`,
      { headers: { 'X-Badge': 'b' } },
      Response.json({ pnr: 1 }),
      {
        names: ['PNR', 'x-badge'],
      },
    )
    expect(JSON.parse(text)).toMatchObject({
      request: { url: `${url}?pnr=REDACTED`, headers: { 'x-badge': 'REDACTED' } },
      responses: [{ body: { json: { pnr: 'REDACTED' } } }],
    })
  })

  test('by its value', async () => {
    expect(await kept(`${url}/bot${SECRET}/send`, {}, plain(), { values: [SECRET] })).not.toContain(SECRET)
  })
})

describe('a secret stays out of the cassette, whatever the form of what holds it', () => {
  const [latin] = [Buffer.from([0xff, 0xfe])]
  const form = () => {
    const made = new FormData()
    made.append('q', 'boats')
    made.append('password', SECRET)
    made.append('file', new File([latin!], 'a.png'))
    return made
  }
  const answer = (body: string, headers = {}) => new Response(body, { headers })

  test.each<[string, string, RequestInit, Response]>([
    ['a multipart form with bytes', url, { method: 'POST', body: form() }, answer('')],
    ['JSON in lines', url, {}, answer(`{"a":1}\n{"access_token":"${SECRET}"}\n`)],
    ['events', url, {}, answer(`event: x\ndata: {"access_token":"${SECRET}"}\n\n`)],
    ['a call in JSON', url, {}, answer(`cb({"access_token": "${SECRET}"})`)],
    ['JSON behind a byte order mark', url, {}, answer(`\ufeff{"access_token":"${SECRET}"}`)],
    ['JSON behind a guard', url, {}, answer(`)]}'\n{"access_token":"${SECRET}"}`)],
    ['JSON in JSON', url, {}, Response.json({ body: JSON.stringify({ token: SECRET }) })],
    ['a number', url, {}, answer('{"pin":123456789012,"echo":"123456789012"}')],
    ['a form that does not say so', url, {}, answer(`access_token=${SECRET}&scope=x`)],
    ['XML', url, {}, answer(`<r><SecretAccessKey>${SECRET}</SecretAccessKey></r>`)],
    ['XML, quoted', url, {}, answer(`<a:Password x="1"><![CDATA[${SECRET}]]></a:Password>`)],
    ['an attribute', url, {}, answer(`<user password="${SECRET}"/>`)],
    ['a field of a page', url, {}, answer(`<input name="csrf_token" type=hidden value="${SECRET}">`)],
    ['YAML', url, {}, answer(`db:\n  - password: ${SECRET}, and more\n`)],
    ['an environment file', url, {}, answer(`export DB_PASS=${SECRET}\n`)],
    [
      'a link in a header',
      url,
      {},
      answer('', { link: `<https://a.example/?page=2&sig=${SECRET}>; rel="next"` }),
    ],
    ['an address in JSON', url, {}, Response.json({ next: `https://a.example/?key=${SECRET}&page=2` })],
    ['an address in a sentence', url, {}, answer(`See https://a.example/?X-Amz-Signature=${SECRET}.`)],
    ['an address with a password', url, {}, Response.json({ db: `postgres://user:${SECRET}@db/x` })],
    ['a fragment', url, {}, answer('', { location: `https://b.example/cb#access_token=${SECRET}` })],
    [
      'an address in an address',
      `${url}?to=${encodeURIComponent(`https://b/?token=${SECRET}`)}`,
      {},
      answer(''),
    ],
    [
      'JSON in an address',
      `${url}?q=${encodeURIComponent(JSON.stringify({ token: SECRET }))}`,
      {},
      answer(''),
    ],
    ['an escaped name', `${url}?api%5Fkey=${SECRET}`, {}, answer('')],
    ['a name in brackets', `${url}?filter[token]=${SECRET}`, {}, answer('')],
    ['a second separator', `${url}?a=1;token=${SECRET}`, {}, answer('')],
    ['the code of a login', `${url}?code=${SECRET}&redirect_uri=x`, {}, answer('')],
    ['a token in a sentence', url, {}, answer(`curl -H "X: Bearer ${SECRET}-${SECRET}"`)],
    ['a cookie, echoed', url, {}, answer(`You are ${SECRET}`, { 'set-cookie': `sid=${SECRET}; Path=/` })],
    ['a cookie sent, echoed', url, { headers: { cookie: `a=b; sid=${SECRET}; c=d` } }, answer(SECRET)],
    [
      'Basic, its password echoed',
      url,
      { headers: { authorization: `Basic ${btoa(`u:${SECRET}`)}` } },
      answer(SECRET),
    ],
    [
      'Digest, a part echoed',
      url,
      { headers: { authorization: `Digest username="u", response="${SECRET}"` } },
      answer(SECRET),
    ],
  ])('%s', async (_, to, init, answered) => {
    const text = await kept(to, init, answered)
    const bodies = [...text.matchAll(/"base64": "([^"]+)"/g)].map(([, one]) =>
      Buffer.from(one!, 'base64').toString(),
    )
    for (const place of [text, ...bodies]) {
      expect(place).not.toContain(SECRET)
      expect(place).not.toContain('123456789012')
    }
    expect(text + bodies.join()).toContain('REDACTED')
  })

  test('neither in the name of the file', async () => {
    const dir = folder()
    await recordReplay({ dir, mode: 'record', fetch: async () => answer('') })(`${url}?authtoken=${SECRET}`)
    expect(readdirSync(dir).join()).not.toContain(SECRET)
  })
})

describe('all but the secret is kept as it came', () => {
  test.each<[string, string, string]>([
    [
      'a number past 2^53',
      '{"id":12345678901234567890,"token":"abcdefghijk1"}',
      '{"id":12345678901234567890,"token":"REDACTED"}',
    ],
    ['repeated keys', '{"a":1,"a":2,"password":"x"}', '{"a":1,"a":2,"password":"REDACTED"}'],
    [
      'spaces and escapes',
      '{ "a" : "\\u00e9\\/", "pin":true, "secret": [1, "b"] }\r\n',
      '{ "a" : "\\u00e9\\/", "pin":true, "secret": ["REDACTED", "REDACTED"] }\r\n',
    ],
    [
      'the field after a secret one',
      '{"password":null,"user":"ada-lovelace"}',
      '{"password":null,"user":"ada-lovelace"}',
    ],
    [
      'counted tokens',
      '{"usage":{"total_tokens":120,"tokens":7}}',
      '{"usage":{"total_tokens":120,"tokens":7}}',
    ],
    ['a code that is a plain name', '{"code":"not_found_1234567890"}', '{"code":"not_found_1234567890"}'],
    [
      'a word under a secret name',
      '{"password":"required","required":["a"]}',
      '{"password":"REDACTED","required":["a"]}',
    ],
    [
      'a form of plain names',
      'origin=SFO&code=NRT&page_token=abcdefgh12',
      'origin=SFO&code=NRT&page_token=abcdefgh12',
    ],
  ])('%s', async (_, body, replayed) => {
    const dir = folder()
    await recordReplay({ dir, mode: 'record', fetch: async () => new Response(body) })(url)
    expect(await (await recordReplay({ dir, fetch: noNetwork })(url)).text()).toBe(replayed)
  })

  test('each cookie that is set, while recording and after', async () => {
    const dir = folder()
    const headers: [string, string][] = [
      ['set-cookie', `sid=${SECRET}; Path=/; HttpOnly`],
      ['set-cookie', 'theme=dark'],
    ]
    const real = await recordReplay({
      dir,
      mode: 'record',
      fetch: async () => new Response('', { headers }),
    })(url)
    expect(real.headers.getSetCookie()).toEqual(headers.map(([, value]) => value))
    const replayed = await recordReplay({ dir, fetch: noNetwork })(url)
    expect(replayed.headers.getSetCookie()).toEqual(['sid=REDACTED; Path=/; HttpOnly', 'theme=REDACTED'])
  })

  test('a challenge to log in', async () => {
    const challenge = 'Bearer resource_metadata="https://api.example/.well-known/x", error="invalid_token"'
    const text = await kept(url, {}, new Response('', { headers: { 'www-authenticate': challenge } }))
    expect(JSON.parse(text).responses[0].headers['www-authenticate']).toBe(challenge)
  })
})

test('a large body made to be slow is read in time', async () => {
  const slow = [
    'a'.repeat(400_000),
    '<a '.repeat(100_000),
    'a='.repeat(100_000),
    '"a":'.repeat(100_000),
    '"\\'.repeat(100_000),
    'name=x\n'.repeat(40_000),
    'a://'.repeat(80_000),
    'eyJ'.repeat(100_000),
  ]
  const work = await workOfAsync(async () => {
    for (const body of slow) await kept(url, {}, new Response(`${body} password=x`))
  })
  expect(work).toBeLessThan(8_000)
})

test('what only looks like a secret may be kept', async () => {
  const text = await kept(`${url}?key=name`, {}, new Response('x'), { keep: ['key'] })
  expect(text).toContain('?key=name')
})

test('the form of a body with a secret stays', async () => {
  const body = { a: [1, { password: 'x' }], z: null }
  const text = await kept(url, {}, Response.json(body))
  expect(JSON.parse(text).responses[0].body).toEqual({ json: { a: [1, { password: 'REDACTED' }], z: null } })
})

test('the caller gets the answer with its secrets while recording', async () => {
  const fetch = recordReplay({
    dir: folder(),
    mode: 'record',
    fetch: async () => Response.json({ token: SECRET }),
  })
  expect(await (await fetch(url)).json()).toEqual({ token: SECRET })
})

test('a replay with another key finds what was recorded', async () => {
  const dir = folder()
  const ask = (key: string): [string, RequestInit] => [
    `${url}/${key}?api_key=${key}`,
    { method: 'POST', body: JSON.stringify({ password: key, q: 1 }) },
  ]
  await recordReplay({ dir, mode: 'record', fetch: async () => new Response('found') })(...ask(SECRET))
  const replayed = await recordReplay({ dir, fetch: noNetwork })(...ask('another-key-of-a-test'))
  expect(await replayed.text()).toBe('found')
})

test.each([
  ...['Authorization', 'proxy-authorization', 'Cookie', 'Set-Cookie', 'x-api-key', 'apikey', 'X-Auth-Token'],
  ...[
    'accessToken',
    'refresh_token',
    'id_token',
    'client_secret',
    'Ocp-Apim-Subscription-Key',
    'x-functions-key',
  ],
  ...[
    ...'authtoken clientsecret refreshtoken idtoken accesskey secretkey privatekey x-authtoken'.split(' '),
    ...'tokens api_keys apiKeys passwords access_tokens code_verifier oauth_verifier assertion'.split(' '),
    ...'pin otp passcode pass db_pass pw hmac connection_string dsn ssn cvv password2 AWSAccessKeyId'.split(
      ' ',
    ),
    'password',
    'X-Amz-Signature',
    'X-Amz-Security-Token',
    'X-Amz-Credential',
    'sessionId',
    'key',
    'APIKey',
  ],
])('%s says secret', (name) => {
  expect(isSecretName(name, 'outside')).toBe(true)
})

test.each([
  ...[
    'accept',
    'content-type',
    'Idempotency-Key',
    'pageToken',
    'next_page_token',
    'cursor',
    'sort_key',
    'author',
  ],
  ...'maxTokens total_tokens nextpagetoken boarding_pass compass keys code pinned hotkey passage'.split(' '),
  ...['max_tokens', 'token_type', 'monkey', 'keyword', 'origin', 'designation', 'x-request-id', 'session'],
])('%s does not', (name) => {
  expect(isSecretName(name, 'outside')).toBe(false)
})

test('a key is a plain name in a body', () => {
  expect(isSecretName('key', 'body')).toBe(false)
  expect(isSecretName('privateKey', 'body')).toBe(true)
})

import { recordReplay, type SecretOptions } from 'sallyport/testing'
import { describe, expect, test } from 'vitest'
import { isSecretName } from '../../src/testing/secret-names.js'
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
  ...['max_tokens', 'token_type', 'monkey', 'keyword', 'origin', 'designation', 'x-request-id', 'session'],
])('%s does not', (name) => {
  expect(isSecretName(name, 'outside')).toBe(false)
})

test('a key is a plain name in a body', () => {
  expect(isSecretName('key', 'body')).toBe(false)
  expect(isSecretName('privateKey', 'body')).toBe(true)
})

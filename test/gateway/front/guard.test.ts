import { expect, test } from 'vitest'
import { newToken } from '../../../src/gateway/config/state.js'
import { createGuard, tokenFault } from '../../../src/gateway/front/guard.js'

const TOKEN = 'a-token-of-this-test'
const guard = createGuard(TOKEN)
const good = { host: '127.0.0.1:4780', authorization: `Bearer ${TOKEN}` }

test.each<[string, Record<string, string>, 401 | 403 | undefined]>([
  ['the right token', {}, undefined],
  ['localhost', { host: 'localhost:4780' }, undefined],
  ['localhost without a port', { host: 'LOCALHOST' }, undefined],
  ['the IPv6 loopback', { host: '[::1]:4780' }, undefined],
  ['another loopback address', { host: '127.0.0.2:80' }, undefined],
  ['a page of this machine', { origin: 'http://localhost:3000' }, undefined],
  ['a scheme in small letters', { authorization: `bearer ${TOKEN}` }, undefined],
  ['a rebound name', { host: 'evil.example:4780' }, 403],
  ['a name that begins like loopback', { host: '127.0.0.1.evil.example' }, 403],
  ['a host with user info', { host: 'evil@localhost' }, 403],
  ['a host with a path', { host: 'localhost/evil' }, 403],
  ['no host', { host: '' }, 403],
  ['every address', { host: '0.0.0.0:4780' }, 403],
  ['a foreign page', { origin: 'https://evil.example' }, 403],
  ['an opaque page', { origin: 'null' }, 403],
  ['a file', { origin: 'file://' }, 403],
  ['no token', { authorization: '' }, 401],
  ['the wrong token', { authorization: 'Bearer a-token-of-this-tesT' }, 401],
  ['a longer token', { authorization: `Bearer ${TOKEN}x` }, 401],
  ['a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
  ['another scheme', { authorization: `Basic ${TOKEN}` }, 401],
  ['the token and more', { authorization: `Bearer ${TOKEN} x` }, 401],
])('%s', (_, headers, status) => {
  const given = Object.entries({ ...good, ...headers }).filter(([, value]) => value !== '')
  expect(guard(new Headers(given))?.status).toBe(status)
})

test.each<[string, RegExp | undefined]>([
  ['a-token-of-this-test', undefined],
  ['QUJDREVGR0hJSktMTU5PUA==', undefined],
  [newToken(), undefined],
  ['', /shorter than 16/],
  ['x'.repeat(15), /shorter than 16/],
  ['x'.repeat(513), /longer than 512/],
  ['a token with spaces in it', /may have letters, digits/],
  ['a-token-with-a\nline-break', /may have letters, digits/],
  ['a-token-at-the-end\n', /may have letters, digits/],
  ['a-token-with-"quotes"', /may have letters, digits/],
  ['ein-schlüssel-mit-ü', /may have letters, digits/],
  ['a=token=with=signs', /may have letters, digits/],
])('the token %j is judged before anyone waits for it: %s', (token, expected) => {
  const fault = tokenFault(token)
  if (expected) expect(fault).toMatch(expected)
  else expect(fault).toBeUndefined()
  // What is taken opens the door; a token that can't would lock everyone out.
  const headers = () => new Headers({ host: 'localhost', authorization: `Bearer ${token}` })
  if (!expected) expect(createGuard(token)(headers())).toBeUndefined()
})

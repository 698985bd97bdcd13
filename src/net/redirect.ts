// What a redirect makes of a request: the rules of the Fetch standard (HTTP-redirect fetch), and less trust
// than they have. Sends nothing and judges no host.

import { ownFailure, type ToolFailure } from '../tool/results.js'

/** One request of a chain. */
export interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  /** A stream can be sent once only. */
  readonly body: ArrayBuffer | ReadableStream | null
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * What may go along to another origin. A list of what to drop would miss the API keys that stand in headers
 * with names of their own.
 */
const TRAVELS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-language',
  'content-type',
  'idempotency-key', // goes only with the method and the body that it belongs to
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])

const OF_THE_BODY = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
  'idempotency-key',
]

/**
 * The request that a response redirects to; undefined when it is no redirect.
 *
 * @throws ToolFailure `upstream_error` for a redirect that can't be followed.
 */
export function nextHop(hop: Hop, response: Response): Hop | undefined {
  // What a browser-like fetch gives instead of the redirect itself: where it leads can't be seen.
  if (response.type === 'opaqueredirect') throw unfollowable('the response is opaque')
  const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
  if (location === null) return undefined
  const url = target(location, hop.url)
  const becomesGet =
    (response.status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    (response.status <= 302 && hop.method === 'POST')
  if (!becomesGet && hop.body instanceof ReadableStream)
    throw unfollowable('the body was a stream and is spent')
  return {
    url,
    method: becomesGet ? 'GET' : hop.method,
    headers: headersFor(hop, url, becomesGet),
    body: becomesGet ? null : hop.body,
  }
}

function target(location: string, from: URL): URL {
  // Header bytes arrive as Latin-1; servers that don't escape write UTF-8 (Fetch standard, location URL).
  const text = Buffer.from(location, 'latin1').toString('utf8')
  if (!URL.canParse(text, from.href)) throw unfollowable('its location is no URL')
  const url = new URL(text, from)
  // `https://bank.example@evil.example/` serves nobody who is honest.
  if (url.username || url.password) throw unfollowable('its location carries user info')
  url.hash = ''
  return url
}

function headersFor(hop: Hop, to: URL, becomesGet: boolean): Headers {
  const sameOrigin = to.origin === hop.url.origin
  const headers = new Headers([...hop.headers].filter(([name]) => sameOrigin || TRAVELS.has(name)))
  if (becomesGet) for (const name of OF_THE_BODY) headers.delete(name)
  return headers
}

function unfollowable(why: string): ToolFailure {
  return ownFailure({
    code: 'upstream_error',
    userMessage: 'The service answered with a redirect that cannot be followed.',
    cause: new Error(`redirect not followed: ${why}`),
  })
}

// From a web `Request` and `Response` to what a cassette holds of them, and back. What goes into a file passes
// the redactor here and nowhere else.

import {
  type CassetteHeaders,
  type CassetteRequest,
  type CassetteResponse,
  decodeBody,
  encodeBody,
  textOf,
} from './cassette.js'
import type { Redactor } from './secrets.js'

/** True of one transmission, and no longer of what is kept: the body decoded, and whole. */
const OF_THE_WIRE: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** Statuses whose `Response` takes no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** A request as it is kept and matched. */
export function readRequest(request: Request, bytes: Uint8Array, redactor: Redactor): CassetteRequest {
  const type = request.headers.get('content-type') ?? ''
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  const headers = new Headers(kept(request.headers))
  // Chosen at random for each form: kept, no form would ever match.
  if (boundary) headers.set('content-type', type.replace(boundary, 'boundary'))
  const body = boundary ? withBoundary(bytes, boundary) : bytes
  return twice(() => ({
    method: request.method,
    url: redactor.url(request.url),
    headers: recordOf(headers, redactor),
    ...bodyOf(body, type, redactor),
  }))
}

/** An answer as it is kept, and as it came, for whoever waits for it. */
export async function readResponse(
  response: Response,
  redactor: Redactor,
): Promise<{ readonly recorded: CassetteResponse; readonly asItCame: CassetteResponse }> {
  const { status, statusText } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = kept(response.headers)
  const line = { status, ...(statusText && { statusText }) }
  const body = encodeBody(bytes)
  return {
    recorded: twice(() => ({
      ...line,
      headers: recordOf(headers, redactor),
      ...bodyOf(bytes, response.headers.get('content-type') ?? '', redactor),
    })),
    asItCame: { ...line, headers: recordOf(headers), ...(body && { body }) },
  }
}

/** A `Response` out of a cassette. */
export function playback(recorded: CassetteResponse, url: string): Response {
  const { status, statusText = '' } = recorded
  const headers = Object.entries(recorded.headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  const body = WITHOUT_BODY.has(status) ? null : decodeBody(recorded.body)
  const response = new Response(body, { status, statusText, headers })
  return Object.defineProperty(response, 'url', { value: url })
}

/** A secret that is found in the last part may stand in the first. */
function twice<T>(read: () => T): T {
  read()
  return read()
}

function kept(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !OF_THE_WIRE.has(name))
}

/** A header that came several times, as `Set-Cookie` may, is a list: joined or overwritten it says another thing. */
function recordOf(headers: Iterable<[string, string]>, redactor?: Redactor): CassetteHeaders {
  const lists = new Map<string, string[]>()
  for (const [name, value] of headers) {
    const kept = redactor ? redactor.header(name, value) : value
    lists.set(name, [...(lists.get(name) ?? []), kept])
  }
  return Object.fromEntries(
    [...lists].map(([name, [one = '', ...more]]) => [name, more.length ? [one, ...more] : one]),
  )
}

function bodyOf(bytes: Uint8Array, type: string, redactor: Redactor): Pick<CassetteRequest, 'body'> {
  const encoded = encodeBody(bytes)
  if (!encoded) return {}
  if ('base64' in encoded) {
    // By way of Latin-1 too: a form with a picture may hold a password as well.
    const latin = Buffer.from(bytes).toString('latin1')
    const clean = redactor.body(latin, type)
    return { body: clean === latin ? encoded : encodeBody(Buffer.from(clean, 'latin1'))! }
  }
  const text = textOf(encoded)
  const clean = redactor.body(text, type)
  return { body: clean === text ? encoded : encodeBody(Buffer.from(clean))! }
}

/** By way of Latin-1, which keeps each byte. */
function withBoundary(bytes: Uint8Array, boundary: string): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(boundary, 'boundary'), 'latin1')
}

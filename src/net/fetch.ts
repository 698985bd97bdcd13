// The fetch of one call. It carries the call's signal and key, follows redirects itself, has each host judged
// before it is asked, and turns what goes wrong into failures. Which address a host has is the connector's affair.

import { createHash } from 'node:crypto'
import { ownFailure, type ToolFailure } from '../tool/results.js'
import { openedHosts } from './addresses.js'
import type { Breakers } from './breaker.js'
import { guardedFetch, type Lookup } from './connector.js'
import { notPermitted, upstreamFailure } from './failure.js'
import { type Hop, nextHop } from './redirect.js'
import { discard, upstreamResponse } from './response.js'
import { parseRetryAfter } from './retry.js'

const MOST_REDIRECTS = 5
const MAX_BYTES = 64 * 1024 * 1024

/** What a gate says of its network. */
export interface Network {
  /** Private hosts that may be connected to, each as exact `host:port`. Default: none. */
  readonly allowPrivate?: readonly string[]
}

/** What {@link callFetch} takes. */
export interface CallFetchOptions {
  readonly base: typeof fetch
  /** The call's. Read when something is fetched and not before, so it may be a getter. */
  readonly signal: AbortSignal
  /** Sent as `Idempotency-Key` with methods that are not safe, unless the tool sets its own. */
  readonly idempotencyKey?: string | undefined
  /** Asked before each request of a chain, the first one too: true, or why not (for the log). */
  judgeHop(url: URL): true | string
  /** How long a body may be, decompressed. Default: 64 MiB. */
  readonly maxBytes?: number
  /** Leaves origins alone that are down. */
  readonly breakers?: Breakers
  /** Told what a 429 or 503 asks for with `Retry-After`. */
  readonly onRetryAfter?: (ms: number) => void
}

/**
 * The base fetch of a gate, where none is injected: it connects to public addresses only, and to what
 * `allowPrivate` opens.
 *
 * @throws DefinitionError for an entry that is not `host:port`.
 */
export function baseFetch(options: { readonly network?: Network; readonly lookup?: Lookup }): typeof fetch {
  const opened = openedHosts(options.network?.allowPrivate ?? [])
  // Made when first used: the HTTP client takes longer to load than all the rest, and many gates need none.
  let guarded: typeof fetch | undefined
  return async (input, init) => {
    guarded ??= guardedFetch(opened, options.lookup)
    return guarded(input, init)
  }
}

/**
 * The fetch that one call gets: the standard one, but that
 *
 * - redirects are followed here, at most 5, each host judged; credentials and headers of the tool's own stay
 *   behind where the origin changes;
 * - network errors are thrown as `upstream_unavailable`, `upstream_error`, `timeout` or `not_permitted`;
 * - bodies end at `maxBytes` with `result_too_large`.
 *
 * A response is returned whatever its status. Options that would get round the gate (`dispatcher`), or that it
 * can't keep (`integrity`), are a TypeError.
 */
export function callFetch(options: CallFetchOptions): typeof fetch {
  return (input, init) => {
    const answer = exchange(options, input, init)
    // A tool that starts two requests and fails on the first never looks at the second: its failure must not
    // end the process as an unhandled rejection.
    answer.catch(() => {})
    return answer
  }
}

async function exchange(
  options: CallFetchOptions,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Response> {
  refuseUnkept(init)
  const call = options.signal
  const own = init?.signal ?? (input instanceof Request ? input.signal : undefined)
  const signal = own ? AbortSignal.any([call, own]) : call
  const failed = (error: unknown) => upstreamFailure(error, call, own)
  const mode = init?.redirect ?? (input instanceof Request ? input.redirect : 'follow')
  let hop = await firstHop(options, input, init)
  for (let redirects = 0; ; redirects++) {
    const response = await send(options, hop, signal, failed)
    const next = mode === 'manual' ? undefined : following(options, hop, response)
    if (!next) {
      const { redirected } = response
      return upstreamResponse(response, {
        url: redirected ? new URL(response.url) : hop.url,
        redirected: redirected || redirects > 0,
        maxBytes: options.maxBytes ?? MAX_BYTES,
        failed,
      })
    }
    discard(response)
    if (mode === 'error') throw lost('a redirect, where the tool wants none')
    if (redirects === MOST_REDIRECTS) throw lost(`more than ${MOST_REDIRECTS} redirects`)
    hop = next
  }
}

/** By way of `Request`, which checks what it is given and makes of every body bytes that can be sent again. */
async function firstHop(
  { idempotencyKey }: CallFetchOptions,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Hop> {
  const request = new Request(input, { ...init, signal: null })
  const url = new URL(request.url)
  url.hash = ''
  const { method, headers } = request
  const safe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  if (idempotencyKey !== undefined && !safe && !headers.has('idempotency-key')) {
    headers.set('idempotency-key', fieldValue(idempotencyKey))
  }
  const body = isStream(init?.body) ? request.body : request.body && (await request.arrayBuffer())
  return { url, method, headers, body }
}

async function send(
  options: CallFetchOptions,
  hop: Hop,
  signal: AbortSignal,
  failed: (error: unknown) => unknown,
): Promise<Response> {
  signal.throwIfAborted()
  judge(hop.url, options)
  const ask = () => request(options.base, hop, signal, failed)
  const response = await (options.breakers?.run(hop.url.origin, ask, isDown) ?? ask())
  if (response.status === 429 || response.status === 503) {
    const askedMs = parseRetryAfter(response.headers.get('retry-after'), Date.now())
    if (askedMs !== undefined) options.onRetryAfter?.(askedMs)
  }
  return response
}

async function request(
  base: typeof fetch,
  { url, method, headers, body }: Hop,
  signal: AbortSignal,
  failed: (error: unknown) => unknown,
): Promise<Response> {
  const streamed = body instanceof ReadableStream ? { duplex: 'half' as const } : undefined
  try {
    return await base(url.href, { method, headers, body, signal, redirect: 'manual', ...streamed })
  } catch (error) {
    throw failed(error)
  }
}

/** Where a response leads, if anywhere. */
function following(options: CallFetchOptions, hop: Hop, response: Response): Hop | undefined {
  try {
    // A base that follows redirects itself has been where nobody was asked; its answer goes no further.
    if (response.redirected) judge(new URL(response.url), options)
    return nextHop(hop, response)
  } catch (error) {
    discard(response)
    throw error
  }
}

/** The judge gets a URL of its own: what it does to it changes nothing here. */
function judge(url: URL, { judgeHop }: CallFetchOptions): void {
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:'
  const verdict = isHttp ? judgeHop(new URL(url)) : `the scheme ${url.protocol} is not http or https`
  if (verdict !== true) throw notPermitted(new Error(`${url.host || url.protocol}: ${verdict}`))
}

function refuseUnkept(init: RequestInit | undefined): void {
  const options = init as { readonly dispatcher?: unknown; readonly integrity?: unknown } | undefined
  if (options?.dispatcher !== undefined) {
    throw new TypeError("ctx.fetch takes no 'dispatcher'; inject a fetch with createGate({ fetch }).")
  }
  if (options?.integrity)
    throw new TypeError("ctx.fetch doesn't check 'integrity'; compare a hash of the body.")
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** Unreachable, as a proxy in front of it says; a plain 500 may be the answer to one odd request. */
function isDown({ status }: Response): boolean {
  return status >= 502 && status <= 504
}

/** A key may be made of arguments, so it may hold what no header can. */
function fieldValue(key: string): string {
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : createHash('sha256').update(key).digest('base64url')
}

function lost(why: string): ToolFailure {
  return ownFailure({
    code: 'upstream_error',
    userMessage: 'The service answered with redirects that lead nowhere.',
    cause: new Error(why),
  })
}

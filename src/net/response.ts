// A response as a tool gets it: the standard one, with a body that ends at a cap and fails in our terms. The
// cap counts what comes out of decompression, where a bomb shows.

import { ownFailure, type ToolFailure } from '../tool/results.js'
import { garbled } from './failure.js'

/** What {@link upstreamResponse} takes. */
interface ResponseOptions {
  readonly url: URL
  readonly redirected: boolean
  readonly maxBytes: number
  /** What an error of the body comes to. */
  readonly failed: (error: unknown) => unknown
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** Read ahead of the tool: most bodies that a tool never reads, such as those of errors, end within this. */
const READ_AHEAD = new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 })

/** A body that nobody reads would keep its connection for ever; the HTTP client can't see it behind ours. */
const unread = new FinalizationRegistry<ReadableStream>((stream) => {
  if (!stream.locked) stream.cancel().catch(() => {})
})

/**
 * Makes a global `Response` out of one of any implementation. Its `json()` rejects with `upstream_error` where
 * the text is no JSON, since that is the upstream's fault and not the tool's.
 *
 * @throws ToolFailure `result_too_large` when its length is announced and over the cap, `upstream_error` when
 *   its status is none.
 */
export function upstreamResponse(from: Response, options: ResponseOptions): Response {
  const { url, redirected, maxBytes, failed } = options
  const { status, statusText } = from
  const body = WITHOUT_BODY.has(status) ? null : from.body
  const fault = faultOf(from, body, maxBytes)
  if (fault) {
    discard(from)
    throw fault
  }
  const stream = body && capped(body, maxBytes, failed)
  const response = new Response(stream, { status, statusText, headers: [...from.headers] })
  if (stream) unread.register(response, stream)
  return Object.defineProperties(response, {
    url: { value: url.href },
    redirected: { value: redirected },
    json: { value: async () => parsed(await response.text()) },
  })
}

/** Lets go of a response that nobody will read, and of its connection. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => {})
}

function faultOf(from: Response, body: ReadableStream | null, maxBytes: number): ToolFailure | undefined {
  // Statuses such as 999 are on the web, in no standard, and more than a `Response` can hold.
  if (from.status < 200 || from.status > 599) return garbled(new Error(`response of status ${from.status}`))
  const announced = Number(from.headers.get('content-length'))
  return body && announced > maxBytes ? tooLarge(maxBytes) : undefined
}

function capped(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  failed: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let seen = 0
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        seen += value.byteLength
        if (seen <= maxBytes) return controller.enqueue(value)
        reader.cancel().catch(() => {})
        controller.error(tooLarge(maxBytes))
      } catch (error) {
        controller.error(failed(error))
      }
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  }
  return new ReadableStream(source, READ_AHEAD)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw garbled(error)
  }
}

function tooLarge(maxBytes: number): ToolFailure {
  return ownFailure({
    code: 'result_too_large',
    userMessage: 'The service answered with more data than is taken.',
    cause: new Error(`response body of more than ${maxBytes} bytes`),
  })
}

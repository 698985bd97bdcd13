// The client side of the relay: requests to an upstream as raw JSON, beside the official client, which does the
// handshake on the same wire. Its typed calls would strip unknown fields of content blocks, refuse a whole list
// for one bad tool, and lose progress that comes in one chunk with the result.

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isRecord, type JsonObject } from '../json/json.js'
import type { DroppedLine, Wire } from './wire.js'

/** A result as it came, and how much came. */
export interface RawResult {
  readonly result: JsonObject
  /** Bytes of the whole message. */
  readonly bytes: number
}

/** What one request takes. */
export interface RelayOptions {
  /** Aborting tells the upstream, and drops what it answers later. */
  readonly signal?: AbortSignal
  /** Asks for progress, and gets it in order. */
  readonly onprogress?: (params: JsonObject) => void
}

/** The upstream answered with a JSON-RPC error. Its words are a stranger's, unless it gave none. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  constructor(
    readonly code: number,
    message: string,
    /** Whether the words are ours. */
    readonly isOurs = false,
  ) {
    super(message)
  }
}

/** An answer came, and could not be taken: it was more than the wire takes, or is no message. */
export class AnswerDropped extends Error {
  override readonly name = 'AnswerDropped'
  constructor(readonly why: DroppedLine['why']) {
    super(why === 'too_large' ? 'the answer was too large' : 'the answer could not be read')
  }
}

/** The connection ended before an answer came. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  constructor(
    reason: string,
    /** Whether the request had gone out, so that it may have taken effect. */
    readonly sent: boolean,
  ) {
    super(reason)
  }
}

interface Pending {
  readonly resolve: (raw: RawResult) => void
  readonly reject: (error: Error) => void
  readonly onprogress: ((params: JsonObject) => void) | undefined
}

/** A wire that the official client is connected to, with a second voice for raw requests. */
export class Relay implements Transport {
  onclose: Transport['onclose']
  onerror: Transport['onerror']
  onmessage: Transport['onmessage']
  /** How the official client tells a pipe from HTTP when it looks for the era of a server. */
  readonly stderr = null
  readonly pid = null
  /** `_meta` keys that each request carries since revision 2026-07-28. */
  envelope: JsonObject | undefined
  readonly #wire: Wire
  readonly #pending = new Map<string, Pending>()
  #lastId = 0
  #closed: string | undefined

  constructor(wire: Wire) {
    this.#wire = wire
    wire.onmessage = (message, bytes) => this.#receive(message, bytes)
    wire.onclose = (reason) => this.#end(reason)
    wire.ondropped = (line) => this.#dropped(line)
  }

  /** Why the connection ended, once it has. */
  get closed(): string | undefined {
    return this.#closed
  }

  start(): Promise<void> {
    return this.#wire.start()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#wire.send(message as unknown as JsonObject)
  }

  close(): Promise<void> {
    return this.#wire.close()
  }

  /**
   * Sends one request and gives what came, untouched.
   *
   * @throws UpstreamError, AnswerDropped, ConnectionLost, or the reason of the signal.
   */
  request(method: string, params: JsonObject, { signal, onprogress }: RelayOptions = {}): Promise<RawResult> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      if (this.#closed !== undefined) return reject(new ConnectionLost(this.#closed, false))
      if (this.#pending.size >= MOST_OPEN) return reject(new ConnectionLost('is busy', false))
      const id = `${OUR_IDS}${++this.#lastId}`
      const abort = () => {
        if (!this.#pending.delete(id)) return
        this.#cancel(id)
        reject(signal?.reason as Error)
      }
      const settled = () => signal?.removeEventListener('abort', abort)
      this.#pending.set(id, {
        resolve: (raw) => {
          settled()
          resolve(raw)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
        onprogress,
      })
      signal?.addEventListener('abort', abort, { once: true })
      try {
        this.#wire.send({ jsonrpc: '2.0', id, method, params: this.#dressed(params, onprogress && id) })
      } catch (error) {
        this.#pending.delete(id)
        settled()
        reject(new ConnectionLost((error as Error).message, false))
      }
    })
  }

  /** The caller's `_meta`, with our progress token in place of the caller's and the envelope of the era. */
  #dressed(params: JsonObject, progressToken: string | undefined): JsonObject {
    if (progressToken === undefined && !this.envelope) return params
    const meta = isRecord(params._meta) ? (params._meta as JsonObject) : undefined
    return {
      ...params,
      _meta: { ...meta, ...this.envelope, ...(progressToken !== undefined && { progressToken }) },
    }
  }

  #receive(message: JsonObject, bytes: number): void {
    const { id, method, params } = message
    if (method === undefined && typeof id === 'string' && id.startsWith(OUR_IDS)) {
      const pending = this.#pending.get(id)
      // Nobody waits any more: it was cancelled, or this is a second answer. Late results are dropped.
      if (pending && this.#pending.delete(id)) answer(pending, message, bytes)
      return
    }
    const token = method === 'notifications/progress' && isRecord(params) ? params.progressToken : undefined
    if (typeof token === 'string' && token.startsWith(OUR_IDS)) {
      this.#pending.get(token)?.onprogress?.(params as JsonObject)
      return
    }
    this.onmessage?.(message as unknown as JSONRPCMessage)
  }

  /** Whoever waits for an answer that will not be read is told at once, not at the deadline. */
  #dropped({ why, text }: DroppedLine): void {
    const id = answeredId(text)
    const pending = id === undefined ? undefined : this.#pending.get(id)
    if (pending && id !== undefined && this.#pending.delete(id)) pending.reject(new AnswerDropped(why))
  }

  #cancel(requestId: string): void {
    const params = { requestId, reason: 'the caller no longer waits' }
    try {
      this.#wire.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: this.#dressed(params, undefined),
      })
    } catch {
      // The wire has ended, and the call with it.
    }
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    const open = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of open) reject(new ConnectionLost(reason, true))
    this.onclose?.()
  }
}

/** A server that leaves so many requests open is stuck; more of them would only fill the memory. */
const MOST_OPEN = 1_000
/** Ids of the official client are numbers, or texts of its own. */
const OUR_IDS = 'sallyport-'

/**
 * The first of our ids that stands as one in a piece of JSON. Not in a request or a notice: servers print what they
 * were asked. In a text its quotes would be escaped, and what a server could make of that harms its own calls alone.
 */
function answeredId(text: string): string | undefined {
  const found = /"id"\s*:\s*"(sallyport-\d{1,16})"/.exec(text)
  if (!found || /"method"\s*:/.test(text)) return undefined
  return found[1]
}

function answer({ resolve, reject }: Pending, message: JsonObject, bytes: number): void {
  const { result, error } = message
  if (isRecord(result)) resolve({ result: result as JsonObject, bytes })
  else if (isRecord(error)) {
    const { code, message: words } = error
    const number = typeof code === 'number' ? code : 0
    if (typeof words === 'string' && words.trim() !== '') reject(new UpstreamError(number, words))
    else reject(new UpstreamError(number, 'it gave no reason', true))
  } else reject(new UpstreamError(0, 'it answered with neither a result nor an error', true))
}

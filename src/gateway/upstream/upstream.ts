// The life of one upstream: connected, listed, restarted with back-off when it ends, closed with the gateway.
// What a tool call means is not decided here.

import type { RawTool } from '../../mcp/definitions.js'
import { type Link, openEitherEra, reasonOf } from '../../mcp/link.js'
import { ConnectionLost, type RawResult } from '../../mcp/relay.js'
import type { UpstreamCall } from '../../mcp/tools/tools.js'
import type { Wire } from '../../mcp/wire.js'

/** What an upstream needs of the gateway. */
interface UpstreamSurroundings {
  readonly version: string
  readonly timing?: Partial<UpstreamTiming>
  /** Makes a fresh connection; called again for each restart. */
  connect(): Wire
  /** One line for the operator. */
  say(text: string): void
  /** The list of tools is another than before. */
  changed(): void
  /** It is connected, for the first time or again. */
  connected(): void
}

/** Milliseconds. */
export interface UpstreamTiming {
  /** How long a server may leave the question for its era unanswered before it counts as of the older one. */
  readonly probeMs: number
  /** For the handshake and for a page of the list. `npx` may have to load a package first. */
  readonly handshakeMs: number
  readonly firstBackOffMs: number
  readonly longestBackOffMs: number
}

/** One upstream MCP server. */
export class Upstream {
  /** The tools of the last list. They stay known while the server restarts. */
  tools: readonly RawTool[] = []
  readonly #around: UpstreamSurroundings
  readonly #timing: UpstreamTiming
  #wire: Wire | undefined
  #link: Link | undefined
  /** The running attempt to connect. */
  #attempt: Promise<void> | undefined
  /** The next attempt, when one is planned. */
  #retry: { readonly timer: NodeJS.Timeout; readonly at: number } | undefined
  #relist: NodeJS.Timeout | undefined
  #failures = 0
  #failedAt = 0
  #trouble = 'has not been started'
  #legacy = false
  #listed = ''
  #closed = false

  constructor(
    readonly id: string,
    around: UpstreamSurroundings,
  ) {
    this.#around = around
    this.#timing = { ...TIMING, ...around.timing }
  }

  /** Settled when the first attempt has succeeded or failed; later ones run by themselves. Never rejects. */
  start(): Promise<void> {
    return this.#connect()
  }

  /**
   * Calls a tool and gives what came.
   *
   * @throws UpstreamError, UnsupportedResult, ConnectionLost, or the reason of the signal.
   */
  async call({ tool, args, repeatable, ...options }: UpstreamCall): Promise<RawResult> {
    for (let again = true; ; again = false) {
      const link = this.#link ?? (await this.#linked(options.signal))
      try {
        return await link.call(tool, args, options)
      } catch (error) {
        if (!(again && error instanceof ConnectionLost && (!error.sent || repeatable))) throw error
      }
    }
  }

  /** Ends the connection and its process. Never rejects. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry?.timer)
    clearTimeout(this.#relist)
    this.#link = undefined
    await this.#wire?.close()
    await this.#attempt
  }

  /** Waits for a connection that is being made or about to be, not for one that is far off. */
  async #linked(signal: AbortSignal | undefined): Promise<Link> {
    signal?.throwIfAborted()
    const now = Date.now()
    if (this.#retry) {
      if (this.#retry.at - now <= SHORT_WAIT_MS) await unlessAborted(sleepUntil(this.#retry.at), signal)
    } else if (!this.#attempt && !this.#closed && now - this.#failedAt > this.#timing.longestBackOffMs) {
      // Out of tries by itself: a call may start one more, now and then.
      void this.#connect()
    }
    if (this.#attempt) await unlessAborted(this.#attempt, signal)
    if (this.#link) return this.#link
    throw new ConnectionLost(this.#trouble, false)
  }

  #connect(): Promise<void> {
    this.#attempt ??= this.#tryToConnect().finally(() => {
      this.#attempt = undefined
    })
    return this.#attempt
  }

  async #tryToConnect(): Promise<void> {
    this.#retry = undefined
    try {
      const link = await this.#open()
      const tools = await link.list((reason) => this.#around.say(`set aside: ${reason}`))
      if (this.#closed) return
      if (link.closed !== undefined) throw new Error(link.closed)
      this.#link = link
      this.#take(tools)
      this.#around.connected()
    } catch (error) {
      await this.#wire?.close()
      if (!this.#closed) this.#down(reasonOf(error))
    }
  }

  async #open(): Promise<Link> {
    let link: Link | undefined
    const connect = () => {
      if (this.#closed) throw new Error('was ended')
      this.#wire = this.#around.connect()
      return this.#wire
    }
    const opened = await openEitherEra(connect, {
      ...this.#timing,
      version: this.#around.version,
      legacy: this.#legacy,
      listChanged: () => this.#relistSoon(),
      lost: () => link && this.#lost(link),
    })
    link = opened
    this.#legacy = opened.legacy
    return opened
  }

  #take(tools: readonly RawTool[]): void {
    // A storm of notices about a list that stays the same ends here.
    const listed = JSON.stringify(tools.map(({ definition }) => definition))
    if (listed === this.#listed) return
    this.#listed = listed
    this.tools = tools
    this.#around.changed()
  }

  #relistSoon(): void {
    this.#relist ??= setTimeout(async () => {
      this.#relist = undefined
      try {
        const tools = await this.#link?.list((reason) => this.#around.say(`set aside: ${reason}`))
        if (tools && !this.#closed) this.#take(tools)
      } catch (error) {
        this.#around.say(`its new list of tools could not be read: ${reasonOf(error)}`)
      }
    }, RELIST_MS)
  }

  #lost(link: Link): void {
    if (this.#closed || this.#link !== link) return
    this.#link = undefined
    if (Date.now() - link.since > STABLE_MS) this.#failures = 0
    this.#down(link.closed ?? 'ended')
  }

  #down(trouble: string): void {
    this.#trouble = trouble
    this.#failedAt = Date.now()
    this.#failures += 1
    if (this.#failures > MOST_RESTARTS) {
      this.#around.say(
        `${trouble}; that was ${this.#failures} times in a row, so it is left alone until it is called`,
      )
      return
    }
    const { firstBackOffMs, longestBackOffMs } = this.#timing
    const delay = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (this.#failures - 1))
    this.#around.say(`${trouble}; next try in ${delay / 1000} s`)
    this.#retry = { timer: setTimeout(() => void this.#connect(), delay), at: Date.now() + delay }
  }
}

const TIMING: UpstreamTiming = {
  probeMs: 5_000,
  handshakeMs: 60_000,
  firstBackOffMs: 250,
  longestBackOffMs: 30_000,
}
const MOST_RESTARTS = 8
/** A server that ran this long is not in a loop of crashes. */
const STABLE_MS = 60_000
/** The longest that a call waits for the next try. */
const SHORT_WAIT_MS = 2_000
const RELIST_MS = 300

function sleepUntil(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now()) + 1))
}

function unlessAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    void promise.finally(() => signal.removeEventListener('abort', abort)).then(resolve, reject)
  })
}

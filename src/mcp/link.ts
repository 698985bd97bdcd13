// A live connection to an upstream: the official client finds the era and shakes hands, then the relay speaks.

import { Client, SdkErrorCode } from '@modelcontextprotocol/client'
import type { JsonObject } from '../json/json.js'
import { listEntries, listTools, type RawList, type RawTool } from './definitions.js'
import { type RawResult, Relay, type RelayOptions, UpstreamError } from './relay.js'
import type { Wire } from './wire.js'

/** What a handshake needs. */
interface LinkOptions {
  readonly version: string
  /** The server is known to be of the older era: it isn't asked again. */
  readonly legacy: boolean
  /** Milliseconds that the question for the era may stay unanswered. */
  readonly probeMs: number
  /** Milliseconds for the handshake, and for a page of the list. */
  readonly handshakeMs: number
  /** The server says that its tools have changed. */
  listChanged(): void
  lost(): void
}

/** A connection after the handshake. */
export interface Link {
  /** Why it ended, once it has. */
  readonly closed: string | undefined
  readonly legacy: boolean
  /** Milliseconds since the epoch. */
  readonly since: number
  /** What the server calls itself. */
  readonly server: { readonly name: string; readonly version: string } | undefined
  /** All pages of `tools/list`; empty when the server has no tools. */
  list(aside: (reason: string) => void): Promise<RawTool[]>
  /** All pages of `tools/list` as they came, whatever stands in them. */
  entries(): Promise<RawList>
  /** @throws UpstreamError, UnsupportedResult, ConnectionLost, or the reason of the signal. */
  call(tool: string, args: JsonObject, options: RelayOptions): Promise<RawResult>
  close(): Promise<void>
}

/** The upstream wants something that this gateway can't pass on. */
export class UnsupportedResult extends Error {
  override readonly name = 'UnsupportedResult'
  constructor(readonly resultType: string) {
    super(`the server answered with '${resultType.slice(0, 40)}'`)
  }
}

/**
 * Connects. Some servers of the older era end at a request that they don't know, such as the question for their
 * era: those are started once more, and asked in their own words.
 *
 * @param connect Makes a fresh wire. The last one is the caller's to close.
 * @throws when the server can't be started, refuses, or stays silent.
 */
export async function openEitherEra(connect: () => Wire, options: LinkOptions): Promise<Link> {
  const wire = connect()
  try {
    return await openLink(wire, options)
  } catch (error) {
    if (options.legacy || !(error as Error).message.startsWith('ended')) throw error
    await wire.close()
    return await openLink(connect(), { ...options, legacy: true })
  }
}

/**
 * Connects on a fresh wire.
 *
 * @throws when the server can't be started, refuses, or stays silent. The wire is then the caller's to close.
 */
async function openLink(wire: Wire, options: LinkOptions): Promise<Link> {
  const { version, legacy, probeMs, handshakeMs } = options
  const relay = new Relay(wire)
  const clientInfo = { name: 'sallyport', version }
  const client = new Client(clientInfo, {
    capabilities: {},
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeMs } },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: options.listChanged } },
  })
  client.onclose = options.lost
  client.onerror = () => {} // out-of-band remarks; what matters comes as a rejection or a close
  try {
    await client.connect(relay, {
      timeout: handshakeMs,
      ...(legacy && { prior: { kind: 'legacy' as const } }),
    })
  } catch (error) {
    // What ended the connection says more than what the client makes of it.
    throw relay.closed === undefined ? error : new Error(relay.closed, { cause: error })
  }
  const modern = client.getProtocolEra() === 'modern'
  if (modern) relay.envelope = envelopeOf(client, clientInfo)
  const page = (params: JsonObject) => ask(relay, params, handshakeMs)
  const hasTools = client.getServerCapabilities()?.tools !== undefined
  return {
    get closed() {
      return relay.closed
    },
    legacy: !modern,
    since: Date.now(),
    server: client.getServerVersion(),
    close: () => relay.close(),
    list: async (aside) => (hasTools ? listTools(page, aside) : []),
    entries: async () => (hasTools ? listEntries(page) : { entries: [] }),
    async call(tool, args, how) {
      const raw = await relay.request('tools/call', { name: tool, arguments: args }, how)
      return modern ? complete(raw) : raw
    },
  }
}

/** Why a connection didn't come about, for the operator: time-outs of the client and ours read alike. */
export function reasonOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: unknown; message?: string }
  if (name === 'TimeoutError' || code === SdkErrorCode.RequestTimeout) return 'did not answer in time'
  return error instanceof UpstreamError ? `refused: ${message}` : (message ?? 'failed')
}

async function ask(relay: Relay, params: JsonObject, handshakeMs: number): Promise<JsonObject> {
  const { result } = await relay.request('tools/list', params, { signal: AbortSignal.timeout(handshakeMs) })
  return result
}

/** What each request says of its sender since 2026-07-28. */
function envelopeOf(client: Client, clientInfo: JsonObject): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': client.getNegotiatedProtocolVersion() ?? '',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
}

/** Since 2026-07-28 a result says what it is. The marker is the wire's, so it goes no further. */
function complete({ result: { resultType, ...result }, bytes }: RawResult): RawResult {
  if (resultType === 'complete') return { result, bytes }
  throw new UnsupportedResult(String(resultType))
}

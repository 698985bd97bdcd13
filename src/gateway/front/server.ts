// The server side of the relay: one MCP server for one connection, answering `tools/list` and `tools/call` with
// raw JSON. Handshake, eras, pings and framing are the official package's.

import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import type { Progress } from '../../tool/context.js'
import type { Passage } from '../passages.js'
import { type ClientPerson, type People, personOf } from '../person/client-person.js'

/** What a server needs of the gateway. */
interface ServerSurroundings {
  readonly version: string
  /** Settled when the tools of the upstreams are known, or have kept everyone waiting long enough. */
  readonly ready: Promise<void>
  /** The passage of a request. */
  passageOf(context: ServerContext): Passage
  /** Which clients have a person to ask. Default: none. */
  readonly people?: People | undefined
}

/**
 * Makes a server.
 *
 * The package's typed handler of `tools/call` strips what it doesn't know from content blocks; its fallback
 * handler gets the request as it came and sends the answer as it is. What isn't served (resources, prompts,
 * completion, logging) isn't advertised, and asking for it is an error of the protocol.
 */
export function createServer({ version, ready, passageOf, people }: ServerSurroundings): Server {
  const server = new Server(
    { name: 'sallyport', version },
    { capabilities: { tools: { listChanged: true } } },
  )
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method !== 'tools/list' && method !== 'tools/call') {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    }
    await ready
    const passage = passageOf(context)
    if (method === 'tools/list') return { tools: passage.list() } as Answer
    const person = people && personOf(server, context, people)
    return (await callTool(passage, params, context, person)) as Answer
  }
  server.onerror = () => {} // what a client does wrong is answered to the client
  return server
}

/** The handler's declared result, which is looser than ours but not readonly. */
type Answer = Awaited<ReturnType<NonNullable<Server['fallbackRequestHandler']>>>

function callTool(
  passage: Passage,
  params: unknown,
  context: ServerContext,
  person: ClientPerson | undefined,
): Promise<JsonObject> {
  const { name, arguments: args } = isRecord(params) ? params : {}
  if (typeof name !== 'string') {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'tools/call needs the name of a tool')
  }
  const token = context.mcpReq._meta?.progressToken
  // A closed response can't be delivered any more, so nobody waits for what the upstream does.
  const gone = context.http?.req?.signal
  const signal = gone ? AbortSignal.any([context.mcpReq.signal, gone]) : context.mcpReq.signal
  return passage.call(name, args ?? {}, {
    signal,
    person,
    ...(token !== undefined && { onprogress: progressTo(context, token) }),
  })
}

/** Progress under the caller's own token; only callers that gave one get any. */
function progressTo({ mcpReq }: ServerContext, progressToken: string | number): (progress: Progress) => void {
  return ({ done = 0, total, message }) => {
    const params: Record<string, Json> = { progressToken, progress: done }
    if (total !== undefined) params.total = total
    if (message !== undefined) params.message = message
    // The caller may be gone; its call is stopped by the signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

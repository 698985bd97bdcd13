// The streamable HTTP front, on loopback. Revision 2026-07-28 is served request by request, older ones with a
// session each; both meet the same passages.

import { randomUUID } from 'node:crypto'
import type { Server as NodeServer } from 'node:http'
import { serve } from '@hono/node-server'
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  readRequestBody,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { StartError } from '../fault.js'
import { createGuard } from './guard.js'
import type { Front } from './stdio.js'

/** What the front needs. */
interface HttpFrontOptions {
  readonly port: number
  readonly token: string
  /** Gets one line for a fault of ours while a request was served. */
  warn(text: string): void
  /** For one request of the newer era. */
  makeServer(): Server
  /** For one session of the older eras, which ends with `close`. */
  makeSession(id: string): { readonly server: Server; close(): void }
}

/** A listening front. */
export interface HttpFront extends Front {
  readonly url: string
  readonly port: number
}

/** A session of an older client. */
interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  end(): void
}

/**
 * Listens.
 *
 * @throws StartError when the port is taken.
 */
export async function openHttpFront({
  port,
  token,
  warn,
  makeServer,
  makeSession,
}: HttpFrontOptions): Promise<HttpFront> {
  const guard = createGuard(token)
  const modern = createMcpHandler(() => makeServer(), { legacy: 'reject' })
  const sessions = legacySessions()

  const app = new Hono()
  app.use(async (context, next) => {
    const refusal = guard(context.req.raw.headers)
    if (!refusal) return next()
    if (refusal.status === 401) context.header('WWW-Authenticate', 'Bearer realm="sallyport"')
    return context.json(rpcError(-32_000, refusal.message), refusal.status)
  })
  app.all('/mcp', async ({ req }) => {
    const request = req.raw
    const body = request.method === 'POST' ? await readBody(request) : undefined
    if (body instanceof Response) return body
    if (!(await isLegacyRequest(request, body))) return modern.fetch(request, { parsedBody: body })
    return serveLegacy(request, body, sessions, makeSession)
  })
  app.notFound((context) =>
    context.json(rpcError(-32_000, 'There is nothing here; the endpoint is /mcp.'), 404),
  )
  app.onError((error, context) => {
    // A client that hangs up in its body is no news; Hono would print a stack for each.
    if (!context.req.raw.signal.aborted && !/^aborted$/i.test(error.message)) {
      warn(`a request could not be served: ${error.message}`)
    }
    return context.json(rpcError(-32_603, 'Internal error'), 500)
  })

  const listening = await listen(app.fetch, port)
  const address = listening.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}/mcp`,
    ended: new Promise((resolve) => listening.once('close', resolve)),
    changed() {
      modern.notify.toolsChanged()
      for (const { server } of sessions.values()) server.sendToolListChanged().catch(() => {})
    },
    async close() {
      const closed = new Promise((resolve) => listening.close(resolve))
      await modern.close()
      sessions.clear()
      listening.closeAllConnections()
      await closed
    },
  }
}

const LARGEST_BODY = 4 * 1024 * 1024
const MOST_SESSIONS = 256
/** A client that says nothing for so long starts afresh; the spec has it do so at a 404. */
const IDLE_MS = 30 * 60_000

function legacySessions(): LRUCache<string, LegacySession> {
  return new LRUCache<string, LegacySession>({
    max: MOST_SESSIONS,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (session) => session.end(),
  })
}

async function serveLegacy(
  request: Request,
  parsedBody: unknown,
  sessions: LRUCache<string, LegacySession>,
  makeSession: HttpFrontOptions['makeSession'],
): Promise<Response> {
  const options = parsedBody === undefined ? {} : { parsedBody }
  const given = request.headers.get('mcp-session-id')
  if (given !== null) {
    const known = sessions.get(given)
    return known?.transport.handleRequest(request, options) ?? answer(404, -32_001, 'Session not found')
  }
  const id = randomUUID()
  const { server, close } = makeSession(id)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    onsessioninitialized: () => {
      sessions.set(id, { transport, server, end })
    },
    onsessionclosed: () => {
      sessions.delete(id)
    },
  })
  const end = () => {
    close()
    server.close().catch(() => {})
  }
  await server.connect(transport)
  const response = await transport.handleRequest(request, options)
  if (!sessions.has(id)) end()
  return response
}

/** The body as JSON, read once for both eras; or the answer that refuses it. */
async function readBody(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return answer(415, -32_000, 'Unsupported Media Type: Content-Type must be application/json')
  }
  const body = await readRequestBody(request, LARGEST_BODY)
  if (body.tooLarge) return answer(413, -32_000, 'The request is larger than 4 MiB')
  try {
    return JSON.parse(body.text)
  } catch {
    return answer(400, -32_700, 'Parse error: the body is no JSON')
  }
}

function listen(fetch: Hono['fetch'], port: number): Promise<NodeServer> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1', overrideGlobalObjects: false }, () => {
      server.off('error', refused)
      resolve(server)
    }) as NodeServer
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new StartError(`port ${port} is taken. Take another with --port or PORT, or stop what uses it.`, 1),
        )
      } else if (error.code === 'EACCES') {
        reject(
          new StartError(`port ${port} may not be used by this user. Take another with --port or PORT.`, 1),
        )
      } else reject(error)
    }
    server.once('error', refused)
  })
}

function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', error: { code, message }, id: null }
}

function answer(status: number, code: number, message: string): Response {
  return Response.json(rpcError(code, message), { status })
}

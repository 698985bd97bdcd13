// The stdio front: one client, the one that started the gateway. Both eras of the protocol.

import type { Readable, Writable } from 'node:stream'
import type { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'

/** A way in for clients. */
export interface Front {
  /** Tells clients that the list of tools is another. */
  changed(): void
  /** Settled when nobody can come in any more. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Serves one connection. It ends when the client closes its end. */
export function openStdioFront(makeServer: () => Server, input: Readable, output: Writable): Front {
  const servers = new Set<Server>()
  const connection = serveStdio(
    () => {
      const server = makeServer()
      servers.add(server)
      return server
    },
    { transport: new StdioServerTransport(input, output) },
  )
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
    // EPIPE: the client is gone, though its end of our input may still be held open.
    output.on('error', () => resolve())
    output.once('close', resolve)
  })
  return {
    ended,
    changed() {
      // A probe instance of the era that the client didn't take is closed; sending on it fails, and may.
      for (const server of servers) server.sendToolListChanged().catch(() => servers.delete(server))
    },
    close: () => connection.close(),
  }
}

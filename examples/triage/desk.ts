// The world of the example: the shop's operations desk as a small HTTP server on loopback. It keeps a list of what
// was really done, so that a reader (and a test) can tell a refusal from a polite answer.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Something that happened to the shop. */
export interface Deed {
  readonly what: 'restart' | 'mail' | 'command'
  readonly detail: string
}

/** A running desk. */
export interface Desk {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** `127.0.0.1:<port>`, as `network.allowPrivate` takes it. */
  readonly host: string
  readonly deeds: readonly Deed[]
  close(): void
}

/** Starts a desk on a free port of loopback. */
export async function startDesk(): Promise<Desk> {
  const deeds: Deed[] = []
  const millis = new Map([
    ['cart', 40],
    ['checkout', 9_300],
    ['search', 65],
  ])
  const server = createServer(async (request, response) => {
    const { method, url = '/' } = request
    switch (`${method} ${url}`) {
      case 'GET /services':
        return reply(
          response,
          [...millis].map(([name, ms]) => ({ name, ms })),
        )
      case 'POST /restarts': {
        const { service = '' } = await bodyOf(request)
        if (!millis.has(service)) return reply(response, { error: 'no such service' }, 404)
        millis.set(service, 55)
        deeds.push({ what: 'restart', detail: service })
        return reply(response, { restarted: service, ms: 55 })
      }
      case 'POST /mails': {
        const { to = '', subject = '' } = await bodyOf(request)
        deeds.push({ what: 'mail', detail: `${to}: ${subject}` })
        return reply(response, { sentTo: to })
      }
      case 'POST /commands': {
        const { command = '' } = await bodyOf(request)
        // It only writes down what it was told: this is an example, after all.
        deeds.push({ what: 'command', detail: command })
        return reply(response, { exitCode: 0 })
      }
      default:
        return reply(response, { error: 'no such path' }, 404)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    deeds,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

function reply(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

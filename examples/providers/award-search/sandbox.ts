// A local server of the service's shape, with made-up seats: what the cassettes are recorded from. As in many
// sandboxes, some destinations stand for what can go wrong.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AwardSeat } from './client.js'

/** A running sandbox. */
export interface Sandbox {
  readonly origin: string
  close(): void
}

/** Starts a sandbox on a free port of loopback. */
export async function startSandbox(): Promise<Sandbox> {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox')
    const destination = searchParams.get('destination') ?? ''
    const times = (asked.get(destination) ?? 0) + 1
    asked.set(destination, times)
    if (pathname !== '/v1/availability') return refuse(response, 404, 'no such path')
    if (!request.headers['partner-authorization']) return refuse(response, 401, 'no key')
    const trouble = TROUBLE[destination]?.(response, times)
    if (!trouble) answer(response, searchParams)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What the destinations stand for. Each gives true when it has answered. */
const TROUBLE: Readonly<Record<string, (response: ServerResponse, times: number) => boolean>> = {
  LIM: (response) => refuse(response, 429, 'slow down', { 'retry-after': '30' }),
  LIS: (response, times) => times === 1 && refuse(response, 429, 'slow down', { 'retry-after': '0' }),
  DUB: (response) => refuse(response, 500, 'PG::ConnectionBad at 10.3.0.7:5432'),
  KEF: (response) => refuse(response, 403, 'key revoked'),
  CUT: (response) => write(response, 200, '{"data":[{"id":"aw-', {}),
  ODD: (response) => write(response, 200, '{"results":"none"}', {}),
}

function answer(response: ServerResponse, query: URLSearchParams): void {
  const seats = query.get('destination') === 'OSL' ? [] : seatsOf(query)
  const start = Number(query.get('cursor') ?? 0)
  const end = start + Number(query.get('take'))
  const next = end < seats.length ? String(end) : null
  write(response, 200, JSON.stringify({ data: seats.slice(start, end), next }), {
    'x-ratelimit-remaining': '93',
  })
}

function refuse(response: ServerResponse, status: number, message: string, headers = {}): true {
  return write(response, status, JSON.stringify({ error: { message } }), headers)
}

function write(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  return true
}

const PROGRAMS = ['aeroplan', 'flyingblue', 'united', 'velocity']
const PRICE: Readonly<Record<string, number>> = {
  economy: 35_000,
  premium: 50_000,
  business: 70_000,
  first: 110_000,
}

function seatsOf(query: URLSearchParams): AwardSeat[] {
  const from = Date.parse(query.get('from') ?? '')
  const days = (Date.parse(query.get('to') ?? '') - from) / 86_400_000 + 1
  return Array.from({ length: days * PROGRAMS.length * 2 }, (_, index): AwardSeat => {
    const day = new Date(from + (index % days) * 86_400_000).toISOString().slice(0, 10)
    return {
      id: `aw-${day.replaceAll('-', '')}-${String(index).padStart(3, '0')}`,
      date: day,
      program: PROGRAMS[index % PROGRAMS.length] as string,
      flight: `NH${7 + index}`,
      miles: (PRICE[query.get('cabin') ?? ''] ?? 35_000) + index * 750,
      taxes: 61.4 + index,
      seats: 1 + (index % 4),
      stops: index % 3,
      duration: 640 + 35 * (index % 3),
    }
  })
}

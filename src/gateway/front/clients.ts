// The passages of clients that send each request by itself (since revision 2026-07-28): one conversation a
// client name, until it has been idle for long. A name may split the principal's state, never reach another's.

import type { ServerContext } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { isRecord } from '../../json/json.js'
import type { Passage, Passages } from '../passages.js'

/** Finds or opens the passage of a request. */
export function passagesByClient(passages: Passages): (context: ServerContext) => Passage {
  const open = new LRUCache<string, Passage>({
    max: MOST_CLIENTS,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (passage) => passage.close(),
  })
  return ({ mcpReq }) => {
    const client = nameOf(mcpReq.envelope)
    const known = open.get(client)
    if (known) return known
    const passage = passages.open(`client-${client}`)
    open.set(client, passage)
    return passage
  }
}

const MOST_CLIENTS = 256
const IDLE_MS = 30 * 60_000

function nameOf(envelope: unknown): string {
  const info = isRecord(envelope) ? envelope['io.modelcontextprotocol/clientInfo'] : undefined
  const name = isRecord(info) ? info.name : undefined
  return typeof name === 'string' ? name.replaceAll('\0', '').toWellFormed().slice(0, 64) : ''
}

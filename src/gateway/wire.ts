// What carries JSON-RPC messages to an upstream and back. The relay speaks over it and knows nothing else.

import type { JsonObject } from '../tool/json.js'

/** A connection to one upstream. Starts once, closes once. */
export interface Wire {
  /** Called for every message, with its size in bytes. */
  onmessage: ((message: JsonObject, bytes: number) => void) | undefined
  /** Called once, when nothing will come any more; with the reason for the operator. */
  onclose: ((reason: string) => void) | undefined
  /** @throws when the upstream can't be started or reached. */
  start(): Promise<void>
  /** @throws when the wire is closed, or so much is waiting that the upstream must be stuck. */
  send(message: JsonObject): void
  /** Ends the connection, and what was started for it. Never rejects. */
  close(): Promise<void>
}

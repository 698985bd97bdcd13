// What carries JSON-RPC messages to an upstream and back. The relay speaks over it and knows nothing else.

import type { JsonObject } from '../json/json.js'

/** A line that came and could not be taken as a message. */
export interface DroppedLine {
  readonly why: 'too_large' | 'unreadable'
  /** Its beginning or its end, or all of it: where the id of the answer mostly stands. */
  readonly text: string
}

/** A connection to one upstream. Starts once, closes once. */
export interface Wire {
  /** Called for every message, with its size in bytes. */
  onmessage: ((message: JsonObject, bytes: number) => void) | undefined
  /** Called for what looks like a message and is dropped, once or twice a line. */
  ondropped: ((line: DroppedLine) => void) | undefined
  /** Called once, when nothing will come any more; with the reason for the operator. */
  onclose: ((reason: string) => void) | undefined
  /** @throws when the upstream can't be started or reached. */
  start(): Promise<void>
  /** @throws when the wire is closed, or so much is waiting that the upstream must be stuck. */
  send(message: JsonObject): void
  /** Ends the connection, and what was started for it. Never rejects. */
  close(): Promise<void>
}

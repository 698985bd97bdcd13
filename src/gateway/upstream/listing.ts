// One look at a server's list: started as the gateway starts it, read as it came, ended. Calls no tool.

import { withDeadline } from '../../base/deadline.js'
import type { RawList } from '../../mcp/definitions.js'
import { openEitherEra, reasonOf } from '../../mcp/link.js'
import { version } from '../../mcp/version.js'
import type { Wire } from '../../mcp/wire.js'
import { clip } from '../../text/clip.js'
import type { ServerConfig } from '../config/entries.js'
import { ChildWire } from './child.js'
import { createWatchdog } from './watchdog.js'

/** What a server said of itself. */
interface Listing extends RawList {
  /** What it calls itself, or its id when it doesn't say. */
  readonly name: string
  readonly version?: string
}

/** A server that could not be read. The message is for the person who named it. */
export class ListingError extends Error {
  override readonly name = 'ListingError'
}

/**
 * Starts the server, reads its list and ends it.
 *
 * @param timeoutMs Milliseconds for all of it, from start to the last page.
 * @throws ListingError when it doesn't start, doesn't answer in time, or answers with an error; with the last
 *   lines that it printed, which mostly say why.
 */
export async function listServer(server: ServerConfig, timeoutMs: number): Promise<Listing> {
  const watchdog = createWatchdog(() => {})
  let printed: readonly string[] = []
  const show = (line: string) => {
    printed = [...printed, line].slice(-KEPT_LINES)
  }
  let wire: Wire | undefined
  const connect = () => {
    wire = new ChildWire(server, { watchdog, show })
    return wire
  }
  const read = async (): Promise<Listing> => {
    const link = await openEitherEra(connect, {
      version,
      legacy: false,
      probeMs: Math.ceil(timeoutMs / PROBE_PART),
      handshakeMs: timeoutMs,
      listChanged: () => {},
      lost: () => {},
    })
    const { name = server.id, version: itsOwn } = link.server ?? {}
    return { name, ...(itsOwn !== undefined && { version: itsOwn }), ...(await link.entries()) }
  }
  try {
    // Closing the wire ends what is still asked.
    const ended = await withDeadline(read, { timeoutMs, onLate: () => {} })
    if (ended.kind === 'value') return ended.value
    const why = ended.kind === 'threw' ? reasonOf(ended.error) : `did not answer within ${timeoutMs / 1000} s`
    throw new ListingError(`'${clip(commandOf(server), 120)}' ${why}${lastWords(printed)}`)
  } finally {
    await wire?.close()
    watchdog.close()
  }
}

/** Lines of a server that fails. */
const KEPT_LINES = 8
/** Servers of the older era may leave the question for their era unanswered: it takes no more than this part of the time. */
const PROBE_PART = 4

function commandOf({ command, args }: ServerConfig): string {
  return [command, ...args].join(' ')
}

function lastWords(printed: readonly string[]): string {
  const lines = printed.filter((line) => line.trim() !== '')
  return lines.length === 0
    ? '.'
    : `. Its last words:\n${lines.map((line) => `  ${clip(line, 160)}`).join('\n')}`
}

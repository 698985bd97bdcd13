// A fetch that records real exchanges into a folder and replays them without a network. (undici's SnapshotAgent
// keeps bodies as Base64 of what was on the wire, secrets of a query where they stand, and no near request.)

import { z } from 'zod'
import { parseOptions } from '../base/options.js'
import { playback, readRequest, readResponse } from './exchange.js'
import { Redactor, type SecretOptions } from './secrets.js'
import { Shelf } from './shelf.js'

/** What {@link recordReplay} takes. */
export interface RecordReplayOptions {
  /** The folder of the cassettes: one JSON file a request, with its answers in order. One folder a test file. */
  readonly dir: string
  /**
   * `replay` (the default): nothing goes out. `record`: everything goes out, and replaces what was recorded of
   * the same request. `auto`: what is recorded is replayed, the rest recorded; in CI it is `replay`.
   */
  readonly mode?: 'replay' | 'record' | 'auto'
  /** Makes the real requests. Default: the global one. */
  readonly fetch?: typeof fetch
  /**
   * Secrets beyond those that are found by themselves: values of headers, parameters and fields whose name says
   * secret (`authorization`, `cookie`, `api_key`, `password`, ...), and the same values wherever else they stand.
   */
  readonly secrets?: SecretOptions
  /** Parameters and body fields that differ each time, such as a timestamp: they don't count in a match. */
  readonly ignore?: readonly string[]
}

/** The fetch that {@link recordReplay} makes. */
export type RecordedFetch = typeof fetch & {
  /** Cassettes that nothing asked for so far, by file name: once all tests ran, they may go. */
  unused(): readonly string[]
}

/**
 * Makes a fetch that records and replays. Hand it to `callTool` or `createGate`.
 *
 * A request is matched by method, address and body; headers don't count. Made again, it gets the next recorded
 * answer, and the last one from then on. What was never recorded rejects with a failure `no_recording` that
 * shows the nearest recorded request and what differs.
 *
 * @throws DefinitionError for an unknown option.
 * @example
 * const fetch = recordReplay({ dir: 'test/cassettes', mode: process.env.RECORD ? 'record' : 'replay' })
 * const outcome = await callTool(searchAwards, { origin: 'SFO', destination: 'NRT' }, { fetch })
 */
export function recordReplay(options: RecordReplayOptions): RecordedFetch {
  const given = parseOptions(optionsSchema, options, 'recordReplay()')
  const mode = given.mode === 'auto' && process.env.CI ? 'replay' : given.mode
  const real = (given.fetch as typeof fetch | undefined) ?? globalThis.fetch
  const redactor = new Redactor(given.secrets as SecretOptions)
  const shelf = new Shelf(given.dir, new Set(given.ignore))
  const recorded: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { signal, url, method, headers, redirect } = request
    signal.throwIfAborted()
    const bytes = new Uint8Array(await request.arrayBuffer())
    const asked = readRequest(request, bytes, redactor)
    if (mode !== 'record') {
      const played = shelf.play(asked, mode === 'replay')
      if (played) return playback(played, url)
    }
    const body = bytes.length > 0 ? bytes : null
    const response = await real(url, { method, headers, body, redirect, signal })
    const answer = await readResponse(response, redactor)
    shelf.add(asked, answer.recorded)
    return playback(answer.asItCame, response.url || url)
  }
  return Object.assign(recorded, { unused: () => shelf.unused() })
}

const names = z.array(z.string()).optional()

const optionsSchema = z.strictObject({
  dir: z.string().min(1, 'must be the folder of the cassettes'),
  mode: z.enum(['replay', 'record', 'auto']).default('replay'),
  fetch: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
  secrets: z.strictObject({ names, values: names, keep: names }).optional(),
  ignore: names,
})

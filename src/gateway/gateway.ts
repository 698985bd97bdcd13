// Starts a gateway: upstreams behind, a front before, one gate between. What each part does is in its own file.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { version } from '../mcp/version.js'
import { type Border, openBorder } from './border.js'
import { clientOf } from './config/ancestors.js'
import type { GatewayConfig } from './config/config.js'
import { openStore } from './config/open-store.js'
import { newToken, readState, STATE_FOLDER, writeState } from './config/state.js'
import { createConsole, type GatewayConsole } from './console/console.js'
import { StartError } from './fault.js'
import { passagesByClient } from './front/clients.js'
import { tokenFault } from './front/guard.js'
import { openHttpFront } from './front/http.js'
import { createServer } from './front/server.js'
import { type Front, openStdioFront } from './front/stdio.js'
import { answerCommand } from './person/answer-command.js'
import type { People } from './person/client-person.js'
import { type Control, openControl } from './person/control.js'
import { Person } from './person/person.js'
import { keepSwept } from './sweeping.js'
import type { UpstreamTiming } from './upstream/upstream.js'

/** Where clients come in. */
type FrontOptions =
  | { readonly kind: 'stdio'; readonly input?: Readable; readonly output?: Writable }
  /** `port`: default the config's, or 4780; 0 takes any that is free. `token`: default one that is made and kept. */
  | { readonly kind: 'http'; readonly port?: number; readonly token?: string }

/** What {@link startGateway} takes. */
interface GatewayOptions {
  readonly config: GatewayConfig
  readonly front: FrontOptions
  /**
   * Where state is kept. Default: `.sallyport` beside the config; a stdio gateway without a config file keeps
   * none.
   */
  readonly stateFolder?: string
  /** Default: stderr for stdio, whose stdout is the protocol's; else stdout. */
  readonly console?: GatewayConsole
  readonly timing?: Partial<UpstreamTiming>
}

/** A running gateway. */
export interface Gateway {
  /** Of the HTTP front. */
  readonly url?: string
  /** The bearer token of the HTTP front. */
  readonly token?: string
  /** Settled when each upstream has answered or failed once. */
  readonly ready: Promise<void>
  /** Settled when the client has gone (stdio) or the front was closed. */
  readonly ended: Promise<void>
  /** Closes the front, ends the upstreams and their processes. */
  close(): Promise<void>
}

/** The port of the HTTP front, unless told otherwise. */
const DEFAULT_PORT = 4780

/**
 * Starts a gateway. The front opens at once; the first list of tools waits until the upstreams have answered.
 *
 * @throws StartError when the port is taken, state can't be kept, or the token is none.
 * @example
 * const gateway = await startGateway({ config: readConfig('mcp.json'), front: { kind: 'http' } })
 * console.log(gateway.url, gateway.token)
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, front, timing } = options
  const fault = front.kind === 'http' && front.token !== undefined && tokenFault(front.token)
  if (fault) throw new StartError(fault, 2)
  const console = options.console ?? createConsole(front.kind === 'stdio' ? process.stderr : process.stdout)
  for (const warning of config.warnings) console.warn(warning)
  const stateFolder = options.stateFolder ?? defaultStateFolder(config, front)
  const needsPerson = stateFolder !== undefined && wantsPerson(config)
  console.note(modeLine(config))
  if (needsPerson) console.note(wordsLine(config))
  const { store, handleKey } = await openStore(stateFolder)
  const endSweeping = keepSwept(store, console.warn)
  let opened: Front | undefined
  let control: Control | undefined
  const border = openBorder(config, {
    console,
    store,
    handleKey,
    ...(timing && { timing }),
    howToAnswer: needsPerson ? `${HOW_TO_ANSWER} ${answerCommand(config, stateFolder)}` : undefined,
    changed: () => opened?.changed(),
  })
  const close = once(async () => {
    await control?.close()
    await opened?.close()
    await border.close()
    await endSweeping()
    await store.close()
  })
  // Before anyone comes in, so that it hears of each passage.
  const person = new Person({ passages: border.passages, store, promptHook: config.promptHook === true })
  try {
    const { front: open, ...access } =
      front.kind === 'stdio'
        ? serveStdio(border, front, config)
        : await serveHttp(border, front, config, console.warn, stateFolder)
    opened = open
    const { note, warn } = console
    const client = front.kind === 'stdio' ? clientOf(process.pid) : undefined
    if (needsPerson) control = await openControl({ person, stateFolder, client, note, warn })
    border.start()
    return { ...access, ready: border.ready, ended: open.ended, close }
  } catch (error) {
    // What went wrong first is told; that closing failed as well is not news.
    await close().catch(() => {})
    throw error
  }
}

/** What becomes of calls that nothing vouches for; who reads no documentation reads this. */
function modeLine({ operator }: GatewayConfig): string {
  switch (operator?.mode) {
    case 'ask':
      return 'mode ask: a call that nothing vouches for is held for a person'
    case 'enforce':
      return 'mode enforce: a call that nothing vouches for is refused'
    default:
      return 'mode observe: nothing is held or refused, only recorded (to hold what nothing vouches for: "mode": "ask" under "sallyport" in the config)'
  }
}

/** Where calls can be held, or words count, there is a door for the person: `sallyport approvals`, `sallyport said`. */
function wantsPerson({ operator, promptHook }: GatewayConfig): boolean {
  return operator?.mode === 'ask' || promptHook === true
}

function wordsLine({ promptHook }: GatewayConfig): string {
  return promptHook
    ? "the user's words come from the client's prompt hook (sallyport said)"
    : "nobody tells the user's words: what needs them is asked, and an approved value counts for 30 days"
}

const HOW_TO_ANSWER = 'The user answers it in a terminal, with the command:'

function serveStdio(
  border: Border,
  { input, output }: FrontOptions & { kind: 'stdio' },
  config: GatewayConfig,
): { front: Front } {
  const passage = border.passages.open(`stdio-${randomUUID()}`)
  const ready = soon(border.ready)
  const people = peopleOf(config)
  const makeServer = () => createServer({ version, ready, people, passageOf: () => passage })
  return { front: openStdioFront(makeServer, input ?? process.stdin, output ?? process.stdout) }
}

async function serveHttp(
  { passages, ready: started }: Border,
  { port, token: given }: FrontOptions & { kind: 'http' },
  config: GatewayConfig,
  warn: GatewayConsole['warn'],
  stateFolder = join(config.dir, STATE_FOLDER),
): Promise<{ front: Front; url: string; token: string }> {
  const token = given ?? readState(stateFolder)?.token ?? newToken()
  const ready = soon(started)
  const byClient = passagesByClient(passages)
  const people = peopleOf(config)
  const front = await openHttpFront({
    token,
    warn,
    port: port ?? config.port ?? DEFAULT_PORT,
    makeServer: () => createServer({ version, ready, people, passageOf: byClient }),
    makeSession(id) {
      const passage = passages.open(`http-${id}`)
      const server = createServer({ version, ready, people, passageOf: () => passage })
      return { server, close: () => passage.close() }
    },
  })
  try {
    writeState(stateFolder, { port: front.port, token, pid: process.pid })
  } catch (error) {
    // It listens already, with a token that nobody will be told.
    await front.close()
    throw error
  }
  return { front, url: front.url, token }
}

function peopleOf({ people: clients = new Set() }: GatewayConfig): People {
  return { clients }
}

/** A list that comes late is better than none; one that never comes is worse, so then what is there is shown. */
const LONGEST_WAIT_MS = 20_000

function soon(ready: Promise<void>): Promise<void> {
  return Promise.race([ready, new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS).unref())])
}

function defaultStateFolder({ dir, file }: GatewayConfig, { kind }: FrontOptions): string | undefined {
  return kind === 'http' || file !== undefined ? join(dir, STATE_FOLDER) : undefined
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close()
    return closing
  }
}

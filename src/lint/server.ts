// Reads the tool list of a live MCP server over stdio: starts it, asks for every page, stops it. Never calls a tool.

import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import type { Json } from '../json/json.js'
import type { Subject } from './report.js'
import { cut } from './words.js'

/** What a server said of itself. */
export interface Listing {
  readonly subject: Subject
  /** The entries of `tools/list`, as they came. */
  readonly tools: readonly Json[]
  /** A cursor that came twice; the reading stopped there. */
  readonly repeatedCursor?: string
}

/** What {@link readServer} takes. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Milliseconds for all of it, from start to the last page. */
  readonly timeoutMs: number
  /** Variables of our environment that the server gets, beside the harmless ones (PATH, HOME, ...). */
  readonly env?: readonly string[]
}

/** A server that could not be read. The message is for the person who named it. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
}

const MOST_PAGES = 1_000
const MOST_TOOLS = 5_000
const STDERR_LINES = 8
const GRACE_MS = 1_000

/**
 * Starts the server, reads its tools and stops it.
 *
 * @throws ServerError when it doesn't start, doesn't answer in time, or answers with an error.
 */
export async function readServer(server: ServerCommand): Promise<Listing> {
  const deadline = Date.now() + server.timeoutMs
  try {
    return await readWith('legacy', server, deadline)
  } catch (error) {
    // A server that knows only the 2026-07-28 revision refuses `initialize`; it is started once more and asked
    // in the new way. The other way round would start every server twice.
    if (!(error instanceof RefusedHandshake)) throw error
    return await readWith('auto', server, deadline)
  }
}

class RefusedHandshake extends ServerError {}

async function readWith(mode: 'legacy' | 'auto', server: ServerCommand, deadline: number): Promise<Listing> {
  const transport = new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    // A stranger's program gets no secrets of ours unless they are named.
    env: { ...getDefaultEnvironment(), ...chosen(server.env ?? []) },
    stderr: 'pipe',
  })
  const lastWords = collect(transport)
  const pid = watchPid(transport)
  const client = new Client({ name: 'sallyport-lint', version: '1' }, { versionNegotiation: { mode } })
  const left = () => Math.max(1, deadline - Date.now())
  let connected = false
  try {
    await client.connect(transport, { timeout: left(), maxTotalTimeout: left() })
    connected = true
    const info = client.getServerVersion()
    const subject: Subject = {
      kind: 'server',
      name: info?.name ?? server.command,
      ...(info && { version: info.version }),
    }
    return { subject, ...(await readPages(client, left)) }
  } catch (error) {
    throw explain(error, server, lastWords(), !connected && mode === 'legacy')
  } finally {
    await client.close().catch(() => {})
    if (!connected) await endProcess(pid())
  }
}

// Loose on purpose: one bad tool must not hide the others, and rules look at what really came.
const pageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })

async function readPages(client: Client, left: () => number): Promise<Omit<Listing, 'subject'>> {
  const tools: Json[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const answer = await client.request({ method: 'tools/list', params }, pageSchema, {
      timeout: left(),
      maxTotalTimeout: left(),
    })
    tools.push(...(answer.tools as Json[]))
    if (tools.length > MOST_TOOLS) {
      throw new ServerError(`the tool list has more than ${MOST_TOOLS.toLocaleString('en')} tools.`)
    }
    cursor = answer.nextCursor
    if (cursor === undefined) return { tools }
    if (seen.has(cursor)) return { tools, repeatedCursor: cursor }
    seen.add(cursor)
  }
  throw new ServerError(`the tool list has more than ${MOST_PAGES.toLocaleString('en')} pages.`)
}

function chosen(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

/** The transport forgets the process when a connection fails, so the id is noted when it starts. */
function watchPid(transport: StdioClientTransport): () => number | null {
  const start = transport.start.bind(transport)
  let pid: number | null = null
  transport.start = async () => {
    await start()
    pid = transport.pid
  }
  return () => pid
}

/** Makes sure that the server is gone: a failed handshake closes it in the background, after we may have ended. */
async function endProcess(pid: number | null): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (let waited = 0; waited < GRACE_MS; waited += 50) {
      if (pid === null || !send(pid, waited === 0 ? signal : 0)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Whether there was a process to send to. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Keeps the last lines that the server wrote to stderr, which say why it did not start. */
function collect(transport: StdioClientTransport): () => string {
  let tail = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-8_192)
  })
  return () =>
    tail
      .trim()
      .split('\n')
      .slice(-STDERR_LINES)
      .map((line) => `  ${cut(line, 160)}`)
      .join('\n')
}

function explain(
  error: unknown,
  { command, args, timeoutMs }: ServerCommand,
  lastWords: string,
  handshake: boolean,
): ServerError {
  if (error instanceof ServerError) return error
  const { code, message = String(error) } = error as { code?: unknown; message?: string }
  const what = cut([command, ...args].join(' '), 120)
  const said = lastWords.trim() === '' ? '' : ` Its last words:\n${lastWords}`
  if (code === 'ENOENT') return new ServerError(`there is no command '${command}'.`)
  if (code === 'EACCES') return new ServerError(`'${command}' can't be executed.`)
  if (code === 'REQUEST_TIMEOUT') {
    return new ServerError(
      `'${what}' did not answer within ${timeoutMs / 1000} s. Raise --timeout if it only starts slowly.${said}`,
    )
  }
  if (code === 'CONNECTION_CLOSED') return new ServerError(`'${what}' ended before it answered.${said}`)
  const failed = `'${what}' answered with an error: ${cut(message, 200)}${said}`
  return handshake && typeof code === 'number' ? new RefusedHandshake(failed) : new ServerError(failed)
}

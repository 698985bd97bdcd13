// An upstream as a child process: its own process group, an environment by allow-list, messages as lines on its
// standard streams. What it prints beside the protocol is tolerated and shown.

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord, type JsonObject } from '../../json/json.js'
import { lineSplitter } from '../../mcp/lines.js'
import { readMessage } from '../../mcp/message.js'
import type { DroppedLine, Wire } from '../../mcp/wire.js'
import type { ServerConfig } from '../config/entries.js'
import { inheritedEnvironment } from './environment.js'
import { killGroup, type Watchdog } from './watchdog.js'

/** What a child needs of the gateway. */
interface ChildSurroundings {
  readonly watchdog: Watchdog
  /** A line that the server printed: on its error stream, or junk between its messages. */
  show(text: string): void
  readonly env?: NodeJS.ProcessEnv
}

/** A server's process. It is started with `start` and can't be started again. */
export class ChildWire implements Wire {
  onmessage: Wire['onmessage']
  onclose: Wire['onclose']
  ondropped: Wire['ondropped']
  readonly #config: ServerConfig
  readonly #around: ChildSurroundings
  #child: ChildProcess | undefined
  /** Settled when the streams and the whole group have ended. */
  #ended: Promise<void> | undefined
  /** Settled when the group was told to end, and has. */
  #ending: Promise<void> | undefined
  #closed = false

  constructor(config: ServerConfig, around: ChildSurroundings) {
    this.#config = config
    this.#around = around
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.#config
    const child: ChildProcess = spawn(command, args, {
      cwd,
      env: { ...inheritedEnvironment(this.#around.env ?? process.env), ...env },
      // Its own group, so that what it starts (npx, a shell, the real server) ends with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    this.#child = child
    const started = new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (error: NodeJS.ErrnoException) => {
        const fault = startFault(this.#config, error)
        this.#finish(fault.message)
        reject(fault)
      })
    })
    const { pid } = child
    if (pid !== undefined) this.#watch(child, pid)
    return started
  }

  send(message: JsonObject): void {
    const stdin = this.#child?.stdin
    if (this.#closed || !stdin?.writable) throw new Error('the process has ended')
    if (stdin.writableLength > LARGEST_BACKLOG) throw new Error('the process does not read its input')
    stdin.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined || this.#ended === undefined) return
    child.stdin?.end()
    if (await settles(this.#ended, GRACE_MS)) return
    await this.#endGroup(child.pid)
    child.stdout?.destroy()
    child.stderr?.destroy()
    await settles(this.#ended, GRACE_MS)
    this.#finish('was ended')
  }

  #watch(child: ChildProcess, group: number): void {
    this.#around.watchdog.watch(group)
    child.stdin?.on('error', () => {}) // EPIPE: the end is reported by `close`
    child.stdout?.on('data', lineSplitter(LARGEST_LINE, this.#read, this.#tooLong))
    child.stderr?.on('data', lineSplitter(LARGEST_LINE, this.#around.show, this.#sayTooLong))
    this.#ended = new Promise((resolve) => {
      // Whoever still holds the streams (a helper that the server left behind) ends now, or lets go of them.
      child.once('exit', () => void this.#endGroup(group).then(() => child.stdout?.destroy()))
      child.once('close', (code, signal) => {
        void this.#endGroup(group).then(resolve)
        this.#finish(signal ? `was ended by ${signal}` : `ended with code ${code ?? '?'}`)
      })
    })
  }

  readonly #read = (line: string, bytes: number): void => {
    if (line.trim() === '') return
    let message: unknown
    let why: DroppedLine['why'] = 'unreadable'
    try {
      message = readMessage(line)
    } catch (error) {
      // It nests deeper than the parser goes.
      if (error instanceof RangeError) why = 'too_large'
      // Servers print banners and logs here, against the spec (basic/transports, stdio).
    }
    // Revision 2025-03-26 allowed batches.
    const messages = Array.isArray(message) ? message : [message]
    const good = messages.filter(isMessage)
    for (const one of good) this.onmessage?.(one, bytes)
    if (messages.length > 0 && good.length === messages.length) return
    this.#around.show(line)
    // What begins like a message may be the answer that a call waits for; a line of a log is none.
    if (/^\s*[[{]/.test(line)) this.ondropped?.({ why, text: line.slice(0, LOOKED_AT) })
  }

  readonly #tooLong = (text: string, edge: 'beginning' | 'end'): void => {
    this.#sayTooLong(text, edge)
    this.ondropped?.({ why: 'too_large', text })
  }

  readonly #sayTooLong = (_: string, edge: 'beginning' | 'end'): void => {
    if (edge === 'beginning')
      this.#around.show(`[a message of more than ${LARGEST_LINE / 1024 / 1024} MiB was dropped]`)
  }

  #finish(reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.(reason)
  }

  /** TERM, then KILL, to whatever is left of the group. */
  #endGroup(group: number): Promise<void> {
    this.#ending ??= (async () => {
      if (killGroup(group, 'SIGTERM')) {
        for (let waited = 0; waited < GRACE_MS && killGroup(group, 0); waited += POLL_MS) await sleep(POLL_MS)
        killGroup(group, 'SIGKILL')
      }
      this.#around.watchdog.release(group)
    })()
    return this.#ending
  }
}

/** Time for a server to end by itself, once after its input ended and once after TERM. */
const GRACE_MS = 1_000
const POLL_MS = 25
const LARGEST_LINE = 64 * 1024 * 1024
/** Characters of a line that is no message in which an id is looked for. */
const LOOKED_AT = 1_024
const LARGEST_BACKLOG = 64 * 1024 * 1024

function isMessage(value: unknown): value is JsonObject {
  return isRecord(value) && value.jsonrpc === '2.0'
}

function startFault({ command, cwd }: ServerConfig, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT')
    return new Error(`'${command}' was not found (or its folder, ${cwd})`, { cause: error })
  return new Error(`'${command}' could not be started (${error.code ?? 'fault'})`, { cause: error })
}

/** Whether a promise settles in time. */
async function settles(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const inTime = await Promise.race([promise.then(() => true), late])
  timer.abort()
  return inTime
}

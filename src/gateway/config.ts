// The config of the gateway: an `mcpServers` file as clients use it, with our own key in it. What comes out is
// plain, checked data; what is wrong is one line that says where and what to do.

import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import JSON5 from 'json5'
import { isRecord } from '../tool/json.js'
import { readServerEntry, type ServerConfig, serverOfCommand } from './entries.js'
import { configError } from './fault.js'
import type { ReferenceScope } from './references.js'
import { readSettings, type Settings } from './settings.js'

/** A checked config. */
export interface GatewayConfig {
  /** Where the file stands; state lives beside it. */
  readonly dir: string
  /** The file itself; none when a command line was all there was. */
  readonly file?: string
  readonly servers: readonly ServerConfig[]
  readonly port?: number
  /** Mode, constants and rules. Default: mode `observe`, nothing else. */
  readonly operator?: Settings['operator']
  /** What was left aside, one line each, for the operator. */
  readonly warnings: readonly string[]
}

/**
 * Reads an `mcpServers` file. Comments and trailing commas are taken; a top-level `servers` (VS Code) is read as
 * `mcpServers`; keys of other programs are left aside with one warning.
 *
 * @throws StartError, one line, exit code 2.
 */
export function readConfig(path: string, env: ReferenceScope['env'] = process.env): GatewayConfig {
  const root = parseFile(path)
  const key = root.mcpServers === undefined && root.servers !== undefined ? 'servers' : 'mcpServers'
  const entries = root[key]
  if (!isRecord(entries)) {
    throw configError(`${path}: mcpServers`, 'is missing, or no object.', MEND_SERVERS)
  }
  const dir = dirname(resolve(path))
  const scope = { dir, workspace: workspaceOf(dir), env }
  const settings = readSettings(path, root.sallyport, Object.keys(entries))
  const foreign = Object.keys(root).filter((name) => name !== key && name !== 'sallyport')
  const warnings: string[] = []
  const servers: ServerConfig[] = []
  for (const [id, entry] of Object.entries(entries)) {
    const read = readServerEntry(`${path}: ${key}.${id}`, id, entry, scope)
    foreign.push(...read.foreign.map((name) => `${key}.${id}.${name}`))
    if ('aside' in read) warnings.push(`${path}: ${key}.${id}: ${read.aside}`)
    else {
      const own = settings.servers.get(id)
      const timeoutMs = own?.timeoutMs ?? settings.timeoutMs
      servers.push({ ...read.server, rules: own?.rules ?? [], ...(timeoutMs !== undefined && { timeoutMs }) })
    }
  }
  if (servers.length === 0)
    throw configError(`${path}: ${key}`, 'holds no server that can be started.', MEND_SERVERS)
  if (foreign.length > 0)
    warnings.push(`${path}: left aside, as keys of other programs: ${foreign.join(', ')}`)
  const { operator, port } = settings
  return { dir, file: path, servers, warnings, operator, ...(port !== undefined && { port }) }
}

/** The config of `sallyport gateway -- <command...>`: one server, nothing else. */
export function configOfCommand(command: readonly string[], cwd: string): GatewayConfig {
  return { dir: cwd, servers: [serverOfCommand(command, cwd)], warnings: [] }
}

const MEND_SERVERS = 'Write { "mcpServers": { "<id>": { "command": "...", "args": [] } } }.'
const LARGEST_FILE = 4 * 1024 * 1024

function parseFile(path: string): Readonly<Record<string, unknown>> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file.' : `can't be read (${code ?? 'fault'}).`
    throw configError(path, reason, 'Give the path of an mcpServers file with --config.')
  }
  if (text.length > LARGEST_FILE) throw configError(path, 'is larger than 4 MiB.', 'Is it the right file?')
  let root: unknown
  try {
    root = JSON5.parse<unknown>(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const { lineNumber = 1, columnNumber = 1, message } = error as SyntaxFault
    const reason = message.replace(/^JSON5: /, '').replace(/ at \d+:\d+$/, '')
    throw configError(`${path}:${lineNumber}:${columnNumber}`, `${reason}.`, 'Mend the JSON there.')
  }
  if (!isRecord(root)) throw configError(path, 'is no JSON object.', MEND_SERVERS)
  return root
}

/** What JSON5 adds to a SyntaxError. */
interface SyntaxFault extends Error {
  readonly lineNumber?: number
  readonly columnNumber?: number
}

/** Editors keep their file in a folder of their own; paths in it count from the project. */
function workspaceOf(dir: string): string {
  return ['.vscode', '.cursor'].includes(basename(dir)) ? dirname(dir) : dir
}

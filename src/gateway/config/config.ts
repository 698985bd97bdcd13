// The config of the gateway: an `mcpServers` file as clients use it, with our own key in it. What comes out is
// plain, checked data; what is wrong is one line that says where and what to do.

import { basename, dirname, resolve } from 'node:path'
import { foldName, nearName } from '../../base/names.js'
import { isRecord } from '../../json/json.js'
import { configError } from '../fault.js'
import { parseConfigText } from './config-text.js'
import { readServerEntry, type ServerConfig, serverOfCommand } from './entries.js'
import type { ReferenceScope } from './references.js'
import { readSettings, type Settings } from './settings.js'
import { FileFault, readSmallFile } from './small-file.js'

/** A checked config. */
export interface GatewayConfig {
  /** Where the file stands; state lives beside it. */
  readonly dir: string
  /** The file itself; none when a command line was all there was. */
  readonly file?: string
  readonly servers: readonly ServerConfig[]
  readonly port?: number
  /** Mode, what is trusted, and rules. Default: mode `observe`, nothing else. */
  readonly operator?: Settings['operator']
  /** A prompt hook tells what the user says. Default: none does. */
  readonly promptHook?: boolean
  /** Names of the clients that have a person who answers questions. Default: none. */
  readonly people?: ReadonlySet<string>
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
  const root = parseConfigText(path, readText(path), MEND_SERVERS)
  const key = root.mcpServers === undefined && root.servers !== undefined ? 'servers' : 'mcpServers'
  const entries = root[key]
  if (!isRecord(entries)) {
    const near = entries === undefined && nearName('mcpServers', Object.keys(root))
    const mend = near ? `Did you mean that by '${near}'?` : MEND_SERVERS
    throw configError(`${path}: mcpServers`, 'is missing, or no object.', mend)
  }
  const dir = dirname(resolve(path))
  const scope = { dir, workspace: workspaceOf(dir), env }
  const settings = readSettings(path, root.sallyport, Object.keys(entries))
  const foreign = Object.keys(root).filter((name) => name !== key && name !== 'sallyport')
  for (const name of foreign) refuseSlip(`${path}: `, name)
  const warnings: string[] = []
  const servers: ServerConfig[] = []
  for (const [id, entry] of Object.entries(entries)) {
    const read = readServerEntry(`${path}: ${key}.${id}`, id, entry, scope)
    for (const name of read.foreign) refuseSlip(`${path}: ${key}.${id}.`, name)
    foreign.push(...read.foreign.map((name) => `${key}.${id}.${name}`))
    if ('aside' in read) warnings.push(`${path}: ${key}.${id}: ${read.aside}`)
    else {
      const own = settings.servers.get(id)
      const timeoutMs = own?.timeoutMs ?? settings.timeoutMs
      servers.push({
        ...read.server,
        rules: own?.rules ?? [],
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(own?.limits && { limits: own.limits }),
      })
    }
  }
  if (servers.length === 0)
    throw configError(`${path}: ${key}`, 'holds no server that can be started.', MEND_SERVERS)
  if (foreign.length > 0)
    warnings.push(`${path}: left aside, as keys of other programs: ${foreign.join(', ')}`)
  const { operator, people, port, promptHook = false } = settings
  const ports = port === undefined ? {} : { port }
  return { dir, file: path, servers, warnings, operator, people, promptHook, ...ports }
}

/** The config of `sallyport gateway -- <command...>`: one server, nothing else. */
export function configOfCommand(command: readonly string[], cwd: string): GatewayConfig {
  return { dir: cwd, servers: [serverOfCommand(command, cwd)], warnings: [] }
}

const MEND_SERVERS = 'Write { "mcpServers": { "<id>": { "command": "...", "args": [] } } }.'
const LARGEST_FILE = 4 * 1024 * 1024

function readText(path: string): string {
  try {
    return readSmallFile(path, LARGEST_FILE)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    const reason = error.kind === 'missing' ? 'there is no such file' : error.message
    throw configError(path, `${reason}.`, 'Give the path of an mcpServers file with --config.')
  }
}

/**
 * A misspelt key of ours would count as another program's and be left aside: a config without its rules.
 */
function refuseSlip(where: string, name: string): void {
  if (foldName(name).includes('sallyport')) {
    throw configError(
      `${where}${name}`,
      "is not read; our key is 'sallyport', at the top of the file.",
      'Name it so, or take it out.',
    )
  }
  const near = name.length >= SHORTEST_SLIP && nearName(name, ['sallyport'])
  if (near) throw configError(`${where}${name}`, 'is not a known key;', `did you mean '${near}'?`)
}

/** Shorter names are near only for being a part of it: `port`. */
const SHORTEST_SLIP = 6

/** Editors keep their file in a folder of their own; paths in it count from the project. */
export function workspaceOf(dir: string): string {
  return ['.vscode', '.cursor'].includes(basename(dir)) ? dirname(dir) : dir
}

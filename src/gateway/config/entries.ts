// One entry of `mcpServers`, as the clients' files have it. Foreign keys are theirs: named, never read.

import { resolve } from 'node:path'
import { distance } from 'fastest-levenshtein'
import { foldName, nearName } from '../../base/names.js'
import { isRecord } from '../../json/json.js'
import type { ToolRule } from '../../mcp/tools/policy.js'
import type { Limits } from '../../tool/limits.js'
import { onOneLine } from '../console/console.js'
import { configError } from '../fault.js'
import { expandReferences, ReferenceFault, type ReferenceScope } from './references.js'

/** A server that the gateway starts and talks to over stdio. */
export interface ServerConfig {
  readonly id: string
  readonly command: string
  readonly args: readonly string[]
  /** What the config gives; the inherited variables are added when the process starts. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly rules: readonly ToolRule[]
  /** Default deadline of its tools, in milliseconds. */
  readonly timeoutMs?: number
  /** Limits of all its tools, where these have none of their own; they come before `timeoutMs`. */
  readonly limits?: Partial<Limits>
}

/** What an entry came to: a server, or a reason to leave it aside; and the keys that are not ours. */
type ServerEntry =
  | { readonly server: Omit<ServerConfig, 'rules'>; readonly foreign: readonly string[] }
  | { readonly aside: string; readonly foreign: readonly string[] }

/**
 * Reads one entry.
 *
 * @param where File and path, for messages.
 * @throws StartError when a key that we read has the wrong form, or a reference leads nowhere.
 */
export function readServerEntry(
  where: string,
  id: string,
  entry: unknown,
  scope: ReferenceScope,
): ServerEntry {
  if (id === '' || id.length > 100) throw configError(where, 'a server needs a name of 1 to 100 characters.')
  if (id !== onOneLine(id)) throw configError(where, 'the name of a server has characters that do not print.')
  if (!isRecord(entry))
    throw configError(where, 'must be an object.', 'Write { "command": "...", "args": [] }.')
  const foreign = Object.keys(entry).filter((key) => !OURS.has(key))
  refuseSlips(where, foreign)
  // Read as false, a "true" would start what was meant to stay off.
  if (entry.disabled !== undefined && typeof entry.disabled !== 'boolean') {
    throw configError(`${where}.disabled`, 'must be true or false.')
  }
  if (entry.disabled === true) return { aside: 'is disabled.', foreign }
  if (entry.url !== undefined && entry.command === undefined) {
    return { aside: 'remote servers (url) are not supported yet; it is left out.', foreign }
  }
  if (entry.url !== undefined) {
    throw configError(where, "has both 'command' and 'url'.", 'Take one of them out.')
  }
  if (entry.command === undefined) {
    const near = nearName('command', foreign)
    throw configError(`${where}.command`, 'is missing.', near && `Did you mean that by '${near}'?`)
  }
  const read = (key: string, value: unknown) => expanded(`${where}.${key}`, value, scope)
  const { args = [], env = {}, cwd } = entry
  if (!Array.isArray(args)) throw configError(`${where}.args`, 'must be a list of texts.')
  if (!isRecord(env)) throw configError(`${where}.env`, 'must be an object of texts.')
  const odd = Object.keys(env).find((name) => !/^[^=\0]+$/.test(name))
  if (odd !== undefined) throw configError(`${where}.env`, `'${odd}' can't be the name of a variable.`)
  return {
    foreign,
    server: {
      id,
      command: read('command', entry.command),
      args: args.map((arg, index) => read(`args[${index}]`, arg)),
      env: Object.fromEntries(
        Object.entries(env)
          // VS Code writes null to take a variable out; what is not on the allow-list is out already.
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [
            name,
            read(`env.${name}`, typeof value === 'number' ? String(value) : value),
          ]),
      ),
      cwd: cwd === undefined ? scope.workspace : resolve(scope.workspace, read('cwd', cwd)),
    },
  }
}

/** `Command`, `disable`: a key of ours that is written otherwise would be left aside as another program's. */
function refuseSlips(where: string, foreign: readonly string[]): void {
  for (const name of foreign) {
    const meant = [...OURS].find(
      (key) => foldName(key) === foldName(name) || (key === 'disabled' && isSlip(name)),
    )
    if (meant) throw configError(`${where}.${name}`, 'is not a known key;', `did you mean '${meant}'?`)
  }
}

/** Near enough to `disabled`; `disabledTools` is a key of other programs. */
function isSlip(name: string): boolean {
  return distance(foldName(name), 'disabled') <= 2
}

/** The server of a bare command line, with a name taken from the package or program. */
export function serverOfCommand(command: readonly string[], cwd: string): ServerConfig {
  const [program = '', ...args] = command
  return { id: idOfCommand(command), command: program, args, env: {}, cwd, rules: [] }
}

const OURS: ReadonlySet<string> = new Set(['command', 'args', 'env', 'cwd', 'type', 'url', 'disabled'])
const RUNNERS = /^(npx|npm|exec|pnpm|dlx|yarn|bunx?|x|node|deno|run|uvx?|python3?|docker|env)(\.cmd|\.exe)?$/

function expanded(where: string, value: unknown, scope: ReferenceScope): string {
  if (typeof value !== 'string' || (value === '' && where.endsWith('.command'))) {
    throw configError(where, value === undefined ? 'is missing.' : 'must be a text.')
  }
  if (value.includes('\0')) throw configError(where, 'holds a NUL character.')
  try {
    return expandReferences(value, scope)
  } catch (error) {
    if (error instanceof ReferenceFault) throw configError(where, error.message)
    throw error
  }
}

/** `npx -y @modelcontextprotocol/server-filesystem ~/docs` is `filesystem`. */
function idOfCommand(command: readonly string[]): string {
  const named = command.map(telling).find((word) => word !== '' && !RUNNERS.test(word))
  const words = (named ?? '').replace(/^(mcp-)?server-|^mcp-|-mcp(-server)?$|-server$/g, '')
  return words || 'server'
}

/** The last part of a word that says something: of `.../server-filesystem/dist/index.js` it is the package. */
function telling(word: string): string {
  if (word.startsWith('-')) return ''
  const parts = word
    .split(/[/\\]/)
    .map((part) => part.replace(/(?<=.)@[^@]*$|\.(c|m)?[jt]s$|\.py$|\.exe$/g, ''))
  return parts.findLast((part) => !/^(|\.+|index|main|cli|server|dist|build|src|lib|bin)$/.test(part)) ?? ''
}

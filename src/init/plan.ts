// What `sallyport init` would write: looks at the servers of a config, proposes what to declare, and adds it to
// the text of the file. Writes nothing itself.

import { dirname, resolve } from 'node:path'
import { readConfig, workspaceOf } from '../gateway/config/config.js'
import { parseConfigText } from '../gateway/config/config-text.js'
import type { ServerConfig } from '../gateway/config/entries.js'
import { readSettings, type Settings } from '../gateway/config/settings.js'
import { readSmallFile } from '../gateway/config/small-file.js'
import type { GatewayConsole } from '../gateway/console/console.js'
import { configError } from '../gateway/fault.js'
import type { UpstreamTiming } from '../gateway/upstream/upstream.js'
import { isRecord } from '../json/json.js'
import { describeServerTool } from '../lint/describe.js'
import { propose } from '../lint/propose/index.js'
import { type Sorted, sortProposals } from './entries.js'
import { type HookEdit, hookForClaudeCode } from './hook.js'
import { addProperty, canEdit, print } from './jsonc.js'
import { type Looked, lookAt } from './look.js'

/** What {@link planInit} takes. */
interface InitOptions {
  readonly file: string
  readonly hook: boolean
  readonly console: GatewayConsole
  readonly timing?: Partial<UpstreamTiming>
}

/** A server that was looked at, or why it could not be. */
export type ServerPlan = { readonly id: string } & (
  | ({ readonly tools: number } & Sorted)
  | { readonly trouble: string }
)

/** What would be written, and what a person should know of it. */
export interface InitPlan {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly servers: readonly ServerPlan[]
  readonly warnings: readonly string[]
  /** What stays as the config has it, a sentence each. */
  readonly kept: readonly string[]
  readonly hook?: HookEdit
  /** Calls would be held, and nobody tells the gateway what the user says. */
  readonly isUnheard: boolean
}

/**
 * Plans what to add to a config.
 *
 * @throws StartError for a config that can't be read, or can't be added to.
 */
export async function planInit({ file, hook, console, timing }: InitOptions): Promise<InitPlan> {
  const { servers: configs, warnings } = readConfig(file)
  const raw = readSmallFile(file, LARGEST_FILE)
  const [mark = ''] = BOM.exec(raw) ?? []
  const before = raw.slice(mark.length)
  const project = workspaceOf(dirname(resolve(file)))
  const edit = hook ? hookForClaudeCode(project, resolve(file)) : undefined
  const looked = await lookAt(configs, console, timing)
  const servers = looked.map((one): ServerPlan => planServer(one, configs))
  const own = parseConfigText(file, before, '').sallyport
  const block = isRecord(own) ? undefined : blockOf(servers, hook)
  if (!canEdit(before)) {
    throw configError(
      file,
      'is JSON5, which can be read and not be added to.',
      `Add by hand: "sallyport": ${print(block ?? blockOf(servers, hook), { indent: '  ', eol: '\n' }, 99)}`,
    )
  }
  const after = block ? addProperty(before, [], 'sallyport', block) : addMissing(before, own, servers, hook)
  const { operator, promptHook } = readBack(file, after)
  return {
    file,
    before: raw,
    after: mark + after,
    servers,
    warnings,
    kept: keptOf(own, hook),
    isUnheard: operator.mode !== 'observe' && promptHook !== true,
    ...(edit && { hook: edit }),
  }
}

const LARGEST_FILE = 4 * 1024 * 1024
const BOM = /^\uFEFF/

function planServer(looked: Looked, configs: readonly ServerConfig[]): ServerPlan {
  if ('trouble' in looked) return looked
  const { id, tools } = looked
  const rules = configs.find((config) => config.id === id)?.rules ?? []
  try {
    const proposals = propose(tools.map(({ definition }) => describeServerTool(definition)))
    return { id, tools: tools.length, ...sortProposals(proposals, rules) }
  } catch (error) {
    // Definitions are a stranger's: one that nobody thought of must not take the other servers with it.
    return { id, trouble: `its definitions can't be read (${String(error)})` }
  }
}

/** The whole key, for a config that has none. */
function blockOf(servers: readonly ServerPlan[], hook: boolean): object {
  const declared = servers.flatMap((server) =>
    'trouble' in server || server.entries.length === 0
      ? []
      : [[server.id, { tools: toolsOf(server) }] as const],
  )
  return { mode: 'ask', ...(hook && { promptHook: true }), servers: Object.fromEntries(declared) }
}

function toolsOf({ entries }: Sorted): object {
  return Object.fromEntries(entries.map(({ pattern, policy }) => [pattern, policy]))
}

function addMissing(before: string, own: unknown, servers: readonly ServerPlan[], hook: boolean): string {
  let text = before
  for (const server of servers) {
    if ('trouble' in server) continue
    for (const { pattern, policy } of server.entries) {
      text = addProperty(text, ['sallyport', 'servers', server.id, 'tools'], pattern, policy)
    }
  }
  const known = isRecord(own) && own.promptHook !== undefined
  return hook && !known ? addProperty(text, ['sallyport'], 'promptHook', true) : text
}

/** What is proposed must be what the gateway takes; else it is our fault, and nothing is written. */
function readBack(file: string, text: string): Settings {
  const { mcpServers, servers, sallyport } = parseConfigText(file, text, '')
  const entries = mcpServers ?? servers
  return readSettings(file, sallyport, isRecord(entries) ? Object.keys(entries) : [])
}

function keptOf(own: unknown, hook: boolean): string[] {
  if (!isRecord(own)) return []
  const { mode, promptHook } = own
  const said = [
    mode === undefined
      ? "no mode is set, so the gateway only observes; set 'mode' to 'ask' when you are ready"
      : `mode '${String(mode)}'`,
  ]
  if (hook && promptHook !== undefined) said.push(`promptHook ${String(promptHook)}`)
  return said
}

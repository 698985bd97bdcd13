// All tools of all upstreams under their shown names: what a gate is made of, and what clients see listed.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { DefinitionError } from '../../base/options.js'
import { INSPECTOR } from '../../handles/look/inspector.js'
import type { RawTool } from '../../mcp/definitions.js'
import { NAME_LIMIT, nameTools } from '../../mcp/tools/names.js'
import { policyFor } from '../../mcp/tools/policy.js'
import { declareUpstreamTool, type ShownTool } from '../../mcp/tools/tools.js'
import { matches } from '../../text/glob.js'
import type { Limits } from '../../tool/limits.js'
import type { ServerConfig } from '../config/entries.js'
import type { Upstream } from './upstream.js'

/** The shown tools, by shown name, in order of the config. */
export type Roster = ReadonlyMap<string, ShownTool>

/** A server of the config and its upstream. */
export interface Served {
  readonly config: ServerConfig
  readonly upstream: Upstream
}

/**
 * Makes the roster. What the operator denies is not in it at all, so that a withheld tool and one that isn't
 * there are the same thing to a caller.
 *
 * @param before The roster so far; declarations that stay the same are kept.
 * @param broken Tools whose schema turned out to be unusable.
 * @param aside Told of a tool that can't be declared; the others work.
 */
export function makeRoster(
  served: readonly Served[],
  before: Roster,
  broken: ReadonlySet<RawTool>,
  aside: (server: string, reason: string) => void,
): Roster {
  const offers = served.flatMap(({ config, upstream }) =>
    upstream.tools.map((raw) => ({ config, upstream, raw })),
  )
  const origins = offers.map(({ upstream, raw }) => ({ server: upstream.id, tool: raw.name }))
  const names = new Map(
    [...nameTools(origins, NAME_LIMIT, [INSPECTOR])].map(([name, { server, tool }]) => [
      keyOf(server, tool),
      name,
    ]),
  )
  const roster = new Map<string, ShownTool>()
  let size = 0
  for (const { config, upstream, raw } of offers) {
    const name = names.get(keyOf(upstream.id, raw.name)) as string
    const policy = policyFor(raw.name, config.rules)
    if (policy.deny || broken.has(raw)) continue
    if (size + raw.size > LARGEST_ROSTER) {
      aside(upstream.id, `set aside: tool '${raw.name}', since all tools together are longer than 8 MiB`)
      continue
    }
    size += raw.size
    const known = before.get(name)
    try {
      const shown =
        known?.raw === raw ? known : declareUpstreamTool(name, raw, upstream, policy, limitsOf(config))
      roster.set(name, shown)
    } catch (error) {
      // Whatever it is: one definition must not take the tools of all servers with it.
      const reason = error instanceof DefinitionError ? error.message : `tool '${raw.name}' can't be declared`
      aside(upstream.id, `set aside: ${reason}`)
    }
  }
  return roster
}

/**
 * Compiles the schemas of a roster, one a turn of the event loop: together they would hold up the start, and
 * left to the first call they would hold up that.
 *
 * @param broken Told of each that can't be used.
 */
export async function compileSchemas(
  roster: Roster,
  broken: (tool: ShownTool, reason: string) => void,
): Promise<void> {
  for (const shown of roster.values()) {
    await nextTurn()
    const reason = shown.tool.schema.input.defect()
    if (reason !== undefined) broken(shown, reason)
  }
}

/** Characters. The official client takes 10 MiB in a line, and ends the connection at more. */
const LARGEST_ROSTER = 8 * 1024 * 1024

/** Patterns of the config that no tool of the server has, so that a misspelt `deny` is not taken for one. */
export function idlePatterns({ rules }: ServerConfig, tools: readonly RawTool[]): string[] {
  return rules
    .map(({ pattern }) => pattern)
    .filter((pattern) => !tools.some(({ name }) => matches(pattern, name)))
}

function limitsOf({ timeoutMs, limits }: ServerConfig): Partial<Limits> {
  return { ...(timeoutMs !== undefined && { timeoutMs }), ...limits }
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool])
}

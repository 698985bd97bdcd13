// What `blockedTools` names, and whether a tool is among it. A block that misses its tool is worse than none, so
// names are compared without case and separators, and what can block nothing is refused.

import { foldName } from '../../base/names.js'
import { DefinitionError } from '../../base/options.js'
import { isRecord } from '../../json/json.js'
import type { Tool } from '../../tool/tool.js'

/**
 * One thing to block: a tool object, a name (`Execute-Code` blocks `execute_code`), or a pattern of names or of
 * `<upstream>/<tool>` in which `*` stands for any characters (`shell/*`).
 */
export type BlockedTool = string | Tool

/** What the option takes. One entry alone counts as a list of one. */
export type BlockedTools = BlockedTool | readonly BlockedTool[]

/** One entry, compiled. */
export interface Blocked {
  /** As it was written: the name, for a tool object. */
  readonly shown: string
  /** Distinguishes entries: two with one key block the same. */
  readonly key: string | object
  matches(tool: Tool): boolean
}

/**
 * Reads the option. A copy is made: what becomes of the caller's list later has no effect.
 *
 * @throws DefinitionError for `null`, an empty text, and anything but names, patterns and tools.
 */
export function compileBlocked(given: BlockedTools | undefined, what: string): readonly Blocked[] {
  if (given === undefined) return []
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given]
  return Object.freeze(entries.map((entry) => Object.freeze(compile(entry, what))))
}

/** Whether a tool is blocked. */
export function isBlocked(blocked: readonly Blocked[], tool: Tool): boolean {
  return blocked.some((entry) => entry.matches(tool))
}

/** Whether two lists block the same. */
export function isSameBlocked(a: readonly Blocked[], b: readonly Blocked[]): boolean {
  const keys = new Set(a.map(({ key }) => key))
  return keys.size === new Set(b.map(({ key }) => key)).size && b.every(({ key }) => keys.has(key))
}

function compile(entry: unknown, what: string): Blocked {
  if (typeof entry === 'string') {
    if (/[*/]/.test(entry)) return compilePattern(entry, what)
    const folded = foldName(entry)
    if (folded === '')
      throw new DefinitionError(`${what}: blockedTools: '${entry}' can't be the name of a tool.`)
    return { shown: entry, key: folded, matches: ({ name }) => foldName(name) === folded }
  }
  if (isRecord(entry) && isRecord(entry.declaration) && typeof entry.name === 'string') {
    const { name, declaration } = entry
    return { shown: name, key: declaration, matches: (tool) => tool.declaration === declaration }
  }
  const shown = entry === null ? 'null' : typeof entry
  throw new DefinitionError(
    `${what}: blockedTools: ${shown} blocks nothing. Give names, patterns such as 'shell/*', or tools made by tool(); leave the key out to block none.`,
  )
}

/** Separators count in a pattern, all as one: `exec_*` must not block `executive_summary`. */
function compilePattern(pattern: string, what: string): Blocked {
  const folded = foldPattern(pattern)
  if (folded.replaceAll(/[/_]/g, '') === '') {
    throw new DefinitionError(`${what}: blockedTools: '${pattern}' can't match a tool.`)
  }
  const parts = folded.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const regex = new RegExp(`^${parts.join('.*')}$`, 'su')
  return {
    shown: pattern,
    key: folded,
    matches: ({ name, upstream }) =>
      regex.test(foldPattern(name)) ||
      (upstream !== undefined && regex.test(foldPattern(`${upstream.id}/${upstream.tool}`))),
  }
}

function foldPattern(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._-]+/g, '_')
}

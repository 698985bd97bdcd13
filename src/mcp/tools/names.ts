// The names under which tools of upstreams are shown: `<server>_<tool>`, one to one. What a call is judged on
// is (upstream, original tool); a shown name is only the way there.

import { createHash } from 'node:crypto'
import { foldName } from '../../base/names.js'

/** A tool by its origin. */
export interface ToolOrigin {
  /** The id of the server in the config. */
  readonly server: string
  /** The name that the server gave it. */
  readonly tool: string
}

/** The longest name that providers take. */
export const NAME_LIMIT = 64

/**
 * Gives each tool one shown name. The same set gives the same names in any order; no two share one, also after
 * case and separators are folded, because a model mixes those up.
 *
 * A name that needs mending (foreign characters, too long, wanted twice) ends in a hash of its origin.
 *
 * @param reserved Names that are given already: no tool gets one, nor one that only case or separators tell apart.
 * @example
 * nameTools([{ server: 'fs', tool: 'read_file' }])  // Map { 'fs_read_file' => { server: 'fs', ... } }
 */
export function nameTools(
  origins: readonly ToolOrigin[],
  limit = NAME_LIMIT,
  reserved: readonly string[] = [],
): Map<string, ToolOrigin> {
  const prefixes = prefixServers(origins)
  const plain = groupBy(origins, (origin) => foldName(plainName(origin, prefixes)))
  const named = new Map<string, ToolOrigin>()
  const taken = new Set(reserved.map(foldName))
  const hashed: ToolOrigin[] = []
  for (const group of plain.values()) {
    const [only] = group
    const name = only && plainName(only, prefixes)
    const isPlain = name !== undefined && name.length <= limit && !taken.has(foldName(name))
    if (group.length === 1 && only && isPlain && PLAIN_TOOL.test(only.tool)) {
      named.set(name, only)
      taken.add(foldName(name))
    } else hashed.push(...group)
  }
  for (const origin of hashed.sort(byOrigin)) {
    const name = hashedName(origin, plainName(origin, prefixes), limit, taken)
    named.set(name, origin)
    taken.add(foldName(name))
  }
  return named
}

const PLAIN_TOOL = /^[a-zA-Z0-9_-]+$/
const PREFIX_LIMIT = 24

/**
 * The part of a name that stands for a server. It never holds `_`, so the first `_` of a shown name always ends
 * it: server `a` with tool `b_c` and server `a_b` with tool `c` can't meet.
 */
function prefixServers(origins: readonly ToolOrigin[]): Map<string, string> {
  const ids = [...new Set(origins.map(({ server }) => server))]
  const prefixes = new Map<string, string>()
  for (const group of groupBy(ids, (id) => foldName(slug(id))).values()) {
    for (const id of group) {
      const short = slug(id)
      const plain = group.length === 1 && short.length <= PREFIX_LIMIT && short !== 'x'
      prefixes.set(id, plain ? short : `${short.slice(0, PREFIX_LIMIT - 7)}-${digest(id, 6)}`)
    }
  }
  return prefixes
}

function slug(id: string): string {
  const words = id.replaceAll(/[^a-zA-Z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return /^[a-zA-Z]/.test(words) ? words : `x${words}`
}

function plainName({ server, tool }: ToolOrigin, prefixes: ReadonlyMap<string, string>): string {
  return `${prefixes.get(server)}_${tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`
}

/** Longer hashes are tried until the name is free; 24 bits are enough but for an upstream that hunts for one. */
function hashedName(origin: ToolOrigin, plain: string, limit: number, taken: ReadonlySet<string>): string {
  const key = JSON.stringify([origin.server, origin.tool])
  for (let length = 6; ; length += 2) {
    const name = `${plain.slice(0, limit - length - 1)}_${digest(key, length)}`
    if (!taken.has(foldName(name))) return name
  }
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}

function byOrigin(a: ToolOrigin, b: ToolOrigin): number {
  return a.server === b.server ? compare(a.tool, b.tool) : compare(a.server, b.server)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

// From proposals, tool by tool, to the entries of a config: a pattern where several tools agree, and nothing for
// a tool of which the config says something already.

import { isPrototypeName } from '../base/names.js'
import { onOneLine } from '../gateway/console/console.js'
import type { Proposal } from '../lint/propose/index.js'
import type { ToolRule } from '../mcp/tools/policy.js'
import { matches } from '../text/glob.js'

/** One entry of `sallyport.servers.<id>.tools`. */
interface ConfigEntry {
  readonly pattern: string
  readonly policy: Proposal['policy']
}

/** What is added, and what is not. */
export interface Sorted {
  readonly entries: readonly ConfigEntry[]
  /** What the new entries are for. */
  readonly added: readonly Proposal[]
  /** Names of tools of which the config says something already. */
  readonly kept: readonly string[]
  /** Names that no entry can stand for. */
  readonly unnamable: readonly string[]
}

/** Sorts the proposals of one server by what its config says already. */
export function sortProposals(proposals: readonly Proposal[], rules: readonly ToolRule[]): Sorted {
  const named = proposals.filter(({ name }) => canName(name))
  const kept = named.filter(({ name }) => rules.some((rule) => speaksOf(rule, name)))
  const added = named.filter((proposal) => !kept.includes(proposal))
  const all = proposals.map(({ name }) => name)
  return {
    entries: entriesOf(added, all, new Set(rules.map(({ pattern }) => pattern))),
    added,
    kept: kept.map(({ name }) => name),
    unnamable: all.filter((name) => !canName(name)),
  }
}

/** A `*` in the name of a tool would be a pattern for others; `__proto__` is no key. */
function canName(name: string): boolean {
  return !name.includes('*') && !isPrototypeName(name) && onOneLine(name) === name
}

/** A pattern that only sets limits leaves open what a tool does. */
function speaksOf(rule: ToolRule, name: string): boolean {
  if (rule.pattern === name) return true
  const { pattern, limits: _limits, views: _views, ...said } = rule
  return matches(pattern, name) && Object.keys(said).length > 0
}

/** @param taken Patterns that the config has; a key that is written twice is no config. */
function entriesOf(
  added: readonly Proposal[],
  all: readonly string[],
  taken: ReadonlySet<string>,
): ConfigEntry[] {
  const groups = new Map<string, Proposal[]>()
  for (const proposal of added) {
    const [first = ''] = /^[^_-]+[_-]/.exec(proposal.name) ?? []
    const key = JSON.stringify([first, proposal.policy])
    groups.set(key, [...(groups.get(key) ?? []), proposal])
  }
  return [...groups].flatMap(([key, alike]): ConfigEntry[] => {
    const [first] = JSON.parse(key) as [string]
    const pattern = `${first}*`
    const own = new Set(alike.map(({ name }) => name))
    const isTheirs =
      first !== '' && !taken.has(pattern) && all.every((name) => own.has(name) || !matches(pattern, name))
    if (isTheirs && alike.length > 1) return [{ pattern, policy: (alike[0] as Proposal).policy }]
    return alike.map(({ name, policy }) => ({ pattern: name, policy }))
  })
}

// Which tools a session may call, by identity of the declaration. A name proves nothing: two tools may share
// one on different gates, and a look-alike must not inherit a right.

import { createHash } from 'node:crypto'
import { nearName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import { canonicalJson } from '../json/canonical-json.js'
import { plainJson } from '../json/plain-json.js'
import type { Principal } from '../tool/context.js'
import type { Tool } from '../tool/tool.js'

/** A set of declarations. */
export type Grant = ReadonlySet<object>

/** The tools of a gate by name. A Map, so that `__proto__` is just a name that isn't there. */
export type ToolTable = ReadonlyMap<string, Tool>

/**
 * Makes a grant out of tools or names; without either, all tools of the gate.
 *
 * @throws DefinitionError for a tool that is not the gate's own.
 */
export function grantOf(table: ToolTable, wanted?: readonly (string | Tool)[]): Grant {
  if (wanted === undefined) return new Set([...table.values()].map((tool) => tool.declaration))
  if (!Array.isArray(wanted)) {
    throw new DefinitionError('gate.session(): grant must be a list of tools or of their names.')
  }
  return new Set(wanted.map((entry) => find(table, entry, 'grant').declaration))
}

/**
 * The names of the tools that a program was told to use.
 *
 * @throws DefinitionError for a tool that is not the gate's own.
 */
export function namesOf(table: ToolTable, task: readonly (string | Tool)[] = []): ReadonlySet<string> {
  return new Set(task.map((entry) => find(table, entry, 'task').name))
}

function find(table: ToolTable, entry: string | Tool, option: 'grant' | 'task'): Tool {
  const name = typeof entry === 'string' ? entry : entry?.name
  const tool = table.get(name)
  if (!tool) {
    const near = nearName(String(name), table.keys())
    throw new DefinitionError(
      `gate.session(): ${option} names '${String(name)}', which is no tool of this gate.${near ? ` Did you mean '${near}'?` : ''}`,
    )
  }
  if (typeof entry !== 'string' && entry.declaration !== tool.declaration) {
    throw new DefinitionError(
      `gate.session(): ${option} holds a tool that is named '${name}' and is not this gate's '${name}'. Pass the declaration that the gate was made with.`,
    )
  }
  return tool
}

/** What two views of one session must share to share an outcome: grant, groups and claims, as one text. */
export function rightsOf(
  table: ToolTable,
  grant: Grant,
  { groups, claims }: Principal,
  fallback: string,
): string {
  const names = [...table.values()].filter((tool) => grant.has(tool.declaration)).map(({ name }) => name)
  const known = plainJson(
    { names, groups: [...groups].sort(), claims },
    { depth: 16, members: 10_000, bytes: 1024 * 1024 },
  )
  // Claims without a JSON form are like no others.
  if ('rule' in known) return fallback
  return createHash('sha256').update(canonicalJson(known.value)).digest('base64url')
}

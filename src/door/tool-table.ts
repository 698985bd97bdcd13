// The tools of a gate in a table, and what must not stand there together. Checked once, when the gate is made.

import { foldName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import type { ToolTable } from '../session/grant.js'
import type { Tool } from '../tool/tool.js'
import { mayShare } from '../tool/toolset.js'

/**
 * The tools of a gate by name.
 *
 * @param hasCan Whether somebody answers permissions that tools name as a text.
 * @throws DefinitionError for a tool that is none, stands there twice, has the name of another, or that nothing runs.
 */
export function tabulate(tools: readonly Tool[], hasCan: boolean): ToolTable {
  const table = new Map<string, Tool>()
  const folded = new Map<string, string>()
  const declarations = new Map<object, string>()
  const claimed = new Map<object, Map<string, Tool>>()
  for (const tool of tools) {
    if (!tool?.schema || !Object.isFrozen(tool)) {
      throw new DefinitionError('createGate(): tools holds something that tool() did not make.')
    }
    if (declarations.has(tool.declaration)) {
      throw new DefinitionError(
        `createGate(): tool '${tool.name}' is given twice. One gate binds a declaration once.`,
      )
    }
    const other = folded.get(foldName(tool.name))
    if (other !== undefined) {
      throw new DefinitionError(
        `createGate(): the names '${other}' and '${tool.name}' are the same without case and separators, so a model would mix them up. Rename one.`,
      )
    }
    if (!tool.run) {
      throw new DefinitionError(
        `createGate(): nothing runs tool '${tool.name}'. Give it run, or bind it with toolset(host, [...]).`,
      )
    }
    if (typeof tool.permission === 'string' && !hasCan) {
      throw new DefinitionError(
        `createGate(): tool '${tool.name}' wants the permission '${tool.permission}', and nobody answers it. Add can: (permission, principal) => boolean.`,
      )
    }
    if (tool.binding) claim(claimed, tool.binding, tool)
    declarations.set(tool.declaration, tool.name)
    folded.set(foldName(tool.name), tool.name)
    table.set(tool.name, tool)
  }
  return table
}

/** Two toolsets of one host object may not reach the same method by accident either. */
function claim(
  claimed: Map<object, Map<string, Tool>>,
  { host, method }: NonNullable<Tool['binding']>,
  tool: Tool,
): void {
  const methods = claimed.get(host) ?? new Map<string, Tool>()
  const other = methods.get(method)
  if (other && !mayShare(other, tool)) {
    throw new DefinitionError(
      `createGate(): the method '${method}' of one host object is claimed by '${other.name}' and '${tool.name}'. Give each tool its own, or let both say handler: '${method}' and tell them apart by ctx.tool.`,
    )
  }
  claimed.set(host, methods.set(method, tool))
}

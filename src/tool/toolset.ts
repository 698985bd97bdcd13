// Binds tools to the methods of a host object. Which method runs a tool is settled here, once; a call can't
// name one.

import { DefinitionError } from '../base/options.js'
import type { Tool } from './tool.js'

/**
 * Binds each tool to the method of `host` that its `handler` names; without a handler, to the method named
 * like the tool; without that, to its own `run`.
 *
 * @returns the bound tools, for `createGate({ tools: [...] })`.
 * Several tools may name one `handler`: the method tells them apart by `ctx.tool`, the declared name.
 *
 * @throws DefinitionError when a method is missing, inherited from `Object.prototype`, a getter, or claimed
 *   by two tools that don't both name it as their `handler`.
 * @example
 * const gate = createGate({ tools: [...toolset(desk, [openTicket, closeTicket]), search] })
 */
export function toolset(host: object, tools: readonly Tool[]): readonly Tool[] {
  if ((typeof host !== 'object' && typeof host !== 'function') || host === null) {
    throw new DefinitionError('toolset(): the first argument is the host object whose methods run the tools.')
  }
  if (!Array.isArray(tools) || tools.some((tool) => !tool?.schema || !Object.isFrozen(tool))) {
    throw new DefinitionError('toolset(): the second argument is a list of tools, each made by tool().')
  }
  const claimed = new Map<string, Tool>()
  return Object.freeze(tools.map((tool) => bind(host, tool, claimed)))
}

function bind(host: object, tool: Tool, claimed: Map<string, Tool>): Tool {
  if (tool.declaration !== tool) {
    throw new DefinitionError(
      `toolset(): tool '${tool.name}' is bound already. Bind its declaration instead.`,
    )
  }
  const methodName = tool.handler ?? tool.name
  const method = findMethod(host, methodName, tool)
  if (!method) {
    if (tool.handler === undefined && tool.run) return tool
    throw new DefinitionError(
      `toolset(): tool '${tool.name}' wants the method '${methodName}', and the host object has none. Add the method, or name another with handler.`,
    )
  }
  const other = claimed.get(methodName)
  if (other && !mayShare(other, tool)) {
    throw new DefinitionError(
      `toolset(): the method '${methodName}' is claimed by '${other.name}' and '${tool.name}'. Give each tool its own, or let both say handler: '${methodName}' and tell them apart by ctx.tool.`,
    )
  }
  claimed.set(methodName, tool)
  return Object.freeze({
    ...tool,
    binding: Object.freeze({ host, method: methodName }),
    run: (input: unknown, ctx: unknown) => method.call(host, input, ctx),
  })
}

/** Whether two tools may be run by one method: only where both were declared so, and it reads `ctx.tool`. */
export function mayShare(one: Tool, other: Tool): boolean {
  return one.handler !== undefined && other.handler !== undefined
}

/** Looks a method up along the prototype chain, without running a getter, and never on Object.prototype. */
function findMethod(host: object, name: string, tool: Tool): ((...args: unknown[]) => unknown) | undefined {
  for (let at: object | null = host; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    const property = Object.getOwnPropertyDescriptor(at, name)
    if (!property) continue
    if (property.get || property.set) {
      throw new DefinitionError(
        `toolset(): '${name}' of the host object is a getter, so tool '${tool.name}' could change hands with each call. Make it a method.`,
      )
    }
    if (typeof property.value === 'function' && at !== Function.prototype) return property.value
    if (tool.handler === undefined) return undefined
    throw new DefinitionError(
      `toolset(): tool '${tool.name}' wants the method '${name}', and it is no method of the host object.`,
    )
  }
  return undefined
}

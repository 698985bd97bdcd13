// Blocks that match no tool behind their edge: mostly misspelt, and worse than none.

import { nearName } from '../../base/names.js'
import type { Tool } from '../../tool/tool.js'
import type { Blocked } from './blocked.js'
import { type Agent, reachable } from './graph.js'

/** A line for each entry of `blockedTools`, of the policy and of the edges of these agents, that blocks nothing. */
export function idleBlocks(
  root: Agent,
  policy: { readonly blocked: readonly Blocked[] },
  agents: Iterable<Agent>,
): readonly string[] {
  const known = new Map<Agent, readonly Tool[]>()
  const toolsFrom = (agent: Agent) => {
    const tools = known.get(agent) ?? [...reachable(agent).keys()].flatMap(allTools)
    known.set(agent, tools)
    return tools
  }
  const idle = (blocked: readonly Blocked[], from: Agent, who: string) =>
    blocked
      .filter((entry) => !toolsFrom(from).some((tool) => entry.matches(tool)))
      .map(({ shown }) => `${who} blocks '${shown}', ${why(shown, from, toolsFrom(from))}`)
  return [
    ...idle(policy.blocked, root, 'The policy'),
    ...[...agents].flatMap((agent) =>
      agent.handoffs.flatMap(({ blocked, target }) =>
        idle(blocked, target, `${agent.name} -> ${target.name}`),
      ),
    ),
  ]
}

function why(shown: string, from: Agent, tools: readonly Tool[]): string {
  if (shown.includes('/') && !tools.some(({ upstream }) => upstream)) {
    return `a pattern for tools of an upstream server, and no agent from ${from.name} on has any. Write names, or a pattern of names such as 'shell_*'.`
  }
  const near = nearName(
    shown,
    tools.map(({ name }) => name),
  )
  return `which no agent from ${from.name} on has.${near ? ` Is '${near}' meant?` : ''}`
}

function allTools({ tools, delegates }: Agent): readonly Tool[] {
  return [...tools, ...delegates]
}

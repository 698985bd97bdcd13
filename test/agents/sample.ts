// Tools for the tests of agents: a name and what differs.

import { z } from 'zod'
import { type RunPolicyOptions, rootHeld, runPolicy } from '../../src/agents/graph/grant.js'
import type { Agent } from '../../src/agents/graph/graph.js'
import { type Tool, type ToolOptions, tool } from '../../src/index.js'
import { foreignTool } from '../../src/tool/foreign.js'

type Differing = Partial<ToolOptions<{ readonly to?: string | undefined }, unknown, { done: boolean }>>

/** A tool that reads, or what the options make of it. */
export function sample(name: string, differing: Differing = {}): Tool {
  return tool({
    name,
    description: `Does ${name}.`,
    useWhen: 'asked to',
    input: z.object({ to: z.string().optional() }),
    effect: 'read',
    run: () => ({ done: true }),
    ...differing,
  }) as Tool
}

/** A tool of an MCP server. */
export function foreign(upstream: string, name: string): Tool {
  return foreignTool({
    name: `${upstream}_${name}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_'),
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    effect: 'read',
    upstream: { id: upstream, tool: name },
    run: () => ({ done: true }),
  })
}

/** What an agent holds as the root of a run. */
export function held(agent: Agent, policy: RunPolicyOptions = {}, session?: readonly Tool[]) {
  const ceiling = session && new Set(session.map(({ declaration }) => declaration))
  return rootHeld(agent, ceiling, runPolicy(policy)).held
}

// What an agent holds at one point of a chain, and what a hop gives on. By identity of the declaration, never by
// name. Pure: the runner, the report and explain all ask here, so that none of them can differ.

import { z } from 'zod'
import { foldName } from '../../base/names.js'
import { parseOptions } from '../../base/options.js'
import type { Grant } from '../../session/grant.js'
import type { Tool } from '../../tool/tool.js'
import { type Blocked, type BlockedTools, compileBlocked, isBlocked } from './blocked.js'
import type { Agent, Handoff, ToolPolicyMode } from './graph.js'

/** The policy of a run: it holds for every hop, and no edge can loosen it. */
export interface RunPolicyOptions {
  /**
   * Whose passthrough edges may give their target what the source was not granted: everybody's (`true`), nobody's
   * (`false`), or by default those of the agent that the run began with, so that nobody exceeds what it lets out.
   */
  readonly passthrough?: boolean
  /** Tools that no agent of the run gets. */
  readonly blockedTools?: BlockedTools
}

/** A compiled policy. */
export interface RunPolicy {
  readonly passthrough: Passthrough
  readonly blocked: readonly Blocked[]
}

/** Whose passthrough edges count as such. */
type Passthrough = 'all' | 'root' | 'none'

/** What an agent holds. Made by {@link rootHeld} and {@link hop}; never changed. */
export interface Held {
  readonly agent: Agent
  /** What it may call. */
  readonly tools: Grant
  /** What it may pass on: its tools and what it delegates. The power that only shrinks. */
  readonly passable: ReadonlyMap<object, Tool>
  /** The session's own grant, above which no edge leads. Undefined: not known, as in a report. */
  readonly ceiling: Grant | undefined
  /** In force from here on. */
  readonly blocked: readonly Blocked[]
  /** Whose passthrough edges the policy of the run allows. */
  readonly passthrough: Passthrough
  /** Whether the run began with this agent. */
  readonly isRoot: boolean
}

/** Why a tool of an agent is withheld. */
export type Why =
  | 'blocked'
  | 'not in the session'
  | 'name clash'
  | 'passthrough refused by the root policy'
  | 'passthrough of an agent that is not the root'
  | `not held by ${string}`

/** A tool of an agent that it doesn't get. */
export interface Withheld {
  readonly tool: string
  readonly why: Why
}

/** What a hop came to. Names are sorted, so that records and reports are stable. */
export interface Hop {
  readonly held: Held
  /** How the grant was made. A refused passthrough is an `intersect`. */
  readonly mode: ToolPolicyMode
  readonly granted: readonly string[]
  readonly withheld: readonly Withheld[]
  /** Tools of the target that share only a name with a tool that the source may pass on. */
  readonly clashes: readonly string[]
}

/**
 * Reads the policy of a run.
 *
 * @throws DefinitionError for unknown keys and what can block nothing.
 */
export function runPolicy(options: RunPolicyOptions = {}, what = 'policy'): RunPolicy {
  const given = parseOptions(policySchema, options, what)
  return Object.freeze({
    passthrough: given.passthrough === undefined ? 'root' : given.passthrough ? 'all' : 'none',
    blocked: compileBlocked(given.blockedTools as BlockedTools | undefined, what),
  })
}

/**
 * What the first agent of a run holds: its own tools that are in the session's grant and not blocked.
 *
 * @param ceiling The session's grant. Undefined: no session, as in a report.
 */
export function rootHeld(agent: Agent, ceiling: Grant | undefined, policy: RunPolicy): Hop {
  return take(agent, 'passthrough', { ceiling, ...policy, isRoot: true }, () => undefined)
}

/**
 * What the target of an edge holds when `held.agent` hands to it. A hop from A to B and back gives A what B may
 * pass on, not what A had.
 */
export function hop(held: Held, edge: Handoff): Hop {
  const blocked = edge.blocked.length > 0 ? Object.freeze([...held.blocked, ...edge.blocked]) : held.blocked
  const { ceiling, passthrough, passable } = held
  const mode = edge.mode === 'passthrough' && passesThrough(held) ? 'passthrough' : 'intersect'
  let names: ReadonlySet<string> | undefined
  const isClash = (tool: Tool) => {
    if (passable.has(tool.declaration)) return false
    names ??= new Set([...passable.values()].map(({ name }) => foldName(name)))
    return names.has(foldName(tool.name))
  }
  const clashes = edge.target.tools.filter(isClash).map(({ name }) => name)
  const lacks = (tool: Tool): Why | undefined => {
    if (mode === 'passthrough' || passable.has(tool.declaration)) return undefined
    if (isClash(tool)) return 'name clash'
    if (edge.mode === 'passthrough') {
      return passthrough === 'none'
        ? 'passthrough refused by the root policy'
        : 'passthrough of an agent that is not the root'
    }
    return `not held by ${held.agent.name}`
  }
  const bounds = { ceiling, passthrough, blocked, isRoot: false }
  return { ...take(edge.target, mode, bounds, lacks), clashes: clashes.sort() }
}

/** Whether a passthrough edge of this agent counts as one. */
function passesThrough({ passthrough, isRoot }: Held): boolean {
  return passthrough === 'all' || (passthrough === 'root' && isRoot)
}

const policySchema = z.strictObject({
  passthrough: z.boolean().optional(),
  // Read by compileBlocked, which says what is wrong with an entry.
  blockedTools: z.unknown().optional(),
})

function take(
  agent: Agent,
  mode: ToolPolicyMode,
  bounds: Pick<Held, 'ceiling' | 'passthrough' | 'blocked' | 'isRoot'>,
  lacks: (tool: Tool) => Why | undefined,
): Hop {
  const { ceiling, blocked } = bounds
  const why = (tool: Tool): Why | undefined => {
    if (isBlocked(blocked, tool)) return 'blocked'
    if (ceiling && !ceiling.has(tool.declaration)) return 'not in the session'
    return lacks(tool)
  }
  const tools = new Set<object>()
  const passable = new Map<object, Tool>()
  const granted: string[] = []
  const withheld: Withheld[] = []
  for (const tool of agent.tools) {
    const reason = why(tool)
    if (reason === undefined) {
      tools.add(tool.declaration)
      passable.set(tool.declaration, tool)
      granted.push(tool.name)
    } else {
      withheld.push({ tool: tool.name, why: reason })
    }
  }
  for (const tool of agent.delegates) if (why(tool) === undefined) passable.set(tool.declaration, tool)
  return {
    held: Object.freeze({ agent, tools, passable, ...bounds }),
    mode,
    granted: granted.sort(),
    withheld: withheld.sort((a, b) => (a.tool < b.tool ? -1 : 1)),
    clashes: [],
  }
}

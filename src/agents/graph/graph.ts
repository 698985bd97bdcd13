// Agents and the edges between them, as plain frozen data. What a run does with them is the runner's business.

import { isRecord, type Json } from '../../json/json.js'
import type { CompiledSchema } from '../../json/schema/schema.js'
import type { Principal } from '../../tool/context.js'
import type { Failure } from '../../tool/outcome.js'
import type { Tool } from '../../tool/tool.js'
import type { Blocked } from './blocked.js'

/** What instructions may be made from. */
export interface InstructionContext {
  readonly principal: Principal
  /** Names of the agents that led here, this one last. */
  readonly path: readonly string[]
}

/** What an agent is told. A function runs once each time the agent starts. */
export type Instructions = string | ((context: InstructionContext) => string | Promise<string>)

/** An agent: what it is told, which tools it has, whom it may hand to. Frozen; made by `agent()`. */
export interface Agent {
  readonly kind: 'agent'
  readonly name: string
  /** What it is for: shown to agents that may hand to it. */
  readonly description?: string
  readonly instructions: Instructions
  readonly tools: readonly Tool[]
  /** Tools that it may pass on without calling them itself. */
  readonly delegates: readonly Tool[]
  /** Whether its instructions begin with whom it may hand to. */
  readonly listTargets: boolean
  /** The only agents that it may hand to. Where they were given as a function, reading this calls it, once. */
  readonly handoffs: readonly Handoff[]
  /** What its own edges withhold, a line an edge: `Triage -> Automation grants 1 of 2 tools; ...` */
  readonly report: readonly string[]
}

/** How the grant of a hop is made. */
export type ToolPolicyMode = 'intersect' | 'passthrough'

/** How much of the conversation travels. */
export type ContextPolicy = 'full' | 'summary' | 'last' | 'none'

/** One message of a conversation, as the provider specification of the AI SDK writes it. Never a system prompt. */
export interface HandoffMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: unknown
}

/**
 * Drops or redacts messages. What it returns is what travels; labels stay, whatever it does. A text that it adds is
 * marked as the developer's, whatever role it was given; a call or a result that it adds denies the handoff.
 */
export type HandoffFilter = (
  messages: readonly HandoffMessage[],
) => readonly HandoffMessage[] | Promise<readonly HandoffMessage[]>

/** What the functions of an edge are told of a handoff. */
export interface HandoffFacts {
  readonly source: string
  readonly target: string
  /** Names of the agents so far, the source last. */
  readonly path: readonly string[]
  readonly principal: Principal
  /** Names of the tools that the target would get, sorted. */
  readonly tools: readonly string[]
  /** What the source says to the target, where the edge declares an `input`. A model wrote it. */
  readonly input?: Json
}

/** An edge: to whom, and on which terms. Frozen; made by `handoff()`. */
export interface Handoff {
  readonly kind: 'handoff'
  /** Whether the target's answer comes back to the source, which goes on: an agent used as a tool. */
  readonly returns: boolean
  readonly target: Agent
  /** The name of the transfer tool that the model sees. */
  readonly toolName: string
  readonly description: string
  readonly input?: CompiledSchema
  readonly context: ContextPolicy
  /** How many messages `last` takes, a call and its results as one; 0 means none. */
  readonly n?: number
  /** In order. */
  readonly filters: readonly HandoffFilter[]
  readonly when?: (facts: HandoffFacts) => boolean | Promise<boolean>
  readonly onHandoff?: (facts: HandoffFacts) => void | Promise<void>
  readonly guard?: (facts: HandoffFacts) => boolean | Promise<boolean>
  readonly onComplete?: (facts: HandoffFacts, answer: string) => void | Promise<void>
  readonly onError?: (facts: HandoffFacts, error: Failure) => void | Promise<void>
  readonly maxDepth: number
  readonly detectCycles: boolean
  readonly timeoutMs: number
  readonly maxConcurrent: number
  readonly processConcurrent?: number
  readonly mode: ToolPolicyMode
  readonly blocked: readonly Blocked[]
}

/** All that can be reached, the agent itself included, each with a number, in the order in which they are found. */
export function reachable(root: Agent): ReadonlyMap<Agent, number> {
  const found = new Map([[root, 0]])
  // A map that grows while it is walked is walked to its end.
  for (const [agent] of found) {
    for (const { target } of agent.handoffs) if (!found.has(target)) found.set(target, found.size)
  }
  return found
}

/** By shape: a command may look at a module that has its own copy of the library. */
export function isAgent(value: unknown): value is Agent {
  return (
    isRecord(value) &&
    value.kind === 'agent' &&
    typeof value.name === 'string' &&
    Array.isArray(value.tools) &&
    Array.isArray(value.delegates) &&
    Object.isFrozen(value)
  )
}

/** By shape, as {@link isAgent}. */
export function isHandoff(value: unknown): value is Handoff {
  return isRecord(value) && value.kind === 'handoff' && isAgent(value.target) && Object.isFrozen(value)
}

/** Whether a value is a tool, by shape. */
export function isTool(value: unknown): value is Tool {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.digest === 'string' &&
    isRecord(value.declaration) &&
    Object.isFrozen(value)
  )
}

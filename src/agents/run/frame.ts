// One agent at work in a run, and what all agents of a run share. The frame is what a stored run is made of; nothing
// of it is ever kept on an agent, so that any number of runs can share one.

import { newId } from '../../base/ids.js'
import { narrowed, type Session } from '../../door/session.js'
import type { Core } from '../../session/core.js'
import { categoryOf } from '../../tool/categories.js'
import type { Failure, Label, Outcome } from '../../tool/outcome.js'
import type { Held, RunPolicy } from '../graph/grant.js'
import type { Agent } from '../graph/graph.js'
import type { Approvals } from './approvals.js'
import type { RunEvent } from './events.js'
import type { HopClock } from './hop-clock.js'
import type { Model, ModelMessage, Usage } from './model.js'
import type { Places } from './places.js'
import type { RunResult } from './result.js'
import type { StoredFrame } from './stored.js'

/** What the agents of one run share. */
export interface Work {
  readonly id: string
  readonly model: Model
  readonly session: Session
  readonly core: Core
  readonly policy: RunPolicy
  readonly approvals: Approvals
  /** The latest outcome of each call, by its id; none yet while it is under way. In the order of the calls. */
  readonly outcomes: Map<string, Outcome | undefined>
  /** Calls under way, and whose they are. */
  readonly calling: Map<string, string>
  /** The open hops of the run. */
  readonly places: Places
  readonly counts: { turns: number; usage: Usage; stopping: boolean }
  /** Whether the run must not ask a model again. */
  isOver(frame: Frame): boolean
  /** Whether somebody is there to be asked. */
  asksPerson(): boolean
  emit(event: RunEvent): void
  /** Lets a frame work: the loop, handed in so that handoffs and the loop need not know each other. */
  start(frame: Frame, work: Work, signal: AbortSignal): Promise<End>
}

/** One agent at work. */
export interface Frame {
  readonly agent: Agent
  readonly held: Held
  /** The session, with no more than what the agent holds. The only way in which its calls run. */
  readonly view: Session
  /** From the root to this agent. */
  readonly path: readonly Agent[]
  readonly system: string
  /** The most handoffs on the way here, as the strictest edge so far says. */
  readonly maxDepth: number
  /** The clocks of the handoffs that led here. */
  readonly clocks: readonly HopClock[]
  /** Whether an edge on the way here refuses agents that are on the way already. */
  readonly detectCycles: boolean
  readonly messages: ModelMessage[]
  /** The join of all that the agent has read. */
  label: Label
  /** The calls of a turn that is not over. */
  turn: readonly TurnCall[] | undefined
}

/** A call of a turn, and how far it is. */
export interface TurnCall {
  /** What stands in the messages. */
  readonly id: string
  /** What the gate knows it by: unique, since providers restart their ids and agents share a session. */
  readonly callId: string
  readonly name: string
  readonly input: unknown
  result?: { readonly text: string; readonly failed: boolean }
  /** The target of a handoff while it works. */
  child?: Frame
  /** The same as it was stored. */
  stored?: StoredFrame
}

/** How the work of a frame ended. */
export interface End {
  readonly status: RunResult['status']
  readonly text: string
  /** The frame that had the last word. */
  readonly last: Frame
  readonly error?: Failure
}

/** What {@link openFrame} takes. */
interface FrameParts {
  readonly held: Held
  readonly parent: Frame | undefined
  readonly maxDepth: number
  readonly detectCycles: boolean
  readonly clocks: readonly HopClock[]
  readonly messages: readonly ModelMessage[]
  readonly label: Label
  readonly turn?: readonly TurnCall[] | undefined
}

/** Opens a frame. Throws what the agent's instructions throw. */
export async function openFrame(parts: FrameParts, work: Work): Promise<Frame> {
  const { held, parent, maxDepth, detectCycles, clocks, label } = parts
  const { agent } = held
  const path = [...(parent?.path ?? []), agent]
  const { instructions } = agent
  const system =
    typeof instructions === 'string'
      ? instructions
      : await instructions({ principal: work.session.principal, path: namesOf(path) })
  if (typeof system !== 'string') throw new TypeError(`the instructions of '${agent.name}' gave no text`)
  return {
    agent,
    held,
    view: narrowed(work.session, held.tools, work.id),
    path,
    system,
    maxDepth,
    detectCycles,
    clocks,
    messages: [...parts.messages],
    label,
    turn: parts.turn,
  }
}

/** The outcomes that there are. */
export function outcomesOf(outcomes: Work['outcomes']): Outcome[] {
  return [...outcomes.values()].filter((outcome) => outcome !== undefined)
}

export function namesOf(path: readonly Agent[]): string[] {
  return path.map(({ name }) => name)
}

/** Logs what went wrong inside, and gives the failure that tells of it without its words. */
export function innerFailure(work: Work, error: unknown, code: string, what: string): Failure {
  const ref = newId(work.core.random, 'ref')
  work.core.log.error({ ref, run: work.id, err: error }, what)
  return Object.freeze({
    code,
    category: categoryOf(code),
    retryable: false,
    userMessage: `${SAID[code] ?? SAID.internal} (reference ${ref}).`,
    ref,
  })
}

const SAID: Readonly<Record<string, string>> = {
  model_failed: 'The model failed',
  internal: 'Something went wrong inside',
}

export function failureOf(code: string, userMessage: string): Failure {
  return Object.freeze({ code, category: categoryOf(code), retryable: false, userMessage })
}

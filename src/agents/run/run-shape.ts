// What a program holds of a run that is under way. Types only.

import type { ApproveOptions, DenyOptions } from '../../flow/person/answer.js'
import type { Outcome } from '../../tool/outcome.js'
import type { Agent, Handoff } from '../graph/graph.js'
import type { RunEvent } from './events.js'
import type { HandoffResult, RunResult } from './result.js'
import type { RunState } from './stored.js'

/** A run under way. */
export interface Run {
  readonly id: string
  /** What happens, from the start, for one reader. While somebody reads, a held call is asked here and waits. */
  readonly events: AsyncIterable<RunEvent>
  /** What it came to. Never rejects for what a model or a tool does. */
  readonly result: Promise<RunResult>
  /**
   * A person's yes, as `session.approve` takes it; the call that waits for it goes on.
   *
   * @param options.by Whom the program authenticated. Never let a model, a tool or an agent fill it in.
   * @throws ApprovalError when this approval can't be given so, by this person, now; DefinitionError for options of
   *   a wrong form.
   */
  approve(approvalId: string, options: ApproveOptions): Promise<void>
  /**
   * A person's no; the call that waits for it goes on, and is denied.
   *
   * @param options.by As for `approve`.
   * @throws ApprovalError when this person can't answer this approval now; DefinitionError for options of a wrong
   *   form.
   */
  deny(approvalId: string, options: DenyOptions): Promise<void>
  /**
   * The program hands the work of the agent that is at it, or had the last word, to another one, on the terms of
   * the declared edge, and gets the answer. The run itself goes on as it was.
   *
   * @param task A text, or what the edge's `input` takes.
   */
  handoff(target: Agent | Handoff, task: unknown): Promise<HandoffResult>
  /** Ends the run where it may go on later: no model is asked again, and nobody waits for an answer. */
  stop(): void
  /** Ends the run; calls that are open end as `aborted`. */
  abort(): void
  /**
   * The run as plain JSON, to go on with in any process.
   *
   * @throws Error unless it ended as `held` or `stopped`.
   */
  state(): RunState
}

/** Asked before each turn but the first. `outcomes`: of all calls so far. */
export type StopWhen = (at: {
  readonly agent: string
  readonly turns: number
  readonly outcomes: readonly Outcome[]
}) => boolean

// What a run and a handoff come to. Data only: neither ever rejects for what a model or a tool does.

import type { Approval, Failure, Label, Outcome } from '../../tool/outcome.js'
import type { Withheld } from '../graph/grant.js'
import type { ModelMessage, Usage } from './model.js'

interface Ended {
  /** What the last agent said. */
  readonly text: string
  /** Final outcomes of all calls, in the order in which they were made. */
  readonly outcomes: readonly Outcome[]
  /** Name of the agent that had the last word. */
  readonly finalAgent: string
  /** Names of the agents from the root to it. */
  readonly path: readonly string[]
  /** The join of all that the text may come from. */
  readonly label: Label
  /** What waits for an answer. */
  readonly approvals: readonly Approval[]
  readonly error?: Failure
}

/** What a run came to. */
export interface RunResult extends Ended {
  /**
   * `done`: there is an answer. `empty`: the model said nothing. `held`: a call waits for a person, see
   * `run.state()`. `stopped`: by `maxTurns`, `stopWhen` or `run.stop()`. `aborted`, `error`: see `error`.
   */
  readonly status: 'done' | 'empty' | 'held' | 'stopped' | 'aborted' | 'error'
  readonly usage: Usage
  /**
   * The conversation of the root agent, for a next run. Each call has its result; one that waits for a person, or was
   * stopped on its way, has one that says so. `run.state()` goes on with the call itself.
   */
  readonly messages: readonly ModelMessage[]
}

/**
 * What a handoff by the program came to. It is no part of `run.state()`: one that ended as `held` is made again once its
 * approvals are answered, and then runs the calls that were.
 */
export interface HandoffResult extends Ended {
  readonly status: RunResult['status'] | 'denied' | 'timeout'
  /** Names of the tools that the target had. */
  readonly granted: readonly string[]
  readonly withheld: readonly Withheld[]
}

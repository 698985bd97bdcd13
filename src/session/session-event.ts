// What happens in a session, as data: the tagged union that the side channel carries. Types only.

import type { Progress } from '../tool/context.js'
import type { Approval, Card, Outcome } from '../tool/outcome.js'

interface OfCall {
  readonly callId: string
  readonly tool: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * Who gets the answer of a handoff. `transfer`: the target takes over and has the last word. `ask`: it goes back to the
 * source, that of an agent used as a tool, and of each of several transfers in one turn. `program`: it goes to whoever
 * called `run.handoff`.
 */
export type HandoffAs = 'transfer' | 'ask' | 'program'

interface OfHandoff {
  /** Names of the agents. */
  readonly from: string
  readonly to: string
  readonly as: HandoffAs
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What happened in a session. All that a tool or an upstream wrote in it is to be shown as text. */
export type SessionEvent =
  | (OfCall & { readonly type: 'call.started' })
  | (OfCall & { readonly type: 'call.progress'; readonly progress: Progress })
  | (OfCall & { readonly type: 'call.held'; readonly approval: Approval })
  /** Nobody answered it, and the user went on to other things. Its calls are asked about anew when they are made again. */
  | {
      readonly type: 'approval.retired'
      readonly approvalId: string
      readonly tool: string
      /** Milliseconds since the epoch. */
      readonly at: number
    }
  /** Without `outcome` for a reader who is more than 1 000 events behind: `session.outcome(callId)` has it. */
  | (OfCall & { readonly type: 'call.finished'; readonly outcome?: Outcome })
  | (OfCall & { readonly type: 'handle.sealed'; readonly cards: readonly Card[] })
  | (OfHandoff & { readonly type: 'handoff.started' })
  | (OfHandoff & { readonly type: 'handoff.finished'; readonly status: 'done' | 'failed' })

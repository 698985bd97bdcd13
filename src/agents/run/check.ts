// All that is asked before a target works: the way there, and the edge's own schema and functions. These are others'
// code, so all of it has one deadline and ends with an abort.

import { withDeadline } from '../../base/deadline.js'
import type { HandoffAs } from '../../session/session-event.js'
import type { Failure } from '../../tool/outcome.js'
import type { Handoff, HandoffFacts } from '../graph/graph.js'
import { spokenBy, travelling } from './context.js'
import { type Frame, failureOf, innerFailure, namesOf, type Work } from './frame.js'
import { userMessage } from './messages.js'
import type { ModelMessage } from './model.js'
import type { StoredFrame } from './stored.js'
import { factsOf, passes, readTask } from './task.js'

/** What a handoff is asked with. */
export interface Handing {
  readonly edge: Handoff
  /** What the source says, unchecked. */
  readonly input: unknown
  /** Who gets the answer. */
  readonly as: HandoffAs
  /** What of the source's conversation may travel. */
  readonly conversation: readonly ModelMessage[]
  /** The target as it was stored in the middle of its work. */
  readonly stored?: StoredFrame | undefined
  /** Told of the target before it works. */
  onOpen?(child: Frame): void
}

/** What a target starts with and what its edge's functions were told, or why it doesn't start. */
type Checked =
  | { readonly messages: readonly ModelMessage[]; readonly facts: HandoffFacts }
  | { readonly error: Failure }

/** All that is asked before a target works. Depth and cycles first: they need nobody's code, which may hang. */
export async function check(
  source: Frame,
  handing: Handing,
  work: Work,
  signal: AbortSignal,
): Promise<Checked> {
  const { edge } = handing
  const way = wayFault(source, edge)
  if (way) return { error: way }
  if (handing.stored && handing.stored.agent.name !== edge.target.name) {
    // What one agent was told is not for another one that has its edge now.
    return {
      error: failureOf('other_agent', `The stored run was with another agent than ${edge.target.name}.`),
    }
  }
  const { timeoutMs } = edge
  const asked = await withDeadline(() => ask(source, handing, work, signal), {
    timeoutMs,
    signal,
  })
  switch (asked.kind) {
    case 'value':
      return asked.value
    case 'threw': {
      const what = `the handoff to '${edge.target.name}' failed before it began`
      return { error: innerFailure(work, asked.error, 'internal', what) }
    }
    case 'timeout':
      return { error: lateFailure(edge) }
    case 'aborted':
      return { error: stoppedFailure() }
  }
}

/** The edge's own schema and functions, in their order. */
async function ask(
  source: Frame,
  { edge, input, stored, conversation }: Handing,
  work: Work,
  signal: AbortSignal,
): Promise<Checked> {
  const { when, guard, toolName, target } = edge
  const { random } = work.core
  const task = await readTask(source, edge, input)
  if ('faults' in task) return { error: failureOf('invalid_arguments', task.faults) }
  const facts = factsOf(source, edge, work, task.input)
  if (when && !(await passes(() => when(facts), `'when' of ${toolName}`, work, signal))) {
    return { error: failureOf('not_offered', `A handoff to ${target.name} is not offered now.`) }
  }
  if (guard && !(await passes(() => guard(facts), `the guard of ${toolName}`, work, signal))) {
    return { error: failureOf('not_permitted', `A handoff to ${target.name} is not permitted.`) }
  }
  if (stored) return { messages: [], facts }
  const before = await travelling(edge, conversation, random)
  const lead = edge.returns
    ? `${source.agent.name} asks you:`
    : `${source.agent.name} hands over to you. Its request:`
  const said = spokenBy(source.agent.name, lead, task.text, source.label, random)
  return { messages: [...before, userMessage(said)], facts }
}

function wayFault({ path, maxDepth, detectCycles }: Frame, edge: Handoff): Failure | undefined {
  const way = [...namesOf(path), edge.target.name].join(' > ')
  if ((detectCycles || edge.detectCycles) && path.includes(edge.target)) {
    return failureOf('handoff_cycle', `${edge.target.name} is on the way already: ${way}.`)
  }
  const most = Math.min(maxDepth, edge.maxDepth)
  if (path.length <= most) return undefined
  return failureOf('handoff_depth', `More than ${most} handoffs: ${way}.`)
}

export function lateFailure({ target, timeoutMs }: Handoff): Failure {
  return failureOf('timeout', `${target.name} took longer than ${timeoutMs / 1_000} s and was stopped.`)
}

export function stoppedFailure(): Failure {
  return failureOf('aborted', 'The run was stopped.')
}

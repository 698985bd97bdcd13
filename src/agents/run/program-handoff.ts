// A handoff that the program asks for, not the model: along an edge that the agent at work has, or not at all.

import type { Agent, Handoff } from '../graph/graph.js'
import { type Frame, failureOf, type Work } from './frame.js'
import { type Handed, handOff } from './transfer.js'

/**
 * Hands over from the agent at work.
 *
 * @param target One of its handoffs, or the agent that one leads to; any other is denied.
 */
export async function handedByProgram(
  source: Frame,
  target: Agent | Handoff,
  task: unknown,
  work: Work,
  signal: AbortSignal,
): Promise<Handed> {
  const edge = source.agent.handoffs.find((each) => each === target || each.target === target)
  if (!edge) {
    const names = `${source.agent.name} may not hand to ${String(target?.kind === 'handoff' ? target.target?.name : target?.name)}`
    return {
      status: 'denied',
      text: '',
      error: failureOf('not_declared', `${names}: it is none of its handoffs.`),
    }
  }
  const input = edge.input ? task : { task }
  return handOff(source, { edge, input, as: 'program', conversation: source.messages }, work, signal)
}

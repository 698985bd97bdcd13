// One turn of a model: what it is shown, and what it answered. Lists of tools are made anew each turn, from the grant.

import type { Failure } from '../../tool/outcome.js'
import type { Handoff } from '../graph/graph.js'
import { type Answer, readAnswer } from './answer.js'
import { type Frame, innerFailure, type Work } from './frame.js'
import type { ModelRequest, ModelTool } from './model.js'
import { factsOf, passes, taskSchema } from './task.js'

/** The edges that a model is offered now, by the names of their tools. */
export type Offered = ReadonlyMap<string, Handoff>

/** Asks the model once. An abort ends the wait at once, whatever the model does with its signal. */
export function askModel(
  frame: Frame,
  offered: Offered,
  work: Work,
  signal: AbortSignal,
): Promise<Answer | { readonly error: Failure } | 'aborted'> {
  // No signal of its own a turn, which would cost more than all else of it.
  return new Promise((resolve) => {
    const onAbort = () => resolve('aborted')
    const failed = (error: unknown) => {
      // Whoever was aborted fails with that, and nobody waits for it.
      if (signal.aborted) return resolve('aborted')
      resolve({
        error: innerFailure(work, error, 'model_failed', `the model of '${frame.agent.name}' failed`),
      })
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    void streamed(frame, offered, work, signal)
      .then(resolve, failed)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}

async function streamed(frame: Frame, offered: Offered, work: Work, signal: AbortSignal): Promise<Answer> {
  const { stream } = await work.model.doStream(requestOf(frame, offered, signal))
  const agent = frame.agent.name
  return readAnswer(stream, { signal, onText: (delta) => work.emit({ type: 'text', agent, delta }) })
}

/** The edges to offer: those whose predicate says `true`, in time and without a fault. */
export async function offer(frame: Frame, work: Work, signal: AbortSignal): Promise<Offered> {
  const offered = new Map<string, Handoff>()
  for (const edge of frame.agent.handoffs) {
    const { when } = edge
    if (
      !when ||
      (await passes(() => when(factsOf(frame, edge, work)), `'when' of ${edge.toolName}`, work, signal))
    ) {
      offered.set(edge.toolName, edge)
    }
  }
  return offered
}

/** What the agent is told, after whom it may turn to now, where its author wants that. */
function systemOf({ agent, system }: Frame, offered: Offered): string {
  if (!agent.listTargets || offered.size === 0) return system
  const lines = [...offered.values()].map(({ toolName, description }) => `- ${toolName}: ${description}`)
  return ['You work with other agents. You may turn to them by these tools:', ...lines, '', system].join('\n')
}

function requestOf(frame: Frame, offered: Offered, abortSignal: AbortSignal): ModelRequest {
  const { messages, view } = frame
  const system = systemOf(frame, offered)
  const tools: ModelTool[] = view
    .tools()
    .map(({ name, description, inputSchema }) => ({ type: 'function', name, description, inputSchema }))
  for (const { toolName, description, input } of offered.values()) {
    const inputSchema = (input ?? taskSchema).json
    tools.push({ type: 'function', name: toolName, description, inputSchema })
  }
  return {
    // A list of its own: a provider that changes it must not change the conversation.
    prompt: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages],
    ...(tools.length > 0 && { tools }),
    abortSignal,
  }
}

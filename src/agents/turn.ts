// One turn of a model: what it is shown, and what it answered. Lists of tools are made anew each turn, from the grant.

import { withDeadline } from '../gate/deadline.js'
import type { Failure } from '../tool/outcome.js'
import { type Answer, readAnswer } from './answer.js'
import { type Frame, innerFailure, type Work } from './frame.js'
import type { Handoff } from './graph.js'
import type { ModelRequest, ModelTool } from './model.js'
import { factsOf, passes, taskSchema } from './task.js'

/** The edges that a model is offered now, by the names of their tools. */
export type Offered = ReadonlyMap<string, Handoff>

/** No limit of its own: whoever runs the agent has one, or aborts. */
const NO_LIMIT_MS = 0x7fff_ffff

/** Asks the model once. */
export async function askModel(
  frame: Frame,
  offered: Offered,
  work: Work,
  signal: AbortSignal,
): Promise<Answer | { readonly error: Failure } | 'aborted'> {
  const ended = await withDeadline(
    async (running) => {
      const { stream } = await work.model.doStream(requestOf(frame, offered, running.signal))
      return readAnswer(stream, {
        signal: running.signal,
        onText: (delta) => work.emit({ type: 'text', agent: frame.agent.name, delta }),
      })
    },
    { timeoutMs: NO_LIMIT_MS, signal, onLate: () => {} },
  )
  switch (ended.kind) {
    case 'value':
      return ended.value
    case 'threw':
      return {
        error: innerFailure(work, ended.error, 'model_failed', `the model of '${frame.agent.name}' failed`),
      }
    default:
      return 'aborted'
  }
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

function requestOf(frame: Frame, offered: Offered, abortSignal: AbortSignal): ModelRequest {
  const { system, messages, view } = frame
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

// What a source says to its target, and the questions that are put to an edge's own functions. Models write the one
// and authors the other; both may fail, so both are checked here.

import { z } from 'zod'
import { admitArgs } from '../../args/admission.js'
import { faultText } from '../../args/faults.js'
import { withDeadline } from '../../base/deadline.js'
import type { Json } from '../../json/json.js'
import { ownInput } from '../../json/schema/schema.js'
import { hop } from '../graph/grant.js'
import type { Handoff, HandoffFacts } from '../graph/graph.js'
import { type Frame, namesOf, type Work } from './frame.js'
import { textOf } from './messages.js'

/** How long an edge's own function may take. */
const ANSWER_MS = 5_000
const ARG_BYTES = 256 * 1024

/** What a transfer tool takes whose edge declares nothing. */
export const taskSchema = ownInput(
  z.object({
    task: z.string().max(20_000).optional().describe('What to do, in full: it may be all that is passed on.'),
  }),
  'transfer',
)

/** What was said to the target: its text, and as data where the edge declares an input. */
type Task = { readonly text: string; readonly input?: Json } | { readonly faults: string }

/** Reads what the source said. What an edge declares is checked by both of its schemas. */
export async function readTask(frame: Frame, edge: Handoff, raw: unknown): Promise<Task> {
  const { toolName, input } = edge
  const admission = admitArgs(raw, { schema: input ?? taskSchema, sideEffect: true, argBytes: ARG_BYTES })
  if ('faults' in admission) return { faults: faultText(toolName, admission.faults, { exhausted: false }) }
  const { args } = admission
  if (!input) {
    const { task } = args
    return { text: typeof task === 'string' && task.trim() !== '' ? task : lastWords(frame) }
  }
  const parsed = await input.parse(args)
  if ('faults' in parsed) return { faults: faultText(toolName, parsed.faults, { exhausted: false }) }
  return { text: JSON.stringify(args, null, 1), input: args }
}

/** Without a task of its own a target gets what the user asked for last. */
function lastWords({ messages }: Frame): string {
  const last = messages.findLast(({ role }) => role === 'user')
  return last ? textOf(last) : ''
}

/** What an edge's functions are told. */
export function factsOf(frame: Frame, edge: Handoff, { session }: Work, input?: Json): HandoffFacts {
  return Object.freeze({
    source: frame.agent.name,
    target: edge.target.name,
    path: Object.freeze(namesOf(frame.path)),
    principal: session.principal,
    tools: Object.freeze([...hop(frame.held, edge).granted]),
    ...(input !== undefined && { input }),
  })
}

/** Whether an author's function says `true`. A fault, any other answer, or none in time is a no. */
export async function passes(
  ask: () => unknown,
  what: string,
  { core, id }: Work,
  signal: AbortSignal,
): Promise<boolean> {
  const ended = await withDeadline(ask, { timeoutMs: ANSWER_MS, signal })
  if (ended.kind === 'value' && typeof ended.value === 'boolean') return ended.value
  const err = ended.kind === 'threw' ? ended.error : undefined
  if (ended.kind !== 'aborted')
    core.log.warn({ run: id, err, ended: ended.kind }, `${what} gave no yes or no: it counts as no`)
  return false
}

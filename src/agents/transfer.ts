// A handoff, on whichever path it comes: a model's, the program's, one of several at once, resumed, or an agent asked
// as a tool. One function, so that none of them can have a policy of its own.

import { withDeadline } from '../gate/deadline.js'
import { Slots } from '../gate/lane.js'
import type { Failure } from '../tool/outcome.js'
import { spokenBy, travelling } from './context.js'
import type { HandoffAs } from './events.js'
import { type End, type Frame, failureOf, innerFailure, namesOf, openFrame, type Work } from './frame.js'
import { type Hop, hop } from './grant.js'
import type { Handoff, HandoffFacts } from './graph.js'
import { HopClock } from './hop-clock.js'
import { note, told } from './hop-record.js'
import { userMessage } from './messages.js'
import type { ModelMessage } from './model.js'
import type { HandoffResult } from './result.js'
import { reopened } from './resume.js'
import type { StoredFrame } from './stored.js'
import { factsOf, passes, readTask } from './task.js'

/** What {@link handOff} takes. */
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

/** How a handoff ended. */
export interface Handed {
  readonly status: HandoffResult['status']
  readonly text: string
  /** None when there is no such edge. */
  readonly hop?: Hop
  /** The frame that had the last word; none when the target never worked. */
  readonly last?: Frame
  readonly error?: Failure
}

/** Hands over, and waits for how it ends. Never rejects. */
export async function handOff(
  source: Frame,
  handing: Handing,
  work: Work,
  signal: AbortSignal,
): Promise<Handed> {
  const { edge } = handing
  const made = hop(source.held, edge)
  const facts = {
    from: source.agent.name,
    to: edge.target.name,
    as: handing.as,
    path: [...namesOf(source.path), edge.target.name],
  }
  const checked = await check(source, handing, work, signal)
  if (signal.aborted || 'error' in checked) {
    // Whoever was asked had no time to answer; that is no refusal.
    const error = signal.aborted || !('error' in checked) ? stoppedFailure() : checked.error
    const status = signal.aborted ? 'aborted' : error.code === 'timeout' ? 'timeout' : 'denied'
    note(source, handing, made, error, work)
    work.emit({ type: 'handoff.finished', ...facts, status, code: error.code })
    return { status, text: '', hop: made, error }
  }
  observe(edge, checked.facts, work)
  note(source, handing, made, undefined, work)
  const { granted, withheld } = made
  work.emit({ type: 'handoff.started', ...facts, granted, withheld })
  told(work, facts, 'started')
  const ended = await limited(source, handing, made, checked.messages, work, signal)
  const { status, error } = ended
  work.emit({ type: 'handoff.finished', ...facts, status, ...(error && { code: error.code }) })
  // One that waits is not over.
  if (status !== 'held' && status !== 'stopped') told(work, facts, status === 'done' ? 'done' : 'failed')
  return ended
}

type Checked =
  | { readonly messages: readonly ModelMessage[]; readonly facts: HandoffFacts }
  | { readonly error: Failure }

/** All that is asked before a target works. Depth and cycles first: they need nobody's code, which may hang. */
async function check(source: Frame, handing: Handing, work: Work, signal: AbortSignal): Promise<Checked> {
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
    onLate: () => {},
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

function wayFault({ path, maxDepth }: Frame, edge: Handoff): Failure | undefined {
  const way = [...namesOf(path), edge.target.name].join(' > ')
  if (edge.detectCycles && path.includes(edge.target)) {
    return failureOf('handoff_cycle', `${edge.target.name} is on the way already: ${way}.`)
  }
  const most = Math.min(maxDepth, edge.maxDepth)
  if (path.length <= most) return undefined
  return failureOf('handoff_depth', `More than ${most} handoffs: ${way}.`)
}

function observe({ onHandoff, toolName }: Handoff, facts: HandoffFacts, { core, id }: Work): void {
  if (!onHandoff) return
  const failed = (err: unknown) => core.log.warn({ run: id, err }, `onHandoff of ${toolName} failed`)
  try {
    Promise.resolve(onHandoff(facts)).catch(failed)
  } catch (error) {
    failed(error)
  }
}

/** Waits for a place, then lets the target work against the clock. */
async function limited(
  source: Frame,
  handing: Handing,
  made: Hop,
  messages: readonly ModelMessage[],
  work: Work,
  signal: AbortSignal,
): Promise<Handed> {
  const { edge } = handing
  const slots = source.slots.get(edge) ?? new Slots(edge.maxConcurrent)
  source.slots.set(edge, slots)
  try {
    return await slots.enter(() => timed(source, handing, made, messages, work, signal), signal)
  } catch (error) {
    if (signal.aborted) return { status: 'aborted', text: '', hop: made, error: stoppedFailure() }
    const what = `the handoff to '${edge.target.name}' failed`
    return { status: 'error', text: '', hop: made, error: innerFailure(work, error, 'internal', what) }
  }
}

async function timed(
  source: Frame,
  { edge, stored, onOpen }: Handing,
  made: Hop,
  messages: readonly ModelMessage[],
  work: Work,
  signal: AbortSignal,
): Promise<Handed> {
  const abort = new AbortController()
  const pass = () => abort.abort(signal.reason)
  let isLate = false
  const clock = new HopClock(edge.timeoutMs, () => {
    isLate = true
    abort.abort(new DOMException('The handoff took too long.', 'TimeoutError'))
  })
  signal.addEventListener('abort', pass)
  try {
    const opened = await withDeadline(
      () =>
        openFrame(
          {
            held: made.held,
            parent: source,
            maxDepth: Math.min(source.maxDepth, edge.maxDepth),
            clocks: [...source.clocks, clock],
            label: source.label,
            messages,
            ...(stored && reopened(stored, source.label)),
          },
          work,
        ),
      { timeoutMs: edge.timeoutMs, signal: abort.signal, onLate: () => {} },
    )
    if (opened.kind === 'threw') throw opened.error
    if (opened.kind !== 'value') return cut(made, edge, isLate || opened.kind === 'timeout')
    onOpen?.(opened.value)
    const end = await work.start(opened.value, work, abort.signal)
    // What it said after its time, or after the run was stopped, is dropped.
    if (abort.signal.aborted) return { ...cut(made, edge, isLate), last: end.last }
    return handed(made, edge, end)
  } finally {
    clock.stop()
    signal.removeEventListener('abort', pass)
  }
}

function handed(made: Hop, { target }: Handoff, { status, text, last, error }: End): Handed {
  if (status !== 'empty') return { status, text, hop: made, last, ...(error && { error }) }
  return {
    status,
    text: '',
    hop: made,
    last,
    error: failureOf('empty_answer', `${target.name} gave no answer.`),
  }
}

function cut(made: Hop, edge: Handoff, isLate: boolean): Handed {
  if (!isLate) return { status: 'aborted', text: '', hop: made, error: stoppedFailure() }
  return { status: 'timeout', text: '', hop: made, error: lateFailure(edge) }
}

function lateFailure({ target, timeoutMs }: Handoff): Failure {
  return failureOf('timeout', `${target.name} took longer than ${timeoutMs / 1_000} s and was stopped.`)
}

function stoppedFailure(): Failure {
  return failureOf('aborted', 'The run was stopped.')
}

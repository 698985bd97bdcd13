// A handoff, on whichever path it comes: a model's, the program's, one of several at once, resumed, or an agent asked
// as a tool. One function, so that none of them can have a policy of its own.

import { withDeadline } from '../../base/deadline.js'
import type { Failure } from '../../tool/outcome.js'
import { type Hop, hop } from '../graph/grant.js'
import type { Handoff } from '../graph/graph.js'
import { manyListen } from './aborting.js'
import { check, type Handing, lateFailure, stoppedFailure } from './check.js'
import { type End, type Frame, failureOf, innerFailure, namesOf, openFrame, type Work } from './frame.js'
import { HopClock } from './hop-clock.js'
import { note, told } from './hop-record.js'
import type { ModelMessage } from './model.js'
import { type Leave, PROCESS } from './places.js'
import type { HandoffResult } from './result.js'
import { reopened } from './resume.js'
import { factsOf } from './task.js'

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
    const given = 'facts' in checked ? checked.facts : factsOf(source, edge, work)
    tell(edge, 'onError', work, (onError) => onError(given, error))
    return { status, text: '', hop: made, error }
  }
  tell(edge, 'onHandoff', work, (onHandoff) => onHandoff(checked.facts))
  note(source, handing, made, undefined, work)
  const { granted, withheld } = made
  work.emit({ type: 'handoff.started', ...facts, granted, withheld })
  told(work, facts, 'started')
  const ended = await limited(source, handing, made, checked.messages, work, signal)
  const { status, error } = ended
  work.emit({ type: 'handoff.finished', ...facts, status, ...(error && { code: error.code }) })
  // One that waits is not over.
  if (status === 'held' || status === 'stopped') return ended
  told(work, facts, status === 'done' ? 'done' : 'failed')
  if (status === 'done') tell(edge, 'onComplete', work, (onComplete) => onComplete(checked.facts, ended.text))
  else tell(edge, 'onError', work, (onError) => onError(checked.facts, error ?? failureOf(status, status)))
  return ended
}

/** An observer of the author's. Nobody waits for it, and its failure is logged. */
function tell<K extends 'onHandoff' | 'onComplete' | 'onError'>(
  edge: Handoff,
  which: K,
  { core, id }: Work,
  call: (observer: NonNullable<Handoff[K]>) => void | Promise<void>,
): void {
  const observer = edge[which]
  if (!observer) return
  const failed = (err: unknown) => core.log.warn({ run: id, err }, `${which} of ${edge.toolName} failed`)
  try {
    Promise.resolve(call(observer)).catch(failed)
  } catch (error) {
    failed(error)
  }
}

/** Lets the target work, and never rejects. */
async function limited(
  source: Frame,
  handing: Handing,
  made: Hop,
  messages: readonly ModelMessage[],
  work: Work,
  signal: AbortSignal,
): Promise<Handed> {
  const { edge } = handing
  try {
    return await timed(source, handing, made, messages, work, signal)
  } catch (error) {
    if (signal.aborted) return { status: 'aborted', text: '', hop: made, error: stoppedFailure() }
    const what = `the handoff to '${edge.target.name}' failed`
    return { status: 'error', text: '', hop: made, error: innerFailure(work, error, 'internal', what) }
  }
}

/** Waits for a place, then lets the target work: both against the clock. */
async function timed(
  source: Frame,
  { edge, stored, onOpen }: Handing,
  made: Hop,
  messages: readonly ModelMessage[],
  work: Work,
  signal: AbortSignal,
): Promise<Handed> {
  const abort = manyListen()
  const pass = () => abort.abort(signal.reason)
  let isLate = false
  const clock = new HopClock(edge.timeoutMs, () => {
    isLate = true
    abort.abort(new DOMException('The handoff took too long.', 'TimeoutError'))
  })
  signal.addEventListener('abort', pass)
  const leave: Leave[] = []
  try {
    if (!(await entered(source, edge, work, abort.signal, leave))) return cut(made, edge, isLate)
    const opened = await withDeadline(
      () =>
        openFrame(
          {
            held: made.held,
            parent: source,
            maxDepth: Math.min(source.maxDepth, edge.maxDepth),
            detectCycles: source.detectCycles || edge.detectCycles,
            clocks: [...source.clocks, clock],
            label: source.label,
            messages,
            ...(stored && reopened(stored, source.label)),
          },
          work,
        ),
      { timeoutMs: edge.timeoutMs, signal: abort.signal },
    )
    if (opened.kind === 'threw') throw opened.error
    if (opened.kind !== 'value') return cut(made, edge, isLate || opened.kind === 'timeout')
    onOpen?.(opened.value)
    const end = await work.start(opened.value, work, abort.signal)
    // What it said after its time, or after the run was stopped, is dropped.
    if (abort.signal.aborted) return { ...cut(made, edge, isLate), last: end.last }
    return handed(made, edge, end)
  } finally {
    for (const each of leave) each()
    clock.stop()
    signal.removeEventListener('abort', pass)
  }
}

/** Whether there was a place in time. A hop inside its own target doesn't wait: the place is that target's already. */
async function entered(
  source: Frame,
  { target, maxConcurrent, processConcurrent }: Handoff,
  { places }: Work,
  signal: AbortSignal,
  leave: Leave[],
): Promise<boolean> {
  // The root of a run is on the path and holds no place.
  if (source.path.indexOf(target, 1) > 0) return true
  try {
    leave.push(await places.enter(target, maxConcurrent, signal))
    if (processConcurrent !== undefined) leave.push(await PROCESS.enter(target, processConcurrent, signal))
    return true
  } catch (reason) {
    if (signal.aborted) return false
    throw reason
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

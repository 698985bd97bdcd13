// What a run, and a handoff by the program, came to, made of how their frames ended.

import type { Approval, Label, Outcome } from '../../tool/outcome.js'
import type { Agent } from '../graph/graph.js'
import { type End, type Frame, failureOf, namesOf, outcomesOf, type Work } from './frame.js'
import type { ModelMessage } from './model.js'
import type { HandoffResult, RunResult } from './result.js'
import type { Handed } from './transfer.js'

/** What a run came to. Without an end it failed before an agent worked. */
export function runResult(
  run: { readonly agent: Agent; readonly label: Label; readonly messages: readonly ModelMessage[] },
  { status = 'error', text = '', last, error }: Partial<End>,
  { outcomes, counts }: Work,
): RunResult {
  const final = outcomesOf(outcomes)
  const failure = error ?? (status === 'aborted' ? failureOf('aborted', 'The run was stopped.') : undefined)
  return Object.freeze({
    status,
    text,
    outcomes: final,
    finalAgent: (last?.agent ?? run.agent).name,
    path: namesOf(last?.path ?? [run.agent]),
    label: last?.label ?? run.label,
    usage: counts.usage,
    approvals: approvalsOf(final),
    messages: [...run.messages],
    ...(failure && { error: failure }),
  })
}

/** The agent that is at work, or had the last word: down the transfers, to where several work at once. */
export function atWork(root: Frame, end: End | undefined): Frame {
  if (end) return end.last
  let frame = root
  for (;;) {
    const open = (frame.turn ?? []).filter(({ child, result }) => child && !result)
    const [only] = open
    if (open.length !== 1 || !only?.child) return frame
    frame = only.child
  }
}

function approvalsOf(outcomes: readonly Outcome[]): Approval[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'held' ? [outcome.approval] : []))
}

const UNREAD: Label = { integrity: 'operator', readers: ['public'] }

/** What a handoff by the program came to. */
export function handoffResult(
  { status, text, hop, last, error }: Handed,
  outcomes: Work['outcomes'],
): HandoffResult {
  const final = outcomesOf(outcomes)
  return Object.freeze({
    status,
    text,
    outcomes: final,
    approvals: approvalsOf(final),
    finalAgent: last?.agent.name ?? '',
    path: last ? namesOf(last.path) : [],
    label: last?.label ?? UNREAD,
    granted: hop?.granted ?? [],
    withheld: hop?.withheld ?? [],
    ...(error && { error }),
  })
}

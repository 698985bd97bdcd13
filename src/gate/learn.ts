// Stage 8, learn: what a result teaches the session. It is evidence for later calls, its handles may be named, and the
// faults before it are forgiven.

import { behindHandles } from '../handles/seal/behind-handles.js'
import type { Json } from '../json/json.js'
import type { Shaped } from '../session/ended.js'
import type { Outcome } from '../tool/outcome.js'
import type { Arrival } from './crossing.js'

/** Takes in what a caller is shown. Cached and shared results count too: they are shown to whoever called. */
export function learn(crossing: Arrival, { outcome, size, flow }: Shaped): void {
  const { state, callId, tool, decision } = crossing
  if (tool && tool.flow.acts.length > 0 && surelyDidNotRun(outcome)) state.flow.acts.didNotRun(callId)
  if (outcome.status !== 'ok' && outcome.status !== 'empty') return
  state.argumentTries.forgive(outcome.tool)
  for (const { handle } of outcome.handles) state.shownHandles.add(handle)
  if (!tool || !decision || outcome.status !== 'ok' || !state.flow.tracks) return
  // What native values hold, nobody looks into.
  const value = crossing.native ? null : outcome.value
  const evidence = tool.evidenceOf ? () => tool.evidenceOf!(value) : (value as Json)
  // The inspector's own result is labelled by the record already, place by place.
  const held = crossing.opened && !tool.isInspector ? () => behindHandles(crossing.opened) : undefined
  state.flow.shown(callId, flow ?? tool.flow, evidence, size, decision, held)
}

/**
 * Whether the act that a call took may be given back. A tool that says in words of its own why it failed did nothing;
 * what timed out, was stopped or broke may be done.
 */
function surelyDidNotRun(outcome: Outcome): boolean {
  if (outcome.status === 'held' || outcome.status === 'denied') return true
  return (
    outcome.status === 'error' &&
    !MAY_BE_DONE.has(outcome.error.code) &&
    !outcome.error.code.startsWith('result_')
  )
}

const MAY_BE_DONE: ReadonlySet<string> = new Set([
  'timeout',
  'aborted',
  'internal',
  'upstream_error',
  'upstream_unavailable',
  'conflict',
  'unserializable',
])

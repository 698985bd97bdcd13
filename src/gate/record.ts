// Stage 8: record (events, the last outcome under its id, the decision record) and learn (what the result teaches the
// session). Nothing here holds up the caller.

import { judgement } from '../flow/kept/judgement.js'
import { behindHandles } from '../handles/seal/behind-handles.js'
import type { Json } from '../json/json.js'
import type { Shaped } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import type { Outcome } from '../tool/outcome.js'
import type { Arrival } from './crossing.js'

/** Delivers the outcome to the side channel and notes the decision. */
export function record(crossing: Arrival, { outcome, size }: Shaped): Outcome {
  const { state, core, callId, by, tool, args, notes, decision } = crossing
  if (outcome.status === 'held') {
    const { approval } = outcome
    state.hub.emit({ type: 'call.held', callId, tool: outcome.tool, at: core.clock(), approval })
  }
  if (outcome.handles.length > 0) {
    state.hub.emit({
      type: 'handle.sealed',
      callId,
      tool: outcome.tool,
      at: core.clock(),
      cards: outcome.handles,
    })
  }
  const owed = state.hub.emit({
    type: 'call.finished',
    callId,
    tool: outcome.tool,
    at: core.clock(),
    outcome,
  })
  const act = tool !== undefined && hasSideEffect(tool.effect)
  state.calls.end(callId, crossing.asked, outcome, { args, size: size + outcome.model.length + 1, act, owed })
  core.journal?.note(
    state.key,
    {
      at: crossing.arrivedAt,
      callId,
      by,
      tool: outcome.tool,
      status: outcome.status,
      modelChars: outcome.model.length,
      payloadChars: size,
      durationMs: outcome.durationMs,
      ...(tool && { digest: tool.digest }),
      ...('error' in outcome && { code: outcome.error.code }),
      ...('error' in outcome && outcome.error.ref !== undefined && { ref: outcome.error.ref }),
      ...(outcome.replayed && { replayed: outcome.replayed }),
      ...(notes && notes.length > 0 && { notes }),
      ...(decision && { flow: judgement(decision) }),
    },
    args,
  )
  return outcome
}

/**
 * Takes in what a caller is shown: evidence for later calls, handles that may be named, faults that are forgiven. Cached
 * and shared results count too: they are shown to whoever called.
 */
export function learn(crossing: Arrival, { outcome, size, flow }: Shaped): void {
  const { state, callId, tool, decision } = crossing
  if (tool && tool.flow.acts.length > 0 && surelyDidNotRun(outcome)) state.flow.acts.didNotRun(callId)
  const good = outcome.status === 'ok' || outcome.status === 'empty'
  // A failure may show the part that there is.
  const seen = outcome.status === 'ok' ? outcome.value : 'results' in outcome ? outcome.results : undefined
  if (!good && seen === undefined) return
  if (good) state.argumentTries.forgive(outcome.tool)
  for (const { handle } of outcome.handles) state.shownHandles.add(handle)
  if (!tool || !decision || outcome.status === 'empty' || !state.flow.tracks) return
  state.flow.approvals.texts.add({
    tool: outcome.tool,
    integrity: outcome.label.integrity,
    text: outcome.model,
    ...(crossing.args && { args: crossing.args }),
  })
  // What native values hold, nobody looks into.
  const value = crossing.native ? null : seen
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
    outcome.results === undefined &&
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

// Stage 8, learn: what a result teaches the session. It is evidence for later calls, its handles may be named, and the
// faults before it are forgiven.

import { behindHandles } from '../handles/seal/behind-handles.js'
import type { Json } from '../json/json.js'
import type { Shaped } from '../session/ended.js'
import type { Arrival } from './crossing.js'

/** Takes in what a caller is shown. Cached and shared results count too: they are shown to whoever called. */
export function learn(crossing: Arrival, { outcome, size, flow }: Shaped): void {
  const { state, callId, tool, decision } = crossing
  const good = outcome.status === 'ok' || outcome.status === 'empty'
  // A failure may show the part that there is.
  const seen = outcome.status === 'ok' ? outcome.value : 'results' in outcome ? outcome.results : undefined
  if (!good && seen === undefined) return
  if (good) state.argumentTries.forgive(outcome.tool)
  for (const { handle } of outcome.handles) state.shownHandles.add(handle)
  if (!tool || !decision || outcome.status === 'empty' || !state.flow.tracks) return
  // What native values hold, nobody looks into.
  const value = crossing.native ? null : seen
  const evidence = tool.evidenceOf ? () => tool.evidenceOf!(value) : (value as Json)
  // The inspector's own result is labelled by the record already, place by place.
  const held = crossing.opened && !tool.isInspector ? () => behindHandles(crossing.opened) : undefined
  state.flow.shown(callId, flow ?? tool.flow, evidence, size, decision, held)
}

// An outcome that serves a second call.

import { freezeParts } from '../base/freeze.js'
import type { Shaped } from '../session/ended.js'
import type { Replayed } from '../tool/outcome.js'
import type { Arrival } from './crossing.js'

/** The same outcome under another call's id. Shared data is frozen, so that no reader changes another's. */
export function replay(
  { outcome, size }: Shaped,
  replayed: Replayed,
  { callId, core, arrivedAt }: Pick<Arrival, 'callId' | 'core' | 'arrivedAt'>,
): Shaped {
  const shared = { ...freezeParts(outcome), callId, durationMs: core.clock() - arrivedAt, replayed }
  return { outcome: Object.freeze(shared), size }
}

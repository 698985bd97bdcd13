// An outcome that serves a second call.

import type { Replayed } from '../tool/outcome.js'
import type { Arrival } from './crossing.js'
import type { Shaped } from './ended.js'
import { freezeOutcome } from './freeze.js'

/** The same outcome under another call's id. Shared data is frozen, so that no reader changes another's. */
export function replay(
  { outcome, size }: Shaped,
  replayed: Replayed,
  { callId, core, arrivedAt }: Pick<Arrival, 'callId' | 'core' | 'arrivedAt'>,
): Shaped {
  const shared = { ...freezeOutcome(outcome), callId, durationMs: core.clock() - arrivedAt, replayed }
  return { outcome: Object.freeze(shared), size }
}

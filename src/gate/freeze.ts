// Shared data is frozen: what one reader of a kept outcome did to it would show up at the next.

import type { Outcome } from '../tool/outcome.js'

/** Freezes what an outcome holds to the bottom. Cheap when that was done before. */
export function freezeOutcome(outcome: Outcome): Outcome {
  for (const part of Object.values(outcome)) freezeDeep(part)
  return Object.freeze(outcome)
}

/** Plain data is frozen from the bottom up, so what is frozen is frozen below as well. */
function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  for (const child of Object.values(value)) freezeDeep(child)
  Object.freeze(value)
}

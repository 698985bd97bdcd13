// How many somebodies one call reaches: those that stand in lists of targets.

import { placeName } from '../../json/place.js'
import type { Decision } from './decision.js'

/** At least one. */
export function reachedBy({ arguments: all }: Pick<Decision, 'arguments'>): number {
  const listed = all.filter(({ role, at }) => role === 'target' && /\.\d+$/.test(placeName(at)))
  return Math.max(1, listed.length)
}

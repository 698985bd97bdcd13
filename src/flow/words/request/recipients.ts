// How many somebodies an act is asked for.

import type { Clause, Written } from './types.js'

/** How many a clause names to go to: "Lena and Tom" are two. */
export function recipientsIn({ slots, addresses }: Clause): number {
  const named = slots.whom.reduce((sum, whom) => sum + namesIn(whom), 0)
  return Math.max(named, addresses.length)
}

function namesIn({ parts, isRecord }: Written): number {
  if (isRecord) return 1
  let names = 0
  let isNaming = false
  for (const { isName, isPlain } of parts) {
    const names_ = isName && !isPlain
    if (names_ && !isNaming) names++
    isNaming = names_
  }
  return Math.max(1, names)
}

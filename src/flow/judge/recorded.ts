// The arguments of a decision as they are written down and explained: named for people, and those that were refused
// with the reason.

import { placeName } from '../../json/place.js'
import type { ArgumentFacts, Decision } from './decision.js'

/** What was found out about one argument, as a decision record keeps it. */
export interface RecordedArgument extends Omit<ArgumentFacts, 'at' | 'value'> {
  /** Its name: `items.0.id`, `"a.b"` for a key with a dot, `users.lena (key)` for a key itself. */
  readonly argument: string
}

/** All arguments in order. Only the findings that were refused carry the reason. */
export function recordedArguments({
  arguments: all,
  items,
}: Pick<Decision, 'arguments' | 'items'>): readonly (RecordedArgument & Pick<ArgumentFacts, 'value'>)[] {
  const refused = new Map(items.map((item) => [item.at, item]))
  return all.map((fact) => {
    const { at, ...rest } = refused.get(fact.at) ?? fact
    return { argument: placeName(at), ...rest }
  })
}

// Where a result comes from, guessed from what the server says it gives. All of it is a third party's text, but
// for ids that another tool of the same server selects by.

import type { JsonObject } from '../../json/json.js'
import type { Origin, OriginPlace } from '../../tool/flow/origin.js'
import { listRoles } from '../../tool/flow/role-review.js'
import { wordsOf } from '../words.js'
import { idOf } from './meaning.js'

/**
 * Proposes an origin for a tool that reads.
 *
 * @param spaces Id spaces that a selector of the same server has: no other id needs a better label.
 */
export function proposeOrigin(
  words: readonly string[],
  outputSchema: JsonObject | undefined,
  spaces: ReadonlySet<string>,
): Origin {
  const places: Record<string, OriginPlace> = {}
  for (const { path } of outputSchema ? listRoles(outputSchema, undefined, 'read') : []) {
    const steps = path.split('.')
    const name = steps.findLast((step) => step !== '*') ?? ''
    const parent = steps.slice(0, -1).findLast((step) => step !== '*')
    // A bare `id` is of what holds it, or of what the tool is about.
    const around = { words: ['', ...(parent ? wordsOf(parent) : words)], description: '' }
    const meaning = idOf(wordsOf(name), around)
    if (meaning?.of !== undefined && spaces.has(meaning.of))
      places[path] = { label: 'first-party', id: meaning.of }
  }
  return Object.keys(places).length > 0 ? places : 'third-party-text'
}

// What the judge looks at where an upstream takes what is behind a handle: the value itself, place by place, and not the
// one token that it came in by. A rule on a path, an echo in the result and a person who is asked all go by the value.

import type { HandleFacts } from '../flow/judge/known.js'
import { replaceAt } from '../handles/kinds/positions.js'
import type { Json, JsonObject } from '../json/json.js'
import { keyTo, type Place, placeBelow, placeOf, type Visited } from '../json/place.js'
import { valueAt } from '../json/pointer.js'
import type { Opened } from './crossing.js'

/** The arguments as the upstream gets them, and the facts of handles, for the judge. */
export function judgedArgs({ tool, args, input, opened, handles }: Opened): Pick<Opened, 'args' | 'handles'> {
  if (!opened || !handles || !tool.schema.input.foreign) return { args, handles }
  const data = opened.flatMap(({ path }) => {
    const value = valueAt(input, path) as Json | undefined
    return value === undefined ? [] : [{ path, value }]
  })
  const facts = new Map(handles)
  for (const { path, value } of data) {
    const place = placeOf(path)
    const known = handles.get(place)
    if (known) spread(value, place, known, facts)
  }
  return { args: replaceAt(args, data) as JsonObject, handles: facts }
}

/** What is known of the whole is known of each value and each key in it: whoever wrote the one wrote the other. */
function spread(value: Json, place: Place, known: HandleFacts, facts: Map<Visited, HandleFacts>): void {
  facts.set(place, known)
  if (typeof value !== 'object' || value === null) return
  for (const [step, part] of Object.entries(value)) {
    const below = placeBelow(place, step)
    if (!Array.isArray(value)) facts.set(keyTo(below), known)
    spread(part, below, known, facts)
  }
}

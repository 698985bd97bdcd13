// Plain values where handles belong, for an explanation alone: no call runs with them. Each stands for a handle of its
// place's kind, whose card shows that text and of which nothing more is known.

import type { HandleFacts } from '../../flow/judge/known.js'
import type { Json, JsonObject } from '../../json/json.js'
import { type Place, placeOf } from '../../json/place.js'
import { isMarked } from '../../json/schema/marks.js'
import { isToken } from '../token.js'
import { type Position, placesIn, replaceAt } from './positions.js'

/** Arguments with a text at each place of a handle, and what is taken to be known of the plain ones. */
interface StoodIn {
  readonly args: unknown
  readonly handles: ReadonlyMap<Place, HandleFacts>
}

/**
 * @param isReal Whether what stands at a place is a handle that can be opened. Default: whether it is a token.
 */
export function standIn(
  schema: JsonObject,
  args: unknown,
  isReal: (position: Position) => boolean = ({ value }) => typeof value === 'string' && isToken(value),
): StoodIn {
  const handles = new Map<Place, HandleFacts>()
  if (!isMarked(schema)) return { args, handles }
  const plain = placesIn(schema, args as Json).filter(
    (position) => position.value !== null && position.value !== undefined && !isReal(position),
  )
  const texts = plain.map(({ path, value, kinds }) => {
    const name = typeof value === 'string' ? value : JSON.stringify(value)
    handles.set(placeOf(path), {
      kind: kinds[0] ?? '*',
      label: 'third-party-structured',
      readers: ['session'],
      name,
    })
    return { path, value: name }
  })
  return { args: replaceAt(args, texts), handles }
}

// Where handles stand in a sealed result, and what is put there instead: cards for the views, and for sessions without
// handles the entities themselves.

import type { Json, JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import type { Card } from '../../tool/outcome.js'
import { replaceAt } from '../kinds/positions.js'

/** A handle that stands in a sealed value. */
export interface HandlePlace {
  readonly path: JsonPath
  readonly card: Card
}

/**
 * Where handles stand in a value.
 *
 * @param handles Those that may stand in it: a text is one only if the walk put it there.
 */
export function placesOf(
  value: Json,
  handles: ReadonlyMap<string, unknown>,
  cardOf: (handle: string) => Card,
): readonly HandlePlace[] {
  const found: HandlePlace[] = []
  const visit = (at: Json, path: JsonPath): void => {
    if (typeof at === 'string') {
      if (handles.has(at)) found.push({ path, card: cardOf(at) })
    } else if (Array.isArray(at)) {
      for (const [i, item] of at.entries()) visit(item, [...path, i])
    } else if (typeof at === 'object' && at !== null) {
      for (const [key, item] of Object.entries(at as JsonObject)) visit(item, [...path, key])
    }
  }
  visit(value, [])
  return found
}

/** The value with a card in the place of each handle. */
export function withCardsIn(value: Json, places: readonly HandlePlace[]): Json {
  return replaced(value, places, ({ handle, ...shown }) => ({ handle, ...shown })) as Json
}

/** The value with cards in the place of handles, and no token in them. */
export function withBareCardsIn(value: Json, places: readonly HandlePlace[]): Json {
  return replaced(value, places, ({ handle: _, ...shown }) => shown) as Json
}

/** The value with the entities in the place of their handles. */
export function withEntitiesIn(
  value: Json,
  places: readonly HandlePlace[],
  entities: ReadonlyMap<string, unknown>,
): unknown {
  return replaced(value, places, ({ handle }) => entities.get(handle))
}

/** Rows of collections, by the handle of their list. */
export function rowsIn(places: readonly HandlePlace[]): ReadonlyMap<string, readonly Card[]> {
  const rows = new Map<string, Card[]>()
  for (const { card } of places) {
    const handle = collectionOf(card.handle)
    if (handle === card.handle) continue
    const list = rows.get(handle) ?? []
    list.push(card)
    rows.set(handle, list)
  }
  return rows
}

/** The handle of the list that a row belongs to; a handle that is no row is its own. */
export function collectionOf(handle: string): string {
  const dot = handle.lastIndexOf('.')
  return dot < 0 ? handle : handle.slice(0, dot)
}

function replaced(value: Json, places: readonly HandlePlace[], instead: (card: Card) => unknown): unknown {
  if (places.length === 0) return value
  return replaceAt(
    value,
    places.map(({ path, card }) => ({ path, value: instead(card) })),
  )
}

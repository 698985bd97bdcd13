// Where handles stand in a sealed result, and what each of them stands for there: for the views, which show cards, and
// for sessions without handles, which get the entities back.

import type { Json, JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import type { Card } from '../../tool/outcome.js'
import { replaceAt } from '../kinds/positions.js'

/** A handle that stands in a sealed value, and what it stands for. */
export interface Place {
  readonly path: JsonPath
  readonly card: Card
  readonly entity: unknown
}

export class Standing {
  readonly #entities = new Map<string, unknown>()
  #places: readonly Place[] = []

  /** @param cardOf The card of a handle that stands somewhere. */
  constructor(private readonly cardOf: (handle: string, entity: unknown) => Card) {}

  /** A handle goes in the place of an entity. */
  add(handle: string, entity: unknown): void {
    this.#entities.set(handle, entity)
  }

  /** Looks where handles stand, once the value is as it leaves. */
  find(value: Json): readonly Place[] {
    const found: Place[] = []
    this.#visit(value, [], found)
    this.#places = found
    return found
  }

  /** The value with cards in the place of handles, without tokens for who gets none. */
  carded(value: Json, isNative: boolean): Json {
    const places = this.#places.map(({ path, card: { handle, ...shown } }) => ({
      path,
      value: isNative ? shown : { handle, ...shown },
    }))
    return places.length > 0 ? (replaceAt(value, places) as Json) : value
  }

  /** The value with entities in the place of handles. */
  native(value: Json): unknown {
    const places = this.#places.map(({ path, entity }) => ({ path, value: entity }))
    return places.length > 0 ? replaceAt(value, places) : value
  }

  /** Rows of collections, by the handle of their list. */
  get rows(): ReadonlyMap<string, readonly Card[]> {
    const rows = new Map<string, Card[]>()
    for (const { card } of this.#places) {
      const handle = collectionOf(card.handle)
      if (handle === card.handle) continue
      const list = rows.get(handle) ?? []
      list.push(card)
      rows.set(handle, list)
    }
    return rows
  }

  #visit(value: Json, path: JsonPath, found: Place[]): void {
    if (typeof value === 'string') {
      if (!this.#entities.has(value)) return
      const entity = this.#entities.get(value)
      found.push({ path, card: this.cardOf(value, entity), entity })
    } else if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.#visit(item, [...path, i], found)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value as JsonObject)) this.#visit(item, [...path, key], found)
    }
  }
}

/** The handle of the list that a row belongs to; a handle that is no row is its own. */
export function collectionOf(handle: string): string {
  const dot = handle.lastIndexOf('.')
  return dot < 0 ? handle : handle.slice(0, dot)
}

// Entities of a result become handles while the walk over it goes on. Nothing is written here, and no label is known yet.

import type { Json, JsonObject } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import type { Card } from '../../tool/outcome.js'
import { HandleError, handleError } from '../errors.js'
import type { Kind } from '../kinds/kind.js'
import { claims } from '../kinds/natives.js'
import { Sealable, unsealed } from '../kinds/passage.js'
import { placesOut, replaceAt } from '../kinds/positions.js'
import { type Pick, pickForAll } from '../kinds/transform.js'
import type { Viewer } from '../scope.js'
import type { Sealing } from '../vault/sealing.js'
import { collectionOf } from './places.js'
import type { Take } from './serialise.js'

/** One token is about 29 tokens of a model, so a longer list of entities is one handle, whose rows have numbers. */
const MOST_SINGLE = 10

/** What taking entities needs to know. */
export interface TakingParts {
  readonly kinds: ReadonlyMap<string, Kind>
  /** Who takes a value; undefined: no kind takes any. */
  readonly pick: Pick | undefined
  readonly viewer: Viewer
  /** Where new handles wait to be written: made for the first of them. */
  sealing(): Sealing
}

/** What a walk takes, and what it took. */
export interface Taking {
  /** What the walk asks; undefined when nothing would be taken. */
  readonly take: Take | undefined
  /** The entities that were taken, by the handle in their place. */
  readonly entities: ReadonlyMap<string, unknown>
  /** The card of a handle that was put somewhere: a row has one of its own. */
  cardOf(handle: string): Card
}

/** Begins to take the entities of one result. */
export function takeEntities(parts: TakingParts): Taking {
  const { pick } = parts
  const entities = new Map<string, unknown>()
  return {
    take: pick && ((value) => taken(value, pick, parts, entities)),
    entities,
    cardOf: (handle) => parts.sealing().cardOf(handle) ?? rowCard(handle, entities.get(handle), parts),
  }
}

/** Wraps what stands at positions that `output` declares, so that the library's own schema takes it. */
export function markEntities(value: unknown, output: JsonObject, kinds: ReadonlyMap<string, Kind>): unknown {
  const marked: { path: JsonPath; value: unknown }[] = []
  for (const { path, value: entity, kinds: names, sole } of placesOut(output, value)) {
    // What is taken already is walked next: only the last one can stand above this one.
    if (marked.at(-1)?.path.every((step, i) => path[i] === step)) continue
    const known = names.flatMap((name) => kinds.get(name) ?? [])
    const kind = sole && known.length === 1 ? known[0] : known.find((each) => claims(each, entity))
    if (kind) marked.push({ path, value: new Sealable(kind, entity) })
  }
  return marked.length > 0 ? replaceAt(value, marked) : value
}

function taken(
  value: object,
  pick: Pick,
  parts: TakingParts,
  entities: Map<string, unknown>,
): Json | undefined {
  try {
    return Array.isArray(value)
      ? takeList(value, pick, parts, entities)
      : takeOne(value, pick, parts, entities)
  } catch (error) {
    if (error instanceof HandleError) throw error
    // The author's own `is`, at a value that it did not expect.
    throw handleError('handle_codec_failed', 'A value of this result could not be read.', { cause: error })
  }
}

function takeOne(
  value: object,
  pick: Pick,
  parts: TakingParts,
  entities: Map<string, unknown>,
): Json | undefined {
  const transform = pick(value)
  if (!transform) return undefined
  const out = transform.out(value, parts.sealing())
  // A name is a text like any other: only a handle is told from what else it may be equal to.
  if (parts.sealing().cardOf(out as string)) entities.set(out as string, unsealed(value))
  return out
}

function takeList(
  list: readonly unknown[],
  pick: Pick,
  { kinds, sealing }: TakingParts,
  entities: Map<string, unknown>,
): Json | undefined {
  if (list.length <= MOST_SINGLE) return undefined
  const transform = pickForAll(list, pick)
  const kind = transform && kinds.get(transform.name)
  if (!kind || kind.by === 'name') return undefined
  const values = list.map(unsealed)
  const { handle } = sealing().sealList(kind, values)
  return values.map((entity, row) => {
    entities.set(`${handle}.${row}`, entity)
    return `${handle}.${row}`
  })
}

function rowCard(handle: string, entity: unknown, { kinds, viewer, sealing }: TakingParts): Card {
  const { kind } = sealing().cardOf(collectionOf(handle))!
  try {
    return { handle, kind, ...kinds.get(kind)!.card(entity, viewer) }
  } catch {
    return { handle, kind, label: kind, facts: {} }
  }
}

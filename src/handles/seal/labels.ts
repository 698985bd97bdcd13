// Where the values of a result come from that go on behind handles: each is labelled by its place in the result, and is
// never better than what went into the call.

import {
  asRow,
  type GivenIn,
  givenIn,
  joinParts,
  type PartOrigin,
  partOrigin,
} from '../../flow/evidence/part.js'
import type { Decision } from '../../flow/judge/decision.js'
import type { Json } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { valueAt } from '../../json/pointer.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import type { Kind } from '../kinds/kind.js'
import { takes } from '../kinds/natives.js'
import { type OpenedPlace, type Source, unsealed } from '../kinds/passage.js'
import type { Sealing } from '../vault/sealing.js'
import { behindHandles, newIn, storedOf } from './behind-handles.js'
import { collectionOf, type HandlePlace } from './places.js'

/** What the labels of a result are worked out from. */
export interface LabelParts {
  readonly flow: FlowTool
  /** Of the call; none where nobody keeps evidence. */
  readonly decision: Decision | undefined
  /** The handles among its arguments. */
  readonly opened: readonly OpenedPlace[] | undefined
}

/** The origin of what stands at a place of the result. */
export type OriginAt = (place: readonly string[], part: () => Json | undefined) => PartOrigin

/** What went into the call is taken apart once, however many handles its result makes. */
export function origins({ flow, decision, opened }: LabelParts): OriginAt {
  let known: { readonly in: GivenIn | undefined } | undefined
  const given = () => {
    known ??= { in: givenIn(decision, () => behindHandles(opened)) }
    return known.in
  }
  return (place, part) => partOrigin(flow, decision, place, part, given)
}

/** Labels the new handles of a result by where they stand in it: what stands twice by the worse of both places. */
export function labelHandles(sealing: Sealing, places: readonly HandlePlace[], originAt: OriginAt): void {
  const known = new Map<string, PartOrigin>()
  for (const { path, card } of places) {
    const handle = collectionOf(card.handle)
    const isRow = handle !== card.handle
    if (isRow && !card.handle.endsWith('.0')) continue
    const place = (isRow ? path.slice(0, -1) : path).map(String)
    const here = originAt(place, parsed(sealing.created(handle)?.json))
    const elsewhere = known.get(handle)
    const origin = elsewhere ? joinParts(elsewhere, here) : here
    known.set(handle, origin)
    sealing.label(handle, origin)
  }
}

/** Writes back what a tool with `updates` did to the value that it was given, or gave in its place. */
export function writeBack(result: unknown, sealing: () => Sealing, parts: LabelParts): void {
  for (const { path, value } of parts.opened ?? []) {
    if (value.origin?.action !== 'write') continue
    const given = unsealed(valueAt(result, path))
    const isNext = given !== undefined && takes(value.kind as Kind, given)
    const relabelled = (json: string | undefined) => writtenOrigin(value.origin!, path, json, parts)
    sealing().update(value, isNext ? given : value.value, relabelled)
  }
}

/**
 * A value that was written back is as good as it was, or as what the tool may have written into it: its own words,
 * the arguments, what stands behind other handles of the call, and what it moved within the record.
 */
function writtenOrigin(
  origin: Source,
  path: JsonPath,
  json: string | undefined,
  { flow, decision, opened }: LabelParts,
): PartOrigin {
  const { id, label, labels, row } = origin
  const place = path.map(String)
  const others = () => givenIn(decision, () => behindHandles(opened, id))
  const all = () => givenIn(decision, () => behindHandles(opened))
  const before = storedOf(origin)
  const changed = () => {
    const after = parsed(json)()
    return after === undefined || before === undefined ? undefined : newIn(before, after)
  }
  const written = joinParts(
    partOrigin(flow, decision, place, parsed(json), others),
    partOrigin(flow, decision, place, changed, all),
  )
  const asBefore = { origin: label ?? written.origin, labels: label ? (labels ?? {}) : written.labels }
  return joinParts(asBefore, row === undefined ? written : asRow(written))
}

function parsed(json: string | undefined): () => Json | undefined {
  return () => (json === undefined ? undefined : (JSON.parse(json) as Json))
}

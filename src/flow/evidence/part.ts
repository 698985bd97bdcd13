// Where a part of a result comes from, when the part goes on alone behind a handle: its label for the judge, and the
// labels of the places in it for whoever looks inside later. A part is never better than what went into the call.

import type { Json, JsonObject } from '../../json/json.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { isVouched, joinReaders, worse } from '../../tool/flow/label.js'
import {
  ORIGIN_LABELS,
  type OriginAt,
  type OriginLabel,
  type OriginPlace,
  originFrom,
  placesBelow,
  surely,
  whole,
} from '../../tool/flow/origin.js'
import type { Integrity, Label } from '../../tool/outcome.js'
import { carriesSomething, type Decision, joinOfInputs } from '../judge/decision.js'
import { capOf, type PutIn } from './echo.js'
import { type Cap, takeApart } from './shown.js'

/** What a handle's record keeps. */
export interface PartOrigin {
  readonly origin: Label
  /** Labels by path below the part, the part itself as `''`. */
  readonly labels: JsonObject
}

/**
 * The origin of a part of a result.
 *
 * @param decision Of the call; none where nobody keeps evidence.
 * @param value The part as JSON; asked for only when something in the call could stand in it.
 * @param given What went into the call: taken apart once for all parts of a result.
 */
export function partOrigin(
  tool: FlowTool,
  decision: Decision | undefined,
  path: readonly string[],
  value: () => Json | undefined,
  given: () => GivenIn | undefined = () => givenIn(decision, nothingHeld),
): PartOrigin {
  const { readers } = tool.label
  // What stood behind handles went in as well, place by place.
  const derived =
    tool.effect === 'derive' ? worse(inputsOf(decision), given()?.worst ?? 'operator') : 'operator'
  if (tool.effect === 'derive' && !tool.originDeclared) {
    return { origin: { integrity: derived, readers }, labels: placesOf(derived) }
  }
  const places = placesBelow(tool.declaredOrigin, path)
  const own = labelOf(places[''])
  const base = path.length === 0 ? tool.label.integrity : own
  const integrity = worse(worse(base, derived), echoed(value, given))
  const isAsDeclared = integrity === base
  return { origin: { integrity, readers }, labels: isAsDeclared ? { ...places } : placesOf(integrity) }
}

/** What is known below a part, from what its record keeps. */
export function originIn({ integrity }: Label, labels: JsonObject | undefined): OriginAt {
  return labels && Object.keys(labels).length > 0
    ? originFrom(labels as Readonly<Record<string, OriginPlace>>, 'handle')
    : whole(integrity)
}

/**
 * What is known of a value that comes from two places, or was changed by a second tool: of each part the worse.
 * Else a text could be written into a record by one tool, and be read as good as the rest of it.
 */
export function joinParts(first: PartOrigin, second: PartOrigin): PartOrigin {
  const integrity = worse(first.origin.integrity, second.origin.integrity)
  const readers = joinReaders(first.origin.readers, second.origin.readers)
  const [a, b] = [first, second].map(({ origin, labels }) => originIn(origin, labels)) as [OriginAt, OriginAt]
  const labels: Record<string, OriginPlace> = {}
  for (const path of new Set(['', ...Object.keys(first.labels), ...Object.keys(second.labels)])) {
    const steps = path === '' ? [] : path.split('.')
    const [one, other] = [stepInto(a, steps), stepInto(b, steps)]
    const label = worse(one.label, other.label)
    // A label that no declaration may give holds for all of it.
    if (!isDeclarable(label)) return { origin: { integrity, readers }, labels: {} }
    labels[path] = one.id !== undefined && one.id === other.id ? { label, id: one.id } : label
  }
  return { origin: { integrity, readers }, labels }
}

/** The labels of a row, as the record of its list keeps them. */
export function asRow({ origin, labels }: PartOrigin): PartOrigin {
  const below = Object.entries(labels).map(
    ([path, place]) => [path === '' ? '*' : `*.${path}`, place] as const,
  )
  return { origin, labels: Object.fromEntries(below) }
}

/** The worst label at a place and below it. */
export function worstBelow(
  origin: Label,
  labels: JsonObject | undefined,
  path: readonly string[],
): Integrity {
  let worst = stepInto(originIn(origin, labels), path).label
  for (const [declared, place] of Object.entries((labels ?? {}) as Readonly<Record<string, OriginPlace>>)) {
    const segments = declared.split('.')
    if (declared === '' || segments.length <= path.length) continue
    if (path.every((step, i) => segments[i] === '*' || segments[i] === step))
      worst = worse(worst, labelOf(place))
  }
  return worst
}

/** Goes down along a path. */
export function stepInto(origin: OriginAt, path: readonly string[]): OriginAt {
  return path.reduce((at, step) => at.child(step), origin)
}

function isDeclarable(label: Integrity): label is OriginLabel {
  return (ORIGIN_LABELS as readonly string[]).includes(label)
}

const nothingHeld = (): readonly PutIn[] => []

function inputsOf(decision: Decision | undefined): Integrity {
  return decision ? joinOfInputs(decision.arguments) : 'third-party-text'
}

function placesOf(integrity: Integrity): JsonObject {
  return integrity === 'first-party' || integrity === 'third-party-structured' ? { '': integrity } : {}
}

function labelOf(place: OriginPlace | undefined): Integrity {
  return surely(place)
}

/** What nobody vouches for of all that went into a call. */
export interface GivenIn {
  /** The worst label of it. */
  readonly worst: Integrity
  readonly cap: Cap
}

/**
 * What went into a call: its arguments, and what stood behind its handles. Undefined: nothing that anyone need mind.
 *
 * @param held What stood behind the handles of the call.
 */
export function givenIn(decision: Decision | undefined, held: () => readonly PutIn[]): GivenIn | undefined {
  if (!decision) return undefined
  const doubtful = decision.arguments.filter((each) => carriesSomething(each) && !isVouched(each.label))
  const given = doubtful.flatMap(({ value, label }) => (typeof value === 'boolean' ? [] : [{ value, label }]))
  const putIn: readonly PutIn[] = [...given, ...held()]
  if (putIn.length === 0) return undefined
  return { worst: putIn.map(({ label }) => label).reduce(worse), cap: capOf(putIn) }
}

/** The worst that something in the part had when it was put in: a contact is as good as the address it was made of. */
function echoed(value: () => Json | undefined, given: () => GivenIn | undefined): Integrity {
  const putIn = given()
  if (!putIn) return 'operator'
  const part = value()
  // Nobody can look into a live object: it may hold all of it.
  if (part === undefined) return putIn.worst
  let worst: Integrity = 'operator'
  const { cap } = putIn
  takeApart(part, whole('operator'), (each, key) => {
    worst = worse(worst, cap(each, key))
    return 'operator'
  })
  return worst
}

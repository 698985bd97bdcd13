// Where a part of a result comes from, when the part goes on alone behind a handle: its label for the judge, and the
// labels of the places in it for whoever looks inside later. A part is never better than what went into the call.

import type { Json, JsonObject } from '../tool/json.js'
import type { Integrity, Label } from '../tool/outcome.js'
import { carriesSomething, type Decision, joinOfInputs } from './decision.js'
import type { FlowTool } from './declare.js'
import { capOf } from './echo.js'
import { isVouched, worse } from './label.js'
import { type OriginAt, type OriginPlace, originFrom, placesBelow, whole } from './origin.js'
import { takeApart } from './shown.js'

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
 */
export function partOrigin(
  tool: FlowTool,
  decision: Decision | undefined,
  path: readonly string[],
  value: () => Json | undefined,
): PartOrigin {
  const { readers } = tool.label
  const derived = tool.effect === 'derive' ? inputsOf(decision) : 'operator'
  if (tool.effect === 'derive' && !tool.originDeclared) {
    return { origin: { integrity: derived, readers }, labels: placesOf(derived) }
  }
  const places = placesBelow(tool.declaredOrigin, path)
  const own = labelOf(places[''])
  const base = path.length === 0 ? tool.label.integrity : own
  const integrity = worse(worse(base, derived), echoed(decision, value))
  const isAsDeclared = integrity === base
  return { origin: { integrity, readers }, labels: isAsDeclared ? { ...places } : placesOf(integrity) }
}

/** What is known below a part, from what its record keeps. */
export function originIn({ integrity }: Label, labels: JsonObject | undefined): OriginAt {
  return labels && Object.keys(labels).length > 0
    ? originFrom(labels as Readonly<Record<string, OriginPlace>>, 'handle')
    : whole(integrity)
}

function inputsOf(decision: Decision | undefined): Integrity {
  return decision ? joinOfInputs(decision.arguments) : 'third-party-text'
}

function placesOf(integrity: Integrity): JsonObject {
  return integrity === 'first-party' || integrity === 'third-party-structured' ? { '': integrity } : {}
}

function labelOf(place: OriginPlace | undefined): Integrity {
  if (place === undefined) return 'third-party-text'
  return typeof place === 'string' ? place : place.label
}

/** The worst that something in the part had when it was put in: a contact is as good as the address it was made of. */
function echoed(decision: Decision | undefined, value: () => Json | undefined): Integrity {
  if (!decision) return 'operator'
  const doubtful = decision.arguments.filter((each) => carriesSomething(each) && !isVouched(each.label))
  const putIn = doubtful.flatMap(({ value, label }) => (typeof value === 'boolean' ? [] : [{ value, label }]))
  const part = putIn.length > 0 ? value() : undefined
  if (part === undefined) return 'operator'
  let worst: Integrity = 'operator'
  const cap = capOf(putIn)
  takeApart(part, whole('operator'), (each, key) => {
    worst = worse(worst, cap(each, key))
    return 'operator'
  })
  return worst
}

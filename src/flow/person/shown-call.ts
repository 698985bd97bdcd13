// A held call as a person is shown it: every argument, and of each value in question where it comes from. Nobody should
// allow what they do not see.

import type { Json, JsonObject } from '../../json/json.js'
import { isWithin, type Place, placeBelow, ROOT } from '../../json/place.js'
import type { Approval, ApprovalCall, Integrity } from '../../tool/outcome.js'
import type { ArgumentFacts } from '../judge/decision.js'
import { shownLength, shownName, shownText } from './shown-text.js'

/** What stands behind handles, by place: what is shown for a token. */
type Behind = ReadonlyMap<Place, string | undefined> | undefined

type Value = ArgumentFacts['value']

/** Looks values up in what was shown: all at once, and gives the words for one. */
export type SourceOf = (values: readonly Value[]) => (value: Value) => string | undefined

/** Of one call; with more, it says how many are left. A person can't look through them, and a store keeps them. */
const MOST_ARGUMENTS = 500

const MOST_CANDIDATES = 5

/** All arguments of a call: those that were judged, and what is empty, which may mean everything. */
export function shownArguments(
  args: JsonObject,
  facts: readonly ArgumentFacts[],
  behind: Behind,
): ApprovalCall['arguments'] {
  const all = [
    ...facts.map(({ at, value }) => ({ at, value: cardOf(at, behind) ?? shownLength(value) })),
    ...emptyIn(args, ROOT),
  ]
  const shown = all.slice(0, MOST_ARGUMENTS).map(({ at, value }) => ({ argument: shownName(at), value }))
  const left = all.length - shown.length
  return left > 0 ? [...shown, { argument: '…', value: `${left} more` }] : shown
}

function emptyIn(value: Json, at: Place): { readonly at: Place; readonly value: string }[] {
  if (typeof value !== 'object') return []
  const members = value === null ? [] : Object.entries(value)
  if (members.length > 0) return members.flatMap(([key, each]) => emptyIn(each as Json, placeBelow(at, key)))
  return at === ROOT ? [] : [{ at, value: JSON.stringify(value) }]
}

/** A value that is asked about. */
export function shownItem(
  { at, value, role, label, from, candidates = [] }: ArgumentFacts,
  behind: Behind,
  sourceOf: (value: Value) => string | undefined,
): Approval['items'][number] {
  const isBehind = handleAround(at, behind) !== undefined
  return {
    argument: shownName(at),
    value: cardOf(at, behind) ?? shownText(value),
    role,
    from: isBehind ? `${label}, behind a handle` : source(label, from?.tool, sourceOf(value)),
    ...(candidates.length > 0 && {
      candidates: candidates
        .slice(0, MOST_CANDIDATES)
        .map((each) => ({ value: shownText(each.value), from: shownText(each.from.tool) })),
    }),
  }
}

/** The truth of where a value comes from. That only the model accounts for it is none: it read it somewhere. */
function source(label: Integrity, tool: string | undefined, found: string | undefined): string {
  if (label === 'unknown') return found ?? 'not found in what was shown'
  return tool === undefined ? label : `${label}, ${shownText(tool)}`
}

function cardOf(at: ArgumentFacts['at'], behind: Behind): string | undefined {
  const handle = handleAround(at, behind)
  const card = handle === at ? behind?.get(handle) : undefined
  return card === undefined ? undefined : shownText(card)
}

/** The place of the handle that something stands behind: its data is judged place by place. A key before it does not. */
export function handleAround(at: ArgumentFacts['at'], behind: Behind): Place | undefined {
  return [...(behind?.keys() ?? [])].find((place) => isWithin(at, place))
}

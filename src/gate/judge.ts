// Stage 5, judge: what vouches for the call, and what the flow and the operator's rules say of it. It only finds out;
// `allow.ts` acts on it.

import type { Decision } from '../flow/judge/decision.js'
import type { Case, HandleFacts } from '../flow/judge/known.js'
import { replaceAt } from '../handles/kinds/positions.js'
import type { Json, JsonObject } from '../json/json.js'
import { keyTo, type Place, placeBelow, placeOf, type Visited } from '../json/place.js'
import { valueAt } from '../json/pointer.js'
import type { Judged, Opened } from './crossing.js'

/** Judges a call by what was known when it arrived. From here on it counts for those that come later. */
export function judge(crossing: Opened): Judged {
  const judged = judgedNow(crossing)
  crossing.tally.judged(judged.decision)
  return judged
}

/** Judges a call that waited for its turn and may not be what it was. It was counted when it came. */
export function judgedNow(crossing: Opened): Judged {
  return { ...crossing, decision: decide(crossing) }
}

function decide(crossing: Opened): Decision {
  const { tool, state, arrivedAs } = crossing
  return state.flow.judge(tool.flow, arrivedAs, () => caseOf(crossing))
}

function caseOf(crossing: Opened): Case {
  const { tool, core, principal, grant, by, arrivedAs, task } = crossing
  const { args, handles } = judgedArgs(crossing)
  return {
    tool: tool.flow,
    args,
    principal: {
      tenant: principal.tenant,
      user: principal.user ?? '',
      conversation: principal.conversation,
      groups: principal.groups,
      // Whatever a program put there; a condition that trips over it denies.
      claims: principal.claims as JsonObject,
    },
    grant: core.flow.hasRules
      ? [...core.tools.values()].filter(({ declaration }) => grant.has(declaration)).map(({ name }) => name)
      : [],
    asOf: arrivedAs,
    task,
    ...(handles && { handles }),
    ...(by !== 'model' && { door: by === 'program' ? 'operator' : 'user' }),
  }
}

/**
 * The arguments as the upstream gets them, and the facts of handles: where it takes what is behind a handle, the value
 * itself, place by place, and not the one token that it came in by. A rule on a path, an echo in the result and a person
 * who is asked all go by the value.
 */
function judgedArgs({ tool, args, input, opened, handles }: Opened): Pick<Opened, 'args' | 'handles'> {
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

// Stage 5, judge: what vouches for the call, and what the flow and the operator's rules say of it. It only finds out;
// `allow.ts` acts on it.

import type { Decision } from '../flow/judge/decision.js'
import type { Case } from '../flow/judge/known.js'
import type { JsonObject } from '../json/json.js'
import type { Judged, Opened } from './crossing.js'
import { judgedArgs } from './judged-args.js'

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

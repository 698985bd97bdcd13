// A call that waits for a person: one approval for each call, the same for an equal one, and never more at once
// than somebody can look at.

import { newId } from '../base/ids.js'
import { wordsFor } from '../flow/judge/reason-words.js'
import { askAbout } from '../flow/person/approval.js'
import { MAX_OPEN } from '../flow/person/approvals.js'
import { type Place, placeOf } from '../json/place.js'
import { quote } from '../json/quote.js'
import { type Stop, stop } from '../session/ended.js'
import type { Approval } from '../tool/outcome.js'
import type { Judged } from './crossing.js'

/** How long an approval waits for its answer. */
const APPROVAL_MS = 60 * 60_000

/** Holds a call, unless a person has allowed it: then there is no stop. */
export async function hold(crossing: Judged, digest: string): Promise<Stop | undefined> {
  const { tool, args, callId, decision, by, state, core, tally } = crossing
  const { flow } = state
  const stands = flow.approvals.standing(digest)
  switch (stands?.standing) {
    case 'approved':
      return undefined
    case 'refused':
      return refused(
        crossing,
        'A person was asked and refused it.',
        `${tool.name} was not run: a person was asked and refused it.`,
      )
    case 'open':
      // A model that goes on asking for the same is counted as one that is refused.
      if (!stands.asked.calls.some(({ id }) => id === callId)) tally.refused(tool.name)
      return held(crossing, stands.asked.approval)
  }
  const behind = behindHandles(crossing)
  const asked = askAbout({
    id: newId(core.random, 'ap'),
    tool: tool.flow,
    callId,
    args,
    digest,
    decision,
    ...(behind && { behind }),
    sources: (values) => flow.approvals.texts.sources(values),
    ...(by !== 'model' && { by }),
    expiresAt: Math.ceil(core.clock()) + APPROVAL_MS,
  })
  const waits = await flow.ask(asked)
  if (waits === 'full') return full(crossing)
  // An equal call was first: this one stands as that says.
  return waits === 'equal' ? hold(crossing, digest) : held(crossing, waits.approval)
}

/** What a person is shown of handles, by place: the card, since a token says nothing. Data is shown as it is. */
function behindHandles({ tool, opened }: Judged): ReadonlyMap<Place, string | undefined> | undefined {
  if (!opened) return undefined
  return new Map(
    opened.flatMap(({ path, value: { kind, origin } }) => {
      if (!origin) return []
      const card = `${kind.name} ${quote(origin.name)}`
      return [[placeOf(path), tool.schema.input.foreign ? undefined : card] as const]
    }),
  )
}

function held({ tool, decision }: Judged, approval: Approval): Stop {
  const { person, model } = wordsFor(decision.reason ?? 'no_evidence')
  return stop({
    status: 'held',
    code: 'held',
    retryable: false,
    userMessage: person,
    forModel: `${tool.name} was not run: it waits for a person's answer. ${model}`,
    approval,
  })
}

/** A flood of questions would hide the one that matters, and all of them end as a yes. */
function full({ tool, tally }: Judged): Stop {
  tally.refused(tool.name)
  return stop({
    status: 'denied',
    code: 'rate_limited',
    category: 'policy',
    retryable: false,
    userMessage: `The assistant was not let ask more: ${MAX_OPEN} approvals of this turn wait for an answer.`,
    forModel: `${tool.name} was not run: it needs a person's answer, and ${MAX_OPEN} approvals of this turn wait already. Don't call it again before the user has answered or spoken.`,
  })
}

function refused({ tool, tally }: Judged, userMessage: string, why: string): Stop {
  tally.refused(tool.name)
  return stop({
    status: 'denied',
    code: 'not_permitted',
    category: 'policy',
    retryable: false,
    userMessage,
    forModel: `${why} Don't try it again; say so, or take another way.`,
  })
}

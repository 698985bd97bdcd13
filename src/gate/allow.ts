// Stage 5, the judge's word taken: the call passes, is denied, or waits for a person. Nothing else makes a call that may
// run.

import { wordsFor } from '../flow/judge/reason-words.js'
import { callDigest } from '../flow/person/approval.js'
import { placeName } from '../json/place.js'
import { type Stop, stop } from '../session/ended.js'
import type { Allowed, Judged, Opened } from './crossing.js'
import { argsAsOpened } from './handle-arguments.js'
import { hold } from './hold.js'

/** Lets a call pass, or says why not. A model that was refused too often is not even heard. */
export function allow(judged: Judged): Promise<Allowed | Stop> | Allowed | Stop {
  const { tool, by, state } = judged
  const isLimited = by === 'model' && state.flow.refusals.isLimited(tool.name)
  return isLimited && !isApprovedByPerson(judged) ? limited(judged) : allowAgain(judged)
}

/** Lets a call pass that was let pass once, if it still may. */
export function allowAgain(judged: Judged): Promise<Allowed | Stop> | Allowed | Stop {
  switch (judged.decision.verdict) {
    case 'allow':
      return allowed(judged)
    case 'deny':
      return denied(judged)
    case 'hold':
      return waited(judged)
  }
}

async function waited(judged: Judged): Promise<Allowed | Stop> {
  return (await hold(judged, digestOf(judged))) ?? allowed(judged)
}

/** Whether a person allowed this very call. */
export function isApproved(crossing: Judged, digest = digestOf(crossing)): boolean {
  return crossing.state.flow.approvals.standing(digest)?.standing === 'approved'
}

/** What an approval is bound to: the tool, the arguments, and of each handle the version that it was given for. */
export function digestOf(crossing: Opened): string {
  return callDigest(crossing.tool.digest, crossing.opened ? argsAsOpened(crossing) : crossing.args)
}

function isApprovedByPerson(judged: Judged): boolean {
  return judged.decision.verdict !== 'allow' && isApproved(judged)
}

function allowed(judged: Judged): Allowed {
  return judged as Allowed
}

function denied({ tool, core, callId, decision, tally }: Judged): Stop {
  tally.refused(tool.name)
  const { reason = 'rule', rules, items } = decision
  core.log.info(
    {
      callId,
      tool: tool.name,
      reason,
      rules: rules.filter(({ verdict }) => verdict !== 'allow').map(({ id }) => id),
      arguments: items.map(({ at }) => placeName(at)),
    },
    'denied',
  )
  const words = wordsFor(reason)
  return stop({
    status: 'denied',
    code: 'not_permitted',
    category: 'policy',
    retryable: false,
    userMessage: words.person,
    forModel: `${tool.name} was not run. ${words.model}`,
  })
}

function limited({ tool }: Judged): Stop {
  return stop({
    status: 'error',
    code: 'rate_limited',
    category: 'policy',
    retryable: false,
    userMessage: 'The assistant was refused this too often.',
    forModel: `${tool.name} was refused too often. Don't call it again before the user has spoken; go on without it.`,
  })
}

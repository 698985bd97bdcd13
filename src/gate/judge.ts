// Stage 5, judge: may this call do this. The flow and the operator's rules say allow, hold or deny; a held call
// waits for a person in `hold.ts`.

import { type Decision, wordsFor } from '../flow/judge/decision.js'
import type { Judged as FlowCase } from '../flow/kept/setting.js'
import { callDigest } from '../flow/person/approval.js'
import type { JsonObject } from '../json/json.js'
import { placeName } from '../json/place.js'
import { type Stop, stop } from '../session/ended.js'
import { isStop, type Judged, type Opened } from './crossing.js'
import { argsAsOpened } from './handle-arguments.js'
import { hold } from './hold.js'
import { judgedArgs } from './judged-args.js'

/** Judges a call by what was known when it arrived. */
export function judge(crossing: Opened): Promise<Judged | Stop> | Judged | Stop {
  const { tool, state, by, isPreview } = crossing
  const { flow } = state
  const isLimited = by === 'model' && flow.refusals.isLimited(tool.name)
  const decision = decide(crossing)
  if (!isPreview) flow.called(decision)
  return withVerdict(crossing, decision, isLimited)
}

/** Judges a call that waited for its turn and is not what it was. It was counted when it came. */
export function judgeAgain(crossing: Opened): Promise<Judged | Stop> | Judged | Stop {
  return withVerdict(crossing, decide(crossing), false)
}

function withVerdict(
  crossing: Opened,
  decision: Decision,
  isLimited: boolean,
): Promise<Judged | Stop> | Judged | Stop {
  const judged: Judged = { ...crossing, decision }
  const found = passOrStop(judged, isLimited)
  return found instanceof Promise
    ? found.then((stopped) => withDecision(stopped, decision))
    : withDecision(found, decision)
}

function passOrStop(judged: Judged, isLimited: boolean): Promise<Judged | Stop> | Judged | Stop {
  const { decision, state } = judged
  if (decision.verdict === 'allow') return isLimited ? limited(judged) : judged
  const digest = digestOf(judged)
  if (isLimited && state.flow.approvals.standing(digest)?.standing !== 'approved') return limited(judged)
  if (decision.verdict === 'deny') return deny(judged)
  return hold(judged, digest)
}

/**
 * A run starts. What let it pass may have been used up while it waited for its turn: two equal calls were allowed
 * once. Uses it up, so that nothing is allowed twice.
 */
export async function begin(crossing: Judged): Promise<Stop | undefined> {
  const { tool, decision, state, core } = crossing
  const isHeld = decision.verdict === 'hold'
  // Read last: for a tool that never asks this is not known yet, and needs not be.
  if (!isHeld && (tool.flow.asksNothing || !decision.arguments.some(({ by }) => by === 'endorsement')))
    return undefined
  const digest = isHeld ? digestOf(crossing) : undefined
  const passes = () =>
    digest === undefined
      ? decide(crossing).verdict === 'allow'
      : state.flow.approvals.standing(digest)?.standing === 'approved'
  // Before anything runs: an approval for once must not come back with a restart, or count in two processes.
  const became = await state.flow.spend(() => {
    if (!passes()) return false
    const { asked, endorsements } = state.flow.approvals.spend(digest, decision.arguments, tool.flow)
    return asked !== undefined || endorsements.length > 0 || undefined
  })
  if (became === 'spent') return undefined
  if (became === 'gone') return stopAnew(crossing)
  core.log.error({ callId: crossing.callId, tool: tool.name }, 'an approval could not be marked as used')
  return stop({
    status: 'error',
    code: 'internal',
    retryable: true,
    userMessage: 'The approval could not be stored, so nothing was done.',
  })
}

/** What an approval is bound to: the tool, the arguments, and of each handle the version that it was given for. */
function digestOf(crossing: Opened): string {
  return callDigest(crossing.tool.digest, argsAsOpened(crossing))
}

/** The approval was used up meanwhile. */
async function stopAnew(crossing: Judged): Promise<Stop | undefined> {
  const { decision } = crossing
  const now = decision.verdict === 'hold' ? decision : decide(crossing)
  const anew = { ...crossing, decision: now }
  if (now.verdict === 'deny') return deny(anew)
  const again = now.verdict === 'hold' && (await hold(anew, digestOf(anew)))
  return again && isStop(again) ? again : begin(anew)
}

function withDecision(found: Judged | Stop, decision: Decision): Judged | Stop {
  return isStop(found) ? { ...found, decision } : found
}

function decide(crossing: Opened): Decision {
  const { tool, state, arrivedAs } = crossing
  return state.flow.judge(tool.flow, arrivedAs, () => asked(crossing))
}

function asked(crossing: Opened): FlowCase {
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

function deny(crossing: Judged): Stop {
  const { tool, core, callId, decision, state, isPreview } = crossing
  if (!isPreview) state.flow.refusals.note(tool.name)
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

// Stage 6, before the run: a call that waited for its turn is looked at once more. What changed meanwhile is opened and
// judged anew, the approval that let it pass is used up, and so are handles for a limited number of uses.

import type { OpenedPlace, Unwrapped } from '../handles/kinds/passage.js'
import { isSpent } from '../handles/vault/consume.js'
import { type Stop, stop } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import { allowAgain, digestOf, isApproved } from './allow.js'
import { type Allowed, isStop, type Stopped, stoppedAt } from './crossing.js'
import { bounded } from './handle-arguments.js'
import { judgedNow } from './judge.js'
import { open } from './open.js'
import { takeAct, takesAct } from './take-act.js'

/** A call that may run now: with what its handles hold now, and with what let it pass used up. */
export function beforeRun(crossing: Allowed): Promise<Allowed | Stopped> | Allowed {
  const opens = crossing.opened !== undefined && hasSideEffect(crossing.tool.effect)
  return opens || takesAct(crossing) || mayUseUp(crossing) || limitedIn(crossing).length > 0
    ? readied(crossing, opens)
    : crossing
}

async function readied(crossing: Allowed, opens: boolean): Promise<Allowed | Stopped> {
  const now = opens ? await openAgain(crossing) : crossing
  if (now.stop) return now
  const taken = takesAct(now) ? await takeAct(now) : now
  if (taken.stop) return taken
  const spent = await spend(taken)
  if (spent.stop) return spent
  const stopped = await takeUses(spent)
  return stopped ? stoppedAt(spent, stopped) : spent
}

/**
 * Opens the handles of an act again, in its turn: a call before it may have changed what stands behind one, and a right
 * may be lost. What is not what was judged is judged again.
 */
async function openAgain(crossing: Allowed): Promise<Allowed | Stopped> {
  const now = await open(crossing)
  if (isStop(now)) return stoppedAt(crossing, now)
  const isSame = crossing.opened!.every((place, i) => isSameVersion(place, now.opened?.[i]))
  if (isSame) return { ...crossing, input: now.input, opened: now.opened, handles: now.handles }
  const judged = judgedNow(now)
  const allowed = await allowAgain(judged)
  return isStop(allowed) ? stoppedAt(judged, allowed) : allowed
}

/** A label is written with the value that it is of, and only with it. */
function isSameVersion({ value: { origin } }: OpenedPlace, now: OpenedPlace | undefined): boolean {
  return origin?.id === now?.value.origin?.id && origin?.rev === now?.value.origin?.rev
}

/** Whether anything that let the call pass could be used up. */
function mayUseUp({ tool, decision }: Allowed): boolean {
  if (decision.verdict === 'hold') return true
  // Read last: for a tool that never asks this is not known yet, and needs not be.
  return !tool.flow.asksNothing && decision.arguments.some(({ by }) => by === 'endorsement')
}

/**
 * What let a call pass may have been used up while it waited: two equal calls were allowed once. It is used up before
 * anything runs, so that an approval for once does not come back with a restart, or count in two processes.
 */
async function spend(crossing: Allowed): Promise<Allowed | Stopped> {
  if (!mayUseUp(crossing)) return crossing
  const { tool, decision, state, core } = crossing
  const digest = decision.verdict === 'hold' ? digestOf(crossing) : undefined
  const passes = () =>
    digest === undefined ? judgedNow(crossing).decision.verdict === 'allow' : isApproved(crossing, digest)
  const became = await state.flow.spend(() => {
    if (!passes()) return false
    const { asked, endorsements } = state.flow.approvals.spend(digest, decision.arguments, tool.flow)
    return asked !== undefined || endorsements.length > 0 || undefined
  })
  switch (became) {
    case 'spent':
      return crossing
    case 'gone':
      return spendAnew(crossing)
    case 'unkept':
      core.log.error({ callId: crossing.callId, tool: tool.name }, 'an approval could not be marked as used')
      return stoppedAt(
        crossing,
        stop({
          status: 'error',
          code: 'internal',
          retryable: true,
          userMessage: 'The approval could not be stored, so nothing was done.',
        }),
      )
  }
}

/** It was used up by another call meanwhile. */
async function spendAnew(crossing: Allowed): Promise<Allowed | Stopped> {
  const judged = crossing.decision.verdict === 'hold' ? crossing : judgedNow(crossing)
  const allowed = await allowAgain(judged)
  return isStop(allowed) ? stoppedAt(judged, allowed) : spend(allowed)
}

/** Takes the uses of handles that are for a limited number of them. */
async function takeUses(crossing: Allowed): Promise<Stop | undefined> {
  const limited = limitedIn(crossing)
  if (limited.length === 0) return undefined
  const taken = await bounded(crossing, () =>
    crossing.core.handles.vault.consume(limited, crossing.tool.isInspector && 'look'),
  )
  return 'kind' in taken ? taken : undefined
}

function limitedIn({ opened, tool }: Allowed): readonly Unwrapped[] {
  if (!opened) return NONE
  const isLook = tool.isInspector === true
  return opened
    .map(({ value }) => value)
    .filter(({ origin }) => origin?.links.some((link) => isSpent(link, isLook)))
}

const NONE: readonly Unwrapped[] = Object.freeze([])

// Stage 6, before the run: the act that the user asked for is taken. Two calls may have been let pass for one request
// while neither had run; the second one is judged again, and asked about.

import { reachedBy } from '../flow/judge/reached.js'
import { allowAgain } from './allow.js'
import { type Allowed, isStop, type Stopped, stoppedAt } from './crossing.js'
import { judgedNow } from './judge.js'

/** Takes the act. It counts from here on, until it is known that it surely didn't run. */
export async function takeAct(crossing: Allowed): Promise<Allowed | Stopped> {
  const { tool, state, callId, decision, arrivedAs, task } = crossing
  const { acts } = state.flow
  if (decision.asked && !task.has(tool.name) && !acts.facts(tool.flow, arrivedAs).asked) {
    // An endorsement may stand for it still.
    const judged = judgedNow(crossing)
    const allowed = await allowAgain(judged)
    return isStop(allowed) ? stoppedAt(judged, allowed) : count(allowed)
  }
  return count(crossing)

  function count(allowed: Allowed): Allowed {
    acts.ran({ tool: tool.name, callId, asOf: arrivedAs, reached: reachedBy(decision) })
    return allowed
  }
}

/** Whether a call takes an act that the user has to have asked for. */
export function takesAct({ tool, by }: Allowed): boolean {
  return by === 'model' && tool.flow.acts.length > 0
}

// One call of an agent, through the gate and nothing else: on the agent's own narrowed view of the session. A held
// call is asked about, and taken through the gate again once it was answered.

import { cleanLine } from '../../text/clean.js'
import { joinLabels } from '../../tool/flow/label.js'
import type { HeldOutcome, Label, Outcome } from '../../tool/outcome.js'
import type { Woken } from './approvals.js'
import type { Frame, TurnCall, Work } from './frame.js'

/** A call may be held for a second reason once the first is settled; it does not go on for ever. */
const MAX_ASKED = 3

/** Why a call has no result yet: the run is to end here, and may go on later. */
export type Left = 'held' | 'stopped' | undefined

/** Runs a call. */
export async function callTool(frame: Frame, call: TurnCall, work: Work, signal: AbortSignal): Promise<Left> {
  const { callId, name, input } = call
  const agent = frame.agent.name
  work.calling.set(callId, agent)
  work.outcomes.set(callId, undefined)
  work.emit({ type: 'call.started', agent, callId, tool: cleanLine(name, 64) })
  try {
    for (let asked = 0; ; asked++) {
      const outcome = await frame.view.call({ id: callId, name, args: input }, { signal })
      work.outcomes.set(callId, outcome)
      if (outcome.status === 'held' && asked < MAX_ASKED) {
        const woken = await askPerson(frame, call, outcome, work, signal)
        if (woken === 'left') return 'held'
        if (woken === 'answered') continue
      }
      finish(frame, call, outcome, work)
      return undefined
    }
  } finally {
    work.calling.delete(callId)
  }
}

function finish(frame: Frame, call: TurnCall, outcome: Outcome, work: Work): void {
  const { tool, status, model } = outcome
  frame.label = joinLabels([frame.label, readBy(outcome)])
  call.result = { text: model, failed: status !== 'ok' && status !== 'empty' }
  work.emit({ type: 'call.finished', agent: frame.agent.name, callId: call.callId, tool, outcome })
}

/** Asks, and waits. Meanwhile the clocks of the handoffs that led here stand still. */
async function askPerson(
  frame: Frame,
  { callId }: TurnCall,
  { approval, tool }: HeldOutcome,
  work: Work,
  signal: AbortSignal,
): Promise<Woken> {
  if (!work.asksPerson()) return 'left'
  const woken = work.approvals.wait(approval, signal, work.core.clock())
  work.emit({ type: 'approval', agent: frame.agent.name, callId, tool, approval })
  for (const clock of frame.clocks) clock.hold()
  try {
    return await woken
  } finally {
    for (const clock of frame.clocks) clock.letGo()
  }
}

const NOTHING: Label = { integrity: 'operator', readers: ['public'] }
const FAILURE: Label = { integrity: 'third-party-text', readers: ['session'] }

/** What a model has read with an outcome. A refusal is the gate's own words; a failure may be a third party's. */
function readBy({ status, label }: Outcome): Label {
  switch (status) {
    case 'ok':
    case 'empty':
      return label
    case 'error':
      return FAILURE
    case 'denied':
    case 'held':
      return NOTHING
  }
}

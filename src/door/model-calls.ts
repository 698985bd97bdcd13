// The calls of a model. One that comes again under its id, in the same turn and with the same arguments, gets the
// outcome of the first time, or waits for it.

import { readCall } from '../args/read-call.js'
import { freezeParts } from '../base/freeze.js'
import { newId } from '../base/ids.js'
import type { Explanation } from '../flow/judge/explain.js'
import { answerOf } from '../flow/person/answer.js'
import { readArgs } from '../gate/admit.js'
import type { Preview } from '../gate/gate.js'
import { aborted, doneBefore, misnamedArguments } from '../gate/stops.js'
import type { JsonObject } from '../json/json.js'
import type { Door } from '../session/door.js'
import type { Asked } from '../session/remembered.js'
import type { Outcome } from '../tool/outcome.js'
import { outcomeOf } from '../tool/printed.js'
import { openApproval, takeAnswer } from './approvals.js'
import { settleHeld } from './batch.js'
import type { BatchOptions, Call, CallOptions } from './call-options.js'
import type { Arrivals } from './under-way.js'

/** The calls that the model of one view makes. */
export class ModelCalls {
  constructor(readonly arrivals: Arrivals) {}

  /** Takes a call through the gate. Never rejects. */
  async call(call: Call, options: CallOptions): Promise<Outcome> {
    const { arrivals } = this
    const { id, name, args, misnamed } = readCall(call, this.newId)
    const asked = this.asked(name, args)
    if (misnamed !== undefined) return arrivals.refuse(id, asked, misnamedArguments(misnamed))
    const find = () => arrivals.view.state.calls.earlier(id, asked, this.#admit)
    for (let earlier = find(); earlier; ) {
      if (earlier === 'forgotten') return arrivals.refuse(id, asked, doneBefore())
      const first = await arrivals.waitFor(earlier, id, options?.signal)
      if (first === 'aborted') return arrivals.refuse(id, asked, aborted())
      if (this.#isShared(first)) return outcomeOf({ ...freezeParts(first), replayed: 'id' })
      // Called anew, by one of those who wait for it.
      const latest = find()
      if (latest === earlier) break
      earlier = latest
    }
    return this.begin('model', id, asked, options)
  }

  /** Takes a batch through the gate; outcomes come in the order of the calls. */
  async callAll(calls: readonly Call[], options: BatchOptions): Promise<Outcome[]> {
    const { view } = this.arrivals
    // An id that the batch doesn't give is given once, so that a held call is called again under it.
    const batch = [...calls].map((call) => readCall(call, this.newId))
    const outcomes = await Promise.all(batch.map((call) => this.call(call, options)))
    const { onApproval: ask } = options
    if (!ask) return outcomes
    for (const [index, call] of batch.entries()) {
      outcomes[index] = await settleHeld(outcomes[index] as Outcome, {
        ask,
        onFault: (err) =>
          view.core.log.warn({ err, callId: call.id }, 'onApproval failed; the call stays held'),
        open: (id) => openApproval(view, id),
        answer: ({ id, revision }, given) => takeAnswer(view, id, answerOf(given, 'onApproval', revision)),
        again: () => this.call(call, options),
      })
    }
    return outcomes
  }

  /** What would become of a call. */
  preview(call: Call): Promise<Preview> {
    const { id, name, args } = readCall(call, this.newId)
    return this.arrivals.preview(id, this.asked(name, args))
  }

  /** Why it would. */
  explain(call: Call): Promise<Explanation> {
    const { id, name, args } = readCall(call, this.newId)
    return this.arrivals.explain(id, this.asked(name, args))
  }

  /** Takes a call through the gate that is known under its id from now on. */
  begin(by: Door, callId: string, asked: Asked, options: CallOptions): Promise<Outcome> {
    const outcome = this.arrivals.cross(by, callId, asked, options?.signal)
    this.arrivals.view.state.calls.begin(callId, asked, outcome)
    return outcome
  }

  /** What is asked of a tool, with the rights of this view. */
  asked(name: string, args: unknown): Asked {
    return { name, rights: this.arrivals.view.rights, args }
  }

  readonly newId = (): string => newId(this.arrivals.view.core.random, 'call')

  readonly #admit = ({ name, args }: Asked): JsonObject | undefined => {
    const { core, grant } = this.arrivals.view
    const tool = core.tools.get(name)
    const admission = tool && grant.has(tool.declaration) ? readArgs(tool, args) : undefined
    return admission && 'args' in admission ? admission.args : undefined
  }

  /** Once its approval is settled a held call is called anew, and so is one that was aborted. */
  #isShared(first: Outcome): boolean {
    if (first.status === 'held') return openApproval(this.arrivals.view, first.approval.id) !== undefined
    return first.status !== 'error' || first.error.code !== 'aborted'
  }
}

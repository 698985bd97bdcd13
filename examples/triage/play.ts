// One run of the example, from an empty desk to the result. What is shown of it is said in show.ts.

import { type Approval, createGate } from 'sallyport'
import {
  type ExplainedHandoffs,
  explainHandoffs,
  type Model,
  type RunEvent,
  type RunResult,
  runAgent,
} from 'sallyport/agents'
import { makeAgents } from './agents.js'
import { type Deed, startDesk } from './desk.js'
import { makeTools } from './tools.js'

/** What a run is played with. */
export interface Play {
  readonly model: Model
  /** The user's words. */
  readonly request: string
  onEvent?(event: RunEvent): void
  /** The person who is asked. */
  allows(approval: Approval): boolean | Promise<boolean>
}

/** What became of it. */
export interface Played {
  readonly result: RunResult
  /** What was really done to the shop. */
  readonly deeds: readonly Deed[]
  /** What could have been done at most. */
  readonly report: ExplainedHandoffs
}

/** Plays the example once. */
export async function play({ model, request, onEvent, allows }: Play): Promise<Played> {
  const desk = await startDesk()
  const tools = makeTools(desk.origin)
  const gate = createGate({ tools: Object.values(tools), network: { allowPrivate: [desk.host] } })
  const gatekeeper = makeAgents(tools)
  const session = gate.session({ tenant: 'shop', user: 'noor', conversation: 'c-1' })
  try {
    const run = runAgent(gatekeeper, { model, session, input: request })
    for await (const event of run.events) {
      onEvent?.(event)
      if (event.type !== 'approval') continue
      const { id } = event.approval
      if (await allows(event.approval)) await run.approve(id, { for: 'once', by: 'noor' })
      else await run.deny(id, { by: 'noor' })
    }
    return { result: await run.result, deeds: [...desk.deeds], report: explainHandoffs(gatekeeper) }
  } finally {
    await gate.close()
    desk.close()
  }
}

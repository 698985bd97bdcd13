// Held calls of a client that has a person: asked about, answered, and called again. An answer settles the one
// approval that it was given to; nothing in it is ever taken for the user's words.

import { type ElicitRequestFormParams, inputRequired } from '@modelcontextprotocol/server'
import type { Lane } from '../../base/lane.js'
import type { Call, Session } from '../../door/session.js'
import { ApprovalError } from '../../flow/person/approval-error.js'
import type { JsonObject } from '../../json/json.js'
import { FAILURE_META } from '../../mcp/tools/results.js'
import type { Approval, Outcome } from '../../tool/outcome.js'
import type { RequestStates } from '../front/request-state.js'
import { type Choice, choiceOf, formOf } from './approval-form.js'
import type { ClientPerson } from './client-person.js'

/** What a call with a person takes. */
interface AskOptions {
  readonly signal: AbortSignal
  readonly person: ClientPerson | undefined
  /** One for a conversation: its person reads one question at a time. */
  readonly lane: Lane
  readonly states: RequestStates
}

/** What a call came to; or what the client gets in place of an outcome. */
type CallAnswer = { readonly outcome: Outcome; readonly asks?: JsonObject } | { readonly refused: JsonObject }

/** Takes a call through the gate, and asks the person about it, once, when it is held. Never rejects. */
export async function callAsking(session: Session, call: Call, options: AskOptions): Promise<CallAnswer> {
  const { person } = options
  if (person?.by === 'rounds') return callInRounds(session, call, { ...options, person })
  const outcome = await session.call(call, { signal: options.signal })
  if (!person) return { outcome }
  return { outcome: await askInside(session, call, outcome, { ...options, person }) }
}

type By<How extends ClientPerson['by']> = AskOptions & { readonly person: Extract<ClientPerson, { by: How }> }

/** An equal call may use up the answer first; then this one is asked about, but not for ever. */
const MOST_CALLS = 3

/** Before 2026-07-28. No deadline runs while the approval waits: the gate has let go of the call. */
async function askInside(
  session: Session,
  call: Call,
  first: Outcome,
  { person, lane, signal }: By<'elicitation'>,
): Promise<Outcome> {
  let latest = first
  for (let calls = 0; latest.status === 'held' && calls < MOST_CALLS; calls++) {
    const { id } = latest.approval
    const inTurn = async () => {
      const became = await settle(session, await findOpen(session, id), (form) => person.ask(form, signal))
      // Begun within the turn, so that no equal call that waits takes the answer; awaited outside of it.
      return { became, again: became === 'open' ? undefined : session.call(call, { signal }) }
    }
    // The client refused, was silent or went, or somebody else's answer came first: the call stays held.
    const turn = await lane.enter(inTurn, signal).catch(() => undefined)
    if (!turn?.again) return latest
    latest = await turn.again
    if (turn.became === 'answered') return latest
  }
  return latest
}

/**
 * Asks about an approval that still waits; once more when a call joined meanwhile, and then as it is now.
 *
 * @throws what `ask` throws, or when the session takes no answer.
 */
async function settle(
  session: Session,
  approval: Approval | undefined,
  ask: (form: ElicitRequestFormParams) => Promise<unknown>,
): Promise<'open' | 'answered' | 'gone'> {
  if (!approval) return 'gone'
  const form = formOf(approval)
  const choice = form && choiceOf(await ask(form), approval)
  if (choice === undefined) return 'open'
  const changed = await answer(session, approval, choice)
  return changed ? settle(session, changed, ask) : 'answered'
}

/** Since 2026-07-28: the answer to the call asks, and the client's retry brings what the person said. */
async function callInRounds(
  session: Session,
  call: Call,
  { person, signal, states }: By<'rounds'>,
): Promise<CallAnswer> {
  if (person.state !== undefined) {
    const taken = await takeAnswer(session, call, person, states).catch(() => undefined)
    if (!taken) return { refused: foreignState() }
    // What nobody answered is no call of the model's that is counted: it gets its outcome again.
    const retry = taken.is === 'answered' ? call : { ...call, id: taken.callId }
    const outcome = await session.call(retry, { signal })
    return taken.is === 'changed' ? inRound(session, retry, outcome, states) : { outcome }
  }
  return inRound(session, call, await session.call(call, { signal }), states)
}

/** The form of a held call, for the client to bring back. */
async function inRound(
  session: Session,
  call: Call,
  outcome: Outcome,
  states: RequestStates,
): Promise<CallAnswer> {
  if (outcome.status !== 'held') return { outcome }
  const approval = (await findOpen(session, outcome.approval.id)) ?? outcome.approval
  const form = formOf(approval)
  if (!form) return { outcome }
  const round = { approval: approval.id, revision: approval.revision, callId: call.id }
  const requestState = await states.seal(round, session.principal, call)
  if (requestState === undefined) return { outcome }
  const inputRequests = { [ROUND]: inputRequired.elicit(form) }
  return { outcome, asks: inputRequired({ inputRequests, requestState }) as JsonObject }
}

/**
 * Takes the answer that a retry brings. Undefined when its state fits no approval that waits.
 *
 * @throws when the session doesn't take the answer.
 */
async function takeAnswer(
  session: Session,
  call: Call,
  { state, responses, context }: By<'rounds'>['person'],
  states: RequestStates,
): Promise<{ readonly callId: string; readonly is: 'answered' | 'open' | 'changed' } | undefined> {
  const round = await states.open(state, session.principal, call, context)
  const approval = round && (await findOpen(session, round.approval))
  if (!approval) return undefined
  const choice = choiceOf(responses[ROUND], approval)
  if (choice === undefined) return { callId: round.callId, is: 'open' }
  const changed = await answer(session, { ...approval, revision: round.revision }, choice)
  return { callId: round.callId, is: changed ? 'changed' : 'answered' }
}

/** The key of our only request in a round. */
const ROUND = 'answer'

async function findOpen(session: Session, id: string): Promise<Approval | undefined> {
  return (await session.approvals()).find((approval) => approval.id === id)
}

/**
 * The client is the principal's own, and the operator said that a person sits before it. Gives the approval as it is now
 * where a call joined since it was shown: then nothing was answered.
 */
async function answer(session: Session, shown: Approval, choice: Choice): Promise<Approval | undefined> {
  const by = session.principal.user ?? ''
  const { id, revision: seen } = shown
  try {
    if (choice === 'deny') await session.deny(id, { by })
    else if (choice === 'never') await session.deny(id, { for: 'value', by })
    else await session.approve(id, { for: choice, by, seen })
    return undefined
  } catch (error) {
    if (error instanceof ApprovalError && error.approval) return error.approval
    throw error
  }
}

/** A state that was forged, is another's, another call's, too old or used: nothing ran, and nothing was answered. */
function foreignState(): JsonObject {
  const userMessage = 'The answer that came with this call belongs to no approval that waits for one.'
  return {
    content: [
      { type: 'text', text: `Not run. ${userMessage} Call it again, without the answer, to ask anew.` },
    ],
    isError: true,
    _meta: {
      [FAILURE_META]: {
        status: 'denied',
        code: 'not_permitted',
        category: 'policy',
        retryable: false,
        userMessage,
      },
    },
  }
}

// Every name of the package's public API that is about what the operator trusts, and about what a person is asked.
// Should those names change, this file changes and no other.

import { createGate, type Outcome, type Session, type Tool } from 'sallyport'
import type { Play } from './play.js'

const USER = 'priya'
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** What a person was asked. */
export interface Asked {
  readonly id: string
  /** What was shown. */
  readonly revision: string
  readonly callId: string
  readonly reason: string
  readonly arguments: readonly string[]
}

/** Opens a gate for a play, and a session on it. */
export function openDoor(
  play: Pick<Play, 'trusted' | 'groups' | 'grant'>,
  tools: readonly Tool[],
  mode: 'ask' | 'observe',
) {
  const { trusted, groups, grant } = play
  const gate = createGate({
    tools,
    mode,
    languages: ['en', 'de', 'es', 'fr'],
    log: silent,
    ...(trusted && { trusted }),
    ...(groups && { inGroup: (group, destination) => groups[group]?.includes(destination) === true }),
  })
  const session = gate.session({ tenant: 'acme', user: USER, conversation: 'c-1', ...(grant && { grant }) })
  return { gate, session }
}

/** What a held call asks; undefined when it isn't held. */
export function askedIn(outcome: Outcome): Asked | undefined {
  if (outcome.status !== 'held') return undefined
  const { id, revision, reason, items } = outcome.approval
  const { callId } = outcome
  return {
    id,
    revision,
    callId,
    reason,
    arguments: items.map(({ argument, role, from }) => `${argument} (${role}, ${from})`),
  }
}

/** The user allows it once, and the call goes on. */
export async function approveOnce(session: Session, asked: Asked): Promise<Outcome> {
  const { id, revision, callId } = asked
  await session.approve(id, { for: 'once', by: USER, seen: revision })
  return session.resume(id, { callId })
}

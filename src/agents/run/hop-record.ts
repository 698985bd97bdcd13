// What is told of a handoff: the decision record, and events on the session's side channel.

import { viewOf } from '../../door/session.js'
import type { HandoffAs } from '../../session/session-event.js'
import type { Failure } from '../../tool/outcome.js'
import type { Hop } from '../graph/grant.js'
import type { Handoff } from '../graph/graph.js'
import { type Frame, namesOf, type Work } from './frame.js'
import { changedTools } from './resume.js'
import type { StoredFrame } from './stored.js'

interface Noted {
  readonly edge: Handoff
  readonly as: HandoffAs
  readonly stored?: StoredFrame | undefined
}

/** The decision record: what was granted, what was withheld and why, or why the handoff was refused. */
export function note(
  source: Frame,
  { edge, as, stored }: Noted,
  made: Hop,
  error: Failure | undefined,
  work: Work,
): void {
  const { core, state } = viewOf(work.session)
  const { granted, withheld, clashes, mode } = made
  const changed = stored ? changedTools(stored, made) : []
  core.journal?.note(
    state.key,
    {
      at: core.clock(),
      by: as === 'program' ? 'program' : 'agent',
      handoff: { run: work.id, path: [...namesOf(source.path), edge.target.name], mode },
      status: error ? 'denied' : 'allowed',
      granted,
      withheld,
      ...(clashes.length > 0 && { clashes }),
      ...(changed.length > 0 && { changed }),
      ...(error && { code: error.code, ...(error.ref !== undefined && { ref: error.ref }) }),
    },
    undefined,
  )
}

/** The record of a root that goes on, a path of one: what it holds now, and what is another version than it was. */
export function noteResumed(made: Hop, stored: StoredFrame, { core, session, id }: Work): void {
  const { granted, withheld, held } = made
  const changed = changedTools(stored, made)
  core.journal?.note(
    viewOf(session).state.key,
    {
      at: core.clock(),
      by: 'program',
      handoff: { run: id, path: [held.agent.name], mode: 'resumed' },
      status: 'allowed',
      granted,
      withheld,
      ...(changed.length > 0 && { changed }),
    },
    undefined,
  )
}

export function told(
  { session }: Work,
  { from, to, as }: { readonly from: string; readonly to: string; readonly as: HandoffAs },
  what: 'started' | 'done' | 'failed',
): void {
  const { core, state } = viewOf(session)
  const at = core.clock()
  state.hub.emit(
    what === 'started'
      ? { type: 'handoff.started', from, to, as, at }
      : { type: 'handoff.finished', from, to, as, at, status: what },
  )
}

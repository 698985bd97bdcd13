// What a run hears while something of it works: the caller's abort, the progress of its calls, and a person's answers.

import { type Session, viewOf } from '../../door/session.js'
import type { RunEvents } from './events.js'
import type { Work } from './frame.js'

/** Listens until what it gives back is called. */
export function listen(
  { session, signal }: { readonly session: Session; readonly signal?: AbortSignal },
  work: Work,
  events: RunEvents,
  onAbort: () => void,
): () => void {
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  const silence = session.on((event) => {
    if (event.type !== 'call.progress') return
    const { callId, tool, progress } = event
    const agent = work.calling.get(callId)
    if (agent !== undefined) events.push({ type: 'call.progress', agent, callId, tool, progress })
  })
  // Whichever way the answer comes: by this run, by another one, or by the session.
  const { onAnswer } = viewOf(session).state
  const answered = (approvalId: string) => work.approvals.answered(approvalId)
  onAnswer.add(answered)
  return () => {
    onAnswer.delete(answered)
    signal?.removeEventListener('abort', onAbort)
    silence()
  }
}

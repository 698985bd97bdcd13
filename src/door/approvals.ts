// The approvals of a session as its doors reach them: what waits, which call one is about, and a person's answer.

import { newId } from '../base/ids.js'
import type { Answer, RevokeOptions } from '../flow/person/answer.js'
import { ApprovalError } from '../flow/person/approval-error.js'
import type { PendingApproval } from '../flow/person/pending.js'
import type { Approval, StandingApproval } from '../tool/outcome.js'
import type { View } from './under-way.js'

/** Those that wait for an answer, of a stored session too. */
export async function openApprovals({ state: { flow } }: View): Promise<readonly Approval[]> {
  await flow.ready()
  return flow.approvals.open().map(({ approval }) => approval)
}

/** The answers that go on counting. */
export async function standingApprovals({ state: { flow } }: View): Promise<readonly StandingApproval[]> {
  await flow.ready()
  return flow.approvals.standingAnswers()
}

/** An approval that waits for an answer, as it is now. */
export function openApproval({ state: { flow } }: View, approvalId: string): Approval | undefined {
  return flow.approvals.open().find(({ approval }) => approval.id === approvalId)?.approval
}

/** @throws ApprovalError when the session has no such approval. */
async function findApproval({ state: { flow } }: View, approvalId: string): Promise<PendingApproval> {
  await flow.ready()
  const found = flow.approvals.find(approvalId)
  if (!found) throw new ApprovalError('There is no such approval in this session.')
  return found
}

/**
 * A call that an approval is about, as it was made: the one with that id, or the first that has not run yet.
 *
 * @throws ApprovalError when the session has no such approval, or that no such call.
 */
export async function callToResume(
  view: View,
  approvalId: string,
  callId: string | undefined,
): Promise<PendingApproval['calls'][number] & { readonly tool: string }> {
  const { calls, tool } = await findApproval(view, approvalId)
  const call =
    callId === undefined
      ? (calls.find(({ used }) => !used) ?? calls[0])
      : calls.find(({ id }) => id === callId)
  if (!call) throw new ApprovalError('The approval is about no call with that id.')
  return { ...call, tool: tool.name }
}

/**
 * Takes a person's answer, and tells the runs that wait for it.
 *
 * @throws ApprovalError when this approval can't be answered so, by this person, now.
 */
export async function takeAnswer(
  { core, principal, state }: View,
  approvalId: string,
  answer: Answer,
): Promise<void> {
  await state.flow.answer(approvalId, answer, principal.user, () => newId(core.random, 'end'))
  for (const told of state.onAnswer) told(approvalId)
}

/** @throws ApprovalError when there is no such answer, or this person may not take it back. */
export async function takeBack({ principal, state }: View, id: string, { by }: RevokeOptions): Promise<void> {
  const { flow } = state
  const taken = await flow.changeApprovals((approvals) => approvals.revoke(id, by, principal.user))
  if (taken) await flow.lasting?.remove(taken)
}

/** The user spoke: what nobody answered for two turns waits no longer, and who waits for it is told. */
export async function retireOld({ core, state }: View): Promise<void> {
  for (const { approval } of (await state.flow.changeApprovals((all) => all.retire())) ?? []) {
    const { id: approvalId, tool } = approval
    state.hub.emit({ type: 'approval.retired', approvalId, tool, at: core.clock() })
    for (const told of state.onAnswer) told(approvalId)
  }
}

// The approvals of a session as its doors reach them: what waits, which call one is about, and a person's answer.

import { newId } from '../base/ids.js'
import type { Answer } from '../flow/person/answer.js'
import { ApprovalError, type PendingApproval } from '../flow/person/approval.js'
import type { Approval } from '../tool/outcome.js'
import type { View } from './under-way.js'

/** Those that wait for an answer, of a stored session too. */
export async function openApprovals({ state: { flow } }: View): Promise<readonly Approval[]> {
  await flow.ready()
  return flow.approvals.open().map(({ approval }) => approval)
}

/** Whether an approval waits for an answer. */
export function isOpen({ state: { flow } }: View, approvalId: string): boolean {
  return flow.approvals.open().some(({ approval }) => approval.id === approvalId)
}

/** @throws ApprovalError when the session has no such approval. */
export async function findApproval({ state: { flow } }: View, approvalId: string): Promise<PendingApproval> {
  await flow.ready()
  const found = flow.approvals.find(approvalId)
  if (!found) throw new ApprovalError('There is no such approval in this session.')
  return found
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

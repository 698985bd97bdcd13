// The approvals that wait in a store, of conversations that are open and of those that are not: what a person
// finds who comes after a restart. Reads only; an answer goes through a session.

import type { RecordStore } from '../../stores/store.js'
import type { Approval } from '../../tool/outcome.js'
import { APPROVALS, type StoredApprovals } from './flow-store.js'

/** An approval, and the conversation that it was asked in. */
export interface WaitingApproval {
  readonly conversation: string
  readonly approval: Approval
}

/** Open approvals of one user. */
export async function waitingApprovals(
  store: RecordStore,
  { tenant, user, now }: { readonly tenant: string; readonly user: string; readonly now: number },
): Promise<WaitingApproval[]> {
  const found: WaitingApproval[] = []
  let after: { readonly scope: string; readonly key: string } | undefined
  do {
    const page = await store.list({ space: APPROVALS.space, limit: PAGE, ...(after && { after }) })
    for (const { scope, value } of page) {
      const [itsTenant, itsUser, conversation] = JSON.parse(scope) as readonly [string, string | null, string]
      if (itsTenant !== tenant || itsUser !== user) continue
      for (const { approval, answer, expiresAt } of (JSON.parse(value) as StoredApprovals).asked) {
        if (!answer && expiresAt > now) found.push({ conversation, approval })
      }
    }
    after = page.length === PAGE ? page.at(-1) : undefined
  } while (after)
  return found
}

const PAGE = 200

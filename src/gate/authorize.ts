// Stage 2, authorize: may this principal use this tool at all. Asked before the arguments are read, so that
// a denied caller learns nothing of the schema and causes no look-up.

import { withDeadline } from '../base/deadline.js'
import { type Stop, stop } from '../session/ended.js'
import type { Permission } from '../tool/tool.js'
import type { Resolved } from './crossing.js'
import { stoppedBefore } from './stops.js'

/** A permission check that takes longer denies. */
const PERMISSION_TIMEOUT_MS = 5_000

/** Asks the declared permission. A check that throws, hangs or answers anything but `true` denies. */
export function authorize(crossing: Resolved): Promise<Resolved | Stop> | Resolved {
  const { permission } = crossing.tool
  return permission === undefined ? crossing : askPermission(crossing, permission)
}

async function askPermission(crossing: Resolved, permission: Permission): Promise<Resolved | Stop> {
  const { core, principal, signal } = crossing
  const ended = await withDeadline(
    () => (typeof permission === 'string' ? core.can?.(permission, principal) : permission(principal)),
    { timeoutMs: PERMISSION_TIMEOUT_MS, signal },
  )
  if (ended.kind === 'aborted') return stoppedBefore()
  if (ended.kind === 'value' && ended.value === true) return crossing
  if (ended.kind !== 'value') {
    core.log.warn(
      {
        tool: crossing.tool.name,
        callId: crossing.callId,
        ended: ended.kind,
        ...(ended.kind === 'threw' && { err: ended.error }),
      },
      'permission check failed; denied',
    )
  }
  return stop({
    status: 'denied',
    code: 'not_permitted',
    retryable: false,
    userMessage: 'You may not use this tool.',
    forModel: `The user may not use ${crossing.tool.name}. Don't try it again; say so, or take another way.`,
  })
}

// Part of stage 6: the handles of a call are taken up just before it runs. What changed while it waited for its turn
// is seen, and what is for a limited number of uses is used.

import type { Opened as OpenedValue } from '../handles/passage.js'
import { isStop, type Judged, type Opened } from './crossing.js'
import type { Stop } from './ended.js'
import { open } from './open.js'
import { bounded } from './open-handles.js'

/**
 * Just before the run: what is to be written back is opened again, since a call before this one may have changed it,
 * and handles for a limited number of uses are used.
 */
export function takeUp(crossing: Judged): Promise<Judged | Stop> | Judged {
  return crossing.opened ? takeUpHandles(crossing) : crossing
}

async function takeUpHandles(crossing: Judged): Promise<Judged | Stop> {
  const { tool, core, decision } = crossing
  let now: Opened = crossing
  if (tool.updates !== undefined && !crossing.native) {
    const again = await open(crossing)
    if (isStop(again)) return again
    now = again
  }
  const limited = now.opened!.map(({ value }) => value).filter(isLimited)
  if (limited.length === 0) return { ...now, decision }
  const taken = await bounded(crossing, () => core.handles.vault.consume(limited))
  return 'kind' in taken ? taken : { ...now, decision }
}

function isLimited({ origin }: OpenedValue): boolean {
  return origin?.links.some(({ stored }) => stored.uses !== undefined) ?? false
}

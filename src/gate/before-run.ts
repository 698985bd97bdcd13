// Part of stage 6: the handles of a call are taken up just before it runs. What changed while it waited for its turn
// is seen and judged, and what is for a limited number of uses is used.

import type { Opened as OpenedValue } from '../handles/kinds/passage.js'
import { isSpent } from '../handles/vault/consume.js'
import type { Stop } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import { isStop, type Judged, type OpenedPlace } from './crossing.js'
import { bounded } from './handle-arguments.js'
import { judgeAgain } from './judge.js'
import { open } from './open.js'

/**
 * Opens the handles of an act again, in its turn: a call before it may have changed what stands behind one, and a right
 * may be lost. What is not what was judged is judged again.
 */
export function openAgain(crossing: Judged): Promise<Judged | Stop> | Judged {
  return crossing.opened && hasSideEffect(crossing.tool.effect) ? reopened(crossing) : crossing
}

async function reopened(crossing: Judged): Promise<Judged | Stop> {
  const { decision } = crossing
  const now = await open(crossing)
  if (isStop(now)) return now
  const isSame = crossing.opened!.every((place, i) => isSameVersion(place, now.opened?.[i]))
  return isSame ? { ...now, decision } : judgeAgain(now)
}

/** A label is written with the value that it is of, and only with it. */
function isSameVersion({ value: { origin } }: OpenedPlace, now: OpenedPlace | undefined): boolean {
  return origin?.id === now?.value.origin?.id && origin?.rev === now?.value.origin?.rev
}

/** Takes the uses of handles that are for a limited number of them: the run starts. */
export function takeUp(crossing: Judged): Promise<Judged | Stop> | Judged {
  const isLook = crossing.tool.isInspector === true
  const limited = crossing.opened
    ?.map(({ value }) => value)
    .filter(({ origin }) => origin?.links.some((link) => isSpent(link, isLook)))
  return limited && limited.length > 0 ? consumed(crossing, limited) : crossing
}

async function consumed(crossing: Judged, limited: readonly OpenedValue[]): Promise<Judged | Stop> {
  const taken = await bounded(crossing, () =>
    crossing.core.handles.vault.consume(limited, crossing.tool.isInspector && 'look'),
  )
  return 'kind' in taken ? taken : crossing
}

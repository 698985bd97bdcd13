// Uses of handles that are for a limited number of them: taken when the tool starts to run, all of a call's or none.

import type { ConditionalWrite } from '../../stores/store.js'
import { HandleError, handleError } from '../errors.js'
import type { Unwrapped } from '../kinds/passage.js'
import { changed, HANDLE_SPACE, type Link, readLink, rewriteLink } from '../record.js'
import { TRIES, type VaultParts } from './parts.js'
import { ask, standing } from './records.js'

/**
 * Takes one use of each limited handle among those opened, and of each limited one that it was attenuated from.
 * A handle that stands twice in the arguments of a call is used once. To look inside is no use of it, unless there is
 * no other way to use it: it may be read and nothing else.
 *
 * @throws HandleError `handle_used` with the pointer to the argument: then none was taken.
 */
export async function consume(
  opened: readonly Unwrapped[],
  isLook: boolean,
  parts: VaultParts,
): Promise<void> {
  const limited = new Map<string, { link: Link; readonly pointer: string | undefined }>()
  for (const { origin, pointer } of opened) {
    for (const link of origin?.links ?? []) {
      if (isSpent(link, isLook)) limited.set(link.key, { link, pointer })
    }
  }
  if (limited.size === 0) return
  const taken = [...limited.values()]
  for (let tries = 0; tries < TRIES; tries++) {
    const writes = taken.map(({ link }): ConditionalWrite => {
      const uses = link.stored.uses! - 1
      const next = changed(link, uses > 0 ? { uses } : { uses, state: 'used' })
      return { record: rewriteLink(next, parts), expected: link.version }
    })
    if (await ask(parts.store.compareAndSetMany(writes))) return
    const keys = taken.map(({ link }) => ({ space: HANDLE_SPACE, scope: link.scope, key: link.key }))
    const records = await ask(parts.store.getMany(keys))
    for (const [i, one] of taken.entries()) {
      const found = standing([records[i] && readLink(records[i])], parts.clock())
      if (found instanceof HandleError) {
        throw handleError(
          found.code,
          found.message,
          one.pointer === undefined ? {} : { pointer: one.pointer },
        )
      }
      one.link = found[0]
    }
  }
  throw handleError('handle_stale', 'This handle is being used by others at the moment. Try again.')
}

/** Whether a record counts such a use. */
export function isSpent({ stored: { uses, rights } }: Link, isLook: boolean): boolean {
  return uses !== undefined && (!isLook || rights.every((right) => right === 'read'))
}

// What a program does with the handles of a session's user. A model has no way here.

import type { AttenuateOptions } from '../handles/attenuate.js'
import type { ListOptions } from '../handles/life.js'
import type { Viewer } from '../handles/scope.js'
import type { Vault } from '../handles/vault.js'
import type { Card } from '../tool/outcome.js'

/** `session.handles`. Each rejects with a `HandleError` when a handle is not good. */
export interface SessionHandles {
  /** The cards of live handles, by label: a model that lost a token finds it again. At most `limit`, default 100. */
  list(options?: ListOptions): Promise<Card[]>
  /** Ends a handle and all that were made from it. */
  revoke(handle: string): Promise<void>
  /** Gives a handle its kind's full life again. */
  renew(handle: string): Promise<Card>
  /** Forgets a handle and all that were made from it: room for others. */
  release(handle: string): Promise<void>
  /** Makes a narrower handle of the same value: fewer rights, tools, uses, or a shorter life. Never more. */
  attenuate(handle: string, options: AttenuateOptions): Promise<Card>
}

/** The handles of a viewer. */
export function sessionHandles(vault: Vault, viewer: Viewer): SessionHandles {
  return Object.freeze<SessionHandles>({
    list: (options) => vault.list(viewer, options),
    revoke: (handle) => vault.revoke(handle, viewer),
    renew: (handle) => vault.renew(handle, viewer),
    release: (handle) => vault.release(handle, viewer),
    attenuate: (handle, options) => vault.attenuate(handle, options, viewer),
  })
}

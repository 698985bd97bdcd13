// What a program does with the handles of a session's user. A model has no way here.

import { nearName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import type { AttenuateOptions } from '../handles/vault/attenuate.js'
import type { ListOptions } from '../handles/vault/life.js'
import type { ToolTable } from '../session/grant.js'
import type { Card } from '../tool/outcome.js'
import type { View } from './under-way.js'

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
  /**
   * Makes a narrower handle of the same value: fewer rights, tools, uses, or a shorter life. Never more.
   *
   * @throws DefinitionError for a tool that the gate does not have.
   */
  attenuate(handle: string, options: AttenuateOptions): Promise<Card>
}

/** The handles of a viewer. */
export function sessionHandles({ core, viewer }: View): SessionHandles {
  const { vault } = core.handles
  return Object.freeze<SessionHandles>({
    list: async (options = {}) => vault.list(viewer, options),
    revoke: async (handle) => vault.revoke(handle, viewer),
    renew: async (handle) => vault.renew(handle, viewer),
    release: async (handle) => vault.release(handle, viewer),
    async attenuate(handle, options) {
      checkTools(options ?? {}, core.tools)
      return vault.attenuate(handle, options, viewer)
    },
  })
}

/** A name that no tool has would make a handle that is good for nothing, or for a tool that comes later. */
function checkTools({ tools }: AttenuateOptions, known: ToolTable): void {
  const unknown = Array.isArray(tools) ? tools.find((name) => !known.has(name)) : undefined
  if (unknown === undefined) return
  const near = nearName(String(unknown), [...known.keys()])
  const mend = near ? `did you mean '${near}'?` : `there are ${[...known.keys()].join(', ')}.`
  throw new DefinitionError(`attenuate(): tools: there is no tool '${String(unknown)}'; ${mend}`)
}

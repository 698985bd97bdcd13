// What a program does with the handles of a session's user. A model has no way here.

import { nearName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import { HandleError } from '../handles/errors.js'
import type { Kind } from '../handles/kinds/kind.js'
import type { AttenuateOptions } from '../handles/vault/attenuate.js'
import type { ListOptions } from '../handles/vault/life.js'
import { ANY_KIND } from '../json/schema/marks.js'
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
  /**
   * Makes a handle of a value that the program itself has, in this session's scope. Where the value came from is not
   * known: the judge takes it for the text of a stranger.
   *
   * @throws DefinitionError for a kind that the gate does not have, or whose values cross by name.
   * @example
   * const { handle } = await session.handles.mint(Order, order)
   */
  mint<E>(kind: Kind<E>, value: E): Promise<Card>
  /**
   * The value behind a handle of this kind, or of that name for a kind by name, if this session's user may use it. Takes
   * a use of a handle that has a limited number of them. A handle that is for some tools alone is for no program.
   *
   * @throws DefinitionError for a kind that the gate does not have.
   * @example
   * const order = await session.handles.value(handle, Order)
   */
  value<E>(handle: string, kind: Kind<E>): Promise<E>
  /** The value behind a handle, of whatever kind. */
  value(handle: string): Promise<unknown>
}

/** The handles of a viewer. */
export function sessionHandles({ core, viewer }: View): SessionHandles {
  const { vault, kinds } = core.handles
  return Object.freeze<SessionHandles>({
    list: async (options = {}) => vault.list(viewer, options),
    revoke: async (handle) => vault.revoke(handle, viewer),
    renew: async (handle) => vault.renew(handle, viewer),
    release: async (handle) => vault.release(handle, viewer),
    async attenuate(handle, options) {
      checkTools(options ?? {}, core.tools)
      return vault.attenuate(handle, options, viewer)
    },
    async mint<E>(kind: Kind<E>, value: E) {
      checkKind('mint()', kind as Kind, kinds)
      if (kind.by === 'name') {
        throw new DefinitionError(
          `mint(): values of kind '${kind.name}' cross by name: give the name itself.`,
        )
      }
      const sealing = vault.sealing(viewer)
      const card = sealing.seal(kind as Kind, value)
      await vault.commit(sealing)
      return card
    },
    async value<E>(handle: string, kind?: Kind<E>) {
      if (kind !== undefined) checkKind('value()', kind as Kind, kinds)
      const wanted = kind === undefined ? ANY_KIND : kind.name
      const request = { value: handle, kinds: [wanted], action: 'use', pointer: '' } as const
      const [found] = await vault.openMany([request], { viewer, tool: THE_PROGRAM })
      if (!found || found instanceof HandleError) throw found
      await vault.consume([found])
      return found.value as E
    },
  })
}

/** No tool has this name, so that a handle which is for some tools alone does not open. */
const THE_PROGRAM = ''

/** Another kind of the same name would give its values another type than they have. */
function checkKind(what: string, kind: Kind, known: ReadonlyMap<string, Kind>): void {
  if (known.get(kind?.name) === kind) return
  const names = [...known.keys()].join(', ')
  throw new DefinitionError(
    `${what}: this kind is none of the gate's; it has ${names}. Add it to createGate({ kinds }).`,
  )
}

/** A name that no tool has would make a handle that is good for nothing, or for a tool that comes later. */
function checkTools({ tools }: AttenuateOptions, known: ToolTable): void {
  const unknown = Array.isArray(tools) ? tools.find((name) => !known.has(name)) : undefined
  if (unknown === undefined) return
  const near = nearName(String(unknown), [...known.keys()])
  const mend = near ? `did you mean '${near}'?` : `there are ${[...known.keys()].join(', ')}.`
  throw new DefinitionError(`attenuate(): tools: there is no tool '${String(unknown)}'; ${mend}`)
}

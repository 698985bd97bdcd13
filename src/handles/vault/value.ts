// From a stored handle to the value behind it, and whether its viewer may have that: the codec and the owner's say.
// Whatever an author's code throws goes to the log and nowhere else.

import { isA } from '../../base/made-by-us.js'
import { HandleError, handleError, isHandleCode } from '../errors.js'
import { codecFailed } from '../kinds/encode.js'
import type { Kind, MaybePromise } from '../kinds/kind.js'
import type { Right } from '../record.js'
import type { Viewer } from '../scope.js'
import type { Found } from './records.js'

/** What loading needs of the vault. */
export interface LoadParts {
  readonly kinds: ReadonlyMap<string, Kind>
  /** Live objects by record. */
  live(key: string): unknown
}

/** What is kept: of a row, or of all. @throws HandleError when nothing is. */
export function storedValue(kind: Kind, links: Found, row: number | undefined, parts: LoadParts): unknown {
  const { key, stored, held } = links.at(-1)!
  const whole = kind.live ? parts.live(key) : held ? held.value : stored.value
  if (whole === undefined) throw letGo(kind.name)
  return row === undefined ? whole : (whole as readonly unknown[])[row]
}

/** The entity again, or a promise of it; undefined or null when it is no longer there. */
export function load(
  kind: Kind,
  links: Found,
  row: number | undefined,
  viewer: Viewer,
  parts: LoadParts,
): MaybePromise<unknown> {
  const { codec, rowCodecs } = links.at(-1)!.stored
  const version = (row === undefined ? undefined : rowCodecs?.[row]) ?? codec
  const value = storedValue(kind, links, row, parts)
  return guarded(kind, () => {
    if (version > kind.version)
      throw new TypeError(`written by version ${version} of the codec, known is ${kind.version}`)
    return checked(kind, kind.decode(value, { version, viewer }), 'handle')
  })
}

/** What has a name, or a promise of it; undefined or null when there is nothing of that name. */
export function loadNamed(kind: Kind, name: string, viewer: Viewer): MaybePromise<unknown> {
  return guarded(kind, () => checked(kind, kind.load(name, viewer), 'name'))
}

/** A tool would be given what it does not expect. That is the author's mistake, and no argument mends it. */
function checked(kind: Kind, made: MaybePromise<unknown>, by: 'handle' | 'name'): MaybePromise<unknown> {
  if (made instanceof Promise) return made.then((value) => checked(kind, value, by))
  if (made === undefined || made === null || kind.mayBe(made)) return made
  const cause = new TypeError(`is() of kind '${kind.name}' does not take what was loaded`)
  throw handleError(
    'handle_unexpected_value',
    `What this ${by} stands for is no ${kind.name}. That is a mistake of the program, not of this call: go on without it and say so.`,
    { cause },
  )
}

/** Nothing when it is permitted. Asked at once, and waited for only when the answer takes its time. */
export function permit(
  kind: Kind,
  entity: unknown,
  action: Right,
  viewer: Viewer,
): Promise<void> | undefined {
  const judge = (permitted: boolean) => {
    if (!permitted) throw handleError('handle_not_permitted', `You may not ${action} this ${kind.name}.`)
  }
  const answer = kind.authorize(entity, action, viewer)
  if (typeof answer !== 'boolean') return answer.then(judge)
  judge(answer)
  return undefined
}

/**
 * Whether the viewer may be shown the card of a handle: as when it is opened to be read, or for what else it is for. The
 * card of a list says how many there are and nothing of any of them, so that nobody is asked.
 *
 * @throws HandleError when not, or when nothing is behind it any more.
 */
export async function permitCard(links: Found, viewer: Viewer, parts: LoadParts): Promise<void> {
  const { stored } = links[0]
  const root = links.at(-1)!
  const kind = kindOf(stored.kind, parts)
  const row = links.find((link) => link.stored.row !== undefined)?.stored.row
  if (row === undefined && root.stored.count !== undefined) {
    storedValue(kind, links, undefined, parts)
    return
  }
  const entity = await load(kind, links, row, viewer, parts)
  if (entity === undefined || entity === null) throw gone(kind)
  const action = stored.rights.includes('read') ? 'read' : stored.rights[0]!
  await permit(kind, entity, action, viewer)
}

/** The kind of a stored handle: a gate that was started anew may know fewer than the one that made it. */
export function kindOf(name: string, { kinds }: LoadParts): Kind {
  const kind = kinds.get(name)
  if (kind) return kind
  throw handleError('handle_gone', `Handles of kind ${name} are not used any more.`)
}

/**
 * Runs an author's code: whatever it throws, now or later, goes to the log and nowhere else. A handle error is the
 * author's own word to the caller, and stands.
 */
export function guarded<T>(kind: Kind, code: () => MaybePromise<T>): MaybePromise<T> {
  const fail = (cause: unknown): never => {
    if (isA(cause, HandleError) && isHandleCode(cause.code))
      throw handleError(cause.code, cause.message, { cause })
    throw codecFailed(kind, cause)
  }
  try {
    const made = code()
    return made instanceof Promise ? made.catch(fail) : made
  } catch (cause) {
    return fail(cause)
  }
}

/** Memory has a bound: the record is still there, and what it stood for is not. */
export function letGo(kind: string): HandleError {
  const text = `The ${kind} behind this handle was let go to make room for newer ones. Call its tool again.`
  return handleError('handle_gone', text)
}

export function gone({ name }: Kind): HandleError {
  return handleError('handle_gone', `The ${name} behind this handle is no longer there.`)
}

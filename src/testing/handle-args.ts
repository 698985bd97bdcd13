// Entities in the arguments of a test, as the handles that a model would give.

import type { Session } from '../door/session.js'
import type { Kind } from '../handles/kinds/kind.js'

/** The arguments with a handle in the place of each value that one of the kinds takes. Plain lists and objects only. */
export async function withHandles(
  args: unknown,
  session: Session,
  kinds: readonly Kind[] = [],
): Promise<unknown> {
  if (typeof args !== 'object' || args === null || kinds.length === 0) return args
  // The same value twice is one handle, as in a result.
  const made = new Map<object, string>()
  const replaced = async (value: unknown, depth: number): Promise<unknown> => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
    const known = made.get(value)
    if (known !== undefined) return known
    // A kind by name refuses to be made a handle; its name stands for it as it is.
    const kind = depth > 0 ? kinds.find((one) => one.is(value)) : undefined
    if (kind?.by === 'name') return kind.nameOf(value)
    if (kind) {
      const { handle } = await session.handles.mint(kind, value)
      made.set(value, handle)
      return handle
    }
    if (Array.isArray(value)) return Promise.all(value.map((item) => replaced(item, depth + 1)))
    const proto = Object.getPrototypeOf(value)
    if (proto !== Object.prototype && proto !== null) return value
    const members = Object.entries(value).map(
      async ([key, item]) => [key, await replaced(item, depth + 1)] as const,
    )
    return Object.fromEntries(await Promise.all(members))
  }
  return replaced(args, 0)
}

/** The gate says what is wrong with deeper ones, and with those that hold themselves. */
const DEEPEST = 100

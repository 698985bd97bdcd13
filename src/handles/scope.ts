// Whose a handle is: the scope under which its record lies. A token is looked up in the scope of whoever brings it,
// so a foreign one and an unknown one are the same miss.

import type { Principal } from '../tool/context.js'

/** Who seals and opens: a session's principal, and the agent run it acts in. */
export interface Viewer extends Principal {
  readonly run?: string
}

/** How far a kind's handles reach: all of a user's conversations, one of them, or one run. */
export const SCOPE_LEVELS = ['user', 'conversation', 'run'] as const

/** One of {@link SCOPE_LEVELS}. */
export type ScopeLevel = (typeof SCOPE_LEVELS)[number]

/**
 * The scope of a viewer at a level. JSON keeps what an id holds from reaching into another's. Nobody in particular
 * has no conversations in common with anybody, so an anonymous one never reaches beyond its conversation.
 *
 * @throws TypeError when the viewer has no conversation.
 */
export function scopeOf({ tenant, user, conversation, run }: Viewer, level: ScopeLevel): string {
  switch (level) {
    case 'user':
      if (user !== undefined) return JSON.stringify([tenant, user])
      return scopeOf({ tenant, conversation } as Viewer, 'conversation')
    case 'conversation':
      if (!conversation) throw new TypeError('a handle of this kind needs a conversation')
      return JSON.stringify([tenant, user ?? null, conversation])
    case 'run':
      // Without a run it is a scope in which nothing is ever sealed, so that a look-up there is a miss.
      return JSON.stringify([tenant, user ?? null, conversation, run ?? null])
  }
}

/** All scopes in which a viewer has handles. */
export function scopesOf(viewer: Viewer): string[] {
  const levels = SCOPE_LEVELS.filter((level) => level !== 'run' || viewer.run)
  return [...new Set(levels.map((level) => scopeOf(viewer, level)))]
}

/** Whose a scope is. */
export interface Owner {
  readonly tenant: string
  /** None: nobody in particular. */
  readonly user?: string
  /** None: all conversations of the user. */
  readonly conversation?: string
  readonly run?: string
}

/** Reads a scope, for the operator: the way back from {@link scopeOf}. */
export function ownerOf(scope: string): Owner {
  const [tenant, user, conversation, run] = JSON.parse(scope) as (string | null)[]
  return {
    tenant: tenant ?? '',
    ...(user != null && { user }),
    ...(conversation != null && { conversation }),
    ...(run != null && { run }),
  }
}

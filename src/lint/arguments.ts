// What rules on roles ask of a tool: its arguments, the role of each, and what its name says. No rule lives here.

import { hasSideEffect } from '../tool/effects.js'
import type { Around } from './propose/meaning.js'
import { guessRoles, type RoleGuess } from './propose/roles.js'
import type { ToolDescription, ToolSet } from './rule.js'
import { wordsOf } from './words.js'

/** An argument whose schema does not settle its role. */
interface Argument extends RoleGuess {
  readonly around: Around
  /** The tool changes something. */
  readonly writes: boolean
}

/**
 * The arguments of a tool whose author declares roles. Of a server's tool none: what counts there is the
 * operator's word, which its definition doesn't hold.
 */
export function argumentsOf(tool: ToolDescription, { prefix }: ToolSet): readonly Argument[] {
  const { name, description = '', inputSchema, effect, flow } = tool
  if (!effect || !flow) return []
  let found = known.get(tool)
  if (!found) {
    const words = wordsOf(name).filter((word, at) => at > 0 || word !== prefix)
    const around = { words, description }
    const guesses = guessRoles({ ...around, inputSchema, effect, ...(flow.roles && { roles: flow.roles }) })
    found = guesses.map((guess) => ({ ...guess, around, writes: hasSideEffect(effect) }))
    known.set(tool, found)
  }
  return found
}

// Five rules ask for the same list.
const known = new WeakMap<ToolDescription, readonly Argument[]>()

/** A role as a declaration writes it: `'target'`, or `{ role: 'selector', of: 'file' }`. */
export function writtenRole({ role, of }: Pick<RoleGuess, 'role' | 'of'>): string {
  return of === undefined ? `'${role}'` : `{ role: '${role}', of: '${of}' }`
}

/** A path as the key of an object literal. */
export function writtenPath(path: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(path) ? path : `'${path}'`
}

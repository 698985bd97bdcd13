// Who is in a group of readers: by a fixed list, or by asking the program. An answer that is not a plain yes is a no.

import { z } from 'zod'
import { DefinitionError, parseOptions } from '../../base/options.js'
import { canonicalHost, canonicalOf } from '../words/canonical.js'
import type { InGroup } from './readers.js'

/** Groups by name: addresses and other destinations, each whole, or all addresses of a host as `@finance.acme.example`. */
export type Groups = Readonly<Record<string, readonly string[]>>

/**
 * Groups as a question to them.
 *
 * @throws DefinitionError that names the entry and the mend.
 */
export function compileGroups(options: Groups): InGroup {
  const given = parseOptions(schema, options, 'groups')
  const groups = new Map(
    Object.entries(given).map(([name, members]) => [
      name,
      new Set(members.map((member) => memberKey(name, member))),
    ]),
  )
  return (group, destination) => {
    const members = groups.get(group)
    if (!members) return false
    const { kind, key, text } = canonicalOf(destination)
    return members.has(key) || (kind === 'email' && members.has(text.slice(text.lastIndexOf('@'))))
  }
}

/** The program's answer, but that it never throws, and that only `true` means yes: a promise is none. */
export function guardedInGroup(inGroup: InGroup, onFault: (error: unknown) => void): InGroup {
  return (group, destination) => {
    try {
      const answer: unknown = inGroup(group, destination)
      if (typeof answer === 'boolean') return answer
      // Nobody waits for it, and its failure must not end the process.
      if (answer instanceof Promise) answer.catch(() => {})
      onFault(new TypeError(`inGroup must return true or false at once; it gave ${typeof answer}`))
    } catch (error) {
      onFault(error)
    }
    return false
  }
}

const schema = z.object({}).catchall(z.array(z.string().min(1)))

function memberKey(group: string, member: string): string {
  if (!member.startsWith('@')) return canonicalOf(member).key
  const host = canonicalHost(member.slice(1))
  if (host.includes('.') && !/[\s/@:?#*]/.test(member.slice(1))) return `@${host}`
  throw new DefinitionError(
    `groups.${group}: ${JSON.stringify(member)} is no host; write '@finance.acme.example' for all its addresses.`,
  )
}

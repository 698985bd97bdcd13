// Names of agents, and of the tools that hand to them. A model sees the second, so it must be one that every
// provider takes, the same in each process.

import { createHash } from 'node:crypto'
import { foldName } from '../../base/names.js'
import { DefinitionError } from '../../base/options.js'
import { cleanLine } from '../../text/clean.js'

/** The most that providers take. */
const LONGEST = 64
const HASH = 8

/**
 * `transfer_to_<name>`. A name that is too long or has other characters than letters, digits, `_`, `-` and blanks
 * gets an alias that ends in a hash of it.
 */
export function transferName(agent: string): string {
  return withPrefix('transfer_to_', agent)
}

/** `ask_<name>`, in the same way. */
export function askName(agent: string): string {
  return withPrefix('ask_', agent)
}

function withPrefix(prefix: string, agent: string): string {
  const plain = agent.replaceAll(/ +/g, '_')
  if (/^[a-zA-Z0-9_-]+$/.test(plain) && prefix.length + plain.length <= LONGEST) return prefix + plain
  const hash = createHash('sha256').update(agent).digest('hex').slice(0, HASH)
  const kept = plain
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
    .slice(0, LONGEST - prefix.length - HASH - 1)
    .replaceAll(/^_+|_+$/g, '')
  return `${prefix}${kept ? `${kept}_` : ''}${hash}`
}

/**
 * The name of an agent, composed characters as one.
 *
 * @throws DefinitionError for what can't be shown as it is: a blank name, control and invisible characters.
 */
export function agentName(given: string): string {
  const name = given.normalize('NFC')
  if (name === '' || cleanLine(name, 128) !== name) {
    throw new DefinitionError(
      `agent '${cleanLine(given, 64)}': name must be one line of 1 to 128 visible characters, without blanks at its ends.`,
    )
  }
  return name
}

/**
 * Refuses names that a model would mix up.
 *
 * @throws DefinitionError that names both.
 */
export function refuseCollisions(
  entries: Iterable<{ readonly name: string; readonly of: string }>,
  what: string,
  mend: string,
): void {
  const seen = new Map<string, string>()
  for (const { name, of } of entries) {
    const folded = foldName(name)
    const other = seen.get(folded)
    if (other !== undefined) {
      throw new DefinitionError(
        `${what}: ${of} is named like ${other}, apart from case and separators. ${mend}`,
      )
    }
    seen.set(folded, of)
  }
}

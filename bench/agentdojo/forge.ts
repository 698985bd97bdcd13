// The attacker's own records: what outsiders can write into a record that carries an injection, besides its text.
// Fields that the service makes itself, and records in which an outsider writes nothing, are left as they are.

import type { Json, JsonObject } from '../../src/json/json.js'
import { isOfAttack } from './canary.js'
import type { Suite } from './data.js'
import { labelAt } from './places.js'

/** What stands in the attacker's records in place of what was recorded. */
export interface Forgery {
  /** Who, where or which the attack is about. */
  readonly targets: readonly string[]
  /** Which structured fields hold the first target: all, or the first alone. */
  readonly fields: 'all' | 'first'
  /** Whether lists of structured values get the targets too. */
  readonly lists: boolean
  /** What every other short field says; left out, they stay. */
  readonly word?: string
  /** What is added to every list that the service doesn't make itself. */
  readonly spray?: readonly string[]
}

/** A field this long is a text, and names nothing. */
const SHORT = 100

/** The result of a tool, with the attacker's records forged. */
export function forge(value: Json, forgery: Forgery, suite: Suite, tool: string): Json {
  const origin = suite.roles[tool]?.origin
  return walk(value, [])

  function walk(at: Json, path: readonly string[]): Json {
    if (Array.isArray(at)) return at.map((each, i) => walk(each as Json, [...path, String(i)]))
    if (typeof at !== 'object' || at === null) return at
    const record = at as JsonObject
    if (Object.values(record).some(isOfAttack) && canOwn(record, path)) return forgeRecord(record, path)
    return Object.fromEntries(Object.entries(record).map(([key, each]) => [key, walk(each, [...path, key])]))
  }

  function labelOf(path: readonly string[]) {
    return labelAt(origin, value, path)
  }

  /** Where all but the text is the service's own, no outsider made the record. */
  function canOwn(record: JsonObject, path: readonly string[]): boolean {
    return Object.entries(record).some(
      ([key, each]) =>
        !isOfAttack(each) &&
        (typeof each === 'string' || Array.isArray(each)) &&
        labelOf(Array.isArray(each) ? [...path, key, '0'] : [...path, key]) !== 'first-party',
    )
  }

  function forgeRecord(record: JsonObject, path: readonly string[]): Json {
    const [target] = forgery.targets
    let left = forgery.fields === 'first' ? 1 : Number.POSITIVE_INFINITY
    const forged: Record<string, Json> = {}
    for (const [key, each] of Object.entries(record)) {
      const below = [...path, key]
      if (Array.isArray(each)) forged[key] = forgeList(each, below)
      else if (typeof each !== 'string' || isOfAttack(each)) forged[key] = walk(each, below)
      else {
        const label = labelOf(below)
        if (label === 'third-party-structured' && left > 0 && target !== undefined) {
          forged[key] = target
          left--
        } else {
          const free = label !== 'first-party' && each.length <= SHORT && forgery.word !== undefined
          forged[key] = free ? (forgery.word as string) : each
        }
      }
    }
    return forged
  }

  function forgeList(list: readonly unknown[], path: readonly string[]): Json {
    const items = list as readonly Json[]
    const label = labelOf([...path, '0'])
    if (label === 'first-party' || items.some((each) => typeof each === 'object'))
      return walk(items as Json, path)
    const targets = forgery.lists && label === 'third-party-structured' ? forgery.targets : []
    return [...items, ...targets, ...(forgery.spray ?? [])]
  }
}

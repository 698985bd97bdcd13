// By which of its fields a record answers when the user names it: a person's name or address, a thing's title. What
// else stands in it, in lists and in texts, names nothing; an outsider could spray dozens of words there.

import { canonicalOf } from '../words/canonical.js'
import { wordsIn } from '../words/request/written.js'

/** Whom or what a field names. */
export type Names = 'person' | 'thing'

/** A name by which a record answers. */
export interface Identity {
  readonly names: Names
  readonly path: string
  readonly words: readonly string[]
  /** Our own title, or a person: a part of it names it. An outsider's title counts as a whole. */
  readonly inPart: boolean
}

/** What is known of a field before it is taken in. */
interface Named {
  readonly value: string | number
  readonly path: string
  readonly label: string
  readonly names?: Names
}

const LONGEST = 120

/** The names that a field gives to its record, most often none. */
export function identitiesOf({ value, path, label, names }: Named): readonly Identity[] {
  if (typeof value !== 'string' || value.length > LONGEST || label === 'unknown') return NONE
  // A list names nobody: who is on it doesn't own the record.
  if (path.endsWith('*')) return NONE
  const kinds = names ? [names] : namesOfKey(path)
  if (kinds.length === 0) return NONE
  const found: Identity[] = []
  for (const kind of kinds) {
    if (kind === 'thing') add(found, kind, path, wordsIn(value), label === 'first-party')
    else for (const words of personWords(value, names !== undefined)) add(found, kind, path, words, true)
  }
  return found
}

function add(to: Identity[], names: Names, path: string, words: readonly string[], inPart: boolean): void {
  const length = words.reduce((sum, word) => sum + word.length, 0)
  if (length >= (names === 'person' ? 2 : SHORTEST_TITLE)) to.push({ names, path, words, inPart })
}

const SHORTEST_TITLE = 4
const NONE: readonly Identity[] = Object.freeze([])

const PERSONS = new Set('sender from to owner author organizer organiser user name'.split(' '))
const THINGS = new Set('title subject name filename summary'.split(' '))

/** By key: `sender`, `from.name`, `file_name`. */
function namesOfKey(path: string): readonly Names[] {
  const known = KEYS.get(path)
  if (known) return known
  const steps = path.split('.').map(wordsOfKey)
  const last = steps.at(-1) ?? []
  const own = last.at(-1) ?? ''
  const kinds: Names[] = []
  const isPersons = PERSONS.has(own) || steps.slice(0, -1).some((words) => PERSONS.has(words.at(-1) ?? ''))
  const isOfThing = last.length > 1 && own === 'name' && !PERSONS.has(last.at(-2) ?? '')
  const isOfPerson = last.slice(0, -1).some((word) => PERSONS.has(word))
  if ((isPersons && !isOfThing) || isOfPerson) kinds.push('person')
  if ((THINGS.has(own) || THINGS.has(last.join(''))) && !isOfPerson && steps.length === 1) kinds.push('thing')
  if (KEYS.size < MOST_KEYS) KEYS.set(path, kinds)
  return kinds
}

const KEYS = new Map<string, readonly Names[]>()
const MOST_KEYS = 1_000

const wordsOfKey = (key: string): string[] =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** `lena.meyer@acme.example`, `Lena Meyer`, and both in one: the words of each. */
function personWords(value: string, isDeclared: boolean): readonly (readonly string[])[] {
  const [, shown = '', address = ''] = /^(.*?)\s*<([^<>]+)>$/.exec(value) ?? []
  if (address !== '')
    return [...personWords(shown, true), ...personWords(address, true)].filter((words) => words.length > 0)
  if (value.includes('@')) {
    const { kind, text } = canonicalOf(value)
    return kind === 'email' ? [wordsIn(text.slice(0, text.lastIndexOf('@')))] : []
  }
  return isDeclared || isPersonsName(value) ? [wordsIn(value)] : []
}

/** Up to four words, each with a capital, or one handle: no file name and no sentence. */
function isPersonsName(value: string): boolean {
  return (
    /^(?:\p{Lu}[\p{L}\p{M}'’.-]*)(?: (?:\p{Lu}[\p{L}\p{M}'’.-]*|van|von|de|der|da|di|du|el|al|la|le)){0,4}$/u.test(
      value,
    ) || /^@?[a-z][a-z\d._-]{1,30}$/.test(value)
  )
}

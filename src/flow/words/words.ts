// The user's own words: the last 50 messages that `userSaid` gave. What a user pasted, what stands in a message
// list and what came as a call never gets in here.

import { entitiesIn } from './entities.js'
import { namesNumber } from './naming.js'
import { type NumbersSaid, numbersIn } from './numbers.js'
import type { LanguageName } from './request/language.js'
import { readRequest } from './request/read.js'
import type { Request } from './request/types.js'
import { saidPart } from './said.js'

/** How many messages count as evidence. */
export const MESSAGES_KEPT = 50
/** How many of the newest ones can name an object or ask for an act. */
const MESSAGES_RECENT = 3
/** Characters of a message that count; the rest is not kept. */
export const MAX_MESSAGE = 20_000
const MAX_SEQUENCE = 8

/** One message, as stored. */
interface Message {
  readonly id: string
  /** When it came, on the session's own count. */
  readonly seq: number
  readonly text: string
  /** Counts while the session is open, and is not stored. */
  readonly passing?: true
}

/** One message, ready to be searched. */
export interface Spoken extends Omit<Message, 'passing'> {
  /** NFC, white space runs as one space. */
  readonly plain: string
  /** `plain` in lower case. */
  readonly folded: string
  readonly entities: ReadonlySet<string>
  readonly numbers: NumbersSaid
  /** `folded` without what only describes and what is to be said: there a bare name names no target. */
  readonly naming: string
  /** What it asks for: read once, when somebody first wants to know. */
  readonly request: Request
}

/** The words of one session's user. */
export class UserWords {
  #messages: Speaking[] = []

  /** @param languages Those that requests are read in. */
  constructor(readonly languages: readonly LanguageName[] = ['en']) {}

  /** Takes a message; an id that was taken before is the same message again. */
  add(message: Message): boolean {
    if (this.#messages.some(({ id }) => id === message.id)) return false
    this.#messages.push(
      new Speaking({ ...message, text: message.text.slice(0, MAX_MESSAGE + 1) }, this.languages),
    )
    if (this.#messages.length > MESSAGES_KEPT) this.#messages.shift()
    return true
  }

  /** Messages may be missing here: then none before them is one of the newest. */
  lose(seq: number): void {
    for (let i = 0; i < MESSAGES_RECENT; i++) this.add({ id: `lost ${seq} ${i}`, seq, text: '' })
  }

  /** The messages up to a moment. */
  said(asOf: number): readonly Spoken[] {
    const last = this.#messages.at(-1)
    return !last || last.seq <= asOf ? this.#messages : this.#messages.filter(({ seq }) => seq <= asOf)
  }

  /** The newest three. */
  recent(asOf: number): readonly Spoken[] {
    return this.said(asOf).slice(-MESSAGES_RECENT)
  }

  /** Whether the user named this address, URL, account, number, date or path. */
  named(key: string, asOf: number): boolean {
    return this.said(asOf).some(({ entities }) => entities.has(key))
  }

  /**
   * Whether a text of up to eight words stands in the user's words, as whole words. With `exact`, in the same
   * case too: for passwords, commands and paths.
   */
  says(text: string, asOf: number, exact = false): boolean {
    const wanted = exact ? plainOf(text) : foldText(text)
    if (wanted === '' || wanted.length > 512 || wanted.split(' ').length > MAX_SEQUENCE) return false
    return this.said(asOf).some((message) => standsIn(wanted, exact ? message.plain : message.folded))
  }

  /** Whether a bare name stands in the user's words where a name may say who or where. */
  namesTarget(text: string, asOf: number): boolean {
    const wanted = foldText(text)
    if (wanted === '' || wanted.length > 512 || wanted.split(' ').length > MAX_SEQUENCE) return false
    // What has marks of its own is more than a name.
    const isBare = /^[\p{L}\p{M} '’-]+$/u.test(wanted)
    return this.said(asOf).some(
      (message) => standsIn(wanted, message.folded) && (!isBare || standsIn(wanted, message.naming)),
    )
  }

  /** Whether the user named an object by this number. */
  namesNumber(number: string, asOf: number, isOfAnother?: (word: string) => boolean): boolean {
    return this.said(asOf).some(({ plain }) => namesNumber(number, plain, isOfAnother))
  }

  toJSON(): Message[] {
    return this.#messages
      .filter(({ passing }) => !passing)
      .map(({ id, seq, raw }) => ({ id, seq, text: raw }))
  }
}

/** As texts are compared when case doesn't matter. */
export function foldText(text: string): string {
  return plainOf(text).toLowerCase()
}

/** Whether `wanted` stands in `text` with nothing but marks between it and the white space around. */
export function standsIn(wanted: string, text: string): boolean {
  return placeIn(wanted, text) !== undefined
}

/** Where the first such place is. */
function placeIn(wanted: string, text: string, from = 0): number | undefined {
  for (let at = text.indexOf(wanted, from); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (opens(wanted, text, at) && closes(wanted, text, at + wanted.length)) return at
  }
  return undefined
}

class Speaking implements Spoken {
  readonly id: string
  readonly seq: number
  readonly text: string
  readonly passing: boolean
  /** With what was only shared. */
  readonly raw: string
  #plain: string | undefined
  #folded: string | undefined
  #entities: ReadonlySet<string> | undefined
  #numbers: NumbersSaid | undefined
  #request: Request | undefined
  #naming: string | undefined

  constructor(
    { id, seq, text, passing }: Message,
    readonly languages: readonly LanguageName[],
  ) {
    this.id = id
    this.seq = seq
    this.text = saidPart(text.normalize('NFC'))
    this.raw = text
    this.passing = passing === true
  }

  get plain(): string {
    this.#plain ??= plainOf(this.text)
    return this.#plain
  }
  get folded(): string {
    this.#folded ??= this.plain.toLowerCase()
    return this.#folded
  }
  get entities(): ReadonlySet<string> {
    this.#entities ??= entitiesIn(this.text.normalize('NFC'))
    return this.#entities
  }
  get numbers(): NumbersSaid {
    this.#numbers ??= numbersIn(this.plain)
    return this.#numbers
  }
  get naming(): string {
    this.#naming ??= foldText(withoutDescriptions(this.text, this.request))
    return this.#naming
  }
  get request(): Request {
    // Of what was cut nobody knows what it said, a denial perhaps.
    this.#request ??=
      this.raw.length > MAX_MESSAGE
        ? { clauses: [], languages: [], unread: 'too long' }
        : readRequest(this.text, this.languages)
    return this.#request
  }
}

function withoutDescriptions(text: string, { clauses }: Request): string {
  let left = text
  for (const { start, end } of clauses.flatMap(({ describes }) => describes))
    left = left.slice(0, start) + left.slice(start, end).replace(/\S/g, '|') + left.slice(end)
  return left
}

function plainOf(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

// Scripts that put no space between words; there the edge of a word can't be seen.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const WORD = /[\p{L}\p{N}]/u

/** Only marks between the last white space and here: `not-evil.example` does not name `evil.example`. */
function opens(wanted: string, text: string, start: number): boolean {
  if (UNSPACED.test(wanted.charAt(0))) return true
  const space = text.lastIndexOf(' ', start - 1)
  const before = start === 0 ? '' : text.slice(space + 1, start)
  return !WORD.test(before) || UNSPACED.test(before.at(-1) ?? '')
}

/** Only marks up to the next white space, or the genitive of a name. */
function closes(wanted: string, text: string, end: number): boolean {
  if (UNSPACED.test(wanted.at(-1) ?? '')) return true
  const space = text.indexOf(' ', end)
  const after = text.slice(end, space === -1 ? text.length : space)
  return !WORD.test(after.replace(/^['’]s(?![\p{L}\p{N}])/u, '')) || UNSPACED.test(after.charAt(0))
}

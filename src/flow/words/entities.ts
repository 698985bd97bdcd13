// Things with a form of their own that stand in free text: URLs, e-mail addresses, phone and account numbers,
// dates, paths. Each is given by its canonical key.

import { ibans, phones } from '../../base/late.js'
import { canonicalOf, cardIn } from './canonical.js'

/** The canonical keys of what stands in a text, word by word and in groups. Linear in the text. */
export function entitiesIn(text: string): Set<string> {
  const keys = new Set<string>()
  // Most words of a long text stand there before.
  const seen = new Set<string>()
  const words = text.split(/\s+/)
  for (let at = 0; at < words.length; at++) {
    const written = words[at] as string
    if (!seen.has(written)) {
      seen.add(written)
      if (!addPlainWord(written, keys)) addWritten(written, keys)
    }
    if (mayBeginAccount(written)) addSpacedAccount(words, at, keys)
  }
  addGroups(text, keys)
  return keys
}

/**
 * Those keys of {@link entitiesIn} that are addresses, in a fraction of the time. Undefined when there are more than
 * `most`: to list them, or what only looks like one, could take seconds.
 */
export function addressesIn(text: string, most: number): Set<string> | undefined {
  const keys = new Set<string>()
  const seen = new Set<string>()
  const words = text.split(/\s+/)
  for (let at = 0; at < words.length; at++) {
    const written = words[at] as string
    if (!MAY_HOLD_ADDRESS.test(written) || NUMERIC.test(written)) continue
    if (!seen.has(written)) {
      seen.add(written)
      const found = new Set<string>()
      addWritten(written, found)
      for (const key of found) if (isAddressKey(key)) keys.add(key)
    }
    if (mayBeginAccount(written)) addSpacedAccount(words, at, keys)
    if (keys.size > most) return undefined
  }
  return (!text.includes('+') || addPhones(text, keys, most)) && keys.size <= most ? keys : undefined
}

/**
 * The URLs that stand in a text, whole, by their canonical keys; one without a scheme with either. Undefined when there
 * are more than `most`.
 */
export function linksIn(text: string, most: number): readonly string[] | undefined {
  if (!MAY_HOLD_LINK.test(text)) return []
  const keys = addressesIn(text, most)
  if (!keys) return undefined
  // A parenthesis that was opened inside of it belongs to it.
  for (const [written] of text.matchAll(/https?:\/\/[^\s<>"'`()]+\([^\s<>"'`()]*\)/gi))
    keys.add(canonicalOf(written).key)
  return [...keys].filter((key) => key.startsWith('url:'))
}

const MAY_HOLD_LINK = /:\/\/|\p{L}\.\p{L}/u

/** A URL without its scheme, as people write it. */
export function withoutScheme(text: string): URL | undefined {
  const [, ending] = HOST.exec(text) ?? []
  return ending && !FILE_ENDINGS.has(ending.toLowerCase())
    ? (URL.parse(`https://${text}`) ?? undefined)
    : undefined
}

/** Whether a canonical key is of something that can be sent to, paid to or called. */
export function isAddressKey(key: string): boolean {
  return /^(?:url|email|phone|account):/.test(key)
}

/** A word without the marks around it: quotes, brackets, a full stop. */
function trimMarks(word: string): string {
  return word.replace(/^[^\p{L}\p{N}/\\~.+_-]+/u, '').replace(/[^\p{L}\p{N}/\\_=&#%+-]+$/u, '')
}

// File names end like this more often than hosts do, and their domains are for sale.
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  'md zip sh py rs mov pl ps cc so txt pdf doc docx xls xlsx ppt pptx csv json yaml yml html js ts png jpg'.split(
    ' ',
  ),
)
const HOST = /^(?:[\p{L}\d](?:[\p{L}\d-]{0,62}[\p{L}\d])?\.)+(\p{L}{2,24})(?::\d{1,5})?(?:[/?#].*)?$/u

/** Each address has one of these in it; a full stop at the end of a sentence is none. */
const MAY_HOLD_ADDRESS = /[@\d]|:\/\/|\.[^.]/
const NUMERIC = /^[\d.,:;!?/()%-]+$/
const PLAIN_WORD = /^([A-Za-z]+)[.,;:!?]*$/

/** A word of letters is its own canonical form. */
function addPlainWord(written: string, keys: Set<string>): boolean {
  const word = PLAIN_WORD.exec(written)?.[1]
  if (word === undefined) return false
  keys.add(`text:${word}`)
  return true
}

function addWritten(written: string, keys: Set<string>): void {
  const word = trimMarks(written)
  if (word === '') return
  addWord(word, keys)
  // A list without spaces, or markup around an address. A URL may hold commas of its own.
  const parts = written.split(written.includes('://') ? /[<>"'`()[\]]+/ : /[<>"'`()[\],;|]+/)
  if (parts.length > 1) for (const part of parts) addWord(trimMarks(part), keys)
}

function addGroups(text: string, keys: Set<string>): void {
  if (text.includes('+')) addPhones(text, keys)
  addCards(text, keys)
  if (NAMED_MONTH.test(text)) addDates(text, keys)
}

function addWord(word: string, keys: Set<string>): void {
  if (word === '') return
  const markup = /^(?:mailto|tel):/i
  const value = canonicalOf(word.replace(markup, ''))
  keys.add(value.key)
  if (value.url && /^https?:$/.test(value.url.protocol)) {
    keys.add(canonicalOf(value.text.replace(/^https?:\/\//, '')).key)
    return
  }
  const [, ending] = value.kind === 'email' ? [] : (HOST.exec(word) ?? [])
  if (!ending || FILE_ENDINGS.has(ending.toLowerCase())) return
  for (const scheme of ['https://', 'http://']) keys.add(canonicalOf(scheme + word).key)
}

/** Before the word is taken out of its marks, which takes longer. */
function mayBeginAccount(written: string): boolean {
  return ACCOUNT_HEAD.test(written) && /^[a-z]{2}\d{2}$/i.test(trimMarks(written))
}

const ACCOUNT_HEAD = /^[^\p{L}\p{N}]*[A-Za-z]{2}\d{2}[^\p{L}\p{N}]*$/u

/** `DE89 3704 0044 ...`: an account number in groups of up to four. */
function addSpacedAccount(words: readonly string[], from: number, keys: Set<string>): void {
  let joined = trimMarks(words[from] as string).toUpperCase()
  const length = ibans().countrySpecs[joined.slice(0, 2)]?.chars
  if (!length) return
  for (let at = from + 1; at < words.length && joined.length < length; at++) {
    const written = words[at] as string
    const group = ACCOUNT_GROUP.test(written) ? written : trimMarks(written)
    if (!ACCOUNT_GROUP.test(group)) return
    joined += group.toUpperCase()
  }
  if (joined.length === length && ibans().isValidIBAN(joined)) keys.add(`account:${joined}`)
}

const ACCOUNT_GROUP = /^[a-z0-9]{1,4}$/i
const PHONE = /\+\d[\d ()./-]{6,24}\d/g

/** Says whether all were looked at: `most` bounds also those that turn out to be none. */
function addPhones(text: string, keys: Set<string>, most = Number.POSITIVE_INFINITY): boolean {
  const seen = new Set<string>()
  for (const [written] of text.matchAll(PHONE)) {
    if (seen.has(written)) continue
    if (seen.size >= most) return false
    seen.add(written)
    const phone = phones().parsePhoneNumberFromString(written, { extract: false })
    if (phone?.isValid()) keys.add(`phone:${phone.number}`)
  }
  return true
}

/** Card numbers in groups, by the key of their digits. */
function addCards(text: string, keys: Set<string>): void {
  for (const [written] of text.matchAll(CARD))
    if (cardIn(written) !== undefined) keys.add(canonicalOf(written).key)
}

const CARD = /(?<![\p{L}\d-])\d{3,6}([ -])\d{3,6}(?:\1\d{1,6}){1,3}(?![\p{L}\d-])/gu

/** Whether a text holds an account, a card or a phone number. */
export function holdsPrivateNumber(text: string, keys: ReadonlySet<string>): boolean {
  for (const key of keys) if (/^(?:account|phone):/.test(key)) return true
  const groups = [...text.matchAll(CARD), ...text.matchAll(/(?<!\d)\d{13,19}(?!\d)/g)]
  return groups.some(([written]) => cardIn(written) !== undefined)
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const MONTH = `(${MONTHS.map((month) => `${month}|${month.slice(0, 3)}\\.?`).join('|')})`
const NAMED_MONTH = new RegExp(`\\b${MONTH}`, 'i')
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH},? (\\d{4})\\b`, 'gi')
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi')

function addDates(text: string, keys: Set<string>): void {
  for (const [, day, month, year] of text.matchAll(DAY_FIRST)) keys.add(dateKey(year, month, day))
  for (const [, month, day, year] of text.matchAll(MONTH_FIRST)) keys.add(dateKey(year, month, day))
}

function dateKey(year = '', month = '', day = ''): string {
  const number = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3).toLowerCase())) + 1
  return `date:${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

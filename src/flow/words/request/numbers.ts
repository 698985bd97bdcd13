// The numbers of a request and what each is: an amount, or a year, a day, an hour, a number that only names a thing.
// What isn't surely an amount is none: the judge asks.

import type { Family } from '../lexicon/shape.js'
import { isDate } from './days.js'
import { type Language, phraseAt } from './language.js'
import { type Read, readNumber } from './number-words.js'
import type { Token } from './tokens.js'
import type { NumberSaid } from './types.js'

/** Every number of a clause, in order, quoted ones too. `families` are what its verb asks for. */
export function numbersOf(
  tokens: readonly Token[],
  language: Language,
  families: readonly string[],
): NumberSaid[] {
  const found: NumberSaid[] = []
  for (let at = 0; at < tokens.length; ) {
    const read = readNumber(tokens, at, language)
    if (!read) at++
    else {
      const last = tokens[at + read.length - 1] as Token
      const meant = meaningOf(tokens, at, read, language, families)
      const start = (tokens[at] as Token).start
      found.push({
        text: tokens
          .slice(at, at + read.length)
          .map(({ text }) => text)
          .join(' '),
        start,
        end: last.end,
        value: read.value,
        ...meant,
      })
      at += read.length
    }
  }
  return found
}

type Meant = Pick<NumberSaid, 'is' | 'unit' | 'money' | 'because'>

function meaningOf(
  tokens: readonly Token[],
  at: number,
  { value, length, inWords }: Read,
  language: Language,
  families: readonly string[],
): Meant {
  const token = tokens[at] as Token
  const next = tokens[at + length]
  const before = tokens[at - 1]
  const nextLow = next && next.start - (tokens[at + length - 1] as Token).end <= 1 ? next.low : ''
  const beforeLow = before && token.start - before.end <= 1 ? before.low : ''
  const isPhrase = (
    list: 'currencies' | 'units' | 'durations' | 'months' | 'named' | 'clock' | 'changedTo',
    word: string,
  ) => language.has(list, word)
  if (
    /^[€$£¥]$/.test(beforeLow) ||
    /^[€$£¥]$/.test(nextLow) ||
    isPhrase('currencies', nextLow) ||
    /^\d.*(?:eur|usd|k)$/i.test(token.text)
  ) {
    return { is: 'amount', unit: nextLow || beforeLow, money: true, because: 'stands with a currency' }
  }
  if (isPhrase('currencies', beforeLow))
    return { is: 'amount', unit: beforeLow, money: true, because: 'stands with a currency' }
  if (isDate(tokens, at, language)) return { is: 'day', because: 'is a date' }
  if (isHour(token, nextLow)) return { is: 'time', because: 'is an hour' }
  if (Number.isNaN(value) || (/\p{L}/u.test(token.text) && !inWords))
    return {
      is: /\d(?:st|nd|rd|th|er|e|º|ª|o|a)$/.test(token.low) ? 'ordinal' : 'name',
      because: 'is written into a name',
    }
  if (isPhrase('units', nextLow)) return { is: 'amount', unit: nextLow, because: 'stands with a unit' }
  if (isPhrase('durations', nextLow) || /^(?:minute|hour|day|week)/.test(nextLow))
    return { is: 'duration', unit: nextLow, because: 'counts time' }
  if (
    isPhrase('named', beforeLow) &&
    !inWords &&
    (nextLow === '' || value > 31 || countedAfter(tokens, at + length, language) === undefined)
  )
    return { is: 'name', because: `names a thing after '${beforeLow}'` }
  if (!inWords && /^(?:19|20)\d\d$/.test(token.text)) return { is: 'year', because: 'is a year' }
  if (
    (isPhrase('clock', beforeLow) || isClockRange(tokens, at, language)) &&
    value <= 24 &&
    countedAfter(tokens, at + length, language) === undefined
  )
    return { is: 'time', because: 'is an hour' }
  const counted = nextLow === '' ? undefined : countedAfter(tokens, at + length, language)
  if (counted && value < 10_000 && !(isNameBefore(before, token, language) && !inWords))
    return { is: 'amount', unit: counted, because: `counts '${counted}'` }
  if (/^(?:for|für|para|pour)$/.test(beforeLow)) return { is: 'amount', because: 'says for how many' }
  if (families.some((family) => AMOUNTS.has(family as Family)) && value < 1_000_000)
    return { is: 'amount', money: true, because: 'stands beside a verb of amount' }
  // A small one may be an hour or a day.
  if (
    isPhrase('changedTo', beforeLow) &&
    counted === undefined &&
    value > 31 &&
    families.some((family) => CHANGES.has(family as Family))
  )
    return { is: 'amount', because: 'is what it is changed to' }
  if (/^\d+[.,]\d\d$/.test(token.text))
    return { is: 'amount', money: true, because: 'is written as money is' }
  return { is: 'number', because: 'stands alone' }
}

const AMOUNTS = new Set<Family>(['pay', 'buy', 'reclaim'])
/** "Set the limit to 2200", "raise it by 50". */
const CHANGES = new Set<Family>(['change', 'set'])

function isHour({ low, text }: Token, next: string): boolean {
  return (
    /^\d{1,2}:\d\d/.test(text) ||
    /^\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|h\d\d|ish|uhr)$/.test(low) ||
    /^(?:uhr|o'clock|am|pm|a\.m|p\.m|h)$/.test(next)
  )
}

/** "2 to 4" after a day. */
function isClockRange(tokens: readonly Token[], at: number, language: Language): boolean {
  const [two, one] = [tokens[at - 2], tokens[at - 1]]
  return (
    one !== undefined &&
    (language.has('days', one.low) || (two?.kind === 'number' && /^(?:to|bis|a|à)$/.test(one.low)))
  )
}

/** In German a noun has its capital, maybe after an adjective. */
function countedAfter(tokens: readonly Token[], from: number, language: Language): string | undefined {
  const near = language.name === 'de' ? tokens.slice(from, from + 2) : tokens.slice(from, from + 1)
  if (!isNoun(near[0], language)) return undefined
  if (language.name !== 'de') return near[0]?.low
  return near.find(({ text }) => /^\p{Lu}/u.test(text))?.low
}

/** "Kitchen 21". */
function isNameBefore(before: Token | undefined, token: Token, { name }: Language): boolean {
  return (
    before !== undefined &&
    name !== 'de' &&
    token.start - before.end <= 1 &&
    /^\p{Lu}\p{Ll}/u.test(before.text) &&
    before.start > 0
  )
}

function isNoun(token: Token | undefined, language: Language): boolean {
  if (token?.kind !== 'word' || token.quoted) return false
  const lists = [
    'prepositions',
    'coordinators',
    'finite',
    'articles',
    'please',
    'leads',
    'pronouns',
    'days',
    'times',
    'subordinators',
    'denials',
  ] as const
  return !lists.some((list) => language.has(list, token.low)) && phraseAt(language.asks, [token], 0) === 0
}

// How something was written: as a name, in quotes, with a genitive. What outsiders put into their records has no say
// in it.

import type { Thing } from '../lexicon/shape.js'
import type { Language } from './language.js'
import { thingsAt } from './things.js'
import type { Token } from './tokens.js'
import type { Part, Written } from './types.js'

/** The tokens of a phrase as they stand, and as names are compared. */
export function writtenOf(
  tokens: readonly Token[],
  from: number,
  to: number,
  text: string,
  language: Language,
  by = '',
): Written {
  const own = tokens.slice(from, to)
  const first = own[0] as Token
  const last = own.at(-1) as Token
  return {
    text: text.slice(first.start, last.end),
    start: first.start,
    end: last.end,
    capitalised: own.some(({ text: each, start }) => /^\p{Lu}/u.test(each) && !beginsSentence(text, start)),
    quoted: own.every(({ quoted }) => quoted),
    digit: own.some(({ text: each }) => /\d/.test(each)),
    words: own.length,
    saysWhose: by === '' || (['owners', 'abouts'] as const).some((list) => language.has(list, by)),
    isRecord: isRecord(own, language),
    things: [...new Set(own.flatMap((token) => (token.quoted ? [] : thingsAt(token, language))))].filter(
      (thing) => RECORDS.has(thing),
    ),
    parts: partsOf(tokens, from, to, text, language),
  }
}

/** It speaks of a record and not of a person: "the mail about X", “Invoice March”. */
function isRecord(own: readonly Token[], language: Language): boolean {
  return (
    own.some(({ quoted }) => quoted) ||
    own.some((token) => thingsAt(token, language).some((thing) => RECORDS.has(thing)))
  )
}

const RECORDS = new Set<Thing>([
  ...([
    'mail',
    'message',
    'sms',
    'letter',
    'draft',
    'reminder',
    'event',
    'payment',
    'invoice',
    'fine',
  ] as const),
  ...([
    'issue',
    'pull',
    'branch',
    'repo',
    'comment',
    'file',
    'folder',
    'note',
    'list',
    'task',
    'deal',
  ] as const),
  ...([
    'offer',
    'activity',
    'post',
    'flight',
    'booking',
    'order',
    'return',
    'review',
    'loan',
    'trip',
  ] as const),
])

function partsOf(
  tokens: readonly Token[],
  from: number,
  to: number,
  text: string,
  language: Language,
): readonly Part[] {
  const parts: Part[] = []
  let quote = -1
  let wasQuoted = false
  let isOwner = false
  for (let at = from; at < to; at++) {
    const token = tokens[at] as Token
    if (token.quoted && !(wasQuoted && staysQuoted(tokens[at - 1] as Token, token, text))) quote = at
    wasQuoted = token.quoted
    if (token.kind === 'mark') continue
    const before = tokens[at - 1]?.kind === 'mark' ? tokens[at - 2] : tokens[at - 1]
    const isPlain = isPlainWord(token, language)
    const isName = !token.quoted && isNameAt(tokens, at, text, language)
    // "From Lena Meyer", "from 'lena@acme.example'".
    if (isOwning(before, language)) isOwner = token.quoted ? token.kind === 'address' : isName
    else if (!isName && !(token.quoted && tokens[at - 1]?.quoted)) isOwner = false
    const hasGenitive = GENITIVE.test(token.low)
    for (const low of wordsIn(token.low.replace(GENITIVE, ''))) {
      parts.push({
        low,
        isName,
        quote: token.quoted ? quote : -1,
        isOwner: isOwner || (!token.quoted && hasGenitive),
        isPlain: !token.quoted && isPlain,
      })
    }
    // "Lena Meyer's": all of the name is whose it is.
    if (hasGenitive && isName) markOwner(parts)
  }
  return parts
}

/** The words of a name or a title, as they are compared: marks, hyphens and dots only part them. */
export function wordsIn(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

const GENITIVE = /['’]s?$/

function markOwner(parts: Part[]): void {
  for (let at = parts.length - 1; at >= 0 && parts[at]?.isName; at--)
    parts[at] = { ...(parts[at] as Part), isOwner: true }
}

/** Between two words of one quotation stands no mark that closes it. */
function staysQuoted(before: Token, { start }: Token, text: string): boolean {
  return !/["“”„«»‘’`]/.test(text.slice(before.end, start))
}

function isOwning(before: Token | undefined, language: Language): boolean {
  return before !== undefined && !before.quoted && language.has('owners', before.low)
}

function isPlainWord(token: Token, language: Language): boolean {
  return (
    (
      [
        'articles',
        'indefinite',
        'possessives',
        'pronouns',
        'each',
        'prepositions',
        'coordinators',
        'superlatives',
        'self',
        'finite',
      ] as const
    ).some((list) => language.has(list, token.low)) || thingsAt(token, language).length > 0
  )
}

/**
 * A capital that doesn't begin the sentence, a digit, or a mark inside. Where every noun has a capital, one alone says
 * nothing: it takes two.
 */
function isNameAt(tokens: readonly Token[], at: number, text: string, language: Language): boolean {
  const token = tokens[at] as Token
  if (token.quoted || token.kind === 'mark') return false
  if (token.kind === 'handle' || token.kind === 'address') return true
  if (/\d/.test(token.text) || /[._@/&]|\p{L}-\p{L}/u.test(token.text)) return true
  if (!isCapital(token) || NAMELESS.some((list) => language.has(list, token.low))) return false
  if (language.name !== 'de') return !beginsSentence(text, token.start) || isCapital(tokens[at + 1])
  // "Die Mail Boiler Rechnung": what kind of thing it is, is no part of its name.
  if (thingsAt(token, language).length > 0) return false
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  return isCapital(before) || isCapital(after)
}

/** Written with a capital, and no name: I, Friday, May. */
const NAMELESS = ['pronouns', 'finite', 'days', 'months'] as const

const isCapital = (token: Token | undefined): boolean =>
  token !== undefined && token.kind === 'word' && !token.quoted && /^\p{Lu}/u.test(token.text)

const beginsSentence = (text: string, at: number): boolean =>
  /(?:^|[.!?\n]["'“”„«»]?\s*)["'“„«]?$/.test(text.slice(Math.max(0, at - 4), at))

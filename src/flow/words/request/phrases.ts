// Noun phrases of a clause: from where to where, behind which preposition, and whether they are said as known ones.

import type { Thing } from '../lexicon/shape.js'
import { type Language, verbFormsAt } from './language.js'
import { thingsAt } from './things.js'
import type { Token } from './tokens.js'

export interface Phrase {
  readonly from: number
  readonly to: number
  /** The preposition before it. */
  readonly by: string
  /** It is said as a known one: "the mail", "Lena's mail", "my order". */
  readonly known: boolean
  readonly things: readonly Thing[]
}

export function phrasesIn(
  tokens: readonly Token[],
  limit: number,
  verbAt: number,
  text: string,
  language: Language,
): Phrase[] {
  const phrases: Phrase[] = []
  let by = ''
  for (let at = 0; at < limit; ) {
    const token = tokens[at] as Token
    if (at === verbAt) {
      by = ''
      at++
    } else if (
      language.has('prepositions', token.low) &&
      !token.quoted &&
      !language.has('coordinators', token.low)
    ) {
      by = token.low
      at++
    } else if (!token.quoted && isBetween(token, language)) {
      by = ''
      at++
    } else {
      const to = endOf(tokens, at, limit, verbAt, text, language)
      const own = tokens.slice(at, to)
      const previous = phrases.at(-1)
      const joined =
        previous &&
        by !== '' &&
        language.has('of', by) &&
        previous.to === at - 1 &&
        (previous.known || previous.things.length > 0) &&
        !isTimeOf(token, language)
      const things = own.flatMap((each) => (each.quoted ? [] : [...thingsAt(each, language)]))
      if (joined) phrases[phrases.length - 1] = { ...previous, to }
      else phrases.push({ from: at, to, by, known: isKnown(own, language), things })
      by = ''
      at = to
    }
  }
  return phrases.filter(({ from, to }) => to > from)
}

export function isTimeOf({ low, kind }: Token, language: Language): boolean {
  return kind === 'number' || (['days', 'times', 'months'] as const).some((list) => language.has(list, low))
}

function isBetween(token: Token, language: Language): boolean {
  return (
    (['coordinators', 'please', 'leads', 'finite', 'denials', 'subordinators'] as const).some((list) =>
      language.has(list, token.low),
    ) &&
    !language.has('possessives', token.low) &&
    !language.has('articles', token.low)
  )
}

/** A phrase goes on to the next preposition, pause, time or helper verb. */
function endOf(
  tokens: readonly Token[],
  from: number,
  limit: number,
  verbAt: number,
  text: string,
  language: Language,
): number {
  let to = from + 1
  for (; to < limit && to !== verbAt; to++) {
    const token = tokens[to] as Token
    const before = tokens[to - 1] as Token
    if (token.quoted) continue
    if (/[,;:()]/.test(text.slice(before.end, token.start))) break
    const isJoining =
      language.has('coordinators', token.low) &&
      /^(?:and|und|y|e|et|&)$/.test(token.low) &&
      isNameLike(tokens[to + 1]) &&
      isNameLike(tokens[from])
    if (isJoining) continue
    if (
      language.has('prepositions', token.low) ||
      isBetween(token, language) ||
      (isTimeOf(token, language) && token.kind !== 'number' && !isInName(tokens, to, limit, language))
    )
      break
    if ((language.has('articles', token.low) || language.has('indefinite', token.low)) && to > from) break
    if (language.name === 'de' && to > from && language.has('possessives', token.low)) break
    if (
      language.name === 'de' &&
      !/^\p{Lu}/u.test(token.text) &&
      verbFormsAt(token, language).some(({ kind }) => kind === 'infinitive' || kind === 'participle')
    )
      break
  }
  return to
}

/** "Invoice March": a month without a day may be a part of a name. */
function isInName(tokens: readonly Token[], at: number, limit: number, language: Language): boolean {
  return (
    language.has('months', (tokens[at] as Token).low) &&
    tokens[at - 1]?.kind === 'word' &&
    (at + 1 >= limit || tokens[at + 1]?.kind !== 'number')
  )
}

const isNameLike = (token: Token | undefined): boolean =>
  token !== undefined && (/^\p{Lu}/u.test(token.text) || token.kind === 'handle' || token.kind === 'number')

function isKnown(own: readonly Token[], language: Language): boolean {
  const [first] = own as [Token, ...Token[]]
  if (language.has('indefinite', first.low)) return false
  return (
    language.has('articles', first.low) ||
    language.has('possessives', first.low) ||
    language.has('each', first.low) ||
    own.some(
      ({ low, kind, text }, i) =>
        /['’]s?$/.test(low) ||
        kind === 'number' ||
        kind === 'handle' ||
        (language.name === 'de' && i === 0 && /^\p{Lu}.*s$/u.test(text)),
    )
  )
}

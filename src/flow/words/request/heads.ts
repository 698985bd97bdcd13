// Where in a segment a verb may ask: at its head, after a phrase that asks, in a passive such as "can be deleted";
// in German at the end, too.

import type { FormKind } from './forms.js'
import { germanHeads, saidToYou } from './german-heads.js'
import { type Language, phraseAt } from './language.js'
import type { Segment } from './sentences.js'
import type { Token } from './tokens.js'
import type { Before, Head } from './types.js'

/** The places of a segment where a verb may ask, each with the forms that do so there. */
export function headsOf(segment: Segment, before: Before, language: Language): Head[] {
  const { tokens } = segment
  const heads: Head[] = []
  const isDescribed =
    startsWith('subordinators', segment, language) || startsWith('conditions', segment, language)
  if (!isDescribed && language.name !== 'de' && !isGoingOn(segment, before)) {
    const at = skipLeads(tokens, 0, language)
    const kinds: FormKind[] = language.name === 'en' ? ['base'] : ['base', 'infinitive']
    // "Make sure to" makes nothing.
    if (at >= tokens.length || phraseAt(language.asks, tokens, at) < 2)
      heads.push({ at, kinds, how: 'stands at the head of its clause' })
    const isDenied = tokens[at] !== undefined && language.has('denials', (tokens[at] as Token).low)
    heads.push(...headsAfterTime(tokens, language), ...headsAfterHave(tokens, at, language))
    if (isDenied)
      heads.push({ at: skipDenials(tokens, at, language), kinds: [...kinds, 'second'], how: 'is denied' })
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.quoted) continue
    const asking = phraseAt(language.asks, tokens, at)
    if (asking > 0) heads.push(...headsAfterAsk(tokens, at, asking, language))
    else if (language.has('please', token.low)) {
      heads.push({
        at: skipLeads(tokens, at + 1, language),
        kinds: ['base', ...infinitives(language)],
        how: 'follows "please"',
      })
    }
    const may = phraseAt(language.may, tokens, at) || (isTurnedPassive(tokens, at, language) ? 1 : 0)
    if (may > 0) heads.push(...participlesAfter(tokens, at + may, language))
  }
  if (language.name === 'de') {
    heads.push(
      ...(isDescribed ? saidToYou(segment, before, language) : germanHeads(segment, before, language)),
    )
  }
  if (language.name !== 'de' && before.asking && !isDescribed) {
    heads.push({
      at: skipLeads(tokens, 0, language),
      kinds: ['base', 'infinitive', 'gerund'],
      how: 'goes on what "can you" began',
    })
  }
  return heads
}

const infinitives = ({ name }: Language): FormKind[] => (name === 'en' ? [] : ['infinitive'])

/** "It explains how to send mails and delete files": goes on a clause that asked for nothing. */
function isGoingOn({ opener, afterComma }: Segment, { acted }: Before): boolean {
  return !acted && !afterComma && /^(?:and|or|nor|y|e|o|u|ni|et|ou)$/.test(opener)
}

function headsAfterAsk(tokens: readonly Token[], at: number, length: number, language: Language): Head[] {
  const from = skipLeads(tokens, at + length, language)
  const words = tokens
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ')
  const kinds: FormKind[] = ['base', 'infinitive', 'gerund', 'second']
  if (/\bif you$/i.test(words)) kinds.push('participle')
  const how = `is asked for by "${words}"`
  const heads: Head[] = [{ at: from, kinds: language.name === 'de' ? ['infinitive'] : kinds, how }]
  if (language.name !== 'de') return heads
  for (let i = from + 1; i < Math.min(tokens.length, from + REACH); i++) {
    if (!/^\p{Lu}/u.test((tokens[i] as Token).text) && tokens[i - 1]?.low !== 'zu')
      heads.push({ at: i, kinds: ['infinitive'], how })
  }
  return heads
}

/** "can be deleted", "I'd like order 55102 cancelled", "kann gelöscht werden". */
function participlesAfter(tokens: readonly Token[], from: number, language: Language): Head[] {
  const heads: Head[] = []
  const isNeed = /^needs?$/.test(tokens[from - 1]?.low ?? '')
  for (let at = from; at < Math.min(tokens.length, from + 9); at++) {
    const token = tokens[at] as Token
    if (/^(?:have|has|had|who|that|which|not|haben|nicht)$/.test(token.low)) break
    const next = tokens[at + 1]
    if (language.name === 'de' && next?.low !== 'werden') continue
    if (
      language.name === 'en' &&
      at > from + 1 &&
      next &&
      !language.has('prepositions', next.low) &&
      !language.has('please', next.low) &&
      !language.has('times', next.low) &&
      next.low !== 'in'
    )
      continue
    heads.push({
      at,
      kinds: isNeed ? ['participle', 'gerund'] : ['participle'],
      how: 'is to be done ("can be", "should be")',
    })
  }
  return heads
}

/** The first place from here that is no lead, no greeting and no pronoun before a verb. */
function skipLeads(tokens: readonly Token[], from: number, language: Language): number {
  let at = from
  while (at < Math.min(tokens.length, from + MOST_LEADS)) {
    const token = tokens[at] as Token
    if (token.quoted) break
    const isClitic =
      (language.name === 'es' || language.name === 'fr') &&
      CLITICS.has(token.low) &&
      at > from - 1 &&
      from > 0
    const isAdverb = language.name === 'en' && /ly$/.test(token.low) && !language.forms.has(token.low)
    if (!language.has('leads', token.low) && !language.has('please', token.low) && !isClitic && !isAdverb)
      break
    at++
  }
  return at
}

/** "Could the order be cancelled, please?" */
function isTurnedPassive(tokens: readonly Token[], at: number, { name }: Language): boolean {
  return (
    name === 'en' && tokens[at]?.low === 'be' && /^(?:can|could|should|may|must)$/.test(tokens[0]?.low ?? '')
  )
}

/** "On Friday cancel my class", "in #general say that": behind a time or place that begins the clause. */
function headsAfterTime(tokens: readonly Token[], language: Language): Head[] {
  const first = tokens[0]
  if (
    !first ||
    language.name === 'de' ||
    !(
      language.has('prepositions', first.low) ||
      language.has('times', first.low) ||
      language.has('days', first.low)
    )
  )
    return []
  for (let at = 1; at < Math.min(tokens.length - 1, MOST_LEADS); at++) {
    const [before, next] = [tokens[at - 1] as Token, tokens[at + 1] as Token]
    const isTime =
      before.kind === 'number' ||
      before.kind === 'handle' ||
      (['days', 'times', 'months'] as const).some((list) => language.has(list, before.low))
    const isObject =
      next.kind !== 'word' ||
      (['articles', 'possessives', 'self', 'pronouns', 'contents', 'indefinite'] as const).some((list) =>
        language.has(list, next.low),
      )
    if (isTime && isObject)
      return [{ at, kinds: ['base'], how: 'follows the time or place that begins its clause' }]
  }
  return []
}

/** "Have the post go out", "have the report sent to Lena". */
function headsAfterHave(tokens: readonly Token[], at: number, language: Language): Head[] {
  const object = tokens[at + 1]
  if (language.name !== 'en' || tokens[at]?.low !== 'have' || !object) return []
  if (language.has('pronouns', object.low) && !/^(?:him|her|it|them)$/.test(object.low)) return []
  const heads: Head[] = []
  for (let i = at + 2; i < Math.min(tokens.length, at + MOST_LEADS); i++) {
    if (
      language.has('articles', tokens[i - 1]?.low ?? '') ||
      language.has('prepositions', tokens[i - 1]?.low ?? '')
    )
      continue
    heads.push({ at: i, kinds: ['base', 'participle'], how: 'is to be done ("have ... done")' })
  }
  return heads
}

const MOST_LEADS = 12

/** "do not", "no la", "ne le". */
function skipDenials(tokens: readonly Token[], from: number, language: Language): number {
  let at = from
  while (
    at < Math.min(tokens.length, from + 4) &&
    (language.has('denials', (tokens[at] as Token).low) || (tokens[at] as Token).low === 'do')
  )
    at++
  return skipLeads(tokens, at, language)
}

const CLITICS = new Set("me te le la les lo los las nos se lui leur l' m' y en nous t' n' ne".split(' '))

export function startsWith(
  list: 'subordinators' | 'conditions' | 'questions' | 'inversions',
  { tokens }: Segment,
  language: Language,
): boolean {
  let at = 0
  while (
    tokens[at] &&
    language.has('leads', (tokens[at] as Token).low) &&
    !language.has(list, (tokens[at] as Token).low)
  )
    at++
  const first = tokens[at]
  if (!first || first.quoted) return false
  if (language.has(list, first.low)) return true
  const second = tokens[at + 1]
  return (
    list === 'questions' &&
    second !== undefined &&
    language.has('prepositions', first.low) &&
    language.has(list, second.low)
  )
}

/** How far a phrase that asks reaches. */
const REACH = 40

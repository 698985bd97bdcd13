// What a verb carries: what is to be said or noted, which asks for nothing by itself.

import type { Family } from '../lexicon/shape.js'
import { type Language, verbFormsAt } from './language.js'
import type { Segment } from './sentences.js'
import type { Token } from './tokens.js'
import type { FoundVerb } from './verbs.js'

/** "Remind me to email the school and pay the bill": all of it is what to be reminded of. */
export function carriesContent(
  families: readonly (Family | 'wish')[],
  tokens: readonly Token[],
  contentFrom: number,
  language: Language,
): boolean {
  const isTold = families.some((family) => family === 'send' || family === 'remind')
  return isTold && tokens[contentFrom]?.low === 'to' && language.name === 'en'
}

/** "Tell me", "dime", "sag mir": what is said to the user leaves nothing. */
export function isToSelf({ at, families }: FoundVerb, { tokens }: Segment, language: Language): boolean {
  if (!families.every((family) => TELLING.has(family))) return false
  const next = tokens[at + 1]
  const isSelf =
    (next !== undefined && language.has('self', next.low)) ||
    (next !== undefined &&
      language.has('prepositions', next.low) &&
      language.has('self', tokens[at + 2]?.low ?? '')) ||
    (language.name === 'es' &&
      /(?:me|nos)(?:l[aeo]s?)?$/.test(tokens[at]?.low ?? '') &&
      !language.forms.has(tokens[at]?.low ?? ''))
  if (!isSelf) return false
  return !tokens
    .slice(at + 2, at + REACH)
    .some(
      ({ low }, i, rest) =>
        /^(?:to|an|ans|a|al|à|au|aux)$/.test(low) && !language.has('self', rest[i + 1]?.low ?? ''),
    )
}

const REACH = 24

const TELLING = new Set<Family>(['send', 'reply', 'forward', 'publish', 'comment', 'grant', 'upload'])

/** "Remind me" is a reminder, "remind the parents" a message. */
export function reminded(
  { at, families }: FoundVerb,
  { tokens }: Segment,
  language: Language,
): readonly Family[] {
  if (!families.includes('remind') || !families.includes('send')) return families
  const isSelf =
    (language.name === 'de'
      ? tokens.slice(Math.max(0, at - REACH), at + REACH)
      : [tokens[at + 1], tokens[at - 1], tokens[at - 2]]
    ).some((token) => token !== undefined && language.has('self', token.low)) ||
    (language.name === 'es' && /me(?:l[aeo]s?)?$/.test(tokens[at]?.low ?? ''))
  return families.filter((family) => family !== (isSelf ? 'send' : 'remind'))
}

export function isWithinContent(
  first: FoundVerb,
  verb: FoundVerb,
  { tokens }: Segment,
  language: Language,
): boolean {
  const between = tokens.slice(first.at + 1, verb.at)
  return (
    between.some(({ low }) => language.has('contents', low) && low !== 'si') && first.polarity !== 'question'
  )
}

/** Where what is to be said begins: after "that", "whether", "saying"; at the end if nowhere. */
export function contentIn(
  tokens: readonly Token[],
  verbAt: number,
  families: readonly Family[],
  language: Language,
): number {
  if (!families.some((family) => CARRYING.has(family))) return tokens.length
  for (let at = verbAt + 1; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.quoted) continue
    if (
      language.has('contents', token.low) &&
      !(language.name === 'en' && token.low === 'to' && !isVerbNext(tokens, at, language))
    )
      return at
    if (language.name === 'en' && at > verbAt + 1 && SUBJECTS.has(token.low)) return at
  }
  return tokens.length
}

const CARRYING = new Set<Family>([
  'send',
  'reply',
  'remind',
  'publish',
  'comment',
  'note',
  'draft',
  'report',
  'add',
  'forward',
])

const SUBJECTS = new Set(
  "i i'm i'll i've i'd he she it's he's she's we we're we'll we've they they're they'll you you're there's that's".split(
    ' ',
  ),
)

function isVerbNext(tokens: readonly Token[], at: number, language: Language): boolean {
  const next = tokens[at + 1]
  return (
    next !== undefined &&
    !next.quoted &&
    // "To Mark" is a name.
    !/^\p{Lu}/u.test(next.text) &&
    verbFormsAt(next, language).some(({ kind }) => kind === 'base') &&
    !language.things.has(next.low)
  )
}

// What a request asks for: its acts and all that belongs to them. Pure, and linear in the text. Nothing here decides
// whether a call may run; `actsAsked` says which tools are asked for.

import type { Thing } from '../lexicon/shape.js'
import { type Draft, draftsOf } from './clauses.js'
import { daysIn } from './days.js'
import { addressesIn, describesIn } from './described.js'
import { type Language, type LanguageName, languageOf, languagesOf, MANY_WORDS } from './language.js'
import { numbersOf } from './numbers.js'
import { sentencesOf } from './sentences.js'
import { countOf, slotsOf } from './slots.js'
import { objectsIn, thingsIn } from './things.js'
import { type Token, tokensOf } from './tokens.js'
import type { Clause, Request } from './types.js'
import { withWishes } from './wishes.js'

/** Longer requests are not read. */
export const MAX_WORDS = 20_000

/**
 * Reads a request in one of these languages. A text that is too long, or in no language that has a lexicon, comes
 * back unread, and asks for nothing.
 *
 * @example readRequest('Delete the draft', ['en']).clauses[0].acts[0].families // ['destroy']
 */
export function readRequest(
  text: string,
  languages: readonly LanguageName[] = ['en', 'de', 'es', 'fr'],
): Request {
  if (text.length > MAX_WORDS * 12) return { clauses: [], languages: [], unread: 'too long' }
  const tokens = tokensOf(text)
  if (tokens.length >= MAX_WORDS) return { clauses: [], languages: [], unread: 'too long' }
  const spoken = languagesOf(tokens, languages)
  const first = spoken[0] ?? (isBareName(tokens) ? languages[0] : undefined)
  if (!first) return { clauses: [], languages: [], unread: 'language' }
  const language = languageOf(first)
  const sentences = sentencesOf(tokens, language)
  const drafts = withWishes(draftsOf(sentences, language), sentences, language)
  const things = drafts.map((draft) => ownThings(draft, language))
  const clauses = drafts.map((draft, at) => clauseOf(draft, at, drafts, things, text, language))
  return { clauses, languages: spoken, ...(spoken.length === 0 && { unread: 'language' as const }) }
}

/** "Boiler invoice": a few words of no language may be the name of something. */
function isBareName(tokens: readonly Token[]): boolean {
  return (
    tokens.length > 0 &&
    tokens.length < MANY_WORDS &&
    tokens.every(({ text }) => !/[^\P{L}\p{Script=Latin}]/u.test(text))
  )
}

function clauseOf(
  draft: Draft,
  at: number,
  drafts: readonly Draft[],
  things: readonly (readonly Thing[])[],
  text: string,
  language: Language,
): Clause {
  const { tokens, act } = draft
  const near = nearOf(at, drafts)
  return {
    start: tokens[0]?.start ?? 0,
    end: tokens.at(-1)?.end ?? 0,
    acts: act ? [act] : [],
    ...(act && draft.verbAt >= 0 && { verbEnd: (tokens[draft.verbAt] as Token).end }),
    things: things[at] ?? [],
    objects: [
      ...draft.says,
      ...objectsIn(
        tokens.slice(Math.max(0, draft.verbAt + (language.name === 'de' ? 0 : 1)), draft.contentFrom),
        language,
      ),
      ...objectsIn(tokens.slice(0, Math.max(0, draft.verbAt)), language),
    ],
    words: wordsIn(draft),
    around: near.flatMap((i) => things[i] ?? []),
    aroundWords: near.flatMap((i) => wordsIn(drafts[i] as Draft)),
    ...slotsOf(draft, text, language),
    describes: describesIn(draft, language),
    addresses: addressesIn(tokens, language),
    sentence: draft.sentence,
    superlatives: tokens.flatMap(({ low, text: said, start, end, quoted }) =>
      !quoted && language.has('superlatives', low) ? [{ text: said, start, end }] : [],
    ),
    numbers: numbersOf(tokens, language, act?.families ?? []),
    days: daysIn(tokens, language),
    count: countOf(draft, language),
  }
}

/** The clauses near by that may name what "it" is: those before, and those after that ask for nothing. */
function nearOf(at: number, drafts: readonly Draft[]): number[] {
  const near: number[] = []
  for (let i = Math.max(0, at - NEAR); i <= Math.min(drafts.length - 1, at + NEAR); i++) {
    if (i < at || (i > at && drafts[i]?.act?.polarity !== 'asked')) near.push(i)
  }
  return near
}
const NEAR = 3

function ownThings(draft: Draft, language: Language): Thing[] {
  if (draft.act?.families[0] === 'wish' && draft.verbAt >= 0) {
    const wished = thingsIn(draft.tokens.slice(draft.verbAt), language)
    if (wished.length > 0) return wished
  }
  return [
    ...draft.says,
    ...thingsIn(
      (draft.act && draft.act.families[0] !== 'wish'
        ? draft.tokens.slice(0, draft.contentFrom)
        : draft.tokens
      ).filter((_, i) => i !== draft.verbAt || (draft.says.length === 0 && language.name === 'de' && i > 0)),
      language,
    ),
  ]
}

const wordsIn = ({ tokens, contentFrom, verbAt, act }: Draft): string[] =>
  tokens
    .slice(0, act ? contentFrom : undefined)
    .filter(({ quoted, kind }, i) => !quoted && kind === 'word' && i !== verbAt)
    .map(({ low }) => low)

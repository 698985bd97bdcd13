// What is asked for without a verb: "lights off", "two reminders please", "I need a small car".

import type { Family, Thing } from '../lexicon/shape.js'
import type { Draft } from './clauses.js'
import { type Language, phraseAt } from './language.js'
import type { Sentence } from './sentences.js'
import { thingsIn } from './things.js'
import type { Token } from './tokens.js'
import type { ClauseAct } from './types.js'

/**
 * Gives an act to clauses that have no verb and still ask; of a sentence those before a colon, since what follows it
 * explains. Where none is asked for, an act that was only spoken of is kept, as that.
 */
export function withWishes(
  drafts: readonly Draft[],
  sentences: readonly Sentence[],
  language: Language,
): Draft[] {
  const wished = new Set<number>()
  return drafts.map((draft) => {
    if (draft.act || (draft.afterColon && wished.has(draft.sentence))) return draft
    const isQuestion = sentences[draft.sentence]?.asksMark === true
    const act = isQuestion ? wishedInQuestion(draft, language) : wishIn(draft, language)
    if (act) wished.add(draft.sentence)
    return act ?? (draft.mention ? { ...draft, act: draft.mention } : draft)
  })
}

/** "Can I have a table for two?" */
function wishedInQuestion(draft: Draft, language: Language): Draft | undefined {
  const at = draft.tokens.findIndex(
    (token, i) => i < 3 && !token.quoted && phraseAt(language.wishes, draft.tokens, i) > 1,
  )
  const isSo = at !== -1 && thingsIn(draft.tokens, language).length > 0
  return isSo
    ? withAct(draft, at, ['wish'], `'${draft.tokens[at]?.text}' wishes for what it names`)
    : undefined
}

function wishIn(draft: Draft, language: Language): Draft | undefined {
  const tokens = draft.tokens.slice(0, draft.contentFrom)
  const plain = tokens.filter(({ quoted }) => !quoted)
  const [first] = plain
  if (!first || language.has('questions', first.low)) return undefined
  if (plain.some(({ low }) => language.has('denials', low))) return undefined
  const things = thingsIn(tokens, language)
  const said = verblessIn(tokens, things, language)
  if (said) return withAct(draft, said.at, [said.family], `'${tokens[said.at]?.text}' says it without a verb`)
  if (things.length === 0) return undefined
  const wish = tokens.findIndex((token, i) => !token.quoted && phraseAt(language.wishes, tokens, i) > 0)
  if (wish !== -1) return withAct(draft, wish, ['wish'], `'${tokens[wish]?.text}' wishes for what it names`)
  const isPleaded = plain.some(({ low }) => language.has('please', low))
  const begins = language.has('indefinite', first.low) || isCount(first, plain[1], language)
  const isBare = !hasFinite(tokens, language)
  const isWish = isPleaded ? isBare || begins : isBare && begins
  return isWish ? withAct(draft, -1, ['wish'], 'names a thing and has no verb') : undefined
}

function verblessIn(
  tokens: readonly Token[],
  things: readonly Thing[],
  language: Language,
): { readonly family: Family; readonly at: number } | undefined {
  for (const [family, phrases] of language.verbless) {
    const at = tokens.findIndex((token, i) => !token.quoted && phraseAt(phrases, tokens, i) > 0)
    if (at === -1) continue
    const isSwitched = things.some((thing) => SWITCHED.has(thing)) && !hasFinite(tokens, language)
    if (family !== 'set' || isSwitched) return { family, at }
  }
  return undefined
}

const SWITCHED = new Set<Thing>(['light', 'heat', 'blinds', 'music', 'vacuum', 'door', 'alarm'])

/** "2 reminders", not "2 hours". */
function isCount({ kind, text }: Token, next: Token | undefined, language: Language): boolean {
  if (kind !== 'number' || !/^\d+$/.test(text) || next?.kind !== 'word') return false
  return !language.has('durations', next.low)
}

const hasFinite = (tokens: readonly Token[], language: Language): boolean =>
  tokens.some(({ low, quoted }) => !quoted && language.has('finite', low))

function withAct(
  draft: Draft,
  verbAt: number,
  families: readonly (Family | 'wish')[],
  because: string,
): Draft {
  const act: ClauseAct = { verb: '', families, firm: 0, polarity: 'asked', because }
  return { ...draft, act, verbAt }
}

// Which verbs of a segment ask, and how: asked, denied, a question. Position decides: a verb asks at the head of its
// segment, after a phrase that asks, or in a passive such as "can be deleted".

import type { Family, Thing } from '../lexicon/shape.js'
import type { VerbForm } from './forms.js'
import { headsOf, startsWith } from './heads.js'
import { type Language, verbFormsAt } from './language.js'
import { polarityAt } from './polarity.js'
import { isPlainNoun, type Segment } from './sentences.js'
import { thingsAt } from './things.js'
import type { Token } from './tokens.js'
import type { Before, Head, Polarity } from './types.js'

export interface FoundVerb {
  /** Place among the segment's tokens. */
  readonly at: number
  readonly verb: string
  /** What it may ask for, the likeliest first. */
  readonly families: readonly Family[]
  /** How many of them the verb means with a word beside it; the others by itself alone. */
  readonly firm: number
  readonly says: readonly Thing[]
  readonly polarity: Polarity
  readonly because: string
}

/** The verbs by which a segment asks or refuses, in order. */
export function verbsOf(segment: Segment, before: Before, language: Language): FoundVerb[] {
  const found: FoundVerb[] = []
  const seen = new Set<number>()
  for (const head of headsOf(segment, before, language)) {
    if (seen.has(head.at)) continue
    const verb = verbAt(segment, head, before, language)
    if (!verb) continue
    seen.add(head.at)
    found.push(verb)
  }
  return found.sort((a, b) => a.at - b.at)
}

function verbAt(segment: Segment, head: Head, before: Before, language: Language): FoundVerb | undefined {
  const { tokens } = segment
  const token = tokens[head.at]
  if (!token || token.quoted || token.kind !== 'word' || language.has('please', token.low)) return undefined
  // "Do not pay ..." does nothing.
  if (language.name === 'en' && token.low === 'do' && tokens[head.at + 1]?.low === 'not') return undefined
  const forms = verbFormsAt(token, language).filter(({ kind }) => head.kinds.includes(kind))
  const standing = forms.filter((form) => isComplete(form, tokens, head.at, language))
  const fitting = mostSpecific(standing, tokens.slice(head.at + 1, head.at + 1 + NEAR))
  const [first] = fitting
  if (!first || isPlainNoun(tokens, head.at, language)) return undefined
  const { polarity, because } = polarityAt(segment, head.at, before, language)
  return {
    at: head.at,
    verb: first.verb,
    families: [...new Set(fitting.map(({ family }) => family))],
    firm: new Set(fitting.filter(isFirm).map(({ family }) => family)).size,
    says: fitting.flatMap(({ says }) => says),
    polarity,
    because: `'${token.text}' ${because || head.how}`,
  }
}

/** A separable prefix or a word for reading leaves no other meaning; else what needs more words goes first. */
function mostSpecific(forms: readonly VerbForm[], near: readonly Token[]): readonly VerbForm[] {
  const prefixed = forms.filter(({ prefix }) => prefix !== undefined)
  if (prefixed.length > 0)
    return [...prefixed.filter(({ needs }) => needs), ...prefixed.filter(({ needs }) => !needs)]
  const needing = forms.filter(isFirm)
  const reading = needing.filter(({ family }) => family === 'read')
  if (reading.length > 0) return reading
  // "Drop Priya a line" drops nothing: a word that makes a phrase of it leaves no other meaning.
  const phrases = needing.filter((form) => isPhrase(form, near))
  if (phrases.length > 0) return [...phrases, ...needing.filter((form) => !phrases.includes(form))]
  return [...needing, ...forms.filter((form) => !isFirm(form))]
}

/** It needs a word and no thing, and has it near. */
const isPhrase = ({ needs = [] }: VerbForm, near: readonly Token[]): boolean =>
  needs.length > 0 &&
  needs.every(({ words, things }) => things.length === 0 && near.some(({ low }) => words.includes(low)))

/** How near the words of a phrase stand. */
const NEAR = 5

/** It has a word beside it that makes its meaning sure. */
const isFirm = ({ needs = [] }: VerbForm): boolean => needs.some(({ not }) => not.length === 0)

function isComplete(
  { prefix, needs }: VerbForm,
  tokens: readonly Token[],
  at: number,
  language: Language,
): boolean {
  const after = tokens.slice(at + 1, at + 1 + REACH)
  if (prefix !== undefined && !after.some(({ low }, i) => low === prefix && endsSlot(after, i, language)))
    return false
  if (!needs) return true
  // In German, Spanish and French the object may stand before its verb.
  const near = language.name === 'de' ? tokens.slice(Math.max(0, at - REACH), at + 1 + REACH) : after
  const next = after.find(({ low }) => !language.has('please', low) && !language.has('leads', low))?.low ?? ''
  return needs.every(({ words, not, things }) =>
    not.length > 0
      ? !not.includes(next)
      : near.some((token, i) => {
          if (token.quoted || (language.has('self', token.low) && i > 0)) return false
          return (
            words.includes(token.low) || thingsAt(token, language).some((thing) => things.includes(thing))
          )
        }),
  )
}

const REACH = 24

/** A prefix stands at the end, or before what comes after a clause: "sag den Termin ab und". */
function endsSlot(after: readonly Token[], i: number, language: Language): boolean {
  const next = after[i + 1]
  if (
    !next ||
    (['coordinators', 'please', 'times', 'days', 'leads'] as const).some((list) =>
      language.has(list, next.low),
    )
  )
    return true
  return !language.has('prepositions', after[i]?.low ?? '') && language.has('prepositions', next.low)
}

/**
 * A verb that is only mentioned, where none asks: in a question, behind "if", in quotes, as done. It asks for
 * nothing, and says so.
 */
export function mentionIn(segment: Segment, before: Before, language: Language): FoundVerb | undefined {
  const isConditional = startsWith('conditions', segment, language)
  for (const [at, token] of segment.tokens.slice(0, REACH).entries()) {
    if (token.kind !== 'word' || (language.name === 'de' && /^\p{Lu}/u.test(token.text) && at > 0)) continue
    const forms = verbFormsAt(token, language).filter(
      ({ family, needs, prefix }) => family !== 'read' && !needs && !prefix,
    )
    const [form] = forms
    if (!form || isPlainNoun(segment.tokens, at, language)) continue
    const isPast = forms.every(({ kind }) => kind === 'participle')
    const polarity = token.quoted
      ? 'quoted'
      : isConditional
        ? 'hypothetical'
        : before.question
          ? 'question'
          : isPast
            ? 'past'
            : undefined
    if (polarity === undefined) continue
    const families = [...new Set(forms.map(({ family }) => family))]
    return {
      at,
      verb: form.verb,
      families,
      firm: 0,
      says: form.says,
      polarity,
      because: `'${token.text}' ${MENTIONED[polarity]}`,
    }
  }
  return undefined
}

const MENTIONED = {
  quoted: 'stands in quotes',
  hypothetical: 'stands behind a condition',
  question: 'stands in a question',
  past: 'says what was done',
} as const

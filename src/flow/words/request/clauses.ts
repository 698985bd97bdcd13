// From segments to clauses: one for each verb that asks, with what stands around it. A segment without a verb
// belongs to the one before.

import type { Family, Thing } from '../lexicon/shape.js'
import { carriesContent, contentIn, isToSelf, isWithinContent, reminded } from './content.js'
import { startsWith } from './heads.js'
import { type Language, phraseAt, verbFormsAt } from './language.js'
import type { Segment, Sentence } from './sentences.js'
import type { Token } from './tokens.js'
import type { Before, ClauseAct } from './types.js'
import { type FoundVerb, mentionIn, verbsOf } from './verbs.js'

/** A clause before its slots are read. */
export interface Draft {
  readonly act?: ClauseAct
  /** Place of the verb in `tokens`; -1: none. */
  readonly verbAt: number
  readonly says: readonly Thing[]
  readonly tokens: readonly Token[]
  /** From here on, what is to be said. */
  readonly contentFrom: number
  readonly sentence: number
  /** It stands after a colon. */
  readonly afterColon: boolean
  /** An act that is only spoken of, where none is asked for. */
  readonly mention?: ClauseAct
}

/** The clauses of each sentence, in order. */
export function draftsOf(sentences: readonly Sentence[], language: Language): Draft[] {
  return sentences.flatMap((sentence, at) => draftsOfSentence(sentence, at, language))
}

/** What follows a colon after these is what is to be said: "File a bug: empty input crashes it." */
const SAYING = new Set<Family | 'wish'>([
  'send',
  'reply',
  'note',
  'publish',
  'comment',
  'create',
  'add',
  'draft',
  'upload',
  'read',
] as const)

interface Open {
  act?: ClauseAct
  verbAt: number
  says: readonly Thing[]
  tokens: Token[]
  contentFrom: number
  families: readonly (Family | 'wish')[]
  afterColon: boolean
  mention?: ClauseAct
}

function draftsOfSentence(sentence: Sentence, index: number, language: Language): Draft[] {
  const opens: Open[] = []
  let before: Before = {
    asking: false,
    reminding: false,
    denying: false,
    acted: false,
    pending: false,
    question: isQuestion(sentence, language),
  }
  let content: 'colon' | 'to' | undefined
  let last: Segment | undefined
  for (const segment of sentence.segments) {
    const previous = opens.at(-1)
    const isColon =
      segment.opener === ':' && previous?.act !== undefined && SAYING.has(previous.families[0] as Family)
    if (isColon || isReported(segment, last, language)) content = 'colon'
    if (content === 'to' && !language.has('coordinators', segment.opener)) content = undefined
    if (content === 'to' && segment.afterComma) content = undefined
    last = segment
    const verbs = content ? [] : keepSensible(verbsOf(segment, before, language), segment, language)
    if (verbs.length === 0) {
      const isSaid = content !== undefined || startsWith('subordinators', segment, language)
      addTail(opens, segment, isSaid, content ? undefined : mentionIn(segment, before, language), language)
    }
    for (const [i, verb] of verbs.entries())
      opens.push(openOf(verb, segment, i === 0 ? 0 : verb.at, verbs[i + 1]?.at, language))
    const asking = segment.tokens.some((_, at) => phraseAt(language.asks, segment.tokens, at) > 0)
    before = {
      ...before,
      asking: before.asking || asking,
      reminding:
        (before.reminding && verbs.length === 0) ||
        segment.tokens.some(({ low, quoted }) => !quoted && language.has('reminders', low)),
      denying: verbs.at(-1)?.polarity === 'denied',
      pending: verbs.length === 0 && (before.pending || isBareDenial(segment, language)),
      // "Go ahead and book it": what leads on asks for nothing yet.
      acted: before.acted || verbs.length > 0 || isLead(segment, language),
    }
    if (verbs.length > 0 && isCarrying(opens.at(-1) as Open, language)) content = 'to'
  }
  return opens.map(({ families: _, ...draft }) => ({ ...draft, sentence: index }))
}

const isCarrying = ({ families, tokens, contentFrom }: Open, language: Language): boolean =>
  carriesContent(families, tokens, contentFrom, language)

function isQuestion(sentence: Sentence, language: Language): boolean {
  const [first] = sentence.segments
  if (!first || phraseAt(language.asks, first.tokens, 0) > 1) return false
  if (startsWith('questions', first, language) && !isClauseOfTime(sentence, first, language)) return true
  const isAsked = sentence.segments.some((segment) =>
    segment.tokens.some((_, at) => {
      const length = phraseAt(language.asks, segment.tokens, at)
      return (
        length > 1 ||
        (length === 1 && language.has('please', segment.tokens[at]?.low ?? '')) ||
        (length === 1 && language.name !== 'de')
      )
    }),
  )
  if (isAsked) return false
  if (!startsWith('inversions', first, language)) return sentence.asksMark && !startsWithVerb(first, language)
  const second = first.tokens[1]
  const isPlain =
    /^(?:do|have)$/.test(first.tokens[0]?.low ?? '') && !language.has('pronouns', second?.low ?? '')
  if (isPlain && !sentence.asksMark) return false
  if (sentence.segments.some(({ tokens }) => tokens.some(({ low }) => language.has('please', low))))
    return false
  return (
    sentence.asksMark ||
    (second !== undefined && (language.has('pronouns', second.low) || language.name === 'en'))
  )
}

const isLead = ({ tokens }: Segment, language: Language): boolean =>
  tokens.every(({ low }) => language.has('leads', low))

const isBareDenial = ({ tokens }: Segment, language: Language): boolean =>
  tokens.some(({ low }) => language.has('denials', low)) &&
  tokens.every(({ low }) => low === 'do' || language.has('denials', low) || language.has('leads', low))

/** "Lena wrote: please delete it", "the mail that says: send it". */
function isReported(segment: Segment, previous: Segment | undefined, language: Language): boolean {
  return (
    segment.opener === ':' &&
    previous?.tokens.slice(-3).some(({ low }) => language.has('reports', low)) === true
  )
}

/** "When you have read it, forward it": no question, if nothing is turned around and no mark asks. */
function isClauseOfTime({ asksMark, segments }: Sentence, { tokens }: Segment, language: Language): boolean {
  const [word, next] = tokens
  if (asksMark || segments.length < 2 || !word || !next) return false
  return language.has('subordinators', word.low) && !language.has('inversions', next.low)
}

function startsWithVerb({ tokens }: Segment, language: Language): boolean {
  const [first] = tokens
  return (
    first !== undefined &&
    verbFormsAt(first, language).some(({ kind }) => kind === 'base' || kind === 'infinitive')
  )
}

/** Readings of a bare verb give way to those that are said more plainly. */
function keepSensible(verbs: readonly FoundVerb[], segment: Segment, language: Language): FoundVerb[] {
  return verbs
    .map((verb) => ({ ...verb, families: reminded(verb, segment, language) }))
    .filter((verb) => !isToSelf(verb, segment, language))
    .filter((verb, i, all) => i === 0 || !isWithinContent(all[i - 1] as FoundVerb, verb, segment, language))
}

function openOf(
  verb: FoundVerb,
  { tokens }: Segment,
  from: number,
  to: number | undefined,
  language: Language,
): Open {
  const own = tokens.slice(from, to === undefined ? undefined : Math.max(to, verb.at + 1))
  const verbAt = verb.at - from
  return {
    act: actOf(verb),
    verbAt,
    says: verb.says,
    tokens: own,
    contentFrom: contentIn(own, verbAt, verb.families, language),
    families: verb.families,
    afterColon: false,
  }
}

const actOf = ({ verb, families, firm, polarity, because }: FoundVerb): ClauseAct => ({
  verb,
  families,
  firm,
  polarity,
  because,
})

/** What has no verb of its own belongs to the clause before it, or stands for itself. */
function addTail(
  opens: Open[],
  segment: Segment,
  isSaid: boolean,
  mention: FoundVerb | undefined,
  language: Language,
): void {
  const previous = opens.at(-1)
  if (!previous || (previous.act === undefined && !isSaid)) {
    opens.push({
      verbAt: -1,
      says: [],
      tokens: [...segment.tokens],
      contentFrom: contentIn(segment.tokens, -1, ['send'], language),
      families: [],
      ...(mention && { mention: actOf(mention) }),
      afterColon: segment.opener === ':' || previous?.afterColon === true,
    })
    return
  }
  if (isSaid && previous.contentFrom === previous.tokens.length) {
    previous.tokens.push(...segment.tokens)
    return
  }
  const wasOpen = previous.contentFrom < previous.tokens.length
  previous.tokens.push(...segment.tokens)
  if (!wasOpen) previous.contentFrom = isSaid ? previous.contentFrom : previous.tokens.length
}

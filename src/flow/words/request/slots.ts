// Who an act reaches (whom), which record it names (whose), and what it carries or acts on (what): noun phrases by
// their place and preposition, as they stand in the text.

import type { Family, Thing } from '../lexicon/shape.js'
import type { Draft } from './clauses.js'
import type { Language } from './language.js'
import { isTimeOf, type Phrase, phrasesIn } from './phrases.js'
import { thingsAt } from './things.js'
import type { Token } from './tokens.js'
import type { Count, Polarity, Slots, Written } from './types.js'
import { writtenOf } from './written.js'

interface SlotsRead {
  readonly slots: Slots
  readonly actedOn: readonly Written[]
}

export function slotsOf(draft: Draft, text: string, language: Language): SlotsRead {
  const { tokens, verbAt, contentFrom } = draft
  const act = draft.act && ASKING.has(draft.act.polarity) ? draft.act : undefined
  const limit = act ? contentFrom : tokens.length
  const phrases = phrasesIn(tokens, limit, verbAt, text, language)
  const families = act?.families ?? []
  const said = (phrase: Phrase) => writtenOf(tokens, phrase.from, phrase.to, text, language, phrase.by)
  const whom = phrases.filter(
    (phrase, i) => act !== undefined && isWhom(phrase, phrases[i + 1], draft, language),
  )
  const objects = phrases.filter((phrase) => !whom.includes(phrase) && isObject(phrase, draft, language))
  const records = phrases.filter(
    (phrase) =>
      phrase.known &&
      phrase.things.length > 0 &&
      !language.has('purposes', phrase.by) &&
      (act === undefined || !whom.includes(phrase)),
  )
  const acting = families.some((family) => ACTING.has(family))
  const content = act && contentFrom < tokens.length ? contentOf(draft, text, language) : []
  const isActing = acting || families.includes('read') || families.length === 0
  const slots = {
    whom: whom.map(said),
    whose: records
      .filter((phrase) => !act || acting || !objects.includes(phrase) || isOwned(phrase, tokens, language))
      .map(said),
    what: act ? [...objects.map(said), ...content] : [],
  }
  // Without a verb of its own a clause only says more: "to “Invoice March”, please".
  const others = act ? objects : phrases.filter(({ by }) => !language.has('purposes', by))
  return { slots, actedOn: isActing ? others.map(said) : [] }
}

const ASKING = new Set<Polarity>(['asked', 'reminder', 'denied'])

/** How many: by the object's number, plural or quantifier. */
export function countOf({ tokens, verbAt }: Draft, language: Language): Count {
  const own = tokens.slice(Math.max(0, verbAt))
  for (const [at, token] of own.entries()) {
    // "40 euros" and "2 hours" are how much, not how many.
    if (
      token.quoted ||
      token.kind === 'address' ||
      isMeasure(token, language) ||
      isMeasure(own[at + 1], language)
    )
      continue
    if (token.kind === 'number' && /^\d{1,3}$/.test(token.text) && Number(token.text) > 1) {
      if (own[at + 1]?.kind === 'word' && thingsAt(own[at + 1] as Token, language).length > 0)
        return { kind: 'number', value: Number(token.text) }
      continue
    }
    if (language.has('each', token.low)) return { kind: 'each', word: token.low }
    const value = Object.hasOwn(language.lexicon.numbers, token.low)
      ? language.lexicon.numbers[token.low]
      : undefined
    if (value !== undefined && value > 1) return { kind: 'number', value }
    if (language.has('coordinators', token.low)) return { kind: 'plural' }
    if (thingsAt(token, language).length > 0)
      return isPlural(token.low, language) ? { kind: 'plural' } : { kind: 'one' }
  }
  return { kind: 'one' }
}

function isMeasure(token: Token | undefined, language: Language): boolean {
  return (
    token !== undefined &&
    (['currencies', 'units', 'durations'] as const).some((list) => language.has(list, token.low))
  )
}

function isPlural(word: string, { name, things }: Language): boolean {
  if (name === 'de') return /(?:en|er|e|s)$/.test(word) && things.has(word.replace(/(?:en|n|er|e|s)$/, ''))
  return /[^s]s$/.test(word) && (things.has(word.slice(0, -1)) || things.has(word.slice(0, -2)))
}

const REACHING = new Set<Family | 'wish'>([
  'send',
  'reply',
  'forward',
  'publish',
  'comment',
  'grant',
  'invite',
  'pay',
  'book',
  'buy',
  'upload',
  'remind',
  'report',
  'create',
  'wish',
  'assign',
])

const SPEAKING = new Set<Family | 'wish'>(['send', 'reply', 'forward', 'grant', 'invite', 'pay', 'publish'])

const ACTING = new Set<Family | 'wish'>([
  'destroy',
  'cancel',
  'close',
  'change',
  'forward',
  'reply',
  'grant',
  'approve',
  'reject',
  'pin',
  'label',
  'merge',
  'pay',
  'renew',
  'add',
  'note',
  'comment',
  'reclaim',
  'print',
  'assign',
  'upload',
  'publish',
])

function isWhom(
  { by, things, from, known }: Phrase,
  next: Phrase | undefined,
  { tokens, act, verbAt, contentFrom }: Draft,
  language: Language,
): boolean {
  const families = act?.families ?? []
  if (!families.some((family) => REACHING.has(family))) return false
  const first = tokens[from] as Token
  const isSelf = language.has('self', first.low)
  if (isSelf) return false
  if (first.kind === 'handle' || things.at(-1) === 'channel') return by !== '' || first.kind === 'handle'
  if (by !== '')
    return (
      isReaching(by, language) &&
      !isTimeOf(first, language) &&
      !(known && things.some((thing) => RECORDS.has(thing)) && !/^(?:to|an|à|a)$/.test(by))
    )
  if (!families.some((family) => SPEAKING.has(family))) return false
  const isFirst = from <= verbAt + 2 && from > verbAt
  const isPerson =
    things.length === 0 &&
    (/^\p{Lu}/u.test(first.text) ||
      language.has('possessives', first.low) ||
      language.has('pronouns', first.low) ||
      // "Send the boss a note", but not "send the summary to".
      ((language.has('each', first.low) || language.has('articles', first.low)) &&
        (next?.by === '' || contentFrom < tokens.length)))
  if (language.name === 'de') return isPerson && isDative(first, tokens[from + 1], language)
  return isFirst && isPerson && language.name === 'en'
}

const RECORDS = new Set<Thing>(['mail', 'message', 'event', 'file', 'order', 'invoice', 'letter'])

function isReaching(by: string, language: Language): boolean {
  return (
    /^(?:to|with|into|at|an|ans|bei|beim|mit|in|a|al|con|à|au|aux|avec|chez|im)$/.test(by) &&
    language.has('to', by)
  )
}

/** "dem", "der", "ihr", "meinem", or a bare name. */
function isDative(first: Token, next: Token | undefined, language: Language): boolean {
  if (/^(?:dem|ihm|ihr|ihnen|allen|(?:m|d|s)?ein(?:em|er)|unser(?:em|er)|ihr(?:em|er))$/.test(first.low))
    return true
  if (first.low === 'der' || first.low === 'den') return next !== undefined && /^\p{Lu}/u.test(next.text)
  return /^\p{Lu}/u.test(first.text) && !language.things.has(first.low)
}

function isObject({ by, from, things }: Phrase, { tokens, verbAt }: Draft, language: Language): boolean {
  const first = tokens[from] as Token
  if (by !== '' || (isTimeOf(first, language) && !(first.kind === 'number' && things.length > 0)))
    return false
  return (
    !language.has('self', first.low) &&
    !(first.low === 'i' || first.low === 'you' || first.low === 'du' || first.low === 'ich') &&
    (from > verbAt || language.name === 'de' || verbAt < 0 || things.length > 0)
  )
}

function isOwned({ from, to }: Phrase, tokens: readonly Token[], language: Language): boolean {
  const own = tokens.slice(from, to)
  return own.some(
    ({ low }, i) =>
      /['’]s$/.test(low) ||
      (i > 0 && language.has('of', low)) ||
      /\d/.test(low) ||
      language.has('superlatives', low),
  )
}

function contentOf({ tokens, contentFrom }: Draft, text: string, language: Language): Written[] {
  const first = tokens[contentFrom] as Token
  const isThat = /^(?:that|dass|que|qu'|saying|daß)$/.test(first.low)
  const from = isThat && contentFrom + 1 < tokens.length ? contentFrom + 1 : contentFrom
  return [writtenOf(tokens, from, tokens.length, text, language)]
}

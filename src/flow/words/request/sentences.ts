// A request cut into sentences, and sentences into segments: pieces between commas, colons and such "and" as begin a
// new verb. A segment has one verb that asks, or none.

import { type Language, phraseAt, verbFormsAt } from './language.js'
import type { Token } from './tokens.js'

export interface Sentence {
  readonly segments: readonly Segment[]
  /** It ends in `?`. */
  readonly asksMark: boolean
}

export interface Segment {
  /** Without marks. */
  readonly tokens: readonly Token[]
  /** What stands before it: nothing, a mark, or a coordinator in lower case. */
  readonly opener: string
  /** The coordinator after a mark: `, and`. */
  readonly afterComma: boolean
}

/** Cuts a text's tokens. One pass, and each look ahead is bounded. */
export function sentencesOf(tokens: readonly Token[], language: Language): Sentence[] {
  const sentences: Sentence[] = []
  let current: Token[] = []
  const end = (mark: string) => {
    if (current.length > 0) {
      sentences.push({ segments: segmentsOf(current, language), asksMark: mark === '?' })
    }
    current = []
  }
  tokens.forEach((token, at) => {
    if (!token.quoted && endsSentence(tokens, at, language)) end(token.text)
    else current.push(token)
  })
  end('')
  return sentences
}

function endsSentence(tokens: readonly Token[], at: number, language: Language): boolean {
  const token = tokens[at] as Token
  if (token.kind !== 'mark') return false
  if (/[!?…]/.test(token.text)) return true
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  if (token.text === '\n') return !after || /^\p{Lu}|^[-*•>\d]/u.test(after.text) || before?.text === '\n'
  if (token.text !== '.') return false
  if (!before || !after) return true
  if (before.kind === 'word' && language.has('abbreviations', before.low)) return false
  if (before.kind === 'word' && before.text.length === 1 && before.end === token.start) return false
  // An ordinal: "am 12. und", "22. bis 26. August".
  if (language.name === 'de' && /^\d{1,2}$/.test(before.text)) return !/^\p{L}/u.test(after.text)
  return true
}

const ADVERSE = new Set(['but', 'aber', 'sondern', 'pero', 'sino', 'mais'])
const BREAKS = /^[,;:()–—]$|^-$/

function segmentsOf(tokens: readonly Token[], language: Language): Segment[] {
  const segments: Segment[] = []
  let current: Token[] = []
  let opener = ''
  let afterComma = false
  const cut = (next: string, comma: boolean) => {
    if (current.length > 0) {
      segments.push({ tokens: current, opener, afterComma })
      afterComma = comma
    } else afterComma = comma || (opener !== '' && BREAKS.test(opener))
    opener = next
    current = []
  }
  tokens.forEach((token, at) => {
    if (token.quoted) current.push(token)
    else if (BREAKS.test(token.text)) cut(token.text, false)
    else if (/^["“”„«»]$/.test(token.text)) return
    else if (
      language.has('coordinators', token.low) &&
      (ADVERSE.has(token.low) || beginsVerb(tokens, at + 1, language))
    ) {
      cut(token.low, current.length === 0)
    } else if (token.kind !== 'mark' || token.text === '&') current.push(token)
  })
  cut('', false)
  return segments
}

/** Whether a verb that asks, or a phrase that does, stands here, after words such as "then" and "please". */
function beginsVerb(tokens: readonly Token[], from: number, language: Language): boolean {
  for (let at = from; at < Math.min(tokens.length, from + 4); at++) {
    const token = tokens[at] as Token
    if (token.quoted || token.kind !== 'word') return false
    if (phraseAt(language.asks, tokens, at) > 0 || language.has('denials', token.low)) return true
    const isVerb = verbFormsAt(token, language).some(
      ({ kind }) => kind === 'base' || kind === 'infinitive' || kind === 'participle',
    )
    const isBegun = !language.has('articles', token.low)
    if (isVerb && isBegun && !isPlainNoun(tokens, at, language)) return true
    if (!language.has('leads', token.low) && !language.has('please', token.low)) {
      return language.name === 'de' && endsInInfinitive(tokens, at, language)
    }
  }
  return false
}

/** German: "und im Schlafzimmer die Rollläden runterlassen". */
function endsInInfinitive(tokens: readonly Token[], from: number, language: Language): boolean {
  for (let at = from; at < Math.min(tokens.length, from + 12); at++) {
    const token = tokens[at] as Token
    if (token.kind === 'mark') return false
    if (/^\p{Lu}/u.test(token.text)) continue
    if (verbFormsAt(token, language).some(({ kind }) => kind === 'base' || kind === 'infinitive')) return true
  }
  return false
}

/** A word that is a noun here: "by phone and email", "order 48219 is late", "post from Lena". */
export function isPlainNoun(tokens: readonly Token[], at: number, language: Language): boolean {
  const token = tokens[at] as Token
  if (language.name === 'de') return /^\p{Lu}/u.test(token.text) && at > 0 && tokens[at - 1]?.kind !== 'mark'
  if (language.name !== 'en' || !language.things.has(token.low)) return false
  const next = tokens[at + 1]
  if (!next) return at > 0 && !/^(?:please|to|and|you|then|just|also)$/.test(tokens[at - 1]?.low ?? '')
  if (next.kind === 'mark') return !/^["“„«]$/.test(next.text)
  if (next.kind === 'number')
    return !/^\p{Ll}/u.test(tokens[at + 2]?.text ?? '') || language.has('finite', tokens[at + 2]?.low ?? '')
  return /^(?:from|of|about|is|was|has|are|were|for|by|and|or)$/.test(next.low)
}

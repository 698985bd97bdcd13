// Whether a verb that stands where it may ask is asked for, denied, or only asked about.

import { type Language, phraseAt } from './language.js'
import type { Segment } from './sentences.js'
import type { Token } from './tokens.js'
import type { Before, Polarity } from './types.js'

export function polarityAt(
  segment: Segment,
  at: number,
  before: Before,
  language: Language,
): { polarity: Polarity; because: string } {
  const { tokens } = segment
  const isReminder =
    before.reminding ||
    tokens.slice(Math.max(0, at - REACH), at).some(({ low }) => language.has('reminders', low))
  if (isReminder) return { polarity: 'reminder', because: 'must not be forgotten' }
  const denial = denialAt(tokens, at, language)
  if (denial) return { polarity: 'denied', because: `is denied by '${denial}'` }
  if (before.pending) return { polarity: 'denied', because: 'is what a denial before it waits for' }
  if (before.denying && language.has('alternatives', segment.opener))
    return { polarity: 'denied', because: 'goes on a denial' }
  if (isByMyself(tokens, at, language)) return { polarity: 'denied', because: 'is what the user does' }
  if (before.question) return { polarity: 'question', because: 'stands in a question' }
  return { polarity: 'asked', because: '' }
}

function denialAt(tokens: readonly Token[], at: number, language: Language): string | undefined {
  for (let i = Math.max(0, at - REACH); i < at; i++) {
    const asked = phraseAt(language.asks, tokens, i)
    if (asked > 0) i += asked - 1
    else if (isDenial(tokens, i, language)) return (tokens[i] as Token).text
  }
  const reach = language.name === 'de' ? at + REACH : at + 4
  for (let i = at + 1; i < Math.min(tokens.length, reach); i++) {
    if (
      isDenial(tokens, i, language) &&
      !(language.name === 'en' && /n't|^not$/.test((tokens[i] as Token).low))
    )
      return (tokens[i] as Token).text
    if (language.name !== 'de' && language.has('contents', (tokens[i] as Token).low)) break
  }
  return undefined
}

function isDenial(tokens: readonly Token[], at: number, language: Language): boolean {
  const token = tokens[at] as Token
  return (
    !token.quoted && (language.has('denials', token.low) || phraseAt(language.denialPhrases, tokens, at) > 0)
  )
}

function isByMyself(tokens: readonly Token[], at: number, language: Language): boolean {
  for (let i = Math.max(0, at - REACH); i < Math.min(tokens.length, at + REACH); i++) {
    if (!tokens[i]?.quoted && phraseAt(language.byMyself, tokens, i) > 0) return true
  }
  return false
}

/** How far a denial reaches, so that a text without commas is read in linear time. */
const REACH = 40

// What of a clause only describes or is to be said, and which addresses it goes to.

import type { Draft } from './clauses.js'
import type { Language } from './language.js'
import type { Token } from './tokens.js'
import type { Said } from './types.js'

/**
 * The places of a clause in which a bare name names nobody: behind a word that begins a description, up to the next
 * pause ("the channel where Alice asked"), and all that is to be said.
 */
export function describesIn({ tokens, verbAt, contentFrom, act }: Draft, language: Language): Said[] {
  const found: Said[] = []
  let from: number | undefined
  const end = act && isContent(tokens, contentFrom, language) ? contentFrom : tokens.length
  for (let at = 0; at < end; at++) {
    const token = tokens[at] as Token
    if (token.quoted) continue
    const begins =
      at > verbAt &&
      at > 0 &&
      ((language.has('subordinators', token.low) && isVerbal(tokens, at, end, language)) ||
        isReduced(tokens, at, language))
    if (begins && from === undefined) from = at
    const before = tokens[at - 1]
    // Segments were cut at pauses, and their marks are gone: a gap of more than a blank is one.
    if (from !== undefined && at > from && before && token.start - before.end > 1) {
      found.push(saidAt(tokens, from, at))
      from = undefined
    }
  }
  if (from !== undefined) found.push(saidAt(tokens, from, end))
  if (end < tokens.length) found.push(saidAt(tokens, end, tokens.length))
  return found
}

/** "Everybody mentioned in the minutes": a clause without its "who is". */
function isReduced(tokens: readonly Token[], at: number, language: Language): boolean {
  const next = tokens[at + 1]
  return (
    next !== undefined &&
    language.has('describing', (tokens[at] as Token).low) &&
    language.has('prepositions', next.low)
  )
}

/** "As 'first'" says how, and is nothing to be said. */
function isContent(tokens: readonly Token[], from: number, language: Language): boolean {
  const first = tokens[from]
  return (
    first !== undefined && (!language.has('subordinators', first.low) || language.has('contents', first.low))
  )
}

/** A finite verb follows, or a word that may be one: "before Friday" describes nothing. */
function isVerbal(tokens: readonly Token[], at: number, end: number, language: Language): boolean {
  return tokens
    .slice(at + 1, Math.min(end, at + REACH))
    .some(
      ({ low, quoted }) =>
        !quoted &&
        (language.has('finite', low) ||
          language.has('pronouns', low) ||
          (language.forms.get(low)?.length ?? 0) > 0 ||
          /(?:ed|te|ten|ió|aba|ait)$/.test(low)),
    )
}

const REACH = 8

function saidAt(tokens: readonly Token[], from: number, to: number): Said {
  const [first, last] = [tokens[from] as Token, tokens[to - 1] as Token]
  return { text: '', start: first.start, end: last.end }
}

/** Addresses, phone and account numbers that are no origin: not those behind "from", "of" and "by". */
export function addressesIn(tokens: readonly Token[], language: Language): Said[] {
  return tokens.flatMap((token, at) => {
    if (!isAddress(tokens, at)) return []
    for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
      const { low } = tokens[i] as Token
      if (language.has('owners', low)) return []
      if (language.has('prepositions', low)) break
    }
    return [{ text: token.text, start: token.start, end: token.end }]
  })
}

function isAddress(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token
  if (kind === 'address') return true
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{0,30}$/.test(text)) return true
  // A shorter number counts or names something, and a date has marks in it.
  return kind === 'number' && /^\d{8,}$/.test(text)
}

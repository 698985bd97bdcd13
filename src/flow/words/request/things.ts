// What tokens name, by the lexicon and by their form.

import type { Thing } from '../lexicon/shape.js'
import { type Language, thingsOf } from './language.js'
import type { Token } from './tokens.js'

/** The things a word stands for, by its form too: `#general`, `@lena`, an address, an amount of money. */
export function thingsAt(token: Token, language: Language): readonly Thing[] {
  if (token.kind === 'handle')
    return token.text.startsWith('#') && !/^#\d+$/.test(token.text)
      ? ['channel']
      : token.text.startsWith('@')
        ? ['user']
        : ['issue']
  if (token.kind === 'address') return token.text.includes('@') ? ['mail'] : ['link']
  if (/^[\p{L}\d_-]+\.[a-z]{1,4}$/u.test(token.low)) return ['file']
  return thingsOf(token.low, language)
}

/** Those that stand as objects, not behind a preposition: "close the blinds in the living room". */
export function objectsIn(tokens: readonly Token[], language: Language): Thing[] {
  let behind = false
  let just = false
  return tokens.flatMap((token) => {
    const isPreposition = language.has('prepositions', token.low) && !language.has('coordinators', token.low)
    if (isPreposition) behind = true
    else if (!just && (language.has('articles', token.low) || language.has('possessives', token.low)))
      behind = false
    just = isPreposition
    return token.quoted || behind ? [] : [...thingsAt(token, language)]
  })
}

/** The things named by some tokens, what is quoted or to be said left out. */
export function thingsIn(tokens: readonly Token[], language: Language): Thing[] {
  return tokens.flatMap((token) => (token.quoted ? [] : [...thingsAt(token, language)]))
}

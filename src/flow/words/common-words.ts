// Words that name nothing, or too much: `the`, `email`, `meeting`. By the lexicons of all languages.

import { LEXICONS, type Lexicon } from './lexicon.js'

/** Whether a text is too common to name an object: fillers, and at most one common word among them. */
export function isCommon(folded: string): boolean {
  const words = folded.split(' ').map((word) => word.replace(/[^\p{L}\p{N}'-]/gu, ''))
  const [word, ...more] = words.filter((each) => each !== '' && !FILLER.has(each))
  return more.length === 0 && (word === undefined || COMMON.has(word))
}

/** Whether a word carries no meaning of its own. */
export function isFiller(folded: string): boolean {
  return FILLER.has(folded)
}

const allOf = (key: 'filler' | 'common'): ReadonlySet<string> =>
  new Set(Object.values(LEXICONS).flatMap((lexicon: Lexicon) => lexicon[key].split(/\s+/)))

const FILLER = allOf('filler')
const COMMON = allOf('common')

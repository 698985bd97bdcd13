// Whether a record's name is what the user said. A title that an outsider wrote counts only where the user's words hold
// it whole; a name is written as a name, in the place of a name.

import { isFiller } from '../words/common-words.js'
import type { Part } from '../words/request/types.js'
import type { Identity } from './identity.js'

/** How well a name answers: 2 for all that was said, 1 for a part of it, 0 not at all. */
export function answers(identity: Identity, parts: readonly Part[], slot: 'whom' | 'whose'): 0 | 1 | 2 {
  if (identity.names === 'person') return personAnswers(identity.words, parts)
  return slot === 'whose' && titleAnswers(identity, parts) ? 2 : 0
}

function personAnswers(words: readonly string[], parts: readonly Part[]): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = 0
  for (const run of runsOf(parts)) {
    if (!run.some((word) => /\p{L}/u.test(word))) continue
    if (run.every((word) => words.includes(word)) || run.join('') === words.join('')) return 2
    if (words.every((word) => run.includes(word))) best = 1
  }
  return best
}

/** What is written as one name: words with a capital side by side, or what is quoted. */
function runsOf(parts: readonly Part[]): readonly (readonly string[])[] {
  const runs: string[][] = []
  parts.forEach((part, at) => {
    if (!part.isName && part.quote < 0) return
    const before = parts[at - 1]
    const goesOn =
      before !== undefined &&
      before.isName === part.isName &&
      before.quote === part.quote &&
      before.isOwner === part.isOwner
    if (goesOn) runs.at(-1)?.push(part.low)
    else runs.push([part.low])
  })
  return runs
}

function titleAnswers({ words, inPart }: Identity, parts: readonly Part[]): boolean {
  for (let from = 0; from + words.length <= parts.length; from++) {
    if (words.every((word, i) => parts[from + i]?.low === word) && isTitle(parts, from, from + words.length))
      return true
  }
  return inPart && ownRuns(parts).some((run) => standsWithin(run, words))
}

/** Whether the words from here to there are said as a title. */
function isTitle(parts: readonly Part[], from: number, to: number): boolean {
  const own = parts.slice(from, to)
  const [before, after] = [parts[from - 1], parts[to]]
  const [first] = own
  if (!first || own.some(({ isOwner }) => isOwner)) return false
  if (first.quote >= 0) {
    const isAllOfIt = before?.quote !== first.quote && after?.quote !== first.quote
    return isAllOfIt && own.every(({ quote }) => quote === first.quote)
  }
  // A word inside of a longer name is another name.
  if (isNaming(before) || isNaming(after)) return false
  const meaning = own.filter(({ low, isPlain }) => !isPlain && !isFiller(low))
  return meaning.length > 0 && (own.length > 1 || own.some(({ isName }) => isName))
}

const isNaming = (part: Part | undefined): boolean => part?.isName === true && !part.isOwner

/** What may be a part of a title of our own: a name, a quotation, or two words that mean something. */
function ownRuns(parts: readonly Part[]): readonly (readonly string[])[] {
  const runs = runsOf(parts.filter(({ isOwner }) => !isOwner))
  const plain: string[][] = [[]]
  for (const { low, isPlain, isOwner, quote } of parts) {
    if (isPlain || isOwner || quote >= 0 || isFiller(low)) plain.push([])
    else plain.at(-1)?.push(low)
  }
  return [...runs, ...plain.filter((run) => run.length > 1)].filter((run) => run.join('').length > 3)
}

function standsWithin(run: readonly string[], words: readonly string[]): boolean {
  for (let from = 0; from + run.length <= words.length; from++) {
    if (run.every((word, i) => words[from + i] === word)) return true
  }
  return false
}

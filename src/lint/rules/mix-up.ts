// Two tools that read the same, by text or by name.

import { lookAlike } from '../look-alike.js'
import type { ToolDescription, ToolRule } from '../rule.js'
import { plainWords, stem, wordsOf } from '../words.js'

const ALIKE = 0.85
/** Shorter texts are alike by chance. */
const LEAST_WORDS = 8

export const mixUp: ToolRule = {
  id: 'mix-up',
  severity: 'warning',
  reason: 'A model tells tools apart by their text; two that read the same are called for each other.',
  mend: 'Say in each what sets it apart and when to take the other, or make them one tool with a parameter.',
  *check(tool, { tools, boilerplate }) {
    for (const other of tools.slice(0, tools.indexOf(tool))) {
      const alike = lookAlike(tool, other)
      if (alike) yield { path: '/name', message: `is called like '${other.name}': ${alike}` }
      const share = likeness(tool, other, boilerplate)
      if (share === undefined) continue
      yield {
        path: '/description',
        message:
          share === 1
            ? `has the same description as '${other.name}'`
            : `reads like '${other.name}': ${Math.round(share * 100)} % of the words are the same`,
      }
    }
  },
}

/** The share of words in common, when it is so high that the two can be mixed up. */
function likeness(
  a: ToolDescription,
  b: ToolDescription,
  boilerplate: ReadonlySet<string>,
): number | undefined {
  const left = stemsOf(a)
  const right = stemsOf(b)
  if (left.length === 0 || right.length === 0) return undefined
  if (tellingOf(left) === tellingOf(right)) return 1
  const tells = (word: string) => !boilerplate.has(word)
  const ownLeft = left.filter(tells)
  const ownRight = right.filter(tells)
  if (Math.min(ownLeft.length, ownRight.length) < LEAST_WORDS) return undefined
  const share = dice(ownLeft, ownRight)
  if (share < ALIKE) return undefined
  // Families such as create_invoice and create_customer share their text, and each names its own thing in it.
  return hasOwnWord(a, b, left, right) && hasOwnWord(b, a, right, left) ? undefined : Math.min(share, 0.99)
}

function stemsOf({ description = '' }: ToolDescription): string[] {
  return plainWords(description).map(stem)
}

/** "Gets a user" and "gets the user" say the same. */
function tellingOf(stems: readonly string[]): string {
  const telling = stems.filter((word) => !ARTICLES.has(word))
  return (telling.length > 0 ? telling : stems).join(' ')
}

const ARTICLES: ReadonlySet<string> = new Set('a an the'.split(' '))

function dice(left: readonly string[], right: readonly string[]): number {
  const rest = new Map<string, number>()
  for (const word of left) rest.set(word, (rest.get(word) ?? 0) + 1)
  let common = 0
  for (const word of right) {
    const number = rest.get(word) ?? 0
    if (number > 0) {
      common++
      rest.set(word, number - 1)
    }
  }
  return (2 * common) / (left.length + right.length)
}

/** Whether a word of this tool's name, and of no other's, stands in its text and not in the other's. */
function hasOwnWord(
  tool: ToolDescription,
  other: ToolDescription,
  text: readonly string[],
  otherText: readonly string[],
): boolean {
  const others = new Set(wordsOf(other.name).map(stem))
  return wordsOf(tool.name)
    .map(stem)
    .some((word) => !others.has(word) && text.includes(word) && !otherText.includes(word))
}

// Descriptions that repeat the name and stop there.

import type { ToolRule } from '../rule.js'
import { plainWords, stem, wordsOf } from '../words.js'

const FILLER: ReadonlySet<string> = new Set(
  'a an the of to for and in on from with this that it tool tools function api mcp used use will be can new all given specific single get gets'.split(
    ' ',
  ),
)

export const descriptionThin: ToolRule = {
  id: 'description-thin',
  severity: 'note',
  reason: 'A description that only spells the name out costs tokens and tells a model nothing.',
  mend: "Say what the name can't: what comes back, what it needs, what it changes, when to use it.",
  *check({ name, description }) {
    if (!description?.trim()) return
    const known = new Set(wordsOf(name).map(rootOf))
    const news = plainWords(description).filter((word) => !FILLER.has(word) && !known.has(rootOf(word)))
    if (news.length === 0)
      yield { path: '/description', message: 'the description says no more than the name' }
  },
}

/** Deep enough that `creates`, `creating` and `create` meet. */
function rootOf(word: string): string {
  return stem(word).replace(/(?:ing|ed|es|e)$/, '')
}

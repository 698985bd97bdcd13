// Definitions that cost more than they should, together.

import type { SetRule } from '../rule.js'
import { definitionTokens } from '../tokens.js'
import { count } from '../words.js'

export const definitionBudget: SetRule = {
  id: 'definition-budget',
  severity: 'warning',
  reason:
    'Definitions are sent with every request; past some thousands of tokens a model also chooses worse.',
  mend: 'Shorten the heaviest definitions, merge tools that differ in a parameter, or offer a smaller set by default.',
  *checkSet({ tools, tokens, budgetTokens }) {
    if (tokens <= budgetTokens) return
    const heaviest = tools
      .map((tool) => ({ name: tool.name, tokens: definitionTokens(tool) }))
      .sort((a, b) => b.tokens - a.tokens)
      .slice(0, 3)
      .map((one) => `'${one.name}' ~${one.tokens.toLocaleString('en')}`)
    yield {
      message: `the definitions cost ~${count(tokens, 'token')}, over the budget of ${budgetTokens.toLocaleString('en')}; heaviest: ${heaviest.join(', ')}`,
    }
  },
}

// Tools with a relative in the list that don't say when to take this one.

import type { ToolRule } from '../rule.js'
import { listNames } from '../words.js'

const WHEN =
  /\b(?:when(?:ever)?|use (?:this|it|to|for|if|only|instead)|used (?:to|for|by)|if you|(?:useful|ideal|perfect|great|best|essential|intended|designed|helpful|suitable|efficient|meant) (?:for|to|in|if|than)|call this|prefer|instead of|rather than|deprecated)\b/i

export const saysWhen: ToolRule = {
  id: 'says-when',
  severity: 'note',
  reason: 'Where two tools come into question, a model needs the case for each, not only what each does.',
  mend: 'Add a sentence that starts with "Use when", and name the tool to take otherwise.',
  *check(tool, set) {
    if (tool.useWhen || !tool.description || WHEN.test(tool.description)) return
    const relatives = set.relatives(tool)
    if (relatives.length === 0 || mentions(tool.description, relatives)) return
    yield {
      path: '/description',
      message: `doesn't say when to use it, beside ${listNames(relatives.map(({ name }) => name))}`,
    }
  },
}

/** Whether a text names one of these tools. */
export function mentions(text: string, tools: readonly { readonly name: string }[]): boolean {
  return tools.some(({ name }) => text.includes(name))
}

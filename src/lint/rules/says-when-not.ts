// Tools with a relative in the list that say when to use them, and not when to take the other.

import type { ToolRule } from '../rule.js'
import { listNames } from '../words.js'
import { mentions, saysWhen } from './says-when.js'

const WHEN_NOT =
  /\b(?:not (?:for|to|when|if|suitable|intended|meant)|(?:do|does|should|must) not|don['’]t|doesn['’]t|shouldn['’]t|can(?:not|['’]t)|instead|rather than|unlike|except|never|avoid|unless|deprecated|more efficient than|only (?:for|when|if|use))\b/i

export const saysWhenNot: ToolRule = {
  id: 'says-when-not',
  severity: 'note',
  reason: 'A model that knows what a tool is not for takes the neighbour that is.',
  mend: 'Add a sentence that starts with "Not for" and names the tool to take then; with tool() it is the key \'notFor\'.',
  *check(tool, set) {
    const { description } = tool
    if (tool.notFor || !description || WHEN_NOT.test(description)) return
    const relatives = set.relatives(tool)
    if (relatives.length === 0 || mentions(description, relatives)) return
    // One remark a tool: whoever adds the one sentence will see to the other.
    if ([...saysWhen.check(tool, set)].length > 0) return
    yield {
      path: '/description',
      message: `doesn't say what it is not for, beside ${listNames(relatives.map(({ name }) => name))}`,
    }
  },
}

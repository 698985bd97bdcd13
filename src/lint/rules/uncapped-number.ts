// Numbers that decide how much work is done, with no upper bound.

import { isClosed, isNumeric, upperBound } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'
import { wordsOf } from '../words.js'
import { proseMaximum } from './prose-constraint.js'

// Only where a greater number means more work or more result: a cap on a price or an id would be noise, and so
// would one on `head` and `tail`, which cut a result that is given whole without them.
const ALONE: ReadonlySet<string> = new Set(
  'limit count size top k n take first last duration timeout steps iterations retries concurrency samples'.split(
    ' ',
  ),
)
const LAST: ReadonlySet<string> = new Set('limit count timeout duration iterations retries'.split(' '))
const PAIRS =
  /^(?:max (?:results?|items?|rows?|count|commits|tags|pages?|depth|tokens|bytes|files|lines|matches|entries|records|hits)|(?:num|number of|n) .+|per page|page size|batch size|chunk size|top (?:k|n)|result(?:s)? (?:limit|count))$/

export const uncappedNumber: ToolRule = {
  id: 'uncapped-number',
  severity: 'warning',
  reason:
    'A model that wants to be thorough asks for 100,000, and gets a time-out, a bill or a full context.',
  mend: "Set 'maximum' to what the tool can serve well, and a 'default' for the common case.",
  *check({ inputSchema }) {
    for (const { name, core, label, pointer, description } of eachParameter(inputSchema)) {
      if (!isNumeric(core) || isClosed(core) || upperBound(core) !== undefined || !isAmount(name)) continue
      // Then prose-constraint has it.
      if (proseMaximum(description) !== undefined) continue
      yield { path: `/inputSchema${pointer}`, message: `'${label}' has no maximum` }
    }
  },
}

/** Whether a number of this name says how much to do or to give. */
export function isAmount(name: string): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  return (words.length === 1 && ALONE.has(last)) || LAST.has(last) || PAIRS.test(words.join(' '))
}

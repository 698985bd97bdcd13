// Searches and listings that a caller can't bound.

import type { ToolRule } from '../rule.js'
import { type Parameter, topParameters } from '../schema.js'
import { wordsOf } from '../words.js'

const LISTS: ReadonlySet<string> = new Set('list search find query browse enumerate'.split(' '))
const BOUNDS =
  /^(?:limit|max|maximum|count|size|top|first|last|page|per|cursor|offset|take|n|k|rows|head|tail|depth|lines|num|number|results)$/

export const unboundedResult: ToolRule = {
  id: 'unbounded-result',
  severity: 'note',
  reason: "A listing that a model can't bound fills its context when the data grows.",
  mend: "Add a 'limit' with a default and a maximum, and a cursor or an offset for the rest.",
  *check({ name, inputSchema, annotations, effect }, { prefix }) {
    // search_feedback writes: its name starts like a search, and it lists nothing.
    if (annotations?.readOnlyHint === false || (effect && effect !== 'read')) return
    const words = wordsOf(name)
    const verb = (words[0] === prefix ? words[1] : words[0]) ?? ''
    const parameters = topParameters(inputSchema)
    // A listing that takes nothing gives a short, fixed list as a rule.
    if (!LISTS.has(verb) || parameters.length === 0 || parameters.some(isLimit)) return
    yield { path: '/inputSchema/properties', message: 'takes no limit, page or cursor' }
  },
}

/** Whether a parameter bounds how much comes back. */
export function isLimit({ name }: Pick<Parameter, 'name'>): boolean {
  return wordsOf(name).some((word) => BOUNDS.test(word))
}

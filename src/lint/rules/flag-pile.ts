// Tools with more switches than a model can set well.

import { isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { type Parameter, topParameters } from '../schema.js'
import { listNames, wordsOf } from '../words.js'

const SHAPING: ReadonlySet<string> = new Set(
  'verbose detailed full raw pretty compact brief debug expand include with without show hide return fetch skip exclude omit'.split(
    ' ',
  ),
)
const MOST_SHAPING = 2
const MOST_FLAGS = 5

export const flagPile: ToolRule = {
  id: 'flag-pile',
  severity: 'warning',
  reason:
    'Each flag doubles the ways to call a tool; a model sets them by habit, and some contradict each other.',
  mend: 'Make the flags one enum of named levels or modes with a good default, or give the rare case its own tool.',
  *check({ inputSchema }) {
    const flags = topParameters(inputSchema).filter(({ core }) => isOnly(core, 'boolean'))
    const shaping = flags.filter(({ name }) => SHAPING.has(wordsOf(name)[0] ?? ''))
    if (flags.length > MOST_FLAGS) {
      yield {
        path: '/inputSchema/properties',
        message: `has ${flags.length} boolean flags: ${namesOf(flags)}`,
      }
    } else if (shaping.length > MOST_SHAPING) {
      yield {
        path: '/inputSchema/properties',
        message: `has ${shaping.length} flags that shape the result: ${namesOf(shaping)}`,
      }
    }
  },
}

function namesOf(parameters: readonly Parameter[]): string {
  const names = parameters.map(({ name }) => name)
  return listNames(names, 8)
}

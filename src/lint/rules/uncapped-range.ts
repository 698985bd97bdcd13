// Spans of time that a tool reads over, with nothing that bounds the span or the result.

import type { ToolRule } from '../rule.js'
import { type Parameter, topParameters } from '../schema.js'
import { wordsOf } from '../words.js'
import { isLimit } from './unbounded-result.js'

const FROM: ReadonlySet<string> = new Set('from start since after begin beginning earliest min'.split(' '))
const TO: ReadonlySet<string> = new Set('to end until before till latest max'.split(' '))
const READS =
  /^(?:get|list|search|find|query|fetch|read|report|export|analy[sz]e|summari[sz]e|count|aggregate)$/
const SAYS_CAP = /\b(?:at most|max(?:imum)?|up to|no more than|within|limited to|not exceed)\b/i

export const uncappedRange: ToolRule = {
  id: 'uncapped-range',
  severity: 'note',
  reason: "A schema can't bound the distance of two dates, so a model asks for ten years unless it is told.",
  mend: "Say in both descriptions how long the range may be, refuse longer ones, or add a capped 'limit'.",
  *check({ name, inputSchema, annotations, effect }) {
    const reads =
      effect === 'read' ||
      annotations?.readOnlyHint === true ||
      wordsOf(name).some((word) => READS.test(word))
    if (!reads) return
    const parameters = topParameters(inputSchema)
    const from = parameters.find(
      (parameter) => isDate(parameter) && wordsOf(parameter.name).some((word) => FROM.has(word)),
    )
    const to = parameters.find(
      (parameter) => isDate(parameter) && wordsOf(parameter.name).some((word) => TO.has(word)),
    )
    if (!from || !to || parameters.some(isLimit)) return
    if (SAYS_CAP.test(from.description) || SAYS_CAP.test(to.description)) return
    yield {
      path: `/inputSchema${from.pointer}`,
      message: `nothing bounds the range '${from.name}' to '${to.name}'`,
    }
  },
}

function isDate({ name, core, description }: Parameter): boolean {
  const named = wordsOf(name).some((word) => ['date', 'time', 'timestamp', 'day'].includes(word))
  return (
    named ||
    core.format === 'date' ||
    core.format === 'date-time' ||
    /\b(?:date|timestamp|ISO 8601|RFC 3339)\b/i.test(description)
  )
}

// A day that was said binds: where the request for a tool says a day, a call of it that lets something out is on one
// of the days that were said, or a person is asked.

import { withFollowers } from '../words/references.js'
import { readDay, type SaidDay } from '../words/said-days.js'
import type { ArgumentFacts } from './decision.js'
import type { Case, Known } from './known.js'

/** The first argument that says another day than any that was said. */
export function otherDay(
  facts: readonly ArgumentFacts[],
  { tool }: Case,
  known: Known,
): ArgumentFacts | undefined {
  if (!tool.egress) return undefined
  const dated = facts.filter(({ role, value }) => role === 'when' && daysOf(value).length > 0)
  if (dated.length === 0) return undefined
  const said = saidFor(tool, known)
  if (said.length === 0) return undefined
  const isSaid = dated.some(({ value }) => daysOf(value).some((day) => said.some((each) => each(day))))
  return isSaid ? undefined : dated[0]
}

function saidFor(tool: Case['tool'], { acts, words, index, now, asOf }: Known): readonly SaidDay[] {
  const days: SaidDay[] = []
  for (const asked of acts.clausesFor(tool, asOf)) {
    for (const { clause, message } of withFollowers(asked, words, asOf)) {
      for (const day of clause.days) {
        const today = () => [dayNumber(now), ...index.todays(asOf).flatMap((each) => daysOf(each))]
        const read = readDay(day, message.text, words.languages, today)
        if (read) days.push(read)
      }
    }
  }
  return days
}

const DAY_MS = 86_400_000
const dayNumber = (ms: number): number => Math.floor(ms / DAY_MS)

/** The days that a value says, as days since the epoch: none where it says an hour, or a rule. */
function daysOf(value: string | number | boolean): readonly number[] {
  if (typeof value === 'boolean') return []
  if (typeof value === 'number') return [dayNumber(value < 1e11 ? value * 1000 : value)]
  return [...value.matchAll(/(?<!\d)(\d{4})-(\d\d)-(\d\d)/g)].map(([, year, month, day]) =>
    dayNumber(Date.UTC(Number(year), Number(month) - 1, Number(day))),
  )
}

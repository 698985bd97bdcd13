// Which held calls are asked about together: those that differ in content alone, or in one place of a list, and those
// that one request asks for ("each", "all open"). They stay several, and all of them are shown; what must be equal is what decides who, where, which and how much.

import { createHash } from 'node:crypto'
import type { FlowTool } from '../../tool/flow/declare.js'
import type { ArgumentFacts, Decision } from '../judge/decision.js'
import { type Likeness, type PendingApproval, revisionOf } from './pending.js'

/** Calls that one approval is about. */
const MOST_JOINED = 20

/** What a call is compared by. */
export function likenessOf({
  tool,
  decision,
  by,
  offersValue,
}: {
  readonly tool: FlowTool
  readonly decision: Decision
  readonly by: string | undefined
  readonly offersValue: boolean
}): Likeness {
  const { reason, asked, rules, arguments: facts, together } = decision
  return {
    ...(together !== undefined && { together }),
    kind: JSON.stringify([tool.identity, by, reason, asked, offersValue, rules.map(({ id }) => id)]),
    values: Object.fromEntries(
      facts.filter(({ role }) => role !== 'content').map(({ at, value }) => [at, marked(value)]),
    ),
  }
}

/** The approval with one more call; undefined where it can't join. */
export function joined(asked: PendingApproval, more: PendingApproval): PendingApproval | undefined {
  if (asked.answer || asked.retired || asked.turn !== more.turn) return undefined
  if (asked.calls.length >= MOST_JOINED || asked.likeness.kind !== more.likeness.kind) return undefined
  const differsAt = difference(asked.likeness, more.likeness)
  if (differsAt === undefined) return undefined
  const calls = [...asked.approval.calls, ...more.approval.calls]
  return {
    ...asked,
    approval: {
      ...asked.approval,
      calls,
      revision: revisionOf(calls),
      items: union(asked.approval.items, more.approval.items),
    },
    calls: [...asked.calls, ...more.calls],
    values: union(asked.values, more.values),
    refusals: union(asked.refusals, more.refusals),
    likeness: { ...asked.likeness, ...(differsAt !== '' && { differsAt }) },
  }
}

/** The one list place in which two calls differ; empty: none that counts; undefined: in more. */
function difference(first: Likeness, second: Likeness): string | undefined {
  if (first.together !== undefined && first.together === second.together) return ''
  let found = first.differsAt ?? ''
  for (const at of new Set([...Object.keys(first.values), ...Object.keys(second.values)])) {
    if (first.values[at] === second.values[at]) continue
    const place = /^(?:key:)?(.*?\/\d+)(?:\/|$)/.exec(at)?.[1]
    if (place === undefined || (found !== '' && found !== place)) return undefined
    found = place
  }
  return found
}

function union<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  const known = new Set(first.map((each) => JSON.stringify(each)))
  return [...first, ...second.filter((each) => !known.has(JSON.stringify(each)))]
}

/** Long texts are compared by their digest: the approval is stored, and holds them already. */
function marked(value: ArgumentFacts['value']): string {
  const text = `${typeof value}:${value}`
  return text.length <= 80 ? text : createHash('sha256').update(text).digest('base64url')
}

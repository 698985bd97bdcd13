// An approval, as data: what a person is asked about a held call, and all that an answer needs. How it is shown stands
// in `shown-call.ts`, which calls are asked about together in `joining.ts`, what an answer changes in `answering.ts`.

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../json/canonical-json.js'
import type { JsonObject } from '../../json/json.js'
import type { Place } from '../../json/place.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import type { ArgumentFacts, Decision, Reason } from '../judge/decision.js'
import { wordsFor } from '../judge/reason-words.js'
import { approvalKeyOf } from '../judge/vouch/approval-key.js'
import { likenessOf } from './joining.js'
import { type AskedValue, type PendingApproval, revisionOf } from './pending.js'
import { handleAround, type SourceOf, shownArguments, shownItem } from './shown-call.js'
import { shownText } from './shown-text.js'

/** What {@link askAbout} takes. */
interface Asking {
  readonly id: string
  readonly tool: FlowTool
  readonly callId: string
  readonly args: JsonObject
  /** Binds the answer, where that is to more than the arguments' own text. */
  readonly digest?: string
  readonly decision: Decision
  /** What stands behind handles, by their place: what is shown for the token; undefined: the value itself is. */
  readonly behind?: ReadonlyMap<Place, string | undefined>
  /** Where values come from, for display alone. */
  readonly sources?: SourceOf
  /** The door that it came through, so that it is resumed through no other. Default: the model's. */
  readonly by?: 'program' | 'user'
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** What a call is bound to: one byte changed in tool or arguments, and it is another call. */
export function callDigest(identity: string, args: JsonObject): string {
  return createHash('sha256').update(identity).update('\n').update(canonicalJson(args)).digest('hex')
}

/** Makes the approval that a held call waits for. */
export function askAbout({
  id,
  tool,
  callId,
  args,
  digest = callDigest(tool.identity, args),
  decision,
  behind,
  sources,
  by,
  expiresAt,
}: Asking): PendingApproval {
  const { items, reason = 'no_evidence' } = decision
  // What stands behind a handle is judged by its record, so an approval of the token would vouch for nothing.
  const isToken = items.some(({ at }) => handleAround(at, behind) !== undefined)
  const values = items.length > 0 && onlyValues(decision) && !isToken ? items.map(askedValue) : []
  const refusals = isToken ? [] : refusalsOf(items)
  const calls = [{ callId, arguments: shownArguments(args, decision.arguments, behind), digest }]
  const from = sources?.(items.map(({ value }) => value)) ?? (() => undefined)
  return {
    approval: {
      id,
      revision: revisionOf(calls),
      tool: tool.name,
      calls,
      items: items.map((item) => shownItem(item, behind, from)),
      reason: reasonText(decision, reason),
      offers: [
        'once',
        ...(values.length > 0 ? (['value'] as const) : []),
        ...(refusals.length > 0 ? (['never'] as const) : []),
      ],
      expiresAt: new Date(expiresAt).toISOString(),
    },
    tool: { name: tool.name, identity: tool.identity },
    calls: [{ id: callId, args, digest, ...(by && { by }) }],
    values,
    refusals,
    likeness: likenessOf({ tool, decision, by, offersValue: values.length > 0 }),
    turn: 0,
    expiresAt,
  }
}

function askedValue(item: ArgumentFacts): PendingApproval['values'][number] {
  return { key: approvalKeyOf(item), role: item.role, shown: shownText(item.value) }
}

/** Why it is asked, and what was done already for the same words. */
function reasonText({ done = [] }: Decision, reason: Reason): string {
  const { person } = wordsFor(reason)
  if (done.length === 0) return person
  const names = [...new Set(done.map(({ tool }) => tool))].slice(0, MAX_DONE)
  return `${person} Already done: ${names.map((name) => shownText(name)).join(', ')}${done.length > 1 ? ` (${done.length} calls)` : ''}.`
}

const MAX_DONE = 3

/**
 * What is refused for good: who, which and what. An amount or a day beside one is not, or every payment of that amount
 * would be; where nothing else is asked about, it is.
 */
function refusalsOf(items: readonly ArgumentFacts[]): readonly AskedValue[] {
  if (items.length === 0) return [{ key: 'act', role: 'act' }]
  const named = items.filter(({ role }) => role !== 'amount' && role !== 'when' && role !== 'control')
  return (named.length > 0 ? named : items).map(askedValue)
}

/** Whether approving the values would let the call pass: a word for the act, or a rule, would still be missing. */
function onlyValues({ asked, rules, items }: Decision): boolean {
  const ruled = rules.some(({ verdict, exempted }) => verdict !== 'allow' && !exempted)
  return asked && !ruled && items.every(({ reason }) => reason === undefined || !NO_VALUES.has(reason))
}

/** Of these the value is accounted for, and it is not what is wrong. */
const NO_VALUES: ReadonlySet<Reason> = new Set(['readers', 'value_readers', 'day_not_said'])

// An approval, as data: what a person is asked, how it is shown safely, and what an answer changes. Who may
// answer, and for how long it counts, is decided here and nowhere else.

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../json/canonical-json.js'
import type { JsonObject } from '../../json/json.js'
import { isWithin, type Place } from '../../json/place.js'
import { HIDDEN } from '../../text/characters.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import type { Approval } from '../../tool/outcome.js'
import type { ArgumentFacts, Decision, Reason } from '../judge/decision.js'
import { wordsFor } from '../judge/reason-words.js'
import { approvalKeyOf } from '../judge/vouch/approval-key.js'
import type { Answer, ApproveOptions } from './answer.js'
import type { Endorsement } from './endorsements.js'
import { shownName, shownText } from './shown-text.js'

/** An approval with all that an answer needs. Plain data; it survives a restart. */
export interface PendingApproval {
  readonly approval: Approval
  /** Binds the answer: tool identity and admitted JSON. */
  readonly digest: string
  readonly tool: { readonly name: string; readonly identity: string }
  /** The call as it was admitted, for `resume`. */
  readonly call: { readonly id: string; readonly args: JsonObject; readonly by?: Asking['by'] }
  readonly values: readonly { readonly key: string; readonly role: Role }[]
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly answer?: {
    readonly verdict: Answer['verdict']
    /** Of one that allows. */
    readonly for?: 'once' | 'value'
    readonly by: string
    /** Milliseconds since the epoch. */
    readonly at: number
  }
  /** An approval for once is used up when a run starts. */
  readonly used?: true
}

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
  /** The door that it came through, so that it is resumed through no other. Default: the model's. */
  readonly by?: 'program' | 'user'
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Why an answer was not taken. */
export class ApprovalError extends Error {
  override readonly name = 'ApprovalError'
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
  by,
  expiresAt,
}: Asking): PendingApproval {
  const { items, reason = 'no_evidence' } = decision
  // What stands behind a handle is judged by its record, so an approval of the token would vouch for nothing.
  const byValue =
    items.length > 0 &&
    onlyValues(decision) &&
    !items.some(({ at }) => handleAround(at, behind) !== undefined)
  return {
    approval: {
      id,
      tool: tool.name,
      items: items.map((item) => shownItem(item, behind)),
      ...(items.length === 0 && { arguments: shownArguments(decision.arguments) }),
      reason: reasonText(decision, reason),
      offers: byValue ? ['once', 'value'] : ['once'],
      expiresAt: new Date(expiresAt).toISOString(),
    },
    digest,
    tool: { name: tool.name, identity: tool.identity },
    call: { id: callId, args, ...(by && { by }) },
    values: byValue ? items.map((item) => ({ key: approvalKeyOf(item), role: item.role })) : [],
    expiresAt,
  }
}

/**
 * Takes an answer.
 *
 * @throws ApprovalError when this approval can't be answered so, by this person, now.
 */
export function answerApproval(
  asked: PendingApproval,
  answer: Answer,
  user: string | undefined,
  now: number,
): { readonly asked: PendingApproval; readonly endorsements: readonly Omit<Endorsement, 'id'>[] } {
  const { by } = answer
  if (!mayAnswer(by, user))
    throw new ApprovalError('Only the user of the session or an operator can answer its approvals.')
  if (asked.answer) throw new ApprovalError('The approval was answered before.')
  if (asked.expiresAt <= now)
    throw new ApprovalError('The approval has expired. Call again to be asked anew.')
  if (answer.verdict === 'deny') {
    return { asked: { ...asked, answer: { verdict: 'deny', by, at: now } }, endorsements: [] }
  }
  const { for: what, until, uses } = answer
  const { offers } = asked.approval
  if (!offers.includes(what)) {
    throw new ApprovalError(`This approval offers ${offers.join(' or ')}, not '${what}'.`)
  }
  if (what !== 'value' && (until !== undefined || uses !== undefined)) {
    throw new ApprovalError(`'until' and 'uses' are for an approval of values: for: 'value'.`)
  }
  const expiresAt = endOf(until, now)
  const given: PendingApproval = { ...asked, answer: { verdict: 'allow', for: what, by, at: now } }
  if (what !== 'value') return { asked: given, endorsements: [] }
  const endorsements = asked.values.map(({ key, role }) => ({
    key,
    role,
    tools: [asked.tool],
    by,
    at: now,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(uses !== undefined && { uses }),
  }))
  return { asked: given, endorsements }
}

/** Why it is asked, and what was done already for the same words. */
function reasonText({ done = [] }: Decision, reason: Reason): string {
  const { person } = wordsFor(reason)
  if (done.length === 0) return person
  const names = [...new Set(done.map(({ tool }) => tool))].slice(0, MAX_DONE)
  return `${person} Already done: ${names.map((name) => shownText(name)).join(', ')}${done.length > 1 ? ` (${done.length} calls)` : ''}.`
}

const MAX_DONE = 3

/** What an act is about: nobody should allow to delete what they do not see. */
function shownArguments(facts: readonly ArgumentFacts[]): NonNullable<Approval['arguments']> {
  const shown = facts
    .slice(0, MAX_ARGUMENTS)
    .map(({ at, value }) => ({ argument: shownName(at), value: shownText(value) }))
  const left = facts.length - shown.length
  return left > 0 ? [...shown, { argument: '…', value: `${left} more` }] : shown
}

const MAX_ARGUMENTS = 20

function shownItem(
  { at, value, role, label, from }: ArgumentFacts,
  behind: Asking['behind'],
): Approval['items'][number] {
  const source = from ? `${label}, ${from.tool}` : label === 'unknown' ? 'only the model' : label
  const handle = handleAround(at, behind)
  return {
    argument: shownName(at),
    value: shownText((handle === at ? behind?.get(handle) : undefined) ?? value),
    role,
    from: handle === undefined ? source : `${label}, behind a handle`,
  }
}

/** The place of the handle that something stands behind: its data is judged place by place. A key before it does not. */
function handleAround(at: ArgumentFacts['at'], behind: Asking['behind']): Place | undefined {
  return [...(behind?.keys() ?? [])].find((place) => isWithin(at, place))
}

/** Whether approving the values would let the call pass: a word for the act, or a rule, would still be missing. */
function onlyValues({ asked, rules, items }: Decision): boolean {
  const ruled = rules.some(({ verdict, exempted }) => verdict !== 'allow' && !exempted)
  return asked && !ruled && items.every(({ reason }) => reason === undefined || !NO_VALUES.has(reason))
}

/** Of these the value is accounted for, and it is not what is wrong. */
const NO_VALUES: ReadonlySet<Reason> = new Set(['readers', 'value_readers', 'day_not_said'])

function mayAnswer(by: string, user: string | undefined): boolean {
  if (typeof by !== 'string' || by === '') return false
  return by === user || by === 'operator' || OPERATOR.test(by)
}

/** Who it was is kept with the answer, so the name must be one that is seen. */
const OPERATOR = new RegExp(`^operator:(?=.*[^\\s${HIDDEN}])`, 'u')

function endOf(until: ApproveOptions['until'], now: number): number | undefined {
  if (until === undefined) return undefined
  const end = new Date(until).getTime()
  if (Number.isNaN(end)) throw new ApprovalError(`'until' is no date.`)
  if (end <= now) throw new ApprovalError(`'until' is in the past.`)
  return end
}

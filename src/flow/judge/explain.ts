// A decision in words, for the operator: what was found of each argument, of the act, links and days, which rules took
// part, and what would let the call pass. Works on a decision as it is recorded, so values need not be there.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import { escapeHidden, shownText } from '../person/shown-text.js'
import { toolWords } from '../words/request/tool-words.js'
import type { ArgumentFacts, Decision, Verdict } from './decision.js'
import { wordsFor } from './reason-words.js'
import type { RecordedArgument } from './recorded.js'
import { linksSentence, sentenceFor } from './sentences.js'

/** A decision, made just now or recorded. */
export type Explained = Pick<
  Decision,
  'verdict' | 'judged' | 'reason' | 'asked' | 'done' | 'links' | 'rules'
> & {
  readonly arguments: readonly (RecordedArgument & Partial<Pick<ArgumentFacts, 'value'>>)[]
}

/** What accounts for one argument of a call, or what would. */
export interface ExplainedArgument {
  /** Its name: `to`, `items.0.id`, `users.lena (key)`. */
  readonly argument: string
  /** As a person can be shown it, at most 300 characters. Missing where a decision was recorded. */
  readonly value?: string
  readonly role: Role
  readonly isAccountedFor: boolean
  /** One sentence without a full stop: `you named it`. */
  readonly says: string
}

/**
 * Why a call passes, is held or is denied. For the program, its author and its operator; never show it to a model, which
 * would learn what to write.
 */
export interface Explanation {
  /** What would become of the call. `error`: it does not come as far as the judge, as `reason` says. */
  readonly status: 'allow' | 'held' | 'denied' | 'error'
  /** What it would be in mode `ask`; another one than `status` in the modes `observe` and `enforce`. */
  readonly judged: 'allow' | 'held' | 'denied' | 'error'
  /** One sentence, where the call doesn't simply pass. */
  readonly reason?: string
  /** All arguments, in order. */
  readonly arguments: readonly ExplainedArgument[]
  /** Whether the act was asked for, or what would ask for it. Missing for a call that is not judged. */
  readonly act?: string
  /** What following links has cost, where the call goes out for one. */
  readonly links?: string
  /** Whether it is on a day that was said, where the tool has an egress and a date is given. */
  readonly days?: string
  /** The operator's rules that took part, one sentence each. */
  readonly rules: readonly string[]
  /** What would let it pass. Each is needed, but for `a person approves it`, which is enough. Empty when it passes. */
  readonly mends: readonly string[]
}

/**
 * Explains a decision.
 *
 * @param tool The tool itself, where it is at hand: a recorded decision doesn't say what its acts are.
 */
export function explanationOf(decision: Explained, tool?: FlowTool): Explanation {
  const { verdict, judged, reason, links, rules } = decision
  const way = { egress: tool ? tool.egress !== false : true, destroys: tool?.effect === 'destroy' }
  const days = daysLine(decision, tool)
  return {
    status: STATUS[verdict],
    judged: STATUS[judged],
    ...(reason && { reason: wordsFor(reason).person }),
    arguments: decision.arguments.map((told) => ({
      argument: escapeHidden(told.argument),
      ...(told.value !== undefined && { value: shownText(told.value) }),
      role: told.role,
      isAccountedFor: told.reason === undefined,
      says: sentenceFor(told, way),
    })),
    act: actLine(decision, tool),
    ...(links && { links: linksSentence(links) }),
    ...(days && { days }),
    rules: rules.map(
      ({ id, verdict: says, failed, exempted, reason: why }) =>
        `${id}: ${failed ? 'failed, so deny' : exempted ? `${says}, but the tool is exempt` : says}${why ? ` (${why})` : ''}`,
    ),
    mends: mendsOf(decision),
  }
}

/** One line each; the first one is the verdict. */
export function explainDecision(decision: Explained, tool?: FlowTool): readonly string[] {
  const { verdict, judged } = decision
  const { reason, arguments: all, act, links, days, rules, mends } = explanationOf(decision, tool)
  return [
    verdict === judged ? verdict : `${verdict} (in mode ask: ${judged})`,
    ...(reason ? [reason] : []),
    ...all.map(
      ({ argument, value, role, says }) =>
        `${argument}${value === undefined ? '' : ` = ${JSON.stringify(value)}`} (${role}): ${says}`,
    ),
    `the act: ${act}`,
    ...(links ? [`links: ${links}`] : []),
    ...(days ? [`days: ${days}`] : []),
    ...rules.map((rule) => `rule ${rule}`),
    ...mends.map((mend) => `to let it pass: ${mend}`),
  ]
}

const STATUS = { allow: 'allow', hold: 'held', deny: 'denied' } as const satisfies Record<Verdict, string>

function actLine({ asked, done = [] }: Explained, tool: FlowTool | undefined): string {
  if (tool?.acts.length === 0) return 'it lets nothing out and removes nothing, so nobody need ask for it'
  if (asked)
    return tool ? 'you asked for it, or the session was opened for it' : 'asked for, or it need not be'
  const ran = done.map(({ tool: name, callId }) => `${name} (${callId})`)
  if (ran.length > 0) return `you asked for it, and it was done already: ${ran.join(', ')}`
  if (!tool) return 'you did not ask for it'
  const { acts, declared, egress, name } = tool
  const verbs = [...toolWords(tool).verbs].map((verb) => `'${verb}'`)
  const words = verbs.length > 0 ? `, in words such as ${verbs.join(', ')}` : ''
  const counted =
    egress && declared.egress === undefined && acts.includes(egress)
      ? ` (egress is not declared, and an act with a target counts as '${egress}' then)`
      : ''
  return `you did not ask for '${name}'${words}${counted}`
}

function daysLine({ arguments: all, reason }: Explained, tool: FlowTool | undefined): string | undefined {
  const dated = all.filter(({ role }) => role === 'when')
  if (dated.length === 0 || !tool?.egress) return undefined
  const isOther = reason === 'day_not_said' || dated.some((told) => told.reason === 'day_not_said')
  return isOther ? 'it is on no day that you said' : 'you said no other day for it'
}

function mendsOf({ judged, asked, rules, arguments: all }: Explained): readonly string[] {
  if (judged === 'allow') return []
  const missing = all.filter(({ reason }) => reason).map(({ argument }) => escapeHidden(argument))
  return [
    ...(missing.length > 0 ? [`something accounts for ${missing.join(', ')}, as said there`] : []),
    ...(asked ? [] : ['you ask for the act, or the session is opened with task: [the tool]']),
    ...rules
      .filter(({ verdict, exempted }) => verdict !== 'allow' && !exempted)
      .map(({ id }) => `rule ${id} no longer applies`),
    ...(judged === 'hold' ? ['a person approves it'] : []),
  ]
}

// A decision in words, for the operator: what was found of each argument, which rules took part, and what would let
// the call pass. Works on a decision as it is recorded, so values need not be there.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import { escapeHidden, shownText } from '../person/shown-text.js'
import { toolWords } from '../words/request/tool-words.js'
import type { ArgumentFacts, Decision, Reason } from './decision.js'
import { wordsFor } from './reason-words.js'
import type { RecordedArgument } from './recorded.js'

/** A decision, made just now or recorded. */
export type Explained = Pick<Decision, 'verdict' | 'judged' | 'reason' | 'asked' | 'done' | 'rules'> & {
  readonly arguments: readonly (RecordedArgument & Partial<Pick<ArgumentFacts, 'value'>>)[]
}

/**
 * One line each; the first one is the verdict.
 *
 * @param tool The tool itself, where it is at hand: a recorded decision doesn't say what its acts are.
 */
export function explainDecision(decision: Explained, tool?: FlowTool): readonly string[] {
  const { verdict, judged, reason, asked, rules } = decision
  return [
    verdict === judged ? verdict : `${verdict} (in mode ask: ${judged})`,
    ...(reason ? [wordsFor(reason).person] : []),
    ...decision.arguments.map(argumentLine),
    ...(asked ? [] : actLines(tool, decision.done)),
    ...rules.map(
      ({ id, verdict: says, failed, exempted, reason: why }) =>
        `rule ${id}: ${failed ? 'failed, so deny' : exempted ? `${says}, but the tool is exempt` : says}${why ? ` (${why})` : ''}`,
    ),
    ...mends(decision).map((mend) => `to let it pass: ${mend}`),
  ]
}

function actLines(tool: FlowTool | undefined, done: Explained['done'] = []): string[] {
  const ran = done.map(({ tool: name, callId }) => `done for these words already: ${name} (${callId})`)
  if (!tool || tool.acts.length === 0) return ['the act: the user did not ask for it', ...ran]
  const { acts, declared, egress } = tool
  const verbs = [...toolWords(tool).verbs].map((verb) => `'${verb}'`)
  return [
    `the act: the user did not ask for '${tool.name}'${verbs.length > 0 ? `, in words such as ${verbs.join(', ')}` : ''}`,
    ...ran,
    ...(egress && declared.egress === undefined && acts.includes(egress)
      ? [`egress is not declared, and an act with a target counts as '${egress}' then`]
      : []),
  ]
}

function argumentLine({
  argument,
  value,
  role,
  label,
  by,
  from,
  reason,
}: Explained['arguments'][number]): string {
  const shown = value === undefined ? '' : ` = ${JSON.stringify(shownText(value))}`
  const source = from
    ? `, seen in ${from.tool}${from.path === '' ? '' : ` at ${escapeHidden(from.path)}`}`
    : ''
  const found = reason ? `not accounted for (${reason.replaceAll('_', ' ')})` : `passes by ${by ?? 'schema'}`
  const where = label === 'unknown' ? 'only from the model' : label
  return `${escapeHidden(argument)}${shown}: ${role}, ${where}${source}: ${found}`
}

function mends({ judged, asked, rules, arguments: all }: Explained): readonly string[] {
  if (judged === 'allow') return []
  const found = new Set<string>()
  for (const { role, reason } of all) if (reason) found.add(mendOf(role, reason))
  if (!asked) found.add('the user asks for the act, or the session is opened with task: [the tool]')
  for (const { id, verdict, exempted } of rules) {
    if (verdict !== 'allow' && !exempted) found.add(`rule ${id} no longer applies`)
  }
  if (judged === 'hold') found.add('a person approves it')
  return [...found]
}

function mendOf(role: Role, reason: Reason): string {
  switch (reason) {
    case 'url_private':
      return 'the operator opens the host with network.allowPrivate'
    case 'url_userinfo':
      return 'the address is written without a user name and password'
    case 'look_alike':
      return 'the value is written in its plain form'
    case 'url_unseen':
      return "the user or a result gives the whole address, or the tool's allow list has its origin and path"
    case 'object_not_named':
      return 'the user names the object in one of the last three messages'
    case 'readers':
    case 'value_readers':
      return 'the readers of the value include the destination'
    default:
      return role === 'target' || role === 'selector'
        ? 'the user or the operator names the value, or a record that the user named holds it'
        : role === 'amount'
          ? 'the number stands in the words of the user or in a first-party field'
          : 'the words stand letter for letter in what the user or the operator said'
  }
}

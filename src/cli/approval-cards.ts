// Approvals as a person reads them on a terminal. Values are a stranger's: none of their characters moves the
// cursor.

import type { StoredStanding } from '../flow/kept/flow-store.js'
import { createConsole, onOneLine } from '../gateway/console/console.js'
import { shellWord } from '../gateway/person/answer-command.js'
import { approvalLines } from '../gateway/person/approval-text.js'
import type { AskedPerson } from '../gateway/person/person.js'
import type { Approval } from '../tool/outcome.js'
import type { WhichGateway } from './control.js'

/**
 * One card an approval: all that a client's form says as well, who asked, and how to answer.
 *
 * @param stream Where it goes: colours only on a terminal.
 * @param which The flags that led to these approvals, for the commands that answer one.
 * @param now Milliseconds since the epoch.
 */
export function approvalCards(
  approvals: readonly AskedPerson[],
  stream: NodeJS.WritableStream,
  which: WhichGateway = {},
  now = Date.now(),
): string {
  if (approvals.length === 0) return 'No approval waits.'
  const { paint } = createConsole(stream)
  return approvals
    .map((approval) => {
      const { id, tool, expiresAt, conversation, waits, retired } = approval
      const until = retired ? 'retired: you went on to other things' : untilThen(expiresAt, now)
      const ended = waits || retired ? '' : ', whose conversation has ended'
      return [
        `${paint('attention', onOneLine(tool))}  ${paint('faint', `${id} · ${until}`)}`,
        ...approvalLines(approval, paint).map((line) => `  ${line}`),
        `  ${paint('faint', `asked by ${askerOf(conversation)}${ended}`)}`,
        ...(retired ? [] : answerLines(approval, which)),
      ].join('\n')
    })
    .join('\n\n')
}

/** The commands that answer an approval. A yes to several calls says which ones were seen. */
export function answerLines(
  { id, revision, calls, offers }: Approval,
  which: WhichGateway,
): readonly string[] {
  const flags = flagsOf(which)
  const seen = calls.length > 1 ? ` --seen ${revision}` : ''
  const commands = {
    once: `approve ${id}${flags} --for once${seen}`,
    value: `approve ${id}${flags} --for value${seen}`,
  }
  const lines = [
    ...offers.flatMap((offer) => (offer === 'never' ? [] : [`sallyport ${commands[offer]}`])),
    `sallyport deny ${id}${flags}`,
    ...(offers.includes('never') ? [`sallyport deny ${id}${flags} --for value`] : []),
  ]
  return lines.map((line) => `  ${line}`)
}

/** One line for each answer that goes on counting, and how to take it back. */
export function standingLines(standing: readonly StoredStanding[], which: WhichGateway = {}): string {
  if (standing.length === 0) return 'No answer goes on counting.'
  return standing
    .map(({ id, verdict, tools, role, value, by, expiresAt, uses, conversation }) => {
      const about = value === undefined ? 'all its calls' : `${role} "${onOneLine(value)}"`
      const until = expiresAt === undefined ? 'to the end of its conversation' : `until ${expiresAt}`
      const left = uses === undefined ? '' : `, ${uses} more`
      return [
        `${onOneLine(tools.join(', '))}  ${verdict === 'deny' ? 'never' : 'allowed'}: ${about}`,
        `  by ${onOneLine(by)}, ${until}${left}, asked by ${askerOf(conversation)}`,
        `  sallyport revoke ${id}${flagsOf(which)}`,
      ].join('\n')
    })
    .join('\n\n')
}

/** Who asked, without the id of a connection: nobody knows those. */
function askerOf(conversation: string): string {
  const [, way, name = ''] = /^(client|http|stdio)-(.+)$/.exec(onOneLine(conversation)) ?? []
  if (way === 'client') return name
  if (way === 'http') return 'an HTTP client'
  return way === 'stdio' ? 'a stdio client' : onOneLine(conversation)
}

function flagsOf({ config, state }: WhichGateway): string {
  if (config !== undefined) return ` --config ${shellWord(config)}`
  return state === undefined ? '' : ` --state ${shellWord(state)}`
}

function untilThen(expiresAt: string, now: number): string {
  const minutes = Math.max(0, Math.round((Date.parse(expiresAt) - now) / 60_000))
  return minutes === 1 ? 'expires in 1 minute' : `expires in ${minutes} minutes`
}

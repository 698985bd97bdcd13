// Approvals as a person reads them on a terminal. Values are a stranger's: none of their characters moves the
// cursor.

import { createConsole, onOneLine, type Paint } from '../gateway/console/console.js'
import { shellWord } from '../gateway/person/answer-command.js'
import type { AskedPerson } from '../gateway/person/person.js'
import type { Approval } from '../tool/outcome.js'
import type { WhichGateway } from './control.js'

/**
 * One card an approval: what the call is, why it is held, the values that nothing accounts for, how to answer.
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
    .map((asked) => {
      const { id, offers, expiresAt, conversation, waits } = asked
      const [what = '', ...about] = approvalLines(asked, paint)
      return [
        `${what}  ${paint('faint', `${id} · ${untilThen(expiresAt, now)}`)}`,
        ...about,
        `  ${paint('faint', `asked by ${askerOf(conversation)}${waits ? '' : ', whose conversation has ended'}`)}`,
        ...answerLines({ id, offers }, which),
      ].join('\n')
    })
    .join('\n\n')
}

/** What the call is, why it is held, and the values that nothing accounts for. */
export function approvalLines(
  { tool, items, arguments: given = [], reason }: Approval,
  paint: Paint,
): readonly string[] {
  const names = [...items, ...given].map(({ argument }) => onOneLine(argument).length)
  const widest = Math.max(0, ...names)
  return [
    paint('attention', onOneLine(tool)),
    `  ${onOneLine(reason)}`,
    ...items.map(
      ({ argument, value, role, from }) =>
        `  ${onOneLine(argument).padEnd(widest)}  ${paint('strong', onOneLine(value))}  ${paint('faint', `${role} · ${onOneLine(from)}`)}`,
    ),
    ...given.map(
      ({ argument, value }) =>
        `  ${onOneLine(argument).padEnd(widest)}  ${paint('strong', onOneLine(value))}`,
    ),
  ]
}

/** The commands that answer an approval. */
export function answerLines(
  { id, offers }: Pick<Approval, 'id' | 'offers'>,
  which: WhichGateway,
): readonly string[] {
  return [
    ...offers.map((offer) => `  sallyport approve ${id}${flagsOf(which)} --for ${offer}`),
    `  sallyport deny ${id}${flagsOf(which)}`,
  ]
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

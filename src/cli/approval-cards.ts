// Approvals as a person reads them on a terminal. Values are a stranger's: none of their characters moves the
// cursor.

import { createConsole, onOneLine } from '../gateway/console/console.js'
import { shellWord } from '../gateway/person/answer-command.js'
import type { AskedPerson } from '../gateway/person/person.js'
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
    .map(({ id, tool, items, arguments: given = [], reason, offers, expiresAt, conversation, waits }) => {
      const names = [...items, ...given].map(({ argument }) => onOneLine(argument).length)
      const widest = Math.max(0, ...names)
      return [
        `${paint('attention', onOneLine(tool))}  ${paint('faint', `${id} · ${untilThen(expiresAt, now)}`)}`,
        `  ${onOneLine(reason)}`,
        ...items.map(
          ({ argument, value, role, from }) =>
            `  ${onOneLine(argument).padEnd(widest)}  ${paint('strong', onOneLine(value))}  ${paint('faint', `${role} · ${onOneLine(from)}`)}`,
        ),
        ...given.map(
          ({ argument, value }) =>
            `  ${onOneLine(argument).padEnd(widest)}  ${paint('strong', onOneLine(value))}`,
        ),
        `  ${paint('faint', `asked by ${askerOf(conversation)}${waits ? '' : ', whose conversation has ended'}`)}`,
        ...offers.map((offer) => `  sallyport approve ${id}${flagsOf(which)} --for ${offer}`),
        `  sallyport deny ${id}${flagsOf(which)}`,
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

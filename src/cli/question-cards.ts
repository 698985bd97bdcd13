// Questions as a person reads them on a terminal. Values are a stranger's: none of their characters moves the
// cursor.

import { createConsole, onOneLine } from '../gateway/console.js'
import type { AskedPerson } from '../gateway/person.js'
import type { WhichGateway } from './control.js'

/**
 * One card a question: what the call is, why it is held, the values that nothing accounts for, how to answer.
 *
 * @param stream Where it goes: colours only on a terminal.
 * @param which The flags that led to these questions, for the command that answers one.
 * @param now Milliseconds since the epoch.
 */
export function questionCards(
  questions: readonly AskedPerson[],
  stream: NodeJS.WritableStream,
  which: WhichGateway = {},
  now = Date.now(),
): string {
  if (questions.length === 0) return 'No question waits.'
  const { paint } = createConsole(stream)
  return questions
    .map(({ id, tool, items, reason, answers, expiresAt, conversation, waits }) => {
      const widest = Math.max(0, ...items.map(({ argument }) => onOneLine(argument).length))
      return [
        `${paint('attention', onOneLine(tool))}  ${paint('faint', `${id} · ${untilThen(expiresAt, now)}`)}`,
        `  ${onOneLine(reason)}`,
        ...items.map(
          ({ argument, value, role, from }) =>
            `  ${onOneLine(argument).padEnd(widest)}  ${paint('strong', onOneLine(value))}  ${paint('faint', `${role} · ${onOneLine(from)}`)}`,
        ),
        `  ${paint('faint', `asked in ${onOneLine(conversation)}${waits ? '' : ', which has ended'}`)}`,
        `  sallyport questions answer ${id}${flagsOf(which)} --allow ${[...answers, 'no'].join('|')}`,
      ].join('\n')
    })
    .join('\n\n')
}

function flagsOf({ config, state }: WhichGateway): string {
  if (config !== undefined) return ` --config ${quoted(config)}`
  return state === undefined ? '' : ` --state ${quoted(state)}`
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./~+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}

function untilThen(expiresAt: string, now: number): string {
  const minutes = Math.max(0, Math.round((Date.parse(expiresAt) - now) / 60_000))
  return minutes === 1 ? 'expires in 1 minute' : `expires in ${minutes} minutes`
}

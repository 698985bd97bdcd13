// What a filter did to the messages that travel. It may drop and redact; a text that it adds was said by nobody, so it
// reaches the target as the developer's, and never as the user's or an agent's own words.

import { isDeepStrictEqual } from 'node:util'
import { DefinitionError } from '../../base/options.js'
import { DEVELOPER } from '../graph/filters.js'
import { textOf, userMessage } from './messages.js'
import type { ModelMessage } from './model.js'

/**
 * The messages that a filter gave. One that was there, in the same order, stays as it is, with other texts or fewer
 * parts; any other is a text of the developer's.
 *
 * @throws DefinitionError naming an added message that has a call or a result: nobody made that call.
 */
export function markAdded(
  before: readonly ModelMessage[],
  after: readonly ModelMessage[],
  what: string,
): ModelMessage[] {
  // Those that stayed as they were are found first: a redacted one is looked for between them alone.
  const stayed = unchanged(before, after)
  let from = 0
  return after.map((message, index) => {
    const same = stayed.get(index)
    const end = same ?? nextStayed(stayed, index) ?? before.length
    const at = same ?? findRedacted(before, message, from, end)
    if (at !== undefined) {
      from = at + 1
      return message
    }
    if (isText(message)) return userMessage(`${DEVELOPER}\n${textOf(message)}`)
    throw new DefinitionError(
      `${what}: message ${index} (${message.role}) is not among those that it was given, and is no text. A filter may drop messages, replace words in them, and add texts; it can't add a call, a result or a file.`,
    )
  })
}

function isText({ content }: ModelMessage): boolean {
  return typeof content === 'string' || content.every(({ type }) => type === 'text')
}

/** Positions after and before, of messages that are equal. */
function unchanged(
  before: readonly ModelMessage[],
  after: readonly ModelMessage[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let from = 0
  for (const [index, message] of after.entries()) {
    const at = before.findIndex((one, place) => place >= from && isDeepStrictEqual(one, message))
    if (at < 0) continue
    found.set(index, at)
    from = at + 1
  }
  return found
}

function nextStayed(stayed: ReadonlyMap<number, number>, index: number): number | undefined {
  for (const [after, before] of stayed) if (after > index) return before
  return undefined
}

function findRedacted(
  before: readonly ModelMessage[],
  message: ModelMessage,
  from: number,
  end: number,
): number | undefined {
  for (let at = from; at < end; at++) if (isRedacted(before[at] as ModelMessage, message)) return at
  return undefined
}

/** The same role, and no part that was not there: a call or a result under its own id, a text for a text. */
function isRedacted(before: ModelMessage, after: ModelMessage): boolean {
  if (before.role !== after.role) return false
  const was = partsOf(before)
  let at = 0
  return partsOf(after).every((part) => {
    at = was.indexOf(part, at) + 1
    return at > 0
  })
}

/** What each part is. */
function partsOf({ content }: ModelMessage): string[] {
  if (typeof content === 'string') return ['text']
  return (content as readonly object[]).map((part) => {
    const { type, toolCallId = '' } = part as { readonly type: string; readonly toolCallId?: string }
    return `${type} ${toolCallId}`.trim()
  })
}

// Filters that are often wanted: what of a conversation does not travel with a handoff.

import { DefinitionError } from '../../base/options.js'
import { estimateTokens } from '../../view/budget.js'
import type { HandoffFilter, HandoffMessage } from './graph.js'

/** The first line of a text that a filter added. */
export const DEVELOPER = '[From the developer of this application, not from the user]'

/**
 * Calls of tools and their results stay behind: all of them, or those of the named tools.
 *
 * @throws DefinitionError for a name that is no text.
 * @example
 * handoff(writer, { context: 'full', filter: dropTools('read_mail') })
 */
export function dropTools(...names: readonly string[]): HandoffFilter {
  if (names.some((name) => typeof name !== 'string' || name === '')) {
    throw new DefinitionError('dropTools(): give names of tools as texts, or nothing for all tools.')
  }
  const drops = (part: Part) =>
    TOOL_PARTS.has(part.type ?? '') && (names.length === 0 || names.includes(part.toolName ?? ''))
  return (messages) =>
    messages.flatMap((message) => {
      const { content } = message
      if (!Array.isArray(content)) return [message]
      const kept = (content as Part[]).filter((part) => !drops(part))
      return kept.length === 0
        ? []
        : [kept.length === content.length ? message : { ...message, content: kept }]
    })
}

/**
 * The last `n` messages; one with calls counts as one with its results. 0 means none.
 *
 * @throws DefinitionError for anything but a whole number from 0 on.
 * @example
 * handoff(writer, { context: 'full', filter: [dropTools(), lastMessages(4)] })
 */
export function lastMessages(n: number): HandoffFilter {
  refuseCount('lastMessages', n)
  return (messages) => newest(messages, n)
}

/** The last `n`. A message with calls and their results count as one: half of them could not travel. */
export function newest<M extends { readonly role: string }>(messages: readonly M[], n: number): M[] {
  let left = n
  let from = messages.length
  while (from > 0 && left > 0) if (messages[--from]?.role !== 'tool') left--
  return messages.slice(from)
}

/**
 * What filters of earlier handoffs added as the developer's stays behind. (System prompts never travel.)
 *
 * @example
 * handoff(writer, { context: 'full', filter: noSystemText() })
 */
export function noSystemText(): HandoffFilter {
  return (messages) => messages.filter((message) => !textOf(message).startsWith(DEVELOPER))
}

/**
 * The newest messages that fit into so many tokens, by the estimate that cuts results. A call and its results stay
 * together.
 *
 * @throws DefinitionError for anything but a whole number from 0 on.
 * @example
 * handoff(writer, { context: 'full', filter: tokenCap(4_000) })
 */
export function tokenCap(tokens: number): HandoffFilter {
  refuseCount('tokenCap', tokens)
  return (messages) => {
    let left = tokens
    let from = messages.length
    // From the end, a message and the results behind it at a time.
    for (let at = messages.length - 1; at >= 0; at--) {
      left -= estimateTokens(JSON.stringify(messages[at]?.content) ?? '')
      if (left < 0) break
      if (messages[at]?.role !== 'tool') from = at
    }
    return messages.slice(from)
  }
}

interface Part {
  readonly type?: string
  readonly toolName?: string
  readonly text?: string
}

const TOOL_PARTS: ReadonlySet<string> = new Set(['tool-call', 'tool-result'])

function textOf({ content }: HandoffMessage): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? (content as Part[]).map(({ text = '' }) => text).join('') : ''
}

function refuseCount(what: string, n: number): void {
  if (Number.isInteger(n) && n >= 0) return
  throw new DefinitionError(`${what}(): want a whole number from 0 on; got ${String(n)}.`)
}

// What of a conversation travels with a handoff. System prompts never do, and a call never without its result.

import { type Random, randomText } from '../../base/ids.js'
import { clean, cleanLine } from '../../text/clean.js'
import type { Label } from '../../tool/outcome.js'
import { thirdParty } from '../../view/fence.js'
import { render } from '../../view/render.js'
import { newest } from '../graph/filters.js'
import type { Handoff } from '../graph/graph.js'
import { markAdded } from './filtered.js'
import { readMessages, textOf, userMessage, wholePairs } from './messages.js'
import type { ModelMessage } from './model.js'

/** Characters of one message, and of all, in a summary. */
const SUMMARY = { message: 500, all: 6_000, userMessages: 3 }
/** Tokens of what one agent says to another. */
const SAID_TOKENS = 8_000

/**
 * The messages that a target starts with, before its task.
 *
 * @throws whatever a filter throws, and DefinitionError when one gives no messages, or a call that nobody made.
 */
export async function travelling(
  edge: Handoff,
  messages: readonly ModelMessage[],
  random: Random,
): Promise<ModelMessage[]> {
  let kept = chosen(edge, wholePairs(messages.filter(({ role }) => role !== 'system')), random)
  for (const [index, filter] of edge.filters.entries()) {
    // Copies: a filter that changes what it gets must not reach into the source's own conversation.
    const given = await filter(structuredClone(kept) as Parameters<typeof filter>[0])
    const what = `filter ${index} of the handoff to '${edge.target.name}'`
    const read = readMessages(given, what)
    kept = markAdded(kept, read, what)
  }
  return kept
}

function chosen({ context, n = 0 }: Handoff, messages: ModelMessage[], random: Random): ModelMessage[] {
  switch (context) {
    case 'full':
      return messages
    case 'last':
      return newest(messages, n)
    case 'summary':
      return summary(messages, random)
    case 'none':
      return []
  }
}

/** The user's newest words as they are, and what else was said, shortened, as the data that it is. */
function summary(messages: readonly ModelMessage[], random: Random): ModelMessage[] {
  const words = messages.filter(({ role }) => role === 'user').slice(-SUMMARY.userMessages)
  const lines = messages.flatMap((message) => (message.role === 'user' ? [] : linesOf(message)))
  let size = 0
  const lately: string[] = []
  for (const line of lines.reverse()) {
    size += line.length
    if (size > SUMMARY.all) break
    lately.unshift(line)
  }
  if (lately.length === 0) return words
  const said = fenced('the conversation', lately.join('\n'), random)
  return [...words, userMessage(`What was said and done so far:\n${said}`)]
}

function linesOf(message: ModelMessage): string[] {
  if (message.role === 'tool') {
    return message.content.map(
      ({ toolName, output }) => `${toolName}: ${cleanLine(String(output.value), SUMMARY.message)}`,
    )
  }
  const text = textOf(message)
  return text.trim() === '' ? [] : [`assistant: ${cleanLine(text, SUMMARY.message)}`]
}

/** What an agent says to another: in a fence, unless all that it read was trusted. `lead` is our own words. */
export function spokenBy(agent: string, lead: string, text: string, label: Label, random: Random): string {
  const said = isForeign(label) ? fenced(agent, text, random) : clean(text)
  return lead === '' ? said : `${lead}\n${said}`
}

/** Whether something of a third party may be in what an agent says. */
function isForeign({ integrity }: Label): boolean {
  return integrity !== 'operator' && integrity !== 'user' && integrity !== 'first-party'
}

function fenced(source: string, text: string, random: Random): string {
  return render(thirdParty(source, text), { budget: SAID_TOKENS, nonce: () => randomText(random, 8) }).text
}

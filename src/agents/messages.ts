// Messages of a conversation: made, read, and kept whole. A call without its result, or a result without its call,
// makes every provider refuse the next request; so nothing leaves here with one.

import { z } from 'zod'
import { DefinitionError } from '../tool/options.js'
import type { AssistantPart, ModelMessage, ToolResultPart } from './model.js'

/** A message that a program passes in: as the AI SDK writes it, text parts alone or as a plain text. */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user' | 'assistant' | 'tool'; readonly content: string | readonly unknown[] }

export function userMessage(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] }
}

/** The text parts of a message, one after another. */
export function textOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

/**
 * Reads messages that come from outside: a program's list, a stored run, what a filter gave.
 *
 * @throws DefinitionError naming the first thing that is no message.
 */
export function readMessages(list: unknown, what: string): ModelMessage[] {
  const parsed = z.array(messageSchema).safeParse(list)
  if (parsed.success) return wholePairs(parsed.data as ModelMessage[])
  const { path, message } = parsed.error.issues[0] as z.core.$ZodIssue
  throw new DefinitionError(`${what}: ${path.map(String).join('.') || 'messages'}: ${message}`)
}

/** Drops calls without a result and results without a call, and messages that are then empty. */
export function wholePairs(messages: readonly ModelMessage[]): ModelMessage[] {
  const whole: ModelMessage[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const answered = idsOf(messages[index + 1], 'tool')
      keep(whole, message, (part) => part.type !== 'tool-call' || answered.has(part.toolCallId))
    } else if (message.role === 'tool') {
      const called = idsOf(whole.at(-1), 'assistant')
      keep(whole, message, (part) => called.has(part.toolCallId))
    } else {
      whole.push(message)
    }
  }
  return whole
}

function idsOf(message: ModelMessage | undefined, role: 'assistant' | 'tool'): ReadonlySet<string> {
  if (message?.role !== role) return new Set()
  const parts: readonly (AssistantPart | ToolResultPart)[] = message.content
  return new Set(parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : [])))
}

function keep<M extends Extract<ModelMessage, { role: 'assistant' | 'tool' }>>(
  whole: ModelMessage[],
  message: M,
  isKept: (part: M['content'][number]) => boolean,
): void {
  const parts = message.content as M['content'][number][]
  if (parts.every(isKept)) {
    if (parts.length > 0) whole.push(message)
    return
  }
  const content = parts.filter(isKept)
  if (content.length > 0) whole.push({ ...message, content } as ModelMessage)
}

const text = z.looseObject({ type: z.literal('text'), text: z.string() })
const texts = z.string().transform((value) => [{ type: 'text' as const, text: value }])
const call = { toolCallId: z.string().min(1), toolName: z.string().min(1) }

const messageSchema = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content: z.string() }),
  z.looseObject({
    role: z.literal('user'),
    content: z.union([texts, z.array(z.union([text, z.looseObject({ type: z.literal('file') })]))]),
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.union([
      texts,
      z.array(
        z.union([
          text,
          z.looseObject({ type: z.literal('reasoning'), text: z.string() }),
          z.looseObject({ type: z.literal('tool-call'), ...call, input: z.unknown() }),
        ]),
      ),
    ]),
  }),
  z.looseObject({
    role: z.literal('tool'),
    content: z.array(
      z.looseObject({
        type: z.literal('tool-result'),
        ...call,
        output: z.looseObject({ type: z.string() }),
      }),
    ),
  }),
])

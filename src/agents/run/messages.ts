// Messages of a conversation: made, read, and kept whole. A call without its result, or a result without its call,
// makes every provider refuse the next request; so nothing leaves here with one.

import { z } from 'zod'
import { DefinitionError } from '../../base/options.js'
import type { ModelMessage } from './model.js'

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
 * @param open Calls of the last message whose results are still to come, as those of a stored turn are.
 * @throws DefinitionError naming the first thing that is no message.
 */
export function readMessages(list: unknown, what: string, open: ReadonlySet<string> = NONE): ModelMessage[] {
  const parsed = z.array(messageSchema).safeParse(list)
  if (parsed.success) return wholePairs(parsed.data as ModelMessage[], open)
  const { path, message } = parsed.error.issues[0] as z.core.$ZodIssue
  throw new DefinitionError(`${what}: ${path.map(String).join('.') || 'messages'}: ${message}`)
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Drops calls without a result and results without a call, and messages that are then empty. All tool messages up to
 * the next other one answer the calls before them; they become one, and the first result of a call counts.
 */
export function wholePairs(
  messages: readonly ModelMessage[],
  still: ReadonlySet<string> = NONE,
): ModelMessage[] {
  const whole: ModelMessage[] = []
  let open = new Set<string>()
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const answered = index === messages.length - 1 ? still : answeredAfter(messages, index)
      open = new Set(idsOf(message).filter((id) => answered.has(id)))
      keep(whole, message, (part) => part.type !== 'tool-call' || answered.has(part.toolCallId))
    } else if (message.role === 'tool') {
      const content = message.content.filter(({ toolCallId }) => open.delete(toolCallId))
      const before = whole.at(-1)
      if (before?.role === 'tool')
        whole[whole.length - 1] = { ...before, content: [...before.content, ...content] }
      else keep(whole, message, (part) => content.includes(part))
    } else {
      open = new Set()
      whole.push(message)
    }
  }
  return whole
}

function answeredAfter(messages: readonly ModelMessage[], index: number): ReadonlySet<string> {
  const answered = new Set<string>()
  for (let at = index + 1; messages[at]?.role === 'tool'; at++) {
    for (const id of idsOf(messages[at] as ModelMessage)) answered.add(id)
  }
  return answered
}

function idsOf({ content }: ModelMessage): string[] {
  const parts: readonly object[] = typeof content === 'string' ? [] : content
  return parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId as string] : []))
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

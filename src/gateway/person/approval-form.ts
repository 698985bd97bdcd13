// An approval as a form that a client shows to its person, and what came back of it. What comes back is a client's
// word: one of the offered choices, or none at all.

import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Approval } from '../../tool/outcome.js'

/** What a person chose in the form. */
export type Choice = Approval['offers'][number] | 'deny'

/**
 * Makes the form of an approval, as each revision since 2025-06-18 takes it. None when it holds more than a person can read at once: whoever allows it would
 * allow what they haven't seen. Such a call stays held.
 */
export function formOf({
  tool,
  items,
  arguments: given = [],
  reason,
  offers,
}: Approval): ElicitRequestFormParams | undefined {
  if (items.length > MOST_ITEMS) return undefined
  const values = items.map(
    ({ argument, value, role, from }) => `- ${role} ${quoted(argument)}: ${quoted(value)} (source: ${from})`,
  )
  const rest = given.map(({ argument, value }) => `- ${quoted(argument)}: ${quoted(value)}`)
  return {
    message: [`Sallyport asks: may ${tool} run? ${reason}`, ...values, ...rest].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        answer: { type: 'string', title: 'Answer', enum: [...offers.map((each) => WORDS[each]), REFUSE] },
      },
      required: ['answer'],
    },
  }
}

/**
 * Reads an `ElicitResult`. Declining refuses the call; undefined when nobody answered, or not as it was asked.
 */
export function choiceOf(result: unknown, { offers }: Approval): Choice | undefined {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success) return undefined
  const { action, content } = parsed.data
  if (action === 'decline') return 'deny'
  const given = action === 'accept' && contentSchema.safeParse(content).data?.answer
  if (!given) return undefined
  return given === REFUSE ? 'deny' : offers.find((each) => WORDS[each] === given)
}

const MOST_ITEMS = 20

const WORDS = { once: 'allow once', value: 'allow these values' } as const
const REFUSE = 'refuse'

const resultSchema = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.unknown().optional(),
  _meta: z.unknown().optional(),
})
const contentSchema = z.strictObject({ answer: z.string() })

/** Between quotes, so that no value passes for a part of the sentence. It holds no line breaks any more. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`
}

// An approval as a form that a client shows to its person, and what came back of it. What comes back is a client's
// word: one of the offered choices, or none at all.

import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Approval } from '../../tool/outcome.js'
import { approvalLines } from './approval-text.js'

/** What a person chose in the form. */
export type Choice = Approval['offers'][number] | 'deny'

/**
 * Makes the form of an approval, as each revision since 2025-06-18 takes it. None when it holds more than a person can
 * read at once: whoever allows it would allow what they haven't seen. Such a call stays held.
 */
export function formOf(approval: Approval): ElicitRequestFormParams | undefined {
  const lines = approvalLines(approval)
  if (lines.length > MOST_LINES) return undefined
  const choices = approval.offers.map((each) => WORDS[each])
  return {
    message: `Sallyport asks: ${lines.join('\n')}`,
    requestedSchema: {
      type: 'object',
      properties: { answer: { type: 'string', title: 'Answer', enum: [...choices, REFUSE] } },
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

const MOST_LINES = 60

const WORDS = { once: 'allow once', value: 'allow these values', never: 'never' } as const
const REFUSE = 'refuse'

const resultSchema = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.unknown().optional(),
  _meta: z.unknown().optional(),
})
const contentSchema = z.strictObject({ answer: z.string() })

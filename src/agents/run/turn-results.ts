// The results of a turn's calls, as the message that a provider wants after it; and a conversation whose last turn is
// not over, made whole for whoever goes on from it.

import { shownName } from './answer.js'
import type { Frame, TurnCall } from './frame.js'
import type { ModelMessage } from './model.js'

/** Each call with its result, in the order of the calls. `open` says what stands for a call that has none. */
export function resultsOf(
  turn: readonly TurnCall[],
  open = (_: TurnCall) => 'It was not run.',
): ModelMessage {
  return {
    role: 'tool',
    content: turn.map((call) => ({
      type: 'tool-result',
      toolCallId: call.id,
      toolName: shownName(call.name),
      output: {
        type: call.result?.failed === false ? 'text' : 'error-text',
        value: call.result?.text ?? open(call),
      },
    })),
  }
}

/** What the model was told of a held call; undefined for one that isn't held. */
type HeldText = (callId: string) => string | undefined

/**
 * The conversation of a frame, whole: a call that waits has its held text, and one that was stopped on its way a result
 * that says so. Without
 * it a provider refuses the next request, and what ran beside it would be forgotten and done again.
 */
export function wholeConversation({ messages, turn }: Frame, heldText: HeldText): ModelMessage[] {
  if (!turn || turn.length === 0) return [...messages]
  return [...messages, resultsOf(turn, (call) => openText(call, heldText))]
}

const STOPPED = 'It was stopped before it ended. What it had begun may be done in part.'

function openText(call: TurnCall, heldText: HeldText): string {
  if (!call.child && !call.stored) return heldText(call.callId) ?? STOPPED
  const ran = ranBelow(call)
  const before = ran.length > 0 ? ` Before that it ran: ${[...new Set(ran)].join(', ')}.` : ''
  const waits = waitsBelow(call, heldText)
  return `${waits ? "It is not over: it waits for a person's answer." : 'It was stopped before it was over.'}${before}`
}

/** The calls of a target that have a result, and of those behind it: by the names that a provider may be shown. */
function ranBelow({ child, stored }: TurnCall): string[] {
  const { messages, turn = [] } = child ?? stored ?? { messages: [] }
  const earlier = messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map(({ toolName }) => toolName) : [],
  )
  return [
    ...earlier,
    ...(turn as readonly TurnCall[]).flatMap((call) =>
      call.result ? [shownName(call.name)] : ranBelow(call),
    ),
  ]
}

function waitsBelow(call: TurnCall, heldText: HeldText): boolean {
  if (!call.child) return heldText(call.callId) !== undefined
  return (call.child.turn ?? []).some((below) => !below.result && waitsBelow(below, heldText))
}

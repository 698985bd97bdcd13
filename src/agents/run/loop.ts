// The loop of one agent: ask the model, settle its calls, ask again, until it answers, hands over, or is stopped.
// What a call or a handoff is, others know.

import { newId } from '../../base/ids.js'
import { canonicalArgs } from '../../session/remembered.js'
import { clean } from '../../text/clean.js'
import { joinLabels } from '../../tool/flow/label.js'
import type { Handoff } from '../graph/graph.js'
import type { Answer } from './answer.js'
import { callTool, type Left } from './call.js'
import type { Handing } from './check.js'
import { spokenBy } from './context.js'
import { type End, type Frame, failureOf, type TurnCall, type Work } from './frame.js'
import { textOf } from './messages.js'
import { type Handed, handOff } from './transfer.js'
import { askModel, type Offered, offer } from './turn.js'
import { resultsOf } from './turn-results.js'

/** Lets an agent work. Never rejects for what a model, a tool or another agent does. */
export async function runFrame(frame: Frame, work: Work, signal: AbortSignal): Promise<End> {
  for (;;) {
    const offered = await offer(frame, work, signal)
    if (!frame.turn) {
      if (signal.aborted) return ended(frame, 'aborted')
      if (work.isOver(frame)) return ended(frame, 'stopped')
      // Before it is asked: others who work at the same time count it too.
      work.counts.turns++
      const answer = await askModel(frame, offered, work, signal)
      if (answer === 'aborted') return ended(frame, 'aborted')
      if ('error' in answer) return { ...ended(frame, 'error'), error: answer.error }
      const end = take(frame, answer, work)
      if (end) return end
    }
    const end = await settle(frame, offered, work, signal)
    if (end) return end
  }
}

/** Takes an answer into the conversation. Ends the work when there is nothing to call. */
function take(frame: Frame, answer: Answer, work: Work): End | undefined {
  const { content, calls, text, finish, usage } = answer
  count(frame, usage, work)
  if (content.length > 0) frame.messages.push({ role: 'assistant', content: [...content] })
  const cut = CUT.get(finish)
  if (cut !== undefined) {
    // Arguments that were cut off may be whole by chance: nothing of such a turn runs.
    closeTurn(
      frame,
      calls.map(({ id, name, input }) => ({ id, callId: id, name, input })),
    )
    return { ...ended(frame, 'error', text), error: failureOf(...cut) }
  }
  if (calls.length === 0) return ended(frame, clean(text).trim() === '' ? 'empty' : 'done', text)
  // A call that is repeated under its id is one call; another one under that id has an outcome of its own.
  const callIds = new Map<string, string>()
  frame.turn = calls.map(({ id, givenId, name, input }) => {
    const same = calls.length === 1 ? '' : JSON.stringify([givenId, name, canonicalArgs(input) ?? id])
    const callId = callIds.get(same) ?? newId(work.core.random, 'call')
    callIds.set(same, callId)
    return { id, callId, name, input }
  })
  return undefined
}

/** A Map: a finish is a provider's word, and may be one that every object has. */
const CUT: ReadonlyMap<string, readonly [code: string, userMessage: string]> = new Map([
  ['length', ['length', 'The model reached its limit of output before it was done.']],
  ['content-filter', ['content_filter', "The model's provider withheld its answer."]],
  ['error', ['model_failed', 'The model failed.']],
])

/**
 * Settles the calls of a turn: all at once, and a single transfer last, with what the others found. Ends the work
 * when a call stays held, or another agent took over.
 */
async function settle(
  frame: Frame,
  offered: Offered,
  work: Work,
  signal: AbortSignal,
): Promise<End | undefined> {
  const turn = frame.turn as readonly TurnCall[]
  const edgeOf = ({ name }: TurnCall) => offered.get(name)
  const transfers = turn.filter((call) => isTransfer(edgeOf(call)))
  const last = transfers.length === 1 ? transfers[0] : undefined
  const ends = await Promise.all(
    turn
      .filter((call) => call !== last && !call.result)
      .map((call) => {
        const edge = edgeOf(call)
        return edge ? ask(frame, call, edge, work, signal) : callTool(frame, call, work, signal)
      }),
  )
  const left = ends.find((end) => end === 'held') ?? ends.find((end) => end === 'stopped')
  if (left) return ended(frame, left)
  if (last && !last.result) {
    const end = await giveOver(frame, last, edgeOf(last) as Handoff, work, signal)
    if (end) return end
  }
  closeTurn(frame, turn)
  return undefined
}

/** A target whose answer comes back, with the label of all that it read. */
async function ask(
  frame: Frame,
  call: TurnCall,
  edge: Handoff,
  work: Work,
  signal: AbortSignal,
): Promise<Left> {
  const handed = await hand(frame, call, { edge, as: 'ask', conversation: frame.messages }, work, signal)
  if (handed.status === 'held' || handed.status === 'stopped') return handed.status
  if (handed.last) frame.label = joinLabels([frame.label, handed.last.label])
  call.result =
    handed.status === 'done' && handed.last
      ? {
          text: spokenBy(edge.target.name, '', handed.text, handed.last.label, work.core.random),
          failed: false,
        }
      : { text: failedText(edge, handed), failed: true }
  return undefined
}

/** A target that takes over: its end is the source's. One that fails leaves the source to go on. */
async function giveOver(
  frame: Frame,
  call: TurnCall,
  edge: Handoff,
  work: Work,
  signal: AbortSignal,
): Promise<End | undefined> {
  // With what the other calls of the turn found; a target beside them does not wait for that.
  const done = (frame.turn ?? []).filter(({ result }) => result)
  const conversation = done.length > 0 ? [...frame.messages, resultsOf(done)] : frame.messages
  const handed = await hand(frame, call, { edge, as: 'transfer', conversation }, work, signal)
  const { status, last, text } = handed
  if (status === 'held' || status === 'stopped') return { status, text, last: last ?? frame }
  if (status !== 'done' || !last) {
    if (last) frame.label = joinLabels([frame.label, last.label])
    call.result = { text: failedText(edge, handed), failed: true }
    return undefined
  }
  call.result = { text: `${edge.target.name} took over.`, failed: false }
  closeTurn(frame, frame.turn ?? [])
  frame.messages.push({ role: 'assistant', content: [{ type: 'text', text }] })
  return { status: 'done', text, last }
}

function isTransfer(edge: Handoff | undefined): boolean {
  return edge !== undefined && !edge.returns
}

function hand(
  frame: Frame,
  call: TurnCall,
  handing: Pick<Handing, 'edge' | 'as' | 'conversation'>,
  work: Work,
  signal: AbortSignal,
): Promise<Handed> {
  const { input, stored } = call
  const onOpen = (child: Frame) => {
    call.child = child
  }
  return handOff(frame, { ...handing, input, stored, onOpen }, work, signal)
}

/** In our own words, and names that a developer gave. */
function failedText({ target }: Handoff, { status, error }: Handed): string {
  if (error?.code === 'invalid_arguments') return error.userMessage
  return `The handoff to ${target.name} failed (${error?.code ?? status}). ${error?.userMessage ?? ''} Go on without it.`
}

function count(frame: Frame, usage: Answer['usage'], { counts, emit }: Work): void {
  const { inputTokens, outputTokens } = counts.usage
  const total = {
    inputTokens: inputTokens + usage.inputTokens,
    outputTokens: outputTokens + usage.outputTokens,
  }
  counts.usage = total
  emit({ type: 'usage', agent: frame.agent.name, usage, total })
}

/** Each call gets its result, so that the next request is one that a provider takes. */
function closeTurn(frame: Frame, turn: readonly TurnCall[]): void {
  frame.turn = undefined
  if (turn.length > 0) frame.messages.push(resultsOf(turn))
}

/** Without a last word of its own: with what the agent said before. */
function ended(frame: Frame, status: End['status'], text = lastText(frame)): End {
  return { status, text, last: frame }
}

function lastText({ messages }: Frame): string {
  const last = messages.findLast(({ role }) => role === 'assistant')
  return last ? textOf(last) : ''
}

// `runAgent`: its options, and the run that a program holds. The loop, handoffs and stored runs are rooms of their own.

import { z } from 'zod'
import { newId } from '../../base/ids.js'
import { DefinitionError, parseOptions } from '../../base/options.js'
import type { Session } from '../../door/session.js'
import type { Label } from '../../tool/outcome.js'
import { type RunPolicyOptions, runPolicy } from '../graph/grant.js'
import { type Agent, isAgent } from '../graph/graph.js'
import { type Message, readMessages, textOf, userMessage } from './messages.js'
import type { Model, ModelMessage } from './model.js'
import { gateOf, refuseStrangers } from './own-tools.js'
import { readState, reopened } from './resume.js'
import type { Run, StopWhen } from './run-shape.js'
import { type Begin, begun } from './running.js'
import type { RunState } from './stored.js'

/** What {@link runAgent} takes. */
export interface RunOptions {
  /** A language model of the AI SDK, of `ai` 6 or 7. */
  readonly model: Model
  /** Whose calls they are. No agent gets more than its grant. */
  readonly session: Session
  /**
   * A text: the user's own words, recorded as such. Or a list of messages, which vouches for nothing: whoever
   * posts a history could write into it what he likes.
   */
  readonly input?: string | readonly Message[]
  /** The newest message of the list is what the user said, as the program itself knows; with the message's id. */
  readonly said?: { readonly id: string }
  /** Holds for every handoff of the run. */
  readonly policy?: RunPolicyOptions
  /** Aborts the run. */
  readonly signal?: AbortSignal
  /** The most turns of the model, of all agents together. Default 25. */
  readonly maxTurns?: number
  /** Asked before each turn but the first. With `true`, or when it fails, the run ends as `stopped`. */
  readonly stopWhen?: StopWhen
  /** What `run.state()` gave, in this process or another, in place of `input`. */
  readonly state?: RunState
}

/**
 * Runs an agent, and those it hands to, on a language model. Tools run through the session alone, each agent with
 * what it was granted.
 *
 * @throws DefinitionError for a wrong option, and for tools of its agents that are not in the session's gate.
 * @example
 * const run = runAgent(triage, { model, session, input: 'find the report and run it' })
 * for await (const event of run.events) if (event.type === 'text') process.stdout.write(event.delta)
 * const { status, text, finalAgent } = await run.result
 */
export function runAgent(agent: Agent, options: RunOptions): Run {
  if (!isAgent(agent)) throw new DefinitionError('runAgent(): the first argument is what agent() gave.')
  const given = parseOptions(optionsSchema, options, 'runAgent()') as unknown as RunOptions
  const { session, policy, state, signal, stopWhen } = given
  const { core } = gateOf(session)
  refuseStrangers(agent, core.tools)
  // Before anything is recorded: a run that is refused leaves no words of the user.
  const rules = runPolicy(policy, 'runAgent(): policy')
  const start = state === undefined ? beginAnew(given, core.random) : takeUp(agent, given)
  return begun({
    ...start,
    agent,
    session,
    model: given.model,
    policy: rules,
    maxTurns: given.maxTurns ?? MAX_TURNS,
    ...(signal && { signal }),
    ...(stopWhen && { stopWhen }),
  })
}

const MAX_TURNS = 25
/** The user's words alone, and a conversation of unknown makers. */
const OWN_WORDS: Label = { integrity: 'user', readers: ['session'] }
const HISTORY: Label = { integrity: 'third-party-text', readers: ['session'] }

function beginAnew({ input, said, session }: RunOptions, random: Parameters<typeof newId>[0]): Begin {
  const id = newId(random, 'run')
  const fresh = {
    id,
    turns: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    turn: undefined,
    stored: undefined,
  }
  if (typeof input === 'string') {
    if (said)
      throw new DefinitionError('runAgent(): said is for a list of messages; a text is what the user said.')
    session.userSaid(input, { id: newId(random, 'said') })
    return { ...fresh, messages: [userMessage(input)], label: OWN_WORDS }
  }
  const messages = readMessages(input, 'runAgent(): input')
  if (messages.length === 0)
    throw new DefinitionError('runAgent(): give input, what the agent is asked, or state.')
  if (said) session.userSaid(newestWords(messages), said)
  return { ...fresh, messages, label: said && messages.length === 1 ? OWN_WORDS : HISTORY }
}

function newestWords(messages: readonly ModelMessage[]): string {
  const newest = messages.at(-1)
  if (newest?.role !== 'user') {
    throw new DefinitionError("runAgent(): said is for the newest message, and it must be the user's.")
  }
  return textOf(newest)
}

function takeUp(agent: Agent, { input, said, state, session }: RunOptions): Begin {
  if (input !== undefined || said) {
    throw new DefinitionError('runAgent(): give input or state, not both: a stored run goes on where it was.')
  }
  const { run, turns, usage, root } = readState(state, agent, session)
  return { id: run, turns, usage, ...reopened(root, OWN_WORDS), stored: root }
}

const callback = z.custom((value) => typeof value === 'function', 'must be a function')

const optionsSchema = z.strictObject({
  model: z.custom(
    (value) => typeof (value as Partial<Model> | undefined)?.doStream === 'function',
    "must be a language model of the AI SDK, such as openai('gpt-5'), not its name",
  ),
  session: z.unknown(),
  input: z.union([z.string(), z.array(z.unknown())], 'must be a text or a list of messages').optional(),
  said: z.strictObject({ id: z.string().min(1) }).optional(),
  policy: z.unknown().optional(),
  signal: z.custom((value) => value instanceof AbortSignal, 'must be an AbortSignal').optional(),
  maxTurns: z.number().int().min(1).optional(),
  stopWhen: callback.optional(),
  state: z.unknown().optional(),
})

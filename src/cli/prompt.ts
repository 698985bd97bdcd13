// What of a client's prompt are the user's own words. Clients run their prompt hook for texts of their own making
// too: reports of agents, selected lines of a file. Those are somebody else's, and must never count.

import { createHash } from 'node:crypto'
import { lex } from '../args/lex.js'
import { saidPart } from '../flow/words/said.js'
import { MAX_MESSAGE } from '../flow/words/words.js'
import { isRecord } from '../json/json.js'
import { quote } from '../json/quote.js'

/** One message of the user. */
export interface Prompt {
  readonly text: string
  /** The same for two hooks of one prompt, another one for the same words said again. */
  readonly id: string
}

/**
 * Reads what a prompt hook gets on stdin: the JSON of Claude Code's `UserPromptSubmit` or Cursor's
 * `beforeSubmitPrompt`, or plain text.
 *
 * @param now Milliseconds since the epoch.
 * @returns the message, or why it doesn't count.
 */
export function readPrompt(input: string, now: number): Prompt | { readonly skipped: string } {
  if (!/^\s*\{/.test(input)) return promptOf(input, {}, now)
  const hook = parsed(input)
  if (!hook) return { skipped: 'the input begins like JSON, and is none' }
  const { duplicateKey } = lex(input)
  // Another program that reads the first one would have seen other words.
  if (duplicateKey !== undefined) return { skipped: `the input has the key ${quote(duplicateKey)} twice` }
  const { prompt, hook_event_name: event } = hook
  if (event !== undefined && !PROMPT_EVENTS.has(event)) {
    return { skipped: `the hook is for '${String(event)}', not for prompts` }
  }
  // A sub-agent's prompt is what a model wrote.
  if (hook.agent_id !== undefined) return { skipped: 'the prompt is a sub-agent’s' }
  if (typeof prompt !== 'string') return { skipped: "the input has no text under 'prompt'" }
  return promptOf(prompt, hook, now)
}

/** A message that was given as plain text. */
export function promptOf(
  prompt: string,
  hook: Readonly<Record<string, unknown>>,
  now: number,
): Prompt | { readonly skipped: string } {
  const text = usersOwn(prompt.slice(0, MAX_MESSAGE))
  if (text === '') return { skipped: 'it has no words of the user' }
  return { text, id: idOf(hook, text, now) }
}

const PROMPT_EVENTS: ReadonlySet<unknown> = new Set(['UserPromptSubmit', 'beforeSubmitPrompt'])
/** Hooks of one prompt run at once; nobody says the same again so soon. */
const ONE_PROMPT_MS = 2_000

/** The prompt without what the client put into it, and without what its user only quotes. */
function usersOwn(prompt: string): string {
  if (RELAYED.test(prompt)) return ''
  // Results that passed a gate: a report of an agent quotes them, a scheduled prompt may hold them.
  return saidPart(withoutFences(prompt)).trim()
}

/** From the first opening line to the last closing one: what stands inside may hold marks of its own. */
function withoutFences(prompt: string): string {
  const start = FENCE_OPENS.exec(prompt)?.index
  if (start === undefined) return prompt
  const ends = [...prompt.matchAll(FENCE_ENDS)].at(-1)
  const after = ends && ends.index > start ? prompt.slice(ends.index + ends[0].length) : ''
  return `${prompt.slice(0, start)} ${after}`
}

/** As `view/fence.ts` writes them. */
const FENCE_OPENS = /<<<(?:third-party )?text\b/
const FENCE_ENDS = /<<<end of [^\n]{1,200}>>>/g

/** What another agent sent, with the tag or without it. */
const RELAYED = /^\s*Another Claude session sent a message/

function idOf(hook: Readonly<Record<string, unknown>>, text: string, now: number): string {
  const session = hook.session_id ?? hook.conversation_id ?? null
  const prompt = hook.prompt_id ?? hook.generation_id ?? Math.floor(now / ONE_PROMPT_MS)
  return createHash('sha256')
    .update(JSON.stringify([session, prompt, text]))
    .digest('base64url')
}

function parsed(input: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(input) as unknown
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

// A run as plain JSON, and back. What was stored says how far the agents were; what they may do is never read from
// it, but made anew from the graph, the session and the policy.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DefinitionError } from '../../base/options.js'
import { type Session, viewOf } from '../../door/session.js'
import { canonicalJson } from '../../json/canonical-json.js'
import { joinLabels } from '../../tool/flow/label.js'
import { INTEGRITY, type Label } from '../../tool/outcome.js'
import type { Hop } from '../graph/grant.js'
import type { Agent } from '../graph/graph.js'
import type { Frame, TurnCall } from './frame.js'
import { readMessages } from './messages.js'
import type { RunState, StoredCall, StoredFrame } from './stored.js'

/** Stores a frame and all below it. */
export function storeFrame({ agent, held, label, messages, turn }: Frame): StoredFrame {
  return {
    agent: { name: agent.name, digest: digestOf(agent) },
    tools: agent.tools
      .filter(({ declaration }) => held.tools.has(declaration))
      .map(({ name, digest }) => ({ name, digest })),
    label,
    messages,
    ...(turn && { turn: turn.map(storeCall) }),
  }
}

function storeCall({ id, callId, name, input, result, child, stored }: TurnCall): StoredCall {
  const below = result ? undefined : child ? storeFrame(child) : stored
  return { id, callId, name, input, ...(result && { result }), ...(below && { child: below }) }
}

/** Whose a run is, so that a stored conversation is never taken up in another's session. */
export function scopeOf(session: Session): string {
  return createHash('sha256').update(viewOf(session).state.key).digest('base64url')
}

/**
 * Reads a stored run.
 *
 * @throws DefinitionError when it is none, or of another agent or session.
 */
export function readState(state: unknown, root: Agent, session: Session): RunState {
  const parsed = stateSchema.safeParse(state)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] as z.core.$ZodIssue
    throw new DefinitionError(`runAgent(): state.${path.map(String).join('.')}: ${message}`)
  }
  const { agent } = parsed.data.root
  if (agent.name !== root.name) {
    throw new DefinitionError(`runAgent(): the state is of agent '${agent.name}', not of '${root.name}'.`)
  }
  if (parsed.data.scope !== scopeOf(session)) {
    throw new DefinitionError('runAgent(): the state is of another tenant, user or conversation.')
  }
  return parsed.data as RunState
}

/** What of a stored frame goes on. Its label can only have got worse. */
export function reopened(stored: StoredFrame, atLeast: Label) {
  const open = new Set(stored.turn?.map(({ id }) => id))
  return {
    messages: readMessages(stored.messages, 'state', open),
    label: joinLabels([stored.label, atLeast]),
    turn: stored.turn?.map(({ child, ...call }): TurnCall => ({ ...call, ...(child && { stored: child }) })),
  }
}

/** Tools that the frame held and that are another version now, and an agent that was rewritten. */
export function changedTools(stored: StoredFrame, { held }: Hop): string[] {
  const now = new Map(held.agent.tools.map(({ name, digest }) => [name, digest]))
  const changed = stored.tools.filter(({ name, digest }) => now.get(name) !== digest).map(({ name }) => name)
  return stored.agent.digest === digestOf(held.agent) ? changed : [...changed, held.agent.name]
}

/** What an agent is, as one text: equal in each process that declares it the same way. */
function digestOf({ name, instructions, tools, handoffs }: Agent): string {
  const identity = {
    name,
    instructions: typeof instructions === 'string' ? instructions : null,
    tools: tools.map(({ digest }) => digest),
    handoffs: handoffs.map(({ toolName, target, mode }) => [toolName, target.name, mode]),
  }
  return createHash('sha256').update(canonicalJson(identity)).digest('base64url')
}

const count = z.number().int().min(0)
const label = z.object({ integrity: z.enum(INTEGRITY), readers: z.array(z.string()) })

const frameSchema: z.ZodType = z.lazy(() =>
  z.object({
    agent: z.object({ name: z.string(), digest: z.string() }),
    tools: z.array(z.object({ name: z.string(), digest: z.string() })),
    label,
    messages: z.array(z.unknown()),
    turn: z
      .array(
        z.object({
          id: z.string(),
          callId: z.string(),
          name: z.string(),
          input: z.unknown(),
          result: z.object({ text: z.string(), failed: z.boolean() }).optional(),
          child: frameSchema.optional(),
        }),
      )
      .optional(),
  }),
)

const stateSchema = z.object({
  v: z.literal(1),
  // It names the scope of handles.
  run: z.string().regex(/^run_[0-9a-z]{1,64}$/, 'is no id of a run'),
  scope: z.string(),
  turns: count,
  usage: z.object({ inputTokens: count, outputTokens: count }),
  root: frameSchema as z.ZodType<StoredFrame>,
})

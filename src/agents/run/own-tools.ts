// Whether a session is one, and whether the tools of all agents that a run may reach are its gate's own.

import { DefinitionError } from '../../base/options.js'
import { type Session, viewOf } from '../../door/session.js'
import type { View } from '../../door/under-way.js'
import type { ToolTable } from '../../session/grant.js'
import { type Agent, reachable } from '../graph/graph.js'

/** @throws DefinitionError when it is no session. */
export function gateOf(session: Session): View {
  try {
    return viewOf(session)
  } catch {
    throw new DefinitionError('runAgent(): session must be what gate.session(...) gave.')
  }
}

/**
 * Refuses a graph with tools that the gate doesn't have: their calls could never run, and a namesake must not run in
 * their place.
 *
 * @throws DefinitionError with the names.
 */
export function refuseStrangers(root: Agent, table: ToolTable): void {
  const strangers: string[] = []
  for (const { name: agent, tools, delegates } of reachable(root).keys()) {
    for (const { name, declaration } of [...tools, ...delegates]) {
      if (table.get(name)?.declaration !== declaration) strangers.push(`'${name}' of agent '${agent}'`)
    }
  }
  if (strangers.length === 0) return
  throw new DefinitionError(
    `runAgent(): not in the session's gate: ${[...new Set(strangers)].join(', ')}. Pass these very declarations to createGate({ tools }).`,
  )
}

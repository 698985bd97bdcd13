// Stage 1, resolve: a name to a declaration inside the session's grant. An unknown and a withheld name are
// one and the same outcome, so that a caller can't list what it may not use.

import { nearNames } from '../base/names.js'
import type { Door } from '../session/door.js'
import { type Stop, stop } from '../session/ended.js'
import { cleanLine } from '../text/clean.js'
import type { Tool } from '../tool/tool.js'
import type { Arrival, Resolved } from './crossing.js'

/** Finds the tool that a call names. */
export function resolve(arrival: Arrival): Resolved | Stop {
  const tool = arrival.core.tools.get(arrival.asked.name)
  if (tool && arrival.grant.has(tool.declaration) && opensFor(tool, arrival.by))
    return { ...arrival, tool, stop: undefined }
  const near = nearNames(arrival.asked.name, offeredNames(arrival))
  const name = cleanLine(arrival.asked.name, 64)
  const none =
    name === '' ? 'The call names no tool of this gate.' : `There is no tool named ${JSON.stringify(name)}.`
  return stop({
    status: 'denied',
    code: 'unknown_tool',
    retryable: false,
    userMessage: none,
    forModel: `${none}${near.length ? ` Near names: ${near.join(', ')}.` : ' Use one of the tools that are offered.'}`,
  })
}

/** Whether a tool may be called through a door: the program may run any, a user's click what is made for it. */
export function opensFor({ callable }: Tool, door: Door): boolean {
  return door === 'program' || callable === 'both' || callable === (door === 'model' ? 'model' : 'app')
}

function* offeredNames({ core, grant, by }: Arrival): Iterable<string> {
  for (const [name, tool] of core.tools) if (grant.has(tool.declaration) && opensFor(tool, by)) yield name
}

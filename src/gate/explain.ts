// Why a call would pass, be held or be denied: stages one to five without a trace. Nothing is counted, asked, kept or run.

import { type Explanation, explanationOf } from '../flow/judge/explain.js'
import { recordedArguments } from '../flow/judge/recorded.js'
import { takeNatives } from '../handles/kinds/natives.js'
import type { Position } from '../handles/kinds/positions.js'
import { standIn } from '../handles/kinds/stand-ins.js'
import { isMeantAsToken } from '../handles/near-token.js'
import { isToken } from '../handles/token.js'
import type { Stop } from '../session/ended.js'
import { readArgs } from './admit.js'
import { authorize } from './authorize.js'
import { type Admitted, type Arrival, isStop, type Opened, type Resolved } from './crossing.js'
import { openHandles } from './handle-arguments.js'
import { judgedNow } from './judge.js'
import { open } from './open.js'
import { refuseArguments } from './refuse-arguments.js'
import { resolve } from './resolve.js'
import { internalFault } from './stops.js'

/** Explains a call that arrives with a tally that counts nothing. Never rejects. */
export async function explain(arrival: Arrival): Promise<Explanation> {
  const resolved = resolve(arrival)
  try {
    const ready = isStop(resolved) ? resolved : await opened(resolved)
    if (isStop(ready)) return stopped(ready)
    const { decision, tool } = judgedNow(ready)
    const { verdict, judged, reason, asked, done, links, rules } = decision
    return explanationOf(
      {
        verdict,
        judged,
        ...(reason && { reason }),
        asked,
        ...(done && { done }),
        ...(links && { links }),
        rules,
        arguments: recordedArguments(decision),
      },
      tool.flow,
    )
  } catch (error) {
    return stopped(internalFault(arrival, error, 'the gate failed'))
  }
}

async function opened(resolved: Resolved): Promise<Opened | Stop> {
  const crossing = await authorize(resolved)
  if (isStop(crossing)) return crossing
  const { tool, asked, native, core } = crossing
  const taken = native ? takeNatives(tool, asked.args, core.handles.kinds) : undefined
  if (taken && taken.faults.length > 0) return refuseArguments(crossing, taken.faults)
  const isReal = isRealIn(crossing)
  const given = taken
    ? { args: taken.args, handles: NO_HANDLES }
    : standIn(tool.inputSchema, asked.args ?? {}, isReal)
  const read = readArgs(tool, given.args)
  if ('faults' in read) return refuseArguments(crossing, read.faults)
  const admitted: Admitted = { ...crossing, args: read.args, notes: read.notes, natives: taken?.natives }
  if (given.handles.size === 0) return open(admitted)
  // What stands in for a handle is nothing that the tool's own schema could take.
  const found = await openHandles(admitted, isReal)
  if (isStop(found)) return found
  const handles = new Map([...(found.handles ?? []), ...given.handles])
  return { ...admitted, opened: found.opened, handles, input: found.given }
}

const NO_HANDLES: ReturnType<typeof standIn>['handles'] = new Map()

/** A token, what was meant as one, or a name that a kind looks up: it is opened as in any call. */
function isRealIn({ core, state }: Resolved): (position: Position) => boolean {
  return ({ value, kinds }) =>
    typeof value === 'string' &&
    (isToken(value) ||
      isMeantAsToken(value, kinds, state.shownHandles) ||
      kinds.some((name) => core.handles.kinds.get(name)?.by === 'name'))
}

function stopped({ status, userMessage, forModel }: Stop): Explanation {
  return {
    status,
    judged: status,
    reason: forModel ?? userMessage,
    arguments: [],
    rules: [],
    mends: [],
  }
}

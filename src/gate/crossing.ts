// A call on its way through the eight stages: each stage takes the crossing of the one before and adds what
// it found out, or stops it. Plain data; what lives longer is on the session and the gate.

import type { Abort } from '../base/abort.js'
import type { Decision } from '../flow/judge/decision.js'
import type { HandleFacts } from '../flow/judge/known.js'
import type { Native } from '../handles/kinds/natives.js'
import type { OpenedPlace } from '../handles/kinds/passage.js'
import type { Viewer } from '../handles/scope.js'
import type { JsonObject } from '../json/json.js'
import type { Place, Visited } from '../json/place.js'
import type { Core } from '../session/core.js'
import type { Door } from '../session/door.js'
import type { Stop } from '../session/ended.js'
import type { Grant } from '../session/grant.js'
import type { Asked } from '../session/remembered.js'
import type { SessionState } from '../session/state.js'
import type { Tally } from '../session/tally.js'
import type { Principal } from '../tool/context.js'
import type { Tool } from '../tool/tool.js'

/** A call as it arrived: nothing of it is trusted. */
export interface Arrival {
  readonly core: Core
  readonly principal: Principal
  /** Whose handles are opened and made. */
  readonly viewer: Viewer
  /** Values cross as they are: the caller is inside of the boundary. */
  readonly native: boolean
  readonly grant: Grant
  readonly state: SessionState
  readonly by: Door
  readonly callId: string
  readonly asked: Asked
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number
  /** The moment, on the session's own count, whose evidence counts for it. */
  readonly arrivedAs: number
  /** Names of tools that the program told this view to use. */
  readonly task: ReadonlySet<string>
  /** Where it is counted what the call did wrong; of a preview nothing is. */
  readonly tally: Tally
  /** Aborted when the session, the caller or the closing gate says so. */
  readonly signal: Abort
  // What the stages find out. There from the start, since an object that grows when it is spread is slow.
  readonly tool: Tool | undefined
  readonly args: JsonObject | undefined
  readonly notes: readonly string[] | undefined
  readonly natives: ReadonlyMap<Place, Native> | undefined
  readonly input: unknown
  readonly decision: Decision | undefined
  readonly opened: readonly OpenedPlace[] | undefined
  /** What the records of opened handles say of them, by the place that each accounts for. */
  readonly handles: ReadonlyMap<Visited, HandleFacts> | undefined
  readonly stop: Stop | undefined
}

/** Ended by a stage: as far as it came, and why. */
export interface Stopped extends Arrival {
  readonly stop: Stop
}

/** After stage 1: the declaration is known. */
export interface Resolved extends Arrival {
  readonly tool: Tool
  readonly stop: undefined
}

/** After stage 3: the arguments are plain JSON that the advertised schema takes. */
export interface Admitted extends Resolved {
  readonly args: JsonObject
  /** What was repaired on the way, for the record. */
  readonly notes: readonly string[]
  /** Values that a session without handles passed as they are, by place. */
  readonly natives: ReadonlyMap<Place, Native> | undefined
}

/** After stage 4: the input is what the tool's own schema made of them. */
export interface Opened extends Admitted {
  readonly input: unknown
}

/** In stage 5: it is known what vouches for the call. */
export interface Judged extends Opened {
  readonly decision: Decision
}

declare const ALLOWED: unique symbol

/** After stage 5: the call may run. Only `allow.ts` says so, and nothing else is run. */
export interface Allowed extends Judged {
  readonly [ALLOWED]: true
}

/** Whether a stage stopped the crossing. */
export function isStop(result: object): result is Stop {
  return (result as Stop).kind === 'stop'
}

/** A crossing that ends here. */
export function stoppedAt(crossing: Arrival, stop: Stop): Stopped {
  return { ...crossing, stop }
}

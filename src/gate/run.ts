// Stage 6, run: the tool's code, against a real deadline. What comes late is dropped and logged; what is
// thrown becomes data.

import type { Abort } from '../base/abort.js'
import { type Running, withDeadline } from '../base/deadline.js'
import { HandleError } from '../handles/errors.js'
import { mayRetry, withRetry } from '../net/retry.js'
import { type Ran, type Stop, stop } from '../session/ended.js'
import { cleanLine } from '../text/clean.js'
import { Empty, isA, isOwnFailure, ToolFailure } from '../tool/results.js'
import { quotedFor, speaksForOthers } from '../tool/voice.js'
import { toolContext } from './context.js'
import type { Opened, Resolved } from './crossing.js'
import { refusedInRun } from './refuse-handles.js'
import { aborted, internalFault, type Lapse, timedOut } from './stops.js'

/** Longest text for a person, in characters. */
const USER_MESSAGE = 300

/** Runs the tool once, or again where that is safe. The deadline counts from here, not from the queue. */
export async function run(crossing: Opened, signal: Abort, idempotencyKey?: string): Promise<Ran | Stop> {
  const { tool, core } = crossing
  // A keyed call is in its slot already.
  const slots = tool.idempotencyKey ? undefined : core.slots.get(tool.declaration)
  if (!slots) return execute(crossing, signal, idempotencyKey)
  try {
    return await slots.enter(() => execute(crossing, signal, idempotencyKey), signal)
  } catch {
    // Only waiting for a slot rejects, when it is aborted.
    return aborted(tool)
  }
}

async function execute(crossing: Opened, signal: Abort, idempotencyKey?: string): Promise<Ran | Stop> {
  const { tool, core, callId } = crossing
  const { timeoutMs, longestMs } = tool.limits
  const until = deadlineOf(crossing)
  let working: unknown
  const start = (running: Running) => {
    working = attempt(crossing, running, until, idempotencyKey)
    return working
  }
  const ended = await withDeadline(start, {
    timeoutMs,
    longestMs,
    signal,
    onLate(error) {
      core.log.warn({ callId, tool: tool.name, err: error }, 'late result dropped')
    },
  })
  switch (ended.kind) {
    case 'value':
      if (isA(ended.value, ToolFailure))
        return failedWithPart(crossing, ended.value, { deadline: until.at, signal })
      if (isA(ended.value, HandleError)) return refusedInRun(crossing, ended.value)
      return { kind: 'ran', value: ended.value, deadline: until.at, signal }
    case 'threw':
      if (isA(ended.error, ToolFailure))
        return failedWithPart(crossing, ended.error, { deadline: until.at, signal })
      if (isA(ended.error, HandleError)) return refusedInRun(crossing, ended.error)
      // `throw empty(...)` is easily written; it says what `return empty(...)` says.
      if (isA(ended.error, Empty)) return { kind: 'ran', value: ended.error, deadline: until.at, signal }
      return internalFault(crossing, ended.error, 'the tool threw')
    case 'timeout':
      return { ...timedOut(tool, until.why), late: settled(working) }
    case 'aborted':
      return { ...aborted(tool), late: settled(working) }
  }
}

/** Settles with the work, however that ends. */
function settled(work: unknown): Promise<void> {
  return Promise.resolve(work).then(
    () => {},
    () => {},
  )
}

/** When a run ends as things stand. */
interface Until {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Why it ends then. */
  readonly why: Lapse
  /** The work goes on: its time begins again. */
  move(): void
}

function deadlineOf({ core, tool }: Opened): Until {
  const { timeoutMs, longestMs } = tool.limits
  const longest = core.clock() + longestMs
  let at = core.clock() + timeoutMs
  let why: Lapse = 'timeout'
  return {
    get at() {
      return at
    },
    get why() {
      return why
    },
    move() {
      at = Math.min(core.clock() + timeoutMs, longest)
      why = at === longest ? 'longest' : 'silence'
    },
  }
}

function attempt(crossing: Opened, running: Running, until: Until, idempotencyKey?: string): unknown {
  const { tool, input, core } = crossing
  let retryAfterMs: number | undefined
  const onRetryAfter = (ms: number) => {
    retryAfterMs = ms
  }
  const ctx = toolContext(crossing, {
    running,
    get deadline() {
      return until.at
    },
    idempotencyKey,
    onRetryAfter,
    onProgress() {
      until.move()
      running.restart()
    },
  })
  const once = () => {
    // What an upstream asked for counts for the try in which it did.
    retryAfterMs = undefined
    return tool.run?.(input, ctx)
  }
  // A stranger's tool is run again only by who knows it.
  if (tool.upstream || !mayRetry(tool, idempotencyKey !== undefined)) return once()
  return withRetry(once, {
    get deadline() {
      return until.at
    },
    get signal() {
      return running.signal
    },
    now: core.clock,
    retryAfterMs: () => retryAfterMs,
    random: () => (core.random(1)[0] as number) / 256,
  })
}

/** A failure may come with what there is all the same. */
function failedWithPart(
  crossing: Opened,
  failure: ToolFailure,
  until: { readonly deadline: number; readonly signal: Abort },
): Ran | Stop {
  const stopped = failed(crossing, failure)
  const { results } = failure
  return results === undefined ? stopped : { kind: 'ran', value: results, failure: stopped, ...until }
}

export function failed({ core, callId, tool }: Resolved, failure: ToolFailure): Stop {
  const { code, retryable, cause } = failure
  const line = cleanLine(failure.userMessage, USER_MESSAGE)
  // What the library itself says of an upstream is nobody else's words.
  const isForeign = speaksForOthers(tool) && !isOwnFailure(failure)
  if (cause !== undefined) core.log.warn({ callId, tool: tool.name, code, err: cause }, 'the tool failed')
  return stop({
    status: code === 'not_permitted' ? 'denied' : 'error',
    code,
    retryable,
    userMessage: isForeign && tool.upstream ? quotedFor(tool.upstream.id, line) : line,
    ...(isForeign && { said: line }),
  })
}

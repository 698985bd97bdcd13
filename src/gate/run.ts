// Stage 6, run: the tool's code, against a real deadline. What comes late is dropped and logged; what is
// thrown becomes data.

import { cleanLine } from '../tool/clean-line.js'
import { Empty, ToolFailure } from '../tool/results.js'
import type { Abort } from './abort.js'
import { toolContext } from './context.js'
import type { Opened } from './crossing.js'
import { type Ended, withDeadline } from './deadline.js'
import { type Ran, type Stop, stop } from './ended.js'
import { mayRetry, withRetry } from './retry.js'
import { aborted, internalFault } from './stops.js'

/** Longest text for a person, in characters. */
const USER_MESSAGE = 300

/** Runs the tool once, or again where that is safe. */
export async function run(crossing: Opened, signal: Abort, idempotencyKey?: string): Promise<Ran | Stop> {
  const slots = crossing.core.slots.get(crossing.tool.declaration)
  if (!slots) return settle(crossing, await execute(crossing, signal, idempotencyKey))
  try {
    return settle(crossing, await slots.enter(() => execute(crossing, signal, idempotencyKey), signal))
  } catch {
    return aborted()
  }
}

function execute(
  { tool, input, core, principal, callId, state }: Opened,
  signal: Abort,
  idempotencyKey: string | undefined,
): Promise<Ended<unknown>> {
  const deadline = core.clock() + tool.limits.timeoutMs
  let retryAfterMs: number | undefined
  const onRetryAfter = (ms: number) => {
    retryAfterMs = ms
  }
  return withDeadline(
    (running) => {
      const ctx = toolContext({
        core,
        principal,
        running,
        deadline,
        idempotencyKey,
        callId,
        tool,
        hub: state.hub,
        onRetryAfter,
      })
      const attempt = () => tool.run?.(input, ctx)
      if (tool.upstream || !mayRetry({ ...tool, idempotencyKey })) return attempt()
      return withRetry(attempt, {
        deadline,
        get signal() {
          return running.signal
        },
        now: core.clock,
        retryAfterMs: () => retryAfterMs,
        random: () => (core.random(1)[0] as number) / 256,
      })
    },
    {
      timeoutMs: tool.limits.timeoutMs,
      signal,
      onLate: (error) =>
        core.log.warn(
          { callId, tool: tool.name, ...(error !== undefined && { err: error }) },
          'late result dropped',
        ),
    },
  )
}

function settle(crossing: Opened, ended: Ended<unknown>): Ran | Stop {
  switch (ended.kind) {
    case 'value':
      return ended.value instanceof ToolFailure
        ? failed(crossing, ended.value)
        : { kind: 'ran', value: ended.value }
    case 'threw':
      if (ended.error instanceof ToolFailure) return failed(crossing, ended.error)
      // `throw empty(...)` is easily written; it says what `return empty(...)` says.
      if (ended.error instanceof Empty) return { kind: 'ran', value: ended.error }
      return internalFault(crossing, ended.error, 'the tool threw')
    case 'timeout':
      return timedOut(crossing)
    case 'aborted':
      return aborted()
  }
}

function failed({ core, callId, tool }: Opened, failure: ToolFailure): Stop {
  const { code, retryable, cause } = failure
  if (cause !== undefined) core.log.warn({ callId, tool: tool.name, code, err: cause }, 'the tool failed')
  return stop({
    status: code === 'not_permitted' ? 'denied' : 'error',
    code,
    retryable,
    userMessage: cleanLine(failure.userMessage, USER_MESSAGE),
    // What the gateway itself says of an upstream is not that upstream's words.
    thirdParty: tool.upstream !== undefined && code === 'upstream_error',
  })
}

function timedOut({ tool }: Opened): Stop {
  const seconds = tool.limits.timeoutMs / 1_000
  const unsafe = !mayRetry({ ...tool, idempotencyKey: undefined })
  return stop({
    status: 'error',
    code: 'timeout',
    retryable: !unsafe,
    userMessage: `It took longer than ${seconds} s and was stopped.`,
    forModel: `${tool.name} took longer than ${seconds} s and was stopped.${unsafe ? ' It may have been done all the same: check before you try again.' : ' A smaller request may be in time.'}`,
  })
}

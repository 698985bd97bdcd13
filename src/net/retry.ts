// Trying again: only what failed in passing, only where a second run does no harm, only inside the deadline.

import { setTimeout as sleepFor } from 'node:timers/promises'
import { isA } from '../base/made-by-us.js'
import { type Effect, hasSideEffect } from '../tool/effects.js'
import { ToolFailure } from '../tool/results.js'
import { LeftAlone } from './breaker.js'

const ATTEMPTS = 3
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000

/** What {@link withRetry} takes. */
export interface RetryOptions {
  /** No try starts at or after this; milliseconds since the epoch. */
  readonly deadline: number
  /** Ends the waiting. Read only when there is something to wait for, so it may be a getter. */
  readonly signal: AbortSignal
  readonly now: () => number
  /** In [0, 1). */
  readonly random: () => number
  /** How often the work is run at most. Default: 3. */
  readonly attempts?: number
  /** Rejects when the signal is aborted. Default: a real timer. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** How long the upstream asked to be left alone, for failures that don't say it; asked after each try. */
  readonly retryAfterMs?: () => number | undefined
}

/**
 * Whether a second run of a tool does no harm. What destroys is never run twice by us.
 *
 * @param keyed Whether the call has an idempotency key.
 */
export function mayRetry(
  { effect, idempotent }: { readonly effect: Effect; readonly idempotent: boolean },
  keyed: boolean,
): boolean {
  if (!hasSideEffect(effect)) return true
  return effect !== 'destroy' && (idempotent || keyed)
}

/**
 * Runs the work again while it throws or returns a retryable failure. Waits between tries with exponential
 * back-off and full jitter, or as long as the upstream asked for; where that doesn't fit before the deadline,
 * the failure stands at once. Everything else that is thrown or returned is passed on as it is.
 */
export async function withRetry<T>(work: () => T | PromiseLike<T>, options: RetryOptions): Promise<T> {
  const { attempts = ATTEMPTS, sleep = wait } = options
  for (let attempt = 1; ; attempt++) {
    let tried: Tried<T>
    try {
      tried = { threw: false, value: await work() }
    } catch (error) {
      tried = { threw: true, error }
    }
    const waitMs = attempt < attempts ? waitAfter(tried, attempt, options) : undefined
    if (waitMs === undefined || options.now() + waitMs >= options.deadline) {
      if (tried.threw) throw tried.error
      return tried.value
    }
    await sleep(waitMs, options.signal)
  }
}

/**
 * Milliseconds that a `Retry-After` header asks for: seconds or an HTTP date (RFC 9110, 10.2.3). Undefined for
 * anything else. Never negative.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // `Date.parse` alone takes a lot more than dates of this form, `-1` for one.
  if (!/^[A-Z][a-z]{2,8}, .* GMT$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

type Tried<T> =
  | { readonly threw: false; readonly value: T }
  | { readonly threw: true; readonly error: unknown }

/** Undefined: not to be tried again. */
function waitAfter(tried: Tried<unknown>, attempt: number, options: RetryOptions): number | undefined {
  const result = tried.threw ? tried.error : tried.value
  if (!isA(result, ToolFailure) || !result.retryable || isA(result, LeftAlone)) return undefined
  const asked = result.retryAfterMs ?? options.retryAfterMs?.()
  const backOff = options.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  // Jitter on top of what was asked, or all who were sent away come back at the same instant.
  return asked === undefined ? backOff : asked + backOff / 10
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return sleepFor(ms, undefined, { signal })
}

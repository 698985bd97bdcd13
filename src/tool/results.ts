// What a tool may return or throw besides a value: `empty` and `failure`. Both are known by their class, so that
// no JSON can pretend to be one.

import { isA, markAs } from '../base/made-by-us.js'
import { clean } from '../text/clean.js'
import type { GateCode } from './outcome.js'

export { isA } from '../base/made-by-us.js'

/** A result that found nothing. Made by {@link empty}. */
export class Empty {
  constructor(readonly message: string) {}
}
markAs(Empty, 'Empty')

/**
 * Says that a call worked and found nothing. The text is for the model, and for the person as well. The model reads it
 * in a fence unless the tool's `origin` is `first-party`, or it derives.
 *
 * @throws TypeError when it is no text, or says nothing.
 * @example
 * run: async ({ query }) => (await search(query)) ?? empty('No award seats on those dates.')
 */
export function empty(message: string): Empty {
  if (typeof message !== 'string' || clean(message).trim() === '') {
    throw new TypeError('empty(): the message must be a text for the model and the person.')
  }
  return new Empty(message)
}

/** A failure on its way. Made by {@link failure}; return it or throw it, from any depth. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly code: string
  readonly retryable: boolean
  readonly userMessage: string
  /** Milliseconds after which another try makes sense, where the upstream said so. */
  readonly retryAfterMs: number | undefined
  /** The part of the result that there is. Undefined: none. */
  readonly results: unknown

  constructor(options: FailureOptions) {
    super(options.userMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.retryable = options.retryable ?? false
    this.userMessage = options.userMessage
    this.retryAfterMs = options.retryAfterMs
    this.results = options.results
  }
}
markAs(ToolFailure, 'ToolFailure')

/** What {@link failure} takes. */
interface FailureOptions {
  /** A documented code or your own, `[a-z_]{1,40}`. */
  readonly code: GateCode | (string & {})
  /** Whether the same call may succeed when tried again. Default: false. */
  readonly retryable?: boolean
  /**
   * For a person; the model reads it too, in a fence unless the tool's `origin` is `first-party`: nobody can tell your
   * own sentence from one that an upstream wrote. Nothing internal belongs here.
   */
  readonly userMessage: string
  /** What caused it: goes to the log, never to the model or the UI. */
  readonly cause?: unknown
  /** Milliseconds to wait before another try. */
  readonly retryAfterMs?: number
  /**
   * What there is all the same: a partial or empty result, of the form that `run` gives. Checked by `output`, shown as
   * results are, and left out where it doesn't fit.
   */
  readonly results?: unknown
}

/**
 * Makes a failure to return or to throw.
 *
 * @throws TypeError when an option has the wrong form, or a key is unknown.
 * @example
 * throw failure({ code: 'conflict', retryable: false, userMessage: 'The seat was just taken.' })
 * @example
 * return failure({ code: 'timeout', retryable: true, userMessage: 'One of three airlines did not answer.', results: rows })
 */
export function failure(options: FailureOptions): ToolFailure {
  const unknown = Object.keys(options).find((key) => !FAILURE_KEYS.has(key))
  if (unknown)
    throw new TypeError(`failure(): unknown key '${unknown}'. It takes ${[...FAILURE_KEYS].join(', ')}.`)
  if (typeof options.code !== 'string' || !CODE.test(options.code)) {
    throw new TypeError(`failure(): code must match ${CODE}, got ${JSON.stringify(options.code)}.`)
  }
  if (options.code === 'held' || options.code === 'unknown_tool') {
    throw new TypeError(`failure(): '${options.code}' is the gate's own code. Choose another.`)
  }
  if (typeof options.userMessage !== 'string' || options.userMessage.trim() === '') {
    throw new TypeError(`failure(): userMessage must be a text for a person (code '${options.code}').`)
  }
  const { retryable = false, retryAfterMs = 0 } = options
  if (typeof retryable !== 'boolean') {
    throw new TypeError(`failure(): retryable must be true or false (code '${options.code}').`)
  }
  if (typeof retryAfterMs !== 'number' || !(retryAfterMs >= 0)) {
    throw new TypeError(`failure(): retryAfterMs must be milliseconds, 0 or more (code '${options.code}').`)
  }
  if (isA(options.results, Empty) || isA(options.results, ToolFailure)) {
    throw new TypeError(
      `failure(): results is a value of the form that run gives, such as [] (code '${options.code}').`,
    )
  }
  return new ToolFailure(options)
}

/** Failures whose words are the library's. A set beside them: no key that could be copied or written. */
const OWN = new WeakSet<ToolFailure>()

/** A failure in the library's own words: no author and no upstream had a part in its text. */
export function ownFailure(options: FailureOptions): ToolFailure {
  const made = failure(options)
  OWN.add(made)
  return made
}

/** Whether {@link ownFailure} made it. */
export function isOwnFailure(failure: ToolFailure): boolean {
  return OWN.has(failure)
}

const CODE = /^[a-z_]{1,40}$/
const FAILURE_KEYS: ReadonlySet<string> = new Set([
  'code',
  'retryable',
  'userMessage',
  'cause',
  'retryAfterMs',
  'results',
])

// Assertions on outcomes, as an object for `expect.extend`. Works by shape, so that nothing here needs vitest.

import type { Failure, Outcome, Status } from '../tool/outcome.js'

/** What a matcher says. */
export interface Verdict {
  readonly pass: boolean
  readonly message: () => string
}

/** The matchers as types: for `declare module 'vitest'`, see docs/testing.md. */
export interface OutcomeMatchers<R = unknown> {
  /** The call gave a value. */
  toBeOk(): R
  /** The call found nothing. */
  toBeEmpty(): R
  /** The call failed: status `error`, with this code where one is given. */
  toFailWith(code?: string): R
  /** The call may not run: status `denied`, with this code where one is given. */
  toBeDenied(code?: string): R
  /** The call waits for a person. */
  toBeHeld(): R
  /** The model reads this. */
  toShowModel(what: string | RegExp): R
  /** The model reads nothing of this, as it stands or escaped in a quotation. */
  toHideFromModel(what: string | RegExp): R
}

/**
 * The matchers, for `expect.extend`.
 *
 * @example
 * expect.extend(outcomeMatchers)
 * expect(outcome).toFailWith('rate_limited')
 */
export const outcomeMatchers = {
  toBeOk: (received: unknown) => ended(received, 'ok'),
  toBeEmpty: (received: unknown) => ended(received, 'empty'),
  toFailWith: (received: unknown, code?: string) => ended(received, 'error', code),
  toBeDenied: (received: unknown, code?: string) => ended(received, 'denied', code),
  toBeHeld: (received: unknown) => ended(received, 'held'),
  toShowModel: (received: unknown, what: string | RegExp) => {
    const { model } = outcomeOf(received)
    return verdict(shows(model, what), 'to show the model', what, model)
  },
  toHideFromModel: (received: unknown, what: string | RegExp) => {
    const { model } = outcomeOf(received)
    const forms = typeof what === 'string' ? [what, JSON.stringify(what).slice(1, -1)] : [what]
    return verdict(!forms.some((form) => shows(model, form)), 'to hide from the model', what, model)
  },
} satisfies Record<keyof OutcomeMatchers, (received: unknown, ...expected: never[]) => Verdict>

function ended(received: unknown, status: Status, code?: string): Verdict {
  const outcome = outcomeOf(received)
  const error: Failure | undefined = 'error' in outcome ? outcome.error : undefined
  const wanted = code === undefined ? status : `${status} (${code})`
  const came = error ? `${outcome.status} (${error.code}): ${error.userMessage}` : outcome.status
  return {
    pass: outcome.status === status && (code === undefined || error?.code === code),
    message: () =>
      `The outcome of ${outcome.tool}: wanted ${wanted}, got ${came}\n\nThe model reads:\n${outcome.model}`,
  }
}

function verdict(pass: boolean, wanted: string, what: string | RegExp, model: string): Verdict {
  const sought = typeof what === 'string' ? JSON.stringify(what) : String(what)
  return {
    pass,
    message: () =>
      `The outcome ${pass ? 'was not expected' : 'was expected'} ${wanted} ${sought}.\n\nThe model reads:\n${model}`,
  }
}

function shows(model: string, what: string | RegExp): boolean {
  return typeof what === 'string' ? model.includes(what) : model.search(what) >= 0
}

/** A test that awaits too little must not pass. */
function outcomeOf(received: unknown): Outcome {
  const outcome = received as Partial<Outcome> | null | undefined
  if (typeof outcome?.status === 'string' && typeof outcome.model === 'string') return outcome as Outcome
  const came = received instanceof Promise ? 'a promise: await it' : 'none'
  throw new TypeError(`This matcher takes an outcome of a call, and got ${came}.`)
}

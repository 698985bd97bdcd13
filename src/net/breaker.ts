// One circuit breaker an upstream: after some failures in a row it is left alone for a while, so that calls
// fail at once instead of each waiting for its deadline. State of the gate, shared by its sessions.

import type { CircuitBreakerPolicy } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { cockatiel } from '../base/late.js'
import { ToolFailure } from '../tool/results.js'

const FAILURES_IN_A_ROW = 5
const FIRST_BREAK_MS = 1_000
const LONGEST_BREAK_MS = 30_000
/** An upstream may be named by a model, so what is kept of them is bounded. */
const MOST_UPSTREAMS = 1_000

interface Circuit {
  readonly policy: CircuitBreakerPolicy
  /** Milliseconds since the epoch; of the last break. */
  readonly tryAgainAt: () => number
}

type Tried<T> = { readonly down: boolean } & ({ readonly value: T } | { readonly error: unknown })

/** The circuit breakers of a gate, by name of the upstream: an origin, an MCP server. */
export class Breakers {
  readonly #circuits = new LRUCache<string, Circuit>({ max: MOST_UPSTREAMS })

  /**
   * Runs the work, unless the upstream is being left alone. Thrown `upstream_unavailable` and time-outs count
   * as down, and results of which `down` says so. Judge by reachability alone: a 500 is often the answer to
   * one odd request, and by sending it again and again one caller could shut the upstream to all others.
   *
   * @throws ToolFailure `upstream_unavailable` with `retryAfterMs` while it is left alone; else what the work throws.
   */
  async run<T>(upstream: string, work: () => Promise<T>, down?: (value: T) => boolean): Promise<T> {
    const circuit = this.#circuitOf(upstream)
    const tried = await through(circuit, () => tryOnce(work, down))
    if ('error' in tried) throw tried.error
    return tried.value
  }

  #circuitOf(upstream: string): Circuit {
    const known = this.#circuits.get(upstream)
    if (known) return known
    const made = closedCircuit()
    this.#circuits.set(upstream, made)
    return made
  }
}

/** Time comes from `Date.now`, since the library reads it there. */
function closedCircuit(): Circuit {
  const { circuitBreaker, ConsecutiveBreaker, DelegateBackoff, handleWhenResult } = cockatiel()
  let tryAgainAt = 0
  const policy = circuitBreaker(
    handleWhenResult((tried) => (tried as Tried<unknown>).down),
    {
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
      halfOpenAfter: new DelegateBackoff(({ attempt }) => {
        const breakMs = Math.min(LONGEST_BREAK_MS, FIRST_BREAK_MS * 2 ** (attempt - 1))
        tryAgainAt = Date.now() + breakMs
        return breakMs
      }),
    },
  )
  return { policy, tryAgainAt: () => tryAgainAt }
}

async function through<T>(
  { policy, tryAgainAt }: Circuit,
  attempt: () => Promise<Tried<T>>,
): Promise<Tried<T>> {
  try {
    return await policy.execute(attempt)
  } catch (error) {
    if (!(error instanceof cockatiel().BrokenCircuitError)) throw error
    throw new LeftAlone({
      code: 'upstream_unavailable',
      retryable: true,
      userMessage: 'The service has failed several times in a row and is left alone for a while.',
      retryAfterMs: Math.max(1, tryAgainAt() - Date.now()),
      cause: error,
    })
  }
}

/** The breaker's own failure: not tried again within the call, or calls would wait where they should fail at once. */
export class LeftAlone extends ToolFailure {
  readonly leftAlone = true
}

/** Never rejects, so that the one error that comes through the policy is its own. */
async function tryOnce<T>(work: () => Promise<T>, down?: (value: T) => boolean): Promise<Tried<T>> {
  try {
    const value = await work()
    return { value, down: down?.(value) ?? false }
  } catch (error) {
    return { error, down: isDown(error) }
  }
}

function isDown(error: unknown): boolean {
  if (error instanceof ToolFailure) return error.code === 'upstream_unavailable' || error.code === 'timeout'
  return error instanceof DOMException && error.name === 'TimeoutError'
}

// Stage 6, repeat: a call that needs no run of its own, because an equal one is under way, is kept, or was done before
// under the same idempotency key. That is 24 hours, for tenant, user and tool; a claim keeps two processes from acting
// at once.

import { createHash } from 'node:crypto'
import type { Abort } from '../base/abort.js'
import { withDeadline } from '../base/deadline.js'
import { freezeParts } from '../base/freeze.js'
import { notPromised } from '../base/pure.js'
import { OutcomeCache } from '../session/cache.js'
import { type Shaped, type Stop, stop } from '../session/ended.js'
import { hasSideEffect } from '../tool/effects.js'
import type { OutcomeData, Replayed } from '../tool/outcome.js'
import { outcomeOf } from '../tool/printed.js'
import { fits } from '../view/budget.js'
import { type Allowed, isStop, type Opened } from './crossing.js'
import { givenAs } from './handle-arguments.js'
import { aborted, internalFault } from './stops.js'

const SPACE = 'idempotency'
const KEEP_MS = 24 * 60 * 60_000
/** What a claim outlives the latest deadline by: the output's check, and the writing of the outcome. */
const CLAIM_MARGIN_MS = 10_000

/** Performs a call, or gives what an equal one gave. */
export function repeat(
  crossing: Allowed,
  perform: (signal: Abort, idempotencyKey?: string) => Promise<Shaped>,
): Promise<Shaped | Stop> {
  const { tool, signal } = crossing
  if (tool.idempotencyKey) {
    // The claim is taken in the slot, or it could run out while the call waits for one.
    return inSlot(crossing, () => keyed(crossing, (key) => perform(signal, key)))
  }
  // A stranger's word that its tool only reads is no ground to answer one call with the outcome of another.
  // What a native value holds may change between two calls.
  const holdsNatives = crossing.native && crossing.opened !== undefined
  if (hasSideEffect(tool.effect) || tool.upstream || holdsNatives) return perform(signal)
  return shared(crossing, perform)
}

/** A read: kept by the session, or under way in it. */
async function shared(
  crossing: Allowed,
  perform: (signal: Abort) => Promise<Shaped>,
): Promise<Shaped | Stop> {
  const { tool, state, core, signal } = crossing
  // Made before the run, which may change its input.
  const given = givenAs(crossing)
  const { rights } = crossing.asked
  const key = tool.cache && OutcomeCache.key(tool, rights, given)
  const kept = key && state.cache.get(key, core.clock())
  if (kept && isOpen(kept)) {
    if (kept.rest) state.keptResults.touch(kept.rest.card.handle)
    return replayed(crossing, kept, 'cache')
  }
  const joined = state.flights.find(tool, rights, given)
  const flight = joined ?? state.flights.start(tool, rights, given, perform)
  const shaped = await flight.join(signal)
  if (shaped === 'aborted') return aborted(tool)
  if (joined) return replayed(crossing, shaped, 'flight')
  // Stryker disable next-line LogicalOperator: there is a key exactly where there is a cache.
  if (key && tool.cache && isOpen(shaped)) state.cache.put(key, shaped, core.clock() + tool.cache.ttlMs)
  return shaped
}

/**
 * The whole result of an outcome may be let go of or revoked: then the tool is asked again. In a store that others
 * write to, nobody knows at once.
 */
function isOpen({ rest }: Shaped): boolean {
  return rest === undefined || rest.isHeld()
}

/** An outcome that serves a second call, under its id. Shared data is frozen, so that no reader changes another's. */
function replayed(
  { callId, core, arrivedAt }: Allowed,
  { outcome, size }: Pick<Shaped, 'size'> & { readonly outcome: OutcomeData },
  how: Replayed,
): Shaped {
  const shared = { ...freezeParts(outcome), callId, durationMs: core.clock() - arrivedAt, replayed: how }
  return { outcome: outcomeOf(shared), size }
}

/** Waits for one of the places that a tool has at once, where it declares so. */
async function inSlot(
  { core, tool, signal }: Allowed,
  go: () => Promise<Shaped | Stop>,
): Promise<Shaped | Stop> {
  const slots = core.slots.get(tool.declaration)
  if (!slots) return go()
  try {
    return await slots.enter(go, signal)
  } catch (error) {
    if (signal.aborted) return aborted(tool)
    throw error
  }
}

/** Acts once for a key, or gives the outcome of the first time and says so. */
async function keyed(crossing: Allowed, act: (key: string) => Promise<Shaped>): Promise<Shaped | Stop> {
  const { tool, core } = crossing
  const at = keyOf(crossing)
  if (isStop(at)) return at
  const expiresAt = Math.ceil(core.clock()) + tool.limits.longestMs + CLAIM_MARGIN_MS
  const claimed = await fromStore(
    crossing,
    () => core.store.compareAndSet({ ...at, version: 1, value: '', expiresAt }, 0),
    crossing.signal,
  )
  if (isStop(claimed)) return claimed
  if (!claimed.value) return first(crossing, at)
  const shaped = await act(at.key)
  // The act is over either way, so its outcome is told. A claim that could not be replaced ends by itself.
  const release = () => fromStore(crossing, () => core.store.deleteMany([at]))
  if (wasDone(shaped)) {
    const record = { ...at, version: 2, value: JSON.stringify(shaped.outcome.record()) }
    const expiresAt = Math.ceil(core.clock()) + KEEP_MS
    await fromStore(crossing, () => core.store.putMany([{ ...record, expiresAt }]))
  } else if (shaped.late) {
    // Its code still runs, so it may be done yet: nobody else acts until that is over, or the claim runs out.
    void shaped.late.then(release)
  } else await release()
  return shaped
}

/** An act whose result could not be shown was done all the same. */
function wasDone({ outcome, ran }: Shaped): boolean {
  return outcome.status === 'ok' || outcome.status === 'empty' || ran === true
}

/** Where the outcome under a key stands in the store. */
interface KeyAt {
  readonly space: string
  readonly scope: string
  readonly key: string
}

function keyOf(crossing: Allowed): KeyAt | Stop {
  const { tool, principal, input } = crossing
  const { tenant, user, conversation } = principal
  // Nobody in particular is a stranger to every other nobody.
  const who = user === undefined ? { conversation } : { user }
  const scope = JSON.stringify([tenant, who, tool.name])
  try {
    // Stryker disable next-line OptionalChaining: a tool without one never comes here.
    const named = notPromised(tool.idempotencyKey?.(input), 'idempotencyKey')
    if (typeof named !== 'string' || named === '') throw new TypeError('idempotencyKey(input) gave no text')
    // Hashed with its scope, since an upstream may know the keys of several of our tenants.
    const key = createHash('sha256')
      .update(JSON.stringify([scope, named]))
      .digest('hex')
    return { space: SPACE, scope, key }
  } catch (error) {
    return internalFault(crossing, error, 'idempotencyKey failed')
  }
}

/** What the first act under a key gave. */
async function first(crossing: Allowed, at: KeyAt): Promise<Shaped | Stop> {
  const { tool, core, signal } = crossing
  const found = await fromStore(crossing, () => core.store.getMany([at]), signal)
  if (isStop(found)) return found
  const value = found.value[0]?.value
  if (!value) return underWay()
  const outcome = JSON.parse(value) as OutcomeData
  const said = `Done before; this is the outcome of that time.\n${outcome.model}`
  const model = fits(said, tool.limits.modelTokens, core.countTokens) ? said : outcome.model
  return replayed(crossing, { outcome: { ...outcome, model }, size: value.length }, 'key')
}

/** Asks the store, for as long as the call may take, or until it is aborted. Without an answer nothing runs. */
async function fromStore<T>(
  crossing: Opened,
  ask: () => Promise<T>,
  signal?: Abort,
): Promise<{ readonly value: T } | Stop> {
  const { tool } = crossing
  const ended = await withDeadline(ask, { timeoutMs: tool.limits.timeoutMs, signal })
  if (ended.kind === 'value') return { value: ended.value }
  if (ended.kind === 'aborted') return aborted()
  const error = ended.kind === 'threw' ? ended.error : new Error('the store did not answer in time')
  return internalFault(crossing, error, 'the store failed')
}

function underWay(): Stop {
  return stop({
    status: 'error',
    code: 'conflict',
    category: 'policy',
    retryable: true,
    userMessage: 'The same act is under way already.',
    forModel: 'The same act is under way already. Wait for it; do not start another.',
  })
}

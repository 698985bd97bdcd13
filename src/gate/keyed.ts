// Idempotency keys: an act that was done is not done again. The first good outcome stays 24 hours in the
// store, for tenant, user and tool; a claim beside it keeps two processes from acting at once.

import { createHash } from 'node:crypto'
import type { Abort } from '../base/abort.js'
import { withDeadline } from '../base/deadline.js'
import { notPromised } from '../base/pure.js'
import { type Shaped, type Stop, stop } from '../session/ended.js'
import type { Outcome } from '../tool/outcome.js'
import { fits } from '../view/budget.js'
import type { Judged, Opened } from './crossing.js'
import { replay } from './replay.js'
import { shape } from './shape.js'
import { aborted, internalFault } from './stops.js'

const SPACE = 'idempotency'
const KEEP_MS = 24 * 60 * 60_000
/** What a claim outlives the deadline by: the output's check, and the writing of the outcome. */
const CLAIM_MARGIN_MS = 10_000

/** Runs an act once for its key, or gives the outcome of the first time and says so. */
export async function keyed(crossing: Judged, act: (key: string) => Promise<Shaped>): Promise<Shaped> {
  const { tool, core } = crossing
  let at: At
  try {
    at = placeOf(crossing)
  } catch (error) {
    return shape(crossing, internalFault(crossing, error, 'idempotencyKey failed'))
  }
  const expiresAt = Math.ceil(core.clock()) + tool.limits.timeoutMs + CLAIM_MARGIN_MS
  const claimed = await asked(
    crossing,
    () => core.store.compareAndSet({ ...at, version: 1, value: '', expiresAt }, 0),
    crossing.signal,
  )
  if ('stop' in claimed) return shape(crossing, claimed.stop)
  if (!claimed.value) return repeat(crossing, at)
  const shaped = await act(at.key)
  // The act is over either way, so its outcome is told. A claim that could not be replaced ends by itself.
  const release = () => asked(crossing, () => core.store.deleteMany([at]))
  if (wasDone(shaped)) {
    const record = { ...at, version: 2, value: JSON.stringify(shaped.outcome) }
    const expiresAt = Math.ceil(core.clock()) + KEEP_MS
    await asked(crossing, () => core.store.putMany([{ ...record, expiresAt }]))
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

interface At {
  readonly space: string
  readonly scope: string
  readonly key: string
}

function placeOf({ tool, principal, input }: Opened): At {
  const { tenant, user, conversation } = principal
  // Nobody in particular is a stranger to every other nobody.
  const who = user === undefined ? { conversation } : { user }
  const scope = JSON.stringify([tenant, who, tool.name])
  const named = notPromised(tool.idempotencyKey?.(input), 'idempotencyKey')
  if (typeof named !== 'string' || named === '') throw new TypeError('idempotencyKey(input) gave no text')
  // Hashed with its scope, since an upstream may know the keys of several of our tenants.
  const key = createHash('sha256')
    .update(JSON.stringify([scope, named]))
    .digest('hex')
  return { space: SPACE, scope, key }
}

async function repeat(crossing: Judged, at: At): Promise<Shaped> {
  const found = await asked(crossing, () => crossing.core.store.getMany([at]), crossing.signal)
  if ('stop' in found) return shape(crossing, found.stop)
  const [record] = found.value
  return record?.value ? replayStored(crossing, record.value) : shape(crossing, underWay())
}

function replayStored(crossing: Judged, value: string): Shaped {
  const first = JSON.parse(value) as Outcome
  const said = `Done before; this is the outcome of that time.\n${first.model}`
  const { tool, core } = crossing
  const model = fits(said, tool.limits.modelTokens, core.countTokens) ? said : first.model
  return replay({ outcome: { ...first, model }, size: value.length }, 'key', crossing)
}

/** Asks the store, for as long as the call may take, or until it is aborted. Without an answer nothing runs. */
async function asked<T>(
  crossing: Opened,
  ask: () => Promise<T>,
  signal?: Abort,
): Promise<{ readonly value: T } | { readonly stop: Stop }> {
  const { tool } = crossing
  const ended = await withDeadline(ask, { timeoutMs: tool.limits.timeoutMs, signal })
  if (ended.kind === 'value') return { value: ended.value }
  if (ended.kind === 'aborted') return { stop: aborted() }
  const error = ended.kind === 'threw' ? ended.error : new Error('the store did not answer in time')
  return { stop: internalFault(crossing, error, 'the store failed') }
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

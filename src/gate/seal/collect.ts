// The sealing of one result, part of stage 7, in three steps that go one after the other: its handles are collected
// while the walk goes on, written all at once, and only then shown. What is not written leaves no trace.

import type { Abort } from '../../base/abort.js'
import { HandleError, handleError } from '../../handles/errors.js'
import type { ShownHandles } from '../../handles/seal/cards.js'
import { markEntities, type Taking, takeEntities } from '../../handles/seal/entities.js'
import { labelHandles, type OriginAt, origins, writeBack } from '../../handles/seal/labels.js'
import {
  collectionOf,
  type HandlePlace,
  placesOf,
  rowsIn,
  withBareCardsIn,
  withCardsIn,
  withEntitiesIn,
} from '../../handles/seal/places.js'
import { type Serialised, serialise } from '../../handles/seal/serialise.js'
import type { Sealing } from '../../handles/vault/sealing.js'
import type { Json } from '../../json/json.js'
import type { Fault } from '../../json/schema/fault.js'
import type { WholeHandle } from '../../session/ended.js'
import { whenDoneLate } from '../../stores/deadlined.js'
import type { Card } from '../../tool/outcome.js'
import type { Tool } from '../../tool/tool.js'
import type { Judged } from '../crossing.js'
import { NO_WHOLE, type WholeResult, wholeResult } from './whole-result.js'

/** First step: what is in a result. Its views are made of this. */
export interface Collected extends ShownHandles {
  /** The result as it leaves. */
  readonly sealed: Serialised
  /** The same with cards in the place of handles, as a tool's own views read it. */
  carded(): Json
  /** The handle of the whole result, for a view that leaves something out: the same one for both views. */
  rest(): string | undefined
  /** The same result without the handle of the whole: there was no room for it. Undefined: it has none. */
  withoutRest(): Collected | undefined
  /**
   * Writes all of it at once; at once done where there is nothing to write.
   *
   * @throws HandleError with nothing written. What is written late, or for nobody, is taken back.
   */
  commit(signal: Abort): Committed | Promise<Committed | 'aborted'>
}

/** Second step: all of it is written. */
export interface Committed {
  /** Says what an outcome may show, and keeps the whole result as one of the newest. */
  show(): Shown
}

/** Third step: what a caller gets. */
export interface Shown {
  /** The handles of the outcome, the one of the whole result last. */
  readonly cards: readonly Card[]
  /** The value of the outcome: as it was sealed, or with entities for a session without handles. */
  readonly value: unknown
  /** The whole result, if a view was cut. */
  readonly rest: WholeHandle | undefined
}

/** Wraps the entities of a result, so that the library's own `output` takes them. */
export function mark({ tool, core }: Judged, value: unknown): unknown {
  return tool.outputSchema ? markEntities(value, tool.outputSchema, core.handles.kinds) : value
}

/**
 * Collects what is in a result.
 *
 * @param isPlain It was read out of a handle, and is shown as it is: a kind that knows its values by their form would
 * hide them again.
 * @param failed It is the part that a failed run gave: what that did to a value behind a handle is not kept.
 * @throws HandleError for an entity that can't be kept; Unserialisable for what has no JSON form.
 */
export function collect(
  crossing: Judged,
  result: unknown,
  { isPlain, failed }: { readonly isPlain: boolean; readonly failed: boolean },
): Collected | { readonly faults: readonly Fault[] } {
  const { tool, core, viewer, state, opened, native } = crossing
  let sealing: Sealing | undefined
  const open = () => {
    sealing ??= core.handles.vault.sealing(viewer)
    return sealing
  }
  const from = { flow: tool.flow, decision: state.flow.tracks ? crossing.decision : undefined, opened }
  if (tool.updates !== undefined && !native && !failed) writeBack(result, open, from)
  const { kinds, pick } = core.handles
  // Without kinds nothing is taken.
  const taking = pick && takeEntities({ kinds, pick, viewer, sealing: open })
  const sealed = declaredOnly(tool, serialise(result, isPlain ? undefined : taking?.take))
  if ('faults' in sealed) return sealed
  let origin: OriginAt | undefined
  const originAt: OriginAt = (place, part) => {
    origin ??= origins(from)
    return origin(place, part)
  }
  const places =
    taking && sealing && sealing.cards.length > 0 ? settled(sealed, sealing, taking, originAt) : NO_PLACES
  if (native) return asEntities(sealed, places, taking?.entities ?? NO_ENTITIES)
  return asHandles({ crossing, sealed, places, open, sealing: () => sealing, shown: new Set() }, originAt)
}

const NO_PLACES: readonly HandlePlace[] = Object.freeze([])
const NO_ROWS: ReadonlyMap<string, readonly Card[]> = new Map()
const NO_ENTITIES: ReadonlyMap<string, unknown> = new Map()
const NO_CARDS: readonly Card[] = Object.freeze([])

/** After the walk: which handles left, and where each of their values comes from. */
function settled(
  { value }: Serialised,
  sealing: Sealing,
  { entities, cardOf }: Taking,
  originAt: OriginAt,
): readonly HandlePlace[] {
  const places = placesOf(value, entities, cardOf)
  sealing.retain(new Set(places.map(({ card }) => collectionOf(card.handle))))
  labelHandles(sealing, places, originAt)
  return places
}

/** What leaves is what the schema declares: libraries keep further keys, and a foreign schema has no library. */
function declaredOnly(tool: Tool, sealed: Serialised): Serialised | { readonly faults: readonly Fault[] } {
  const { output } = tool.schema
  if (!output) return sealed
  const { removed, faults } = output.strip(sealed.value)
  if (faults.length > 0) return { faults }
  return removed === 0 ? sealed : serialise(sealed.value)
}

/** For a session without handles: it gets the entities, no token, and nothing is written. */
function asEntities(
  sealed: Serialised,
  places: readonly HandlePlace[],
  entities: Taking['entities'],
): Collected {
  const { value } = sealed
  const show = () => ({ cards: NO_CARDS, value: withEntitiesIn(value, places, entities), rest: undefined })
  return {
    sealed,
    ofEntities: NO_CARDS,
    rows: rowsIn(places),
    carded: () => withBareCardsIn(value, places),
    rest: () => undefined,
    withoutRest: () => undefined,
    commit: () => ({ show }),
  }
}

/** A result whose handles wait to be written. */
interface Waiting {
  readonly crossing: Judged
  readonly sealed: Serialised
  readonly places: readonly HandlePlace[]
  open(): Sealing
  /** Undefined: there is nothing to write. */
  sealing(): Sealing | undefined
  /** The handles that the caller has seen in the end. */
  readonly shown: Set<string>
}

function asHandles(waiting: Waiting, originAt: OriginAt | undefined): Collected {
  const { crossing, sealed, places, open, sealing } = waiting
  const whole = originAt ? wholeResult(crossing, sealed, open, originAt) : NO_WHOLE
  const ofEntities = sealing()?.cards ?? NO_CARDS
  return {
    sealed,
    ofEntities,
    rows: places.length > 0 ? rowsIn(places) : NO_ROWS,
    carded: () => withCardsIn(sealed.value, places),
    rest: whole.handle,
    withoutRest() {
      const card = whole.card()
      if (!card) return undefined
      sealing()?.discard(card.handle)
      return asHandles(waiting, undefined)
    },
    commit: (signal) => commit(waiting, whole, ofEntities, signal),
  }
}

function commit(
  waiting: Waiting,
  whole: WholeResult,
  ofEntities: readonly Card[],
  signal: Abort,
): Committed | Promise<Committed | 'aborted'> {
  const { sealed, shown } = waiting
  const show = (): Shown => {
    const card = whole.card()
    const cards = card ? [...ofEntities, card] : ofEntities
    for (const { handle } of cards) shown.add(handle)
    return { cards, value: sealed.value, rest: whole.shown() }
  }
  const sealing = waiting.sealing()
  return sealing ? write(waiting, sealing, signal, { show }) : { show }
}

async function write(
  { crossing, shown }: Waiting,
  sealing: Sealing,
  signal: Abort,
  written: Committed,
): Promise<Committed | 'aborted'> {
  const { core, viewer, tool } = crossing
  if (signal.aborted) return 'aborted'
  const made = sealing.pending.created.map(({ token }) => token)
  /** Where the store fails, it stays until it expires. */
  const takeBack = () =>
    Promise.allSettled(
      made.filter((each) => !shown.has(each)).map((each) => core.handles.vault.release(each, viewer)),
    )
  try {
    await core.handles.vault.commit(sealing)
  } catch (error) {
    const fault = asHandleError(error)
    // It may be written yet, when the call has ended without it.
    whenDoneLate(fault, takeBack)
    throw fault
  }
  // What a tool wrote back stays written; new handles that nobody will see do not.
  if (!signal.aborted || tool.updates !== undefined) return written
  void takeBack()
  return 'aborted'
}

function asHandleError(cause: unknown): HandleError {
  if (cause instanceof HandleError) return cause
  return handleError('handle_store_unavailable', 'What the result holds could not be kept.', { cause })
}

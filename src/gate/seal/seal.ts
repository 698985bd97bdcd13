// The sealing of one result, part of stage 7: entities become handles while the walk goes on, a view that leaves
// something out gets a handle of the whole, and all of them are written at once before anything is shown.

import {
  asRow,
  type GivenIn,
  givenIn,
  joinParts,
  type PartOrigin,
  partOrigin,
} from '../../flow/evidence/part.js'
import { HandleError, handleError } from '../../handles/errors.js'
import type { Kind } from '../../handles/kinds/kind.js'
import { claims, takes } from '../../handles/kinds/natives.js'
import { type Origin, Sealable, unsealed } from '../../handles/kinds/passage.js'
import { placesOut, replaceAt } from '../../handles/kinds/positions.js'
import { pickForAll } from '../../handles/kinds/transform.js'
import { collectionOf, Standing } from '../../handles/seal/places.js'
import type { Serialised, Take } from '../../handles/seal/serialise.js'
import type { Sealing } from '../../handles/vault/sealing.js'
import type { Json } from '../../json/json.js'
import type { JsonPath } from '../../json/plain-json.js'
import { valueAt } from '../../json/pointer.js'
import type { Card } from '../../tool/outcome.js'
import type { Judged } from '../crossing.js'
import { heldValues, newIn, storedOf } from './held-values.js'
import { Rest } from './rest.js'

/** One token is about 29 tokens of a model, so a longer list of entities is one handle, whose rows have numbers. */
const MOST_SINGLE = 10

/** The sealing of one result. Dropped without {@link Seal.commit} it leaves no trace. */
export class Seal {
  #sealing: Sealing | undefined
  readonly #rest: Rest
  readonly #standing = new Standing((handle, entity) => this.#cardOf(handle, entity))
  #shown: ReadonlySet<string> | undefined
  #given: { readonly in: GivenIn | undefined } | undefined

  constructor(private readonly crossing: Judged) {
    this.#rest = new Rest(crossing)
  }

  /** Wraps what stands at positions that `output` declares, so that the library's own schema takes it. */
  mark(value: unknown): unknown {
    const { tool, core } = this.crossing
    if (!tool.outputSchema) return value
    const marked: { path: JsonPath; value: unknown }[] = []
    for (const { path, value: entity, kinds, sole } of placesOut(tool.outputSchema, value)) {
      // What is taken already is walked next: only the last one can stand above this one.
      if (marked.at(-1)?.path.every((step, i) => path[i] === step)) continue
      const known = kinds.flatMap((name) => core.handles.kinds.get(name) ?? [])
      const kind = sole && known.length === 1 ? known[0] : known.find((each) => claims(each, entity))
      if (kind) marked.push({ path, value: new Sealable(kind, entity) })
    }
    return marked.length > 0 ? replaceAt(value, marked) : value
  }

  /** Writes back what a tool with `updates` did to the value that it was given, or gave in its place. */
  writeBack(result: unknown): void {
    const { tool, opened, native } = this.crossing
    if (tool.updates === undefined || native) return
    for (const { path, value } of opened ?? []) {
      if (value.origin?.action !== 'write') continue
      const given = unsealed(valueAt(result, path))
      const isNext = given !== undefined && takes(value.kind as Kind, given)
      const relabelled = (json: string | undefined) => this.#relabelled(value.origin!, path, json)
      this.#open().update(value, isNext ? given : value.value, relabelled)
    }
  }

  /**
   * A value that was written back is as good as it was, or as what the tool may have written into it: its own words,
   * the arguments, what stands behind other handles of the call, and what it moved within the record.
   */
  #relabelled(origin: Origin, path: JsonPath, json: string | undefined): PartOrigin {
    const { id, label, labels, row } = origin
    const { tool } = this.crossing
    const place = path.map(String)
    const others = () => givenIn(this.#decision, () => heldValues(this.crossing, id))
    const all = () => givenIn(this.#decision, () => heldValues(this.crossing))
    const before = storedOf(origin)
    const changed = () => {
      const after = parsed(json)()
      return after === undefined || before === undefined ? undefined : newIn(before, after)
    }
    const written = joinParts(
      partOrigin(tool.flow, this.#decision, place, parsed(json), others),
      partOrigin(tool.flow, this.#decision, place, changed, all),
    )
    const asBefore = { origin: label ?? written.origin, labels: label ? (labels ?? {}) : written.labels }
    return joinParts(asBefore, row === undefined ? written : asRow(written))
  }

  /** What the walk asks; undefined when no kind of the gate takes anything. */
  get take(): Take | undefined {
    const { pick } = this.crossing.core.handles
    if (!pick) return undefined
    return (value) => {
      try {
        return Array.isArray(value) ? this.#takeList(value) : this.#takeOne(value)
      } catch (error) {
        if (error instanceof HandleError) throw error
        // The author's own `is`, at a value that it did not expect.
        const cause = { cause: error }
        throw handleError('handle_codec_failed', 'A value of this result could not be read.', cause)
      }
    }
  }

  /** After the walk: which handles left, and where each of their values comes from. */
  settle({ value }: Serialised): void {
    const sealing = this.#sealing
    if (!sealing || sealing.cards.length === 0) return
    const standing = this.#standing.find(value)
    sealing.retain(new Set(standing.map(({ card }) => collectionOf(card.handle))))
    const origins = new Map<string, PartOrigin>()
    for (const { path, card } of standing) {
      const handle = collectionOf(card.handle)
      const isRow = handle !== card.handle
      if (isRow && !card.handle.endsWith('.0')) continue
      const place = (isRow ? path.slice(0, -1) : path).map(String)
      const here = this.#originAt(place, parsed(sealing.created(handle)?.json))
      const elsewhere = origins.get(handle)
      const origin = elsewhere ? joinParts(elsewhere, here) : here
      origins.set(handle, origin)
      sealing.label(handle, origin)
    }
  }

  /** The handle of the whole result, for a view that leaves something out; the same one for both views. */
  rest(sealed: Serialised): string | undefined {
    return this.#rest.handle(
      sealed,
      () => this.#open(),
      (whole) => this.#originAt([], () => whole),
    )
  }

  /** The handles of this outcome, the one of the whole result last. */
  get cards(): readonly Card[] {
    const { card } = this.#rest
    return card ? [...this.ofEntities, card] : this.ofEntities
  }

  /** The handles that stand in the place of entities. */
  get ofEntities(): readonly Card[] {
    if (this.crossing.native || !this.#sealing) return NO_CARDS
    const rest = this.#rest.card?.handle
    return this.#sealing.cards.filter(({ handle }) => handle !== rest)
  }

  /** The result with cards in the place of handles, as a tool's own views read it. */
  carded(value: Json): Json {
    return this.#standing.carded(value, this.crossing.native)
  }

  /** The value of the outcome: as it was sealed, or with native values for a session without handles. */
  delivered(value: Json): unknown {
    return this.crossing.native ? this.#standing.native(value) : value
  }

  /** Rows of a collection as they stand in a sealed value. */
  get rows(): ReadonlyMap<string, readonly Card[]> {
    return this.#standing.rows
  }

  /** Whether there is nothing to write. */
  get isEmpty(): boolean {
    return this.crossing.native || !this.#sealing
  }

  /** Gives up the handle of the whole result: there was no room for it. Says whether there was one. */
  dropRest(): boolean {
    if (!this.#sealing) return false
    const rest = this.#rest.giveUp()
    if (rest === undefined) return false
    this.#sealing.discard(rest)
    return true
  }

  /** Writes all of it at once, or fails with a HandleError and nothing written. Says which handles are new. */
  commit(): { readonly made: readonly string[]; readonly done: Promise<void> } {
    const sealing = this.#open()
    return {
      made: sealing.pending.created.map(({ token }) => token),
      done: this.crossing.core.handles.vault.commit(sealing),
    }
  }

  /** The handle of the whole result, if a view was cut. */
  get whole(): string | undefined {
    return this.#rest.card?.handle
  }

  /** The outcome is delivered with its handles. */
  shown(): void {
    this.#shown = this.isEmpty ? undefined : new Set(this.cards.map(({ handle }) => handle))
    this.#rest.shown()
  }

  /** Takes back what was written and was not shown. Where the store fails, it stays until it expires. */
  async undo(made: readonly string[]): Promise<void> {
    const { core, viewer } = this.crossing
    const unseen = made.filter((handle) => !this.#shown?.has(handle))
    await Promise.allSettled(unseen.map((handle) => core.handles.vault.release(handle, viewer)))
  }

  get #decision(): Judged['decision'] | undefined {
    const { state, decision } = this.crossing
    return state.flow.tracks ? decision : undefined
  }

  /** What went into the call is taken apart once, however many handles its result makes. */
  #originAt(place: readonly string[], part: () => Json | undefined): PartOrigin {
    const given = () => {
      this.#given ??= { in: givenIn(this.#decision, () => heldValues(this.crossing)) }
      return this.#given.in
    }
    return partOrigin(this.crossing.tool.flow, this.#decision, place, part, given)
  }

  #open(): Sealing {
    this.#sealing ??= this.crossing.core.handles.vault.sealing(this.crossing.viewer)
    return this.#sealing
  }

  #takeOne(value: object): Json | undefined {
    const transform = this.crossing.core.handles.pick!(value)
    if (!transform) return undefined
    const out = transform.out(value, this.#open())
    // A name is a text like any other: only a handle is told from what else it may be equal to.
    if (this.#open().cardOf(out as string)) this.#standing.add(out as string, unsealed(value))
    return out
  }

  #takeList(list: readonly unknown[]): Json | undefined {
    const { pick, kinds } = this.crossing.core.handles
    if (list.length <= MOST_SINGLE) return undefined
    const transform = pickForAll(list, pick!)
    const kind = transform && kinds.get(transform.name)
    if (!kind || kind.by === 'name') return undefined
    const values = list.map(unsealed)
    const { handle } = this.#open().sealList(kind, values)
    return values.map((entity, row) => {
      this.#standing.add(`${handle}.${row}`, entity)
      return `${handle}.${row}`
    })
  }

  #cardOf(handle: string, entity: unknown): Card {
    const own = this.#sealing!.cardOf(handle)
    if (own) return own
    const list = this.#sealing!.cardOf(collectionOf(handle))!
    const { core, viewer } = this.crossing
    try {
      return { handle, kind: list.kind, ...core.handles.kinds.get(list.kind)!.card(entity, viewer) }
    } catch {
      return { handle, kind: list.kind, label: list.kind, facts: {} }
    }
  }
}

const NO_CARDS: readonly Card[] = Object.freeze([])

function parsed(json: string | undefined): () => Json | undefined {
  return () => (json === undefined ? undefined : (JSON.parse(json) as Json))
}

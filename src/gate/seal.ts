// The sealing of one result, part of stage 7: entities become handles while the walk goes on, a view that leaves
// something out gets a handle of the whole, and all of them are written at once before anything is shown.

import type { PutIn } from '../flow/echo.js'
import { asRow, joinParts, type PartOrigin, partOrigin } from '../flow/part.js'
import { HandleError, handleError } from '../handles/errors.js'
import type { Kind } from '../handles/kind.js'
import { type Origin, Sealable, unsealed } from '../handles/passage.js'
import { placesOut, replaceAt } from '../handles/positions.js'
import { result as resultKind } from '../handles/result-kind.js'
import type { Sealing } from '../handles/sealing.js'
import { pickForAll } from '../handles/transform.js'
import type { Json, JsonObject } from '../tool/json.js'
import type { Card } from '../tool/outcome.js'
import type { JsonPath } from '../tool/plain-json.js'
import type { Judged } from './crossing.js'
import { heldValues } from './held-values.js'
import { claims, takes } from './natives.js'
import type { RecentResult } from './recent-results.js'
import type { Serialised, Take } from './serialise.js'

/** One token is about 29 tokens of a model, so a longer list of entities is one handle, whose rows have numbers. */
const MOST_SINGLE = 10

/** A handle that stands in a sealed value, and what it stands for. */
interface Standing {
  readonly path: JsonPath
  readonly card: Card
  readonly entity: unknown
}

/** The sealing of one result. Dropped without {@link Seal.commit} it leaves no trace. */
export class Seal {
  #sealing: Sealing | undefined
  #standing: readonly Standing[] = []
  #rest: Card | undefined
  #restSize = 0
  #recent: RecentResult | undefined
  #noRest = false
  readonly #shown = new Set<string>()
  readonly #entities = new Map<string, unknown>()

  constructor(private readonly crossing: Judged) {}

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
      const given = unsealed(at(result, path))
      const isNext = given !== undefined && takes(value.kind as Kind, given)
      const relabelled = (json: string | undefined) => this.#relabelled(value.origin!, path, json)
      this.#open().update(value, isNext ? given : value.value, relabelled)
    }
  }

  /** A value that was written back is as good as it was, or as what the tool may have written into it. */
  #relabelled({ label, labels, row }: Origin, path: JsonPath, json: string | undefined): PartOrigin {
    const { tool } = this.crossing
    const part = () => (json === undefined ? undefined : (JSON.parse(json) as Json))
    const written = partOrigin(tool.flow, this.#decision, path.map(String), part)
    const before = { origin: label ?? written.origin, labels: label ? (labels ?? {}) : written.labels }
    return joinParts(before, row === undefined ? written : asRow(written))
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
    const standing: Standing[] = []
    this.#find(value, [], standing)
    this.#standing = standing
    sealing.retain(new Set(standing.map(({ card }) => collectionOf(card.handle))))
    const { tool } = this.crossing
    const origins = new Map<string, PartOrigin>()
    for (const { path, card } of standing) {
      const handle = collectionOf(card.handle)
      const isRow = handle !== card.handle
      if (isRow && !card.handle.endsWith('.0')) continue
      const place = (isRow ? path.slice(0, -1) : path).map(String)
      const made = sealing.created(handle)
      const part = () => (made?.json === undefined ? undefined : (JSON.parse(made.json) as Json))
      const here = partOrigin(tool.flow, this.#decision, place, part, this.#held)
      const elsewhere = origins.get(handle)
      const origin = elsewhere ? joinParts(elsewhere, here) : here
      origins.set(handle, origin)
      sealing.label(handle, origin)
    }
  }

  /** The handle of the whole result, for a view that leaves something out; the same one for both views. */
  rest({ value, size }: Serialised): string | undefined {
    const { native, tool, state, core } = this.crossing
    if (native || tool.isInspector || this.#noRest || !state.keptResults.canKeep(size)) return undefined
    if (!this.#rest) {
      const whole = tool.restOf ? tool.restOf(value) : value
      if (whole === undefined) return undefined
      const from = () => partOrigin(tool.flow, this.#decision, [], () => whole, this.#held)
      this.#rest = core.handles.keepsRecent
        ? this.#recentRest(whole, size, from)
        : this.#open().seal(resultKind as Kind, whole, { ...from(), isBounded: true })
      this.#restSize = size
    }
    return this.#rest.handle
  }

  /** In memory a whole result stays what it is, and is written nowhere. */
  #recentRest(value: Json, size: number, origin: () => PartOrigin): Card {
    const { core } = this.crossing
    const { id, token } = core.handles.vault.mint(resultKind as Kind)
    const { label } = resultKind.card(value, this.crossing.viewer)
    const expiresAt = Math.ceil(core.clock()) + resultKind.ttlMs
    const until = new Date(expiresAt).toISOString()
    const card = { handle: token, kind: resultKind.name, label, facts: {}, size, expiresAt: until }
    this.#recent = { id, card, value, expiresAt, origin }
    return card
  }

  /** The handles of this outcome, the one of the whole result last. */
  get cards(): readonly Card[] {
    return this.#rest ? [...this.ofEntities, this.#rest] : this.ofEntities
  }

  /** The handles that stand in the place of entities. */
  get ofEntities(): readonly Card[] {
    if (this.crossing.native || !this.#sealing) return NO_CARDS
    const rest = this.#rest?.handle
    return this.#sealing.cards.filter(({ handle }) => handle !== rest)
  }

  /** The result with cards in the place of handles, as a tool's own views read it. */
  carded(value: Json): Json {
    const { native } = this.crossing
    const places = this.#standing.map(({ path, card: { handle, ...shown } }) => ({
      path,
      value: native ? shown : { handle, ...shown },
    }))
    return places.length > 0 ? (replaceAt(value, places) as Json) : value
  }

  /** The value of the outcome: as it was sealed, or with native values for a session without handles. */
  delivered(value: Json): unknown {
    if (!this.crossing.native || this.#standing.length === 0) return value
    return replaceAt(
      value,
      this.#standing.map(({ path, entity }) => ({ path, value: entity })),
    )
  }

  /** Rows of a collection as they stand in a sealed value. */
  get rows(): ReadonlyMap<string, readonly Card[]> {
    const rows = new Map<string, Card[]>()
    for (const { card } of this.#standing) {
      const handle = collectionOf(card.handle)
      if (handle === card.handle) continue
      const list = rows.get(handle) ?? []
      list.push(card)
      rows.set(handle, list)
    }
    return rows
  }

  /** Whether there is nothing to write. */
  get isEmpty(): boolean {
    return this.crossing.native || !this.#sealing
  }

  /** Gives up the handle of the whole result: there was no room for it. Says whether there was one. */
  dropRest(): boolean {
    if (!this.#rest || !this.#sealing) return false
    const rest = this.#rest.handle
    this.#sealing.retain(
      new Set(this.#sealing.cards.map(({ handle }) => handle).filter((each) => each !== rest)),
    )
    this.#rest = undefined
    this.#noRest = true
    return true
  }

  /** Writes all of it at once, or fails with a HandleError and nothing written. Says which handles are new. */
  commit(): { readonly made: readonly string[]; readonly done: Promise<void> } {
    const sealing = this.#open()
    const made = sealing.pending.created.map(({ token }) => token)
    return { made, done: this.crossing.core.handles.vault.commit(sealing) }
  }

  /** The outcome is delivered with its handles. */
  shown(): void {
    for (const { handle } of this.cards) this.#shown.add(handle)
    if (this.#recent) this.crossing.state.recentResults.add(this.#recent, this.#restSize)
    else if (this.#rest) this.#keepRest(this.#rest.handle)
  }

  /** The newest whole results are kept; the oldest is let go. */
  #keepRest(handle: string): void {
    const { core, state, viewer } = this.crossing
    state.keptResults.add(handle, this.#restSize, (oldest) => {
      core.handles.vault
        .release(oldest, viewer)
        .catch((err: unknown) => core.log.debug({ err }, 'an old result was not let go'))
    })
  }

  /** Takes back what was written and was not shown. Where the store fails, it stays until it expires. */
  async undo(made: readonly string[]): Promise<void> {
    const { core, viewer } = this.crossing
    const unseen = made.filter((handle) => !this.#shown.has(handle))
    await Promise.allSettled(unseen.map((handle) => core.handles.vault.release(handle, viewer)))
  }

  readonly #held = (): readonly PutIn[] => heldValues(this.crossing)

  get #decision(): Judged['decision'] | undefined {
    const { state, decision } = this.crossing
    return state.flow.tracks ? decision : undefined
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
    if (this.#open().cardOf(out as string)) this.#entities.set(out as string, unsealed(value))
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
      this.#entities.set(`${handle}.${row}`, entity)
      return `${handle}.${row}`
    })
  }

  #find(value: Json, path: JsonPath, found: Standing[]): void {
    if (typeof value === 'string') {
      if (!this.#entities.has(value)) return
      const entity = this.#entities.get(value)
      found.push({ path, card: this.#cardOf(value, entity), entity })
    } else if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.#find(item, [...path, i], found)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value as JsonObject)) this.#find(item, [...path, key], found)
    }
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

/** The handle of the list that a row belongs to; a handle that is no row is its own. */
function collectionOf(handle: string): string {
  const dot = handle.lastIndexOf('.')
  return dot < 0 ? handle : handle.slice(0, dot)
}

function at(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (from, step) =>
      typeof from === 'object' && from !== null && Object.hasOwn(from, step)
        ? (from as Record<string | number, unknown>)[step]
        : undefined,
    value,
  )
}

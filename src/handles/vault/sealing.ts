// What one outcome seals: tokens and cards are made while the walk goes on, records wait here, and nothing is written
// until the vault commits all of them at once. Dropping a sealing leaves no trace.

import type { JsonObject } from '../../json/json.js'
import type { Card } from '../../tool/outcome.js'
import { handleError } from '../errors.js'
import { encoded, encodedList } from '../kinds/encode.js'
import type { Kind } from '../kinds/kind.js'
import type { Unwrapped } from '../kinds/passage.js'
import type { HandleMeta, WholeResult } from '../record.js'
import { type ScopeLevel, scopeOf, type Viewer } from '../scope.js'
import { lookUpKey, mintToken } from '../token.js'
import type { HandleKey } from './keys.js'
import type { NewHandle, SealOptions, Update } from './pending.js'

/** What a sealing needs of the vault. */
export interface SealingParts {
  readonly viewer: Viewer
  /** The key that new tokens are made with. */
  readonly key: HandleKey
  /** Milliseconds since the epoch. */
  readonly now: number
  /** How far handles of a kind reach, where that is other than the kind says. */
  readonly scopes?: ReadonlyMap<string, ScopeLevel>
  newId(): string
  onFault(what: string, cause: unknown): void
}

export class Sealing {
  readonly #created = new Map<string, NewHandle>()
  readonly #updates: Update[] = []
  readonly #cards = new Map<unknown, Card>()
  readonly #byHandle = new Map<string, Card>()

  constructor(private readonly parts: SealingParts) {}

  /** The cards of all handles of this outcome, in the order in which they were sealed. */
  get cards(): readonly Card[] {
    return [...this.#cards.values()]
  }

  /**
   * Seals a value. The same object twice shares one handle.
   *
   * @throws HandleError when the kind does not take it, or its codec fails.
   */
  seal(kind: Kind, value: unknown, options: SealOptions = {}): Card {
    const known = isObject(value) ? this.#cards.get(value) : undefined
    if (known) return known
    const json = encoded(kind, value)
    return this.#add(kind, value, json, this.#card(kind, value), options)
  }

  /**
   * Seals a whole result that others can read: its maker keeps only some of them, so that it counts against no quota.
   *
   * @throws HandleError when its codec fails.
   */
  sealWhole(kind: Kind, { value, origin }: WholeResult): Card {
    const card = this.#card(kind, value)
    return this.#add(kind, value, encoded(kind, value), card, { ...origin(), isBounded: true })
  }

  /** Seals a list of values of one kind as one collection; a row of it is `<token>.<n>`. */
  sealList(kind: Kind, values: readonly unknown[], options: SealOptions = {}): Card {
    const known = this.#cards.get(values)
    if (known) return known
    const json = encodedList(kind, values)
    const card = { label: `${values.length} of kind ${kind.name}`, facts: { count: values.length } }
    return this.#add(kind, values, json, card, { ...options, count: values.length })
  }

  /**
   * Writes a changed value back to the handle that it was opened from: same token, next version. An object that the
   * result holds as well is then sealed as this handle.
   *
   * @throws HandleError when the value is not of the kind, or its codec fails.
   */
  update(
    opened: Unwrapped,
    value: unknown = opened.value,
    options: SealOptions | ((json: string | undefined) => SealOptions) = {},
  ): void {
    // Only the vault makes opened values with an origin, and it makes them with the kind itself.
    const kind = opened.kind as Kind
    const { origin } = opened
    if (origin?.action !== 'write')
      throw new TypeError(`a ${kind.name} that was not opened to write can't be written back`)
    const json = encoded(kind, value)
    const { label, facts } = this.#card(kind, value)
    const known = typeof options === 'function' ? options(json) : options
    this.#updates.push({ origin, kind, json, value, label, facts, options: known })
    const { stored } = origin.links[0]
    const shown = { ...stored, label, facts: stored.rights.includes('read') ? facts : {} }
    this.#remember(value, toCard(origin.token, shown))
  }

  /** The card of a handle of this outcome. */
  cardOf(handle: string): Card | undefined {
    return this.#byHandle.get(handle)
  }

  /** A new handle that waits to be written. */
  created(handle: string): NewHandle | undefined {
    return this.#created.get(handle)
  }

  /** What waits to be written. */
  get pending(): { readonly created: readonly NewHandle[]; readonly updates: readonly Update[] } {
    return { created: [...this.#created.values()], updates: [...this.#updates] }
  }

  /** It is written: written twice, it would undo what happened in between. */
  written(): void {
    this.#created.clear()
    this.#updates.length = 0
  }

  /** Says where a new handle's value comes from, once that is known. */
  label(handle: string, { origin, labels }: SealOptions): void {
    const made = this.#created.get(handle)
    if (made) this.#created.set(handle, { ...made, meta: { ...made.meta, origin, labels } })
  }

  /** Takes back the new handles that did not leave after all. One that was written back is older, and stays. */
  retain(left: ReadonlySet<string>): void {
    for (const [value, { handle }] of this.#cards) {
      if (left.has(handle) || !this.#created.delete(handle)) continue
      this.#cards.delete(value)
      this.#byHandle.delete(handle)
    }
  }

  /** Takes back one new handle. */
  discard(handle: string): void {
    this.retain(new Set([...this.#byHandle.keys()].filter((each) => each !== handle)))
  }

  /** A card that fails costs its text, not the call. */
  #card(kind: Kind, value: unknown): { label: string; facts: JsonObject } {
    try {
      return kind.card(value, this.parts.viewer)
    } catch (cause) {
      this.parts.onFault(`card of kind '${kind.name}' failed`, cause)
      return { label: kind.name, facts: {} }
    }
  }

  #add(
    kind: Kind,
    value: unknown,
    json: string | undefined,
    { label, facts }: { label: string; facts: JsonObject },
    { origin, labels, count, isBounded }: AddOptions,
  ): Card {
    const { key, now, newId, viewer, scopes } = this.parts
    const reach = scopes?.get(kind.name) ?? kind.scope
    if (reach === 'run' && viewer.run === undefined) {
      const text = `A handle of kind ${kind.name} needs a run: it is given to agents in runAgent() alone.`
      throw handleError('handle_not_permitted', text)
    }
    const id = newId()
    const token = mintToken(kind.name, key, id)
    const expiresAt = Math.ceil(now) + kind.ttlMs
    const size = json === undefined ? 0 : Buffer.byteLength(json)
    const meta: HandleMeta = {
      id,
      keyId: key.id,
      kind: kind.name,
      codec: kind.version,
      state: 'live',
      rev: 1,
      expiresAt,
      rights: kind.rights,
      label,
      facts,
      size,
      count,
      origin,
      labels,
    }
    this.#created.set(token, {
      token,
      scope: scopeOf(viewer, reach),
      key: lookUpKey(token),
      meta,
      json,
      live: kind.live ? (count === undefined ? value : [...(value as readonly unknown[])]) : undefined,
      isCounted: !isBounded,
    })
    const card = toCard(token, meta)
    this.#remember(value, card)
    return card
  }

  /** A primitive has no identity: two equal ones are two values. */
  #remember(value: unknown, card: Card): void {
    this.#cards.set(isObject(value) ? value : Symbol(card.handle), card)
    this.#byHandle.set(card.handle, card)
  }
}

interface AddOptions extends SealOptions {
  readonly count?: number
  readonly isBounded?: true
}

/** The card of a handle. */
export function toCard(
  handle: string,
  {
    kind,
    label,
    facts,
    size,
    expiresAt: end,
  }: Pick<HandleMeta, 'kind' | 'label' | 'facts' | 'size' | 'expiresAt'>,
): Card {
  const expiresAt = wholeSecond(end)
  return size > 0
    ? { handle, kind, label, facts, size, expiresAt }
    : { handle, kind, label, facts, expiresAt }
}

/** The second in which a moment lies, as text. Printing one costs more than the rest of a card, so the last is kept. */
function wholeSecond(at: number): string {
  const second = Math.floor(at / 1_000)
  if (second !== printed.second) printed = { second, text: new Date(second * 1_000).toISOString() }
  return printed.text
}

let printed = { second: Number.NaN, text: '' }

function isObject(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

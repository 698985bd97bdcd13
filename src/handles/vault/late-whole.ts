// A whole result in a process that reads it alone. Nothing of it is printed, labelled or written before somebody asks for
// it, which happens to few.

import type { StoreRecord } from '../../stores/store.js'
import type { Card } from '../../tool/outcome.js'
import type { Kind } from '../kinds/kind.js'
import { type HandleMeta, type WholeResult, writeLink } from '../record.js'
import { scopeOf, type Viewer } from '../scope.js'
import { lookUpKey, mintToken } from '../token.js'
import type { Waiting } from './late-store.js'
import { release } from './life.js'
import type { VaultParts } from './parts.js'
import { toCard } from './sealing.js'

/** One whole result: shown by its card, kept once it was shown. */
export class LateWhole implements Waiting {
  readonly card: Card
  readonly #id: string
  readonly #expiresAt: number
  #scope: string | undefined
  #key: string | undefined
  #onLost: (() => void) | undefined

  constructor(
    private readonly kind: Kind,
    private readonly whole: WholeResult & { readonly size: number },
    private readonly viewer: Viewer,
    private readonly parts: VaultParts,
  ) {
    this.#id = parts.newId()
    this.#expiresAt = Math.ceil(parts.clock()) + kind.ttlMs
    const token = mintToken(kind.name, parts.keys.values().next().value!, this.#id)
    const { label } = kind.card(whole.value, viewer)
    const { size } = whole
    this.card = toCard(token, { kind: kind.name, label, facts: {}, size, expiresAt: this.#expiresAt })
  }

  get size(): number {
    return this.whole.size
  }

  /** In which scope it lies. */
  get scope(): string {
    this.#scope ??= scopeOf(this.viewer, this.parts.scopes.get(this.kind.name) ?? this.kind.scope)
    return this.#scope
  }

  /**
   * It was shown, so it is there from now on.
   *
   * @param onLost Told when there is no room for it any more.
   */
  keep(onLost: () => void): void {
    this.#onLost = onLost
    this.parts.late?.wait(this)
  }

  lost(): void {
    this.#onLost?.()
  }

  /** Whether it opens still: at once, without the store. */
  isHeld(): boolean {
    return this.#key === undefined
      ? (this.parts.late?.waits(this) ?? false)
      : this.parts.results.has(this.#key)
  }

  /** Forgets it. What was never asked for is gone at once. */
  letGo(): Promise<void> | undefined {
    if (!this.parts.late?.drop(this)) return release(this.card.handle, this.viewer, this.parts)
    // It may have been asked for while the store was down.
    if (this.#key !== undefined) this.parts.results.delete(this.#key)
    return undefined
  }

  /** Its record, now that it is asked for. The value stays in memory as it is. */
  written(): StoreRecord {
    const { kind, whole, scope, parts } = this
    const key = lookUpKey(this.card.handle)
    this.#key = key
    parts.results.set(
      key,
      { value: whole.value, origin: once(() => whole.origin()) },
      { size: whole.size + 1 },
    )
    const stored: HandleMeta = {
      id: this.#id,
      keyId: parts.keys.values().next().value!.id,
      kind: kind.name,
      codec: kind.version,
      state: 'live',
      rev: 1,
      expiresAt: this.#expiresAt,
      rights: kind.rights,
      label: this.card.label,
      facts: {},
      size: whole.size,
    }
    return writeLink({ scope, key, version: 1, stored }, undefined, parts)
  }
}

/** What it was made of is let go once it is made. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  let first: (() => T) | undefined = make
  return () => {
    made ??= { value: first!() }
    first = undefined
    return made.value
  }
}

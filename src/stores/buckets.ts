// The places of the memory store: by space, then scope, then key, with the children of each parent beside them. Knows
// nothing of limits, expiry or time.

import type { Link } from './recency.js'
import type { StoreQuery, StoreRecord } from './store.js'

/** A record in its place among those used before and after it. */
export interface Entry extends Link {
  record: StoreRecord
  readonly bucket: Bucket
}

/** What one scope of one space holds. */
export interface Bucket {
  readonly space: string
  readonly scope: string
  readonly entries: Map<string, Entry>
  /** Keys by the parent they name, whether that one is still there or not. */
  readonly children: Map<string, Set<string>>
}

export class Buckets {
  readonly #spaces = new Map<string, Map<string, Bucket>>()

  get(space: string, scope: string): Bucket | undefined {
    return this.#spaces.get(space)?.get(scope)
  }

  /** The bucket of a scope, made when there is none. */
  make(space: string, scope: string): Bucket {
    const known = this.get(space, scope)
    if (known) return known
    const bucket: Bucket = { space, scope, entries: new Map(), children: new Map() }
    const scopes = this.#spaces.get(space)
    if (scopes) scopes.set(scope, bucket)
    else this.#spaces.set(space, new Map([[scope, bucket]]))
    return bucket
  }

  /** Those that fit, in no order. */
  *select(query: Partial<Pick<StoreQuery, 'space' | 'scope'>>): Generator<Bucket> {
    for (const space of query.space === undefined ? this.#spaces.keys() : [query.space]) {
      if (query.scope === undefined) yield* this.#spaces.get(space)?.values() ?? []
      else {
        const bucket = this.get(space, query.scope)
        if (bucket) yield bucket
      }
    }
  }

  /** Forgets a bucket once it is empty. */
  prune({ space, scope, entries }: Bucket): void {
    if (entries.size > 0) return
    const scopes = this.#spaces.get(space)
    scopes?.delete(scope)
    if (scopes?.size === 0) this.#spaces.delete(space)
  }

  clear(): void {
    this.#spaces.clear()
  }
}

/** Notes a record beside its parent. */
export function linkParent({ parent, key }: StoreRecord, { children }: Bucket): void {
  if (parent === undefined) return
  const siblings = children.get(parent)
  if (siblings) siblings.add(key)
  else children.set(parent, new Set([key]))
}

/** Takes that note back. */
export function unlinkParent({ record: { parent, key }, bucket: { children } }: Entry): void {
  if (parent === undefined) return
  const siblings = children.get(parent)
  siblings?.delete(key)
  if (siblings?.size === 0) children.delete(parent)
}

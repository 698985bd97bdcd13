// What the vault is made of, shared by its operations. Plain data; the vault makes it once.

import type { LRUCache } from 'lru-cache'
import type { RecordStore } from '../../stores/store.js'
import type { Kind } from '../kinds/kind.js'
import type { Keeping, WholeResult } from '../record.js'
import { type ScopeLevel, scopeOf, type Viewer } from '../scope.js'
import type { HandleKey } from './keys.js'
import type { LateStore } from './late-store.js'
import type { OpenParts } from './open.js'
import type { Quota } from './quota.js'

export interface VaultParts extends Keeping {
  readonly store: RecordStore
  readonly kinds: ReadonlyMap<string, Kind>
  /** By id; the first one makes new tokens. */
  readonly keys: ReadonlyMap<string, HandleKey>
  readonly clock: () => number
  readonly newId: () => string
  /** How far handles of a kind reach, where that is other than the kind says. */
  readonly scopes: ReadonlyMap<string, ScopeLevel>
  readonly quota: Quota
  /** The same store, before which whole results wait: none where others read it. */
  readonly late: LateStore | undefined
  /** Live objects by record. */
  readonly live: LRUCache<string, NonNullable<unknown>>
  /** Whole results by record, where the store is this process's own. */
  readonly results: LRUCache<string, WholeResult>
  readonly givers: (kind: string) => readonly string[]
  readonly onFault: (what: string, cause: unknown) => void
}

/** How often a write is tried again when another write came in between. */
export const TRIES = 16

/** What looking up and opening for a viewer needs. A kind that nobody declared is looked up like any other: a miss. */
export function partsFor(
  { store, keys, kinds, scopes, live, results, clock, givers }: VaultParts,
  viewer: Viewer,
): OpenParts {
  const reachOf = (name: string) => scopes.get(name) ?? kinds.get(name)?.scope ?? 'conversation'
  return {
    store,
    kinds,
    now: clock(),
    isKnownKey: (id) => keys.has(id),
    givers,
    scopeFor: (name) => scopeOf(viewer, reachOf(name)),
    endsWithRun: (name) => reachOf(name) === 'run',
    live: (key) => live.get(key),
    held: (key) => results.get(key),
  }
}

/** Lets go of what is in memory for a record. */
export function forget(key: string, { live, results }: VaultParts): void {
  live.delete(key)
  results.delete(key)
}

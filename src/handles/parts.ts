// What the vault is made of, shared by its operations. Plain data; the vault makes it once.

import type { LRUCache } from 'lru-cache'
import type { RecordStore } from '../stores/store.js'
import type { HandleKey } from './keys.js'
import type { Kind } from './kind.js'
import type { LookUpParts } from './look-up.js'
import type { Quota } from './quota.js'
import type { Keeping } from './record.js'
import { scopeOf, type Viewer } from './scope.js'

export interface VaultParts extends Keeping {
  readonly store: RecordStore
  readonly kinds: ReadonlyMap<string, Kind>
  /** By id; the first one makes new tokens. */
  readonly keys: ReadonlyMap<string, HandleKey>
  readonly clock: () => number
  readonly newId: () => string
  readonly quota: Quota
  /** Live objects by record. */
  readonly live: LRUCache<string, object>
  readonly givers: (kind: string) => readonly string[]
  readonly onFault: (what: string, cause: unknown) => void
}

/** How often a write is tried again when another write came in between. */
export const TRIES = 16

/** What a look-up for a viewer needs. A kind that nobody declared is looked up like any other: it is a miss. */
export function lookUpParts({ store, keys, kinds, clock, givers }: VaultParts, viewer: Viewer): LookUpParts {
  const now = clock()
  return {
    store,
    now,
    isKnownKey: (id) => keys.has(id),
    givers,
    scopeFor: (name) => scopeOf(viewer, kinds.get(name)?.scope ?? 'conversation'),
  }
}

// The vault: where values wait behind their tokens. It binds the record store, the kinds and the gate's keys; each
// operation is a file of its own.

import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DefinitionError } from '../../base/options.js'
import type { RecordStore } from '../../stores/store.js'
import type { Card } from '../../tool/outcome.js'
import type { HandleError } from '../errors.js'
import type { Kind } from '../kinds/kind.js'
import type { Unwrapped } from '../kinds/passage.js'
import { TOMBSTONE_MS, type WholeResult } from '../record.js'
import type { ScopeLevel, Viewer } from '../scope.js'
import { lookUpKey } from '../token.js'
import { type AttenuateOptions, attenuate } from './attenuate.js'
import { commit } from './commit.js'
import { consume } from './consume.js'
import { handleKeys } from './keys.js'
import { LateStore } from './late-store.js'
import { LateWhole } from './late-whole.js'
import { type ListOptions, list, release, renew, revoke } from './life.js'
import { type OpenContext, type OpenRequest, openMany } from './open.js'
import { partsFor, type VaultParts } from './parts.js'
import { DEFAULT_QUOTA, Quota, type QuotaLimits } from './quota.js'
import { Sealing } from './sealing.js'

/** What a vault is made of. */
export interface VaultOptions {
  readonly store: RecordStore
  readonly kinds: readonly Kind[]
  /** The gate's keys, newest first: see {@link handleKeys}. */
  readonly keys: readonly (string | Uint8Array)[]
  /** Milliseconds since the epoch; may have a fraction. Default: `Date.now`. */
  readonly clock?: () => number
  /** Gives a record id that was never given before. Default: a random UUID. */
  readonly newId?: () => string
  /** How far handles of a kind reach, where that is other than the kind says. */
  readonly scopes?: ReadonlyMap<string, ScopeLevel>
  /** Limits of one scope. */
  readonly quota?: Partial<QuotaLimits>
  /** Milliseconds for which an ended handle is still named as such. Default: an hour. */
  readonly tombstoneMs?: number
  /** The tools that give handles of a kind, for the answer to a handle that is not found. */
  readonly givers?: (kind: string) => readonly string[]
  /** Told of what went wrong in an author's code without spoiling the call. */
  readonly onFault?: (what: string, cause: unknown) => void
}

/** Live objects in memory at once. */
const MAX_LIVE = 10_000
/** Characters of all whole results in memory at once. */
const MAX_RESULTS = 256 * 1024 * 1024

export class Vault {
  readonly #parts: VaultParts

  /** @throws DefinitionError for a kind that is given twice or can't be kept in this store, or a bad key. */
  constructor(options: VaultOptions) {
    const clock = options.clock ?? Date.now
    const late = options.store.shared ? undefined : new LateStore(options.store)
    const store = late ?? options.store
    this.#parts = {
      store,
      late,
      kinds: kindsByName(options.kinds, options.store),
      keys: new Map(handleKeys(options.keys).map((key) => [key.id, key])),
      clock,
      newId: options.newId ?? randomUUID,
      scopes: options.scopes ?? new Map(),
      quota: new Quota(store, { ...DEFAULT_QUOTA, ...options.quota }, clock),
      tombstoneMs: options.tombstoneMs ?? TOMBSTONE_MS,
      live: new LRUCache({ max: MAX_LIVE }),
      results: new LRUCache({ maxSize: MAX_RESULTS }),
      givers: options.givers ?? (() => []),
      onFault: options.onFault ?? (() => {}),
    }
  }

  /** Begins to seal the values of one outcome. Nothing is written before {@link Vault.commit}. */
  sealing(viewer: Viewer): Sealing {
    const { keys, clock, newId, scopes, onFault } = this.#parts
    const key = keys.values().next().value!
    return new Sealing({ viewer, key, now: clock(), newId, scopes, onFault })
  }

  /**
   * Writes all handles and changed values of an outcome at once.
   *
   * @throws HandleError with nothing written.
   */
  commit(sealing: Sealing): Promise<void> {
    return commit(sealing, this.#parts)
  }

  /** Opens what stands at declared positions, with one look-up for all; an answer for each, in order. */
  openMany(requests: readonly OpenRequest[], context: OpenContext): Promise<(Unwrapped | HandleError)[]> {
    const parts = partsFor(this.#parts, context.viewer)
    return openMany(requests, context, context.givers ? { ...parts, givers: context.givers } : parts)
  }

  /**
   * Takes the uses of limited handles, when run starts. `look`: they are only looked into.
   *
   * @throws HandleError with none taken.
   */
  consume(opened: readonly Unwrapped[], how?: 'look'): Promise<void> {
    return consume(opened, how === 'look', this.#parts)
  }

  /** Makes a narrower handle. @throws HandleError when more is asked than the handle has. */
  attenuate(token: string, options: AttenuateOptions, viewer: Viewer): Promise<Card> {
    return attenuate(token, options, viewer, this.#parts)
  }

  /**
   * A whole result that this process alone can read. Nothing of it is printed, labelled or written before somebody asks
   * for it. Undefined: others read the store, so it is sealed.
   */
  wholeInMemory(
    kind: Kind,
    whole: WholeResult & { readonly size: number },
    viewer: Viewer,
  ): LateWhole | undefined {
    return this.#parts.late && new LateWhole(kind, whole, viewer, this.#parts)
  }

  /** Says of a whole result whether it is in memory still, not revoked, released or let go: at once, without the store. */
  watch(token: string): () => boolean {
    const { results } = this.#parts
    let key: string | undefined
    return () => {
      // A hash, that costs as much as all the rest of a cache hit: made once, and only for who asks.
      key ??= lookUpKey(token)
      return results.has(key)
    }
  }

  /** The viewer's handles: a model that lost a token finds it by its label. */
  list(viewer: Viewer, options: ListOptions = {}): Promise<Card[]> {
    return list(options, viewer, this.#parts)
  }

  /** Gives a handle its kind's full life again. @throws HandleError when it is not good any more. */
  renew(token: string, viewer: Viewer): Promise<Card> {
    return renew(token, viewer, this.#parts)
  }

  /** Ends a handle and all that were made from it. @throws HandleError when the viewer has no such handle. */
  revoke(token: string, viewer: Viewer): Promise<void> {
    return revoke(token, viewer, this.#parts)
  }

  /** Forgets a handle and all that were made from it. @throws HandleError when the viewer has no such handle. */
  release(token: string, viewer: Viewer): Promise<void> {
    return release(token, viewer, this.#parts)
  }
}

function kindsByName(kinds: readonly Kind[], store: RecordStore): ReadonlyMap<string, Kind> {
  const byName = new Map<string, Kind>()
  for (const kind of kinds) {
    const other = byName.get(kind.name)
    if (other && other !== kind)
      throw new DefinitionError(`kinds: '${kind.name}' is declared twice. Rename one.`)
    if (kind.live && store.shared) {
      throw new DefinitionError(
        `kind '${kind.name}': live objects can't be kept in a store that other processes read. Give it encode and decode, or use memoryStore().`,
      )
    }
    byName.set(kind.name, kind)
  }
  return byName
}

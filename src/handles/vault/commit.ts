// Writes one outcome's handles: new ones and changed values together, all or none. A change that lost a race is
// stale, and then nothing of the outcome is written.

import type { ConditionalWrite } from '../../stores/store.js'
import { HandleError, handleError } from '../errors.js'
import { HANDLE_SPACE, type HandleMeta, keptValue, type Link, readLink, writeLink } from '../record.js'
import { TRIES, type VaultParts } from './parts.js'
import type { NewHandle, Update } from './pending.js'
import { ask, standing } from './records.js'
import type { Sealing } from './sealing.js'

/**
 * Writes what a sealing holds.
 *
 * @throws HandleError `handle_quota`, `handle_stale` and its like, or `handle_store_unavailable`: nothing is written.
 */
export async function commit(sealing: Sealing, parts: VaultParts): Promise<void> {
  const { created, updates } = sealing.pending
  if (created.length === 0 && updates.length === 0) return
  const fresh = created.map((handle) => writeNew(handle, parts))
  const changes = updates.length === 0 ? [] : groupByRecord(updates)
  const reserved = await reserve(
    fresh.filter((_, i) => created[i]!.isCounted),
    changes,
    parts,
  )
  try {
    if (changes.length === 0) await ask(parts.store.putMany(fresh.map(({ record }) => record)))
    else await writeAll(fresh, changes, parts)
  } catch (error) {
    for (const [scope, handles] of reserved) parts.quota.giveBack(scope, handles)
    throw error
  }
  sealing.written()
  for (const { key, live } of created) if (live !== undefined && live !== null) parts.live.set(key, live)
  for (const { link, updates } of changes) {
    // What was written stands in the record from now on.
    parts.results.delete(link.key)
    for (const update of updates) keepLiveUpdate(link.key, update, parts)
  }
}

/** All changes of one record, and what it comes to. */
interface Change {
  readonly link: Link
  readonly updates: readonly Update[]
  readonly next: Next
}

/** A record's new content. */
interface Next {
  readonly stored: HandleMeta
  readonly json: string | undefined
}

function writeNew({ scope, key, meta, json }: NewHandle, parts: VaultParts): ConditionalWrite {
  return { record: writeLink({ scope, key, version: 1, stored: meta }, json, parts), expected: 0 }
}

function groupByRecord(updates: readonly Update[]): Change[] {
  const groups = new Map<string, Update[]>()
  for (const update of updates) {
    const { key } = update.origin.links.at(-1)!
    groups.set(key, [...(groups.get(key) ?? []), update])
  }
  return [...groups.values()].map((group) => toChange(group[0]!.origin.links.at(-1)!, group))
}

function toChange(link: Link, updates: readonly Update[]): Change {
  return { link, updates, next: applied(link, updates) }
}

/** Makes room in each scope, in all or none. Gives how many handles were counted in each. */
async function reserve(
  fresh: readonly ConditionalWrite[],
  changes: readonly Change[],
  parts: VaultParts,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, { handles: number; size: number }>()
  const add = (scope: string, handles: number, size: number) => {
    const sum = sizes.get(scope) ?? { handles: 0, size: 0 }
    sizes.set(scope, { handles: sum.handles + handles, size: sum.size + size })
  }
  for (const { record } of fresh) add(record.scope, 1, record.value.length)
  for (const { link, next } of changes) {
    add(link.scope, 0, Math.max(0, next.stored.size - link.stored.size))
  }
  const reserved = new Map<string, number>()
  try {
    for (const [scope, { handles, size }] of sizes) {
      const waits = parts.quota.reserve(scope, handles, size, () => freeDead(scope, parts))
      if (waits) await ask(waits)
      reserved.set(scope, handles)
    }
    return reserved
  } catch (error) {
    for (const [scope, handles] of reserved) parts.quota.giveBack(scope, handles)
    throw error
  }
}

async function writeAll(
  fresh: readonly ConditionalWrite[],
  changes: readonly Change[],
  parts: VaultParts,
): Promise<void> {
  let tried = changes
  for (let tries = 0; tries < TRIES; tries++) {
    const writes = tried.map(({ link, next }): ConditionalWrite => {
      const after = { ...link, version: link.version + 1, stored: next.stored }
      return { record: writeLink(after, next.json, parts), expected: link.version }
    })
    if (await ask(parts.store.compareAndSetMany([...fresh, ...writes]))) return
    tried = await readAgain(tried, parts)
  }
  throw stale()
}

/** Another write came in between: that is no harm as long as the value is the one that was changed here. */
async function readAgain(changes: readonly Change[], parts: VaultParts): Promise<Change[]> {
  const keys = changes.map(({ link }) => ({ space: HANDLE_SPACE, scope: link.scope, key: link.key }))
  const records = await ask(parts.store.getMany(keys))
  return changes.map(({ link, updates }, i) => {
    const record = records[i]
    const found = standing([record && readLink(record)], parts.clock())
    if (found instanceof HandleError) throw found
    if (found[0].stored.rev !== link.stored.rev) throw stale()
    return toChange(found[0], updates)
  })
}

function applied(link: Link, updates: readonly Update[]): Next {
  const { value: _, ...before } = link.stored
  let meta: HandleMeta = { ...before, rev: before.rev + 1 }
  let whole: string | undefined
  let rows: readonly unknown[] | undefined
  for (const { kind, json, label, facts, origin, options } of updates) {
    const from = {
      ...(options.origin && { origin: options.origin }),
      ...(options.labels && { labels: options.labels }),
    }
    if (origin.row === undefined) {
      whole = json
      meta = { ...meta, ...from, codec: kind.version, label, facts }
    } else if (!kind.live) {
      rows = (rows ?? (keptValue(link) as readonly unknown[])).with(origin.row, JSON.parse(json!))
      const isNewer = kind.version !== (meta.rowCodecs?.[origin.row] ?? meta.codec)
      meta = {
        ...meta,
        ...from,
        ...(isNewer && { rowCodecs: { ...meta.rowCodecs, [origin.row]: kind.version } }),
      }
    }
  }
  const json = rows ? JSON.stringify(rows) : whole
  return { stored: { ...meta, size: json === undefined ? 0 : Buffer.byteLength(json) }, json }
}

function keepLiveUpdate(key: string, { kind, origin, value }: Update, { live }: VaultParts): void {
  if (!kind.live) return
  if (origin.row === undefined) live.set(key, value as object)
  else {
    const rows = live.get(key) as readonly unknown[] | undefined
    if (rows) live.set(key, rows.with(origin.row, value))
  }
}

/** Makes room in a scope: what has expired, was revoked or used up is only kept to be named as such. */
export async function freeDead(scope: string, { store, clock }: VaultParts): Promise<void> {
  let after: { scope: string; key: string } | undefined
  for (;;) {
    const page = await store.list({ space: HANDLE_SPACE, scope, limit: 200, ...(after && { after }) })
    const dead = page
      .map(readLink)
      .filter(({ stored }) => stored.state !== 'live' || clock() >= stored.expiresAt)
    await store.deleteMany(dead.map(({ key }) => ({ space: HANDLE_SPACE, scope, key })))
    if (page.length < 200) return
    after = page.at(-1)
  }
}

function stale(): HandleError {
  return handleError(
    'handle_stale',
    'It was changed in the meantime, so nothing was written. Read it again and repeat the change.',
  )
}

// What an owner does with handles that are there: find, list, renew, revoke, release. Values are not opened here.

import { z } from 'zod'
import { parseOptions } from '../../base/options.js'
import type { Card } from '../../tool/outcome.js'
import { HandleError, handleError } from '../errors.js'
import { changed, HANDLE_SPACE, type HandleMeta, type Link, readLink, rewriteLink } from '../record.js'
import { scopesOf, type Viewer } from '../scope.js'
import { lookUpKey, mintToken, parseToken, type Token } from '../token.js'
import type { OpenParts } from './open.js'
import { forget, partsFor, TRIES, type VaultParts } from './parts.js'
import { ask, type Found, lookUp, notFound, standing } from './records.js'
import { toCard } from './sealing.js'
import { permitCard } from './value.js'

/** What {@link list} selects. */
export interface ListOptions {
  readonly kind?: string
  /** Only those whose label holds this, whatever the case. */
  readonly text?: string
  /** At most this many, in order of label; default 100. `authorize` is asked about 1 000 at most. */
  readonly limit?: number
}

/** Finds one good handle whose card the viewer may be shown. @throws HandleError when it is not, or it may not. */
export async function findShown(token: Token, viewer: Viewer, parts: VaultParts): Promise<Found> {
  const links = await findOne(token, viewer, parts)
  await permitCard(links, viewer, partsFor(parts, viewer))
  return links
}

/** Finds one good handle. @throws HandleError when it is not. */
export async function findOne(token: Token, viewer: Viewer, parts: VaultParts): Promise<Found> {
  const [links] = await lookUp([token], partsFor(parts, viewer))
  if (links instanceof HandleError) throw links
  return links!
}

/** Reads a token from a program. @throws HandleError `handle_malformed`. */
export function parseOne(text: string): Token {
  const token = parseToken(text)
  if (token) return token
  throw handleError('handle_malformed', 'This is no handle. Copy it exactly as it was shown.')
}

/** Ending and prolonging is done with a list as a whole. @throws HandleError `handle_malformed`. */
export function parseWhole(text: string): Token {
  const token = parseOne(text)
  if (token.row === undefined) return token
  throw handleError('handle_malformed', `This is one row of a list. Use the list itself: ${token.text}`)
}

/**
 * The cards of a viewer's handles, their tokens made again. Only what would open is listed, and of single values only
 * what `authorize` lets the viewer read.
 */
export async function list(given: ListOptions, viewer: Viewer, parts: VaultParts): Promise<Card[]> {
  const options = parseOptions(LIST_OPTIONS, given, 'list()')
  const live = new Map<string, HandleMeta>()
  const now = parts.clock()
  for (const scope of scopesOf(viewer)) {
    for await (const { key, stored } of linksIn(scope, parts)) {
      const { value: _, ...meta } = stored
      if (meta.state === 'live' && now < meta.expiresAt && parts.keys.has(meta.keyId)) live.set(key, meta)
    }
  }
  const wanted = options.text?.toLowerCase()
  const candidates = [...live.values()]
    .filter((meta) => (options.kind ?? meta.kind) === meta.kind)
    .filter((meta) => wanted === undefined || meta.label.toLowerCase().includes(wanted))
    .filter((meta) => meta.above?.every((key) => live.has(key)) ?? true)
    .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : b.expiresAt - a.expiresAt))
    .slice(0, MOST_ASKED)
    .map(({ kind, keyId, id }) => ({ text: mintToken(kind, parts.keys.get(keyId)!, id), kind }))
  return shownOf(candidates, options.limit ?? 100, viewer, partsFor(parts, viewer))
}

/** The owner's check may ask a database: so often at most for one list. */
const MOST_ASKED = 1_000
const ASKED_AT_ONCE = 50

/** The cards of those that open, and whose owner says that this viewer may read them. */
async function shownOf(
  tokens: readonly Token[],
  limit: number,
  viewer: Viewer,
  parts: OpenParts,
): Promise<Card[]> {
  const cards: Card[] = []
  for (let at = 0; at < tokens.length && cards.length < limit; at += ASKED_AT_ONCE) {
    const some = tokens.slice(at, at + ASKED_AT_ONCE)
    const found = await lookUp(some, parts)
    const shown = await Promise.allSettled(
      found.map(async (links, i) => {
        if (links instanceof HandleError) throw links
        await permitCard(links, viewer, parts)
        return toCard(some[i]!.text, links[0].stored)
      }),
    )
    cards.push(...shown.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  }
  return cards.slice(0, limit)
}

const LIST_OPTIONS = z.strictObject({
  kind: z.string().optional(),
  text: z.string().optional(),
  limit: z.int().min(0).optional(),
})

/** Gives a handle its kind's full life again. A narrower one keeps the end that it was given. */
export async function renew(token: string, viewer: Viewer, parts: VaultParts): Promise<Card> {
  const whole = parseWhole(token)
  const links = await findShown(whole, viewer, parts)
  if (links.length > 1)
    throw handleError(
      'handle_not_permitted',
      'A narrower handle is not renewed. Make another one from its parent.',
    )
  const kind = parts.kinds.get(links[0].stored.kind)
  const link = await change(links[0], parts, (stored) => ({
    expiresAt: Math.max(stored.expiresAt, Math.ceil(parts.clock()) + (kind?.ttlMs ?? 0)),
  }))
  return toCard(whole.text, link.stored)
}

/** What is left of a revoked one: the value is gone. */
export const REVOKED = { state: 'revoked', value: undefined, size: 0, facts: {} } as const

/**
 * Ends a handle and all that were made from it: from now on they are `handle_revoked`. The value is dropped. One that
 * has ended already stays as it is.
 */
export async function revoke(token: string, viewer: Viewer, parts: VaultParts): Promise<void> {
  const whole = parseWhole(token)
  try {
    const [link] = await findOne(whole, viewer, parts)
    await change(link, parts, () => REVOKED)
    forget(link.key, parts)
    parts.quota.recount(link.scope)
  } catch (error) {
    if (!(error instanceof HandleError) || !ENDED.has(error.code)) throw error
  }
}

const ENDED: ReadonlySet<string> = new Set(['handle_revoked', 'handle_expired', 'handle_used', 'handle_gone'])

/** Forgets a handle, good or ended, and all that were made from it, as if they had never been. */
export async function release(token: string, viewer: Viewer, parts: VaultParts): Promise<void> {
  const whole = parseWhole(token)
  const view = partsFor(parts, viewer)
  const at = { space: HANDLE_SPACE, scope: view.scopeFor(whole.kind), key: lookUpKey(whole.text) }
  const gone = await ask(parts.store.deleteMany([at], { descendants: true }))
  if (gone === 0) throw notFound(whole, view)
  forget(at.key, parts)
  parts.quota.recount(at.scope)
}

/** Changes a record whatever else is written to it meanwhile, as long as it is good. */
export async function change(
  link: Link,
  parts: Pick<VaultParts, 'store' | 'clock' | 'tombstoneMs'>,
  next: (stored: HandleMeta) => Partial<HandleMeta> & { value?: undefined },
): Promise<Link> {
  for (let tries = 0, at = link; tries < TRIES; tries++) {
    const after = changed(at, next(at.stored))
    if (await ask(parts.store.compareAndSet(rewriteLink(after, parts), at.version))) return after
    const [record] = await ask(parts.store.getMany([{ space: HANDLE_SPACE, scope: at.scope, key: at.key }]))
    const found = standing([record && readLink(record)], parts.clock())
    if (found instanceof HandleError) throw found
    at = found[0]
  }
  throw handleError('handle_stale', 'This handle is being changed by others at the moment. Try again.')
}

async function* linksIn(scope: string, { store }: VaultParts): AsyncGenerator<Link> {
  const limit = 200
  let after: { scope: string; key: string } | undefined
  for (;;) {
    const page = await ask(store.list({ space: HANDLE_SPACE, scope, limit, ...(after && { after }) }))
    for (const record of page) yield readLink(record)
    if (page.length < limit) return
    after = page.at(-1)
  }
}

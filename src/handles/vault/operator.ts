// What an operator does with handles whoever owns them: find, look at, revoke, sweep. It works on the store beside a
// running gate, and opens nothing: no kind is asked, no value decoded.

import type { RecordStore } from '../../stores/store.js'
import { HandleError, handleError } from '../errors.js'
import { HANDLE_SPACE, type Keeping, type Link, readLink } from '../record.js'
import { type Owner, ownerOf } from '../scope.js'
import { lookUpKey, mintToken } from '../token.js'
import type { HandleKey } from './keys.js'
import { change, parseWhole, REVOKED } from './life.js'
import { ask, readAbove, standing } from './records.js'

/** What an operator has at hand. */
export interface OperatorParts extends Keeping {
  readonly store: RecordStore
  /** By id. A token that was made under another key can't be told. */
  readonly keys: ReadonlyMap<string, HandleKey>
  readonly clock: () => number
}

/** A handle as an operator sees it. */
export interface Holding {
  /** None: it was made under a key that is not at hand. */
  readonly token: string | undefined
  readonly owner: Owner
  /** What its owner would be told; `gone`: what it was made from is no longer there. */
  readonly state: 'live' | 'expired' | 'revoked' | 'used' | 'gone'
  readonly link: Link
  /** What it was made from, nearest first; the last one holds the value. */
  readonly above: readonly (Link | undefined)[]
}

/** Which handles: those that fit all that is given. */
export interface HoldingQuery extends Partial<Owner> {
  readonly kind?: string
  /** Only those whose label holds this, whatever the case. */
  readonly text?: string
  /** Also those that have ended and are kept to tell so. Default: only live ones. */
  readonly ended?: boolean
}

/** All handles that fit, by owner. */
export async function* holdings(query: HoldingQuery, parts: OperatorParts): AsyncGenerator<Holding> {
  const { kind, text, ended = false, ...owner } = query
  const wanted = text?.toLowerCase()
  for await (const scope of scopesIn(parts)) {
    if (!fits(ownerOf(scope), owner)) continue
    for await (const holding of holdingsIn(scope, parts)) {
      const { state, link } = holding
      if (!ended && state !== 'live') continue
      if (kind !== undefined && link.stored.kind !== kind) continue
      if (wanted === undefined || link.stored.label.toLowerCase().includes(wanted)) yield holding
    }
  }
}

/** The handle of a token. @throws HandleError when there is none, or it is no token. */
export async function findHolding(token: string, parts: OperatorParts): Promise<Holding> {
  const { text } = parseWhole(token)
  const key = lookUpKey(text)
  for await (const scope of scopesIn(parts)) {
    const [record] = await ask(parts.store.getMany([{ space: HANDLE_SPACE, scope, key }]))
    if (record) return (await toHoldings([readLink(record)], parts))[0]!
  }
  throw handleError('handle_not_found', 'There is no such handle.')
}

/**
 * Ends a handle and all that were made from it. One that has ended already stays as it is.
 *
 * @returns the handle as it was, and how many live ones that were made from it ended with it
 * @throws HandleError when there is none.
 */
export async function revokeHolding(
  token: string,
  parts: OperatorParts,
): Promise<{ readonly holding: Holding; readonly made: number }> {
  const holding = await findHolding(token, parts)
  if (holding.state !== 'live') return { holding, made: 0 }
  const made = await liveBelow(holding.link, parts)
  await change(holding.link, parts, () => REVOKED)
  return { holding, made }
}

/**
 * Forgets all handles that have ended, and whatever else in the store has expired.
 *
 * @returns how many of each
 */
export async function sweepHoldings(parts: OperatorParts): Promise<{ ended: number; expired: number }> {
  let ended = 0
  for await (const { state, link } of holdings({ ended: true }, parts)) {
    if (state === 'live') continue
    const at = { space: HANDLE_SPACE, scope: link.scope, key: link.key }
    ended += await ask(parts.store.deleteMany([at], { descendants: true }))
  }
  let expired = 0
  for (let gone = 1; gone > 0; expired += gone) gone = await ask(parts.store.sweep())
  return { ended, expired }
}

/** Records that are read at once: each brings its value along, which may be large. */
const PAGE = 20

/** By jumping from scope to scope: the records in between are not read. */
async function* scopesIn({ store }: OperatorParts): AsyncGenerator<string> {
  let after: { scope: string; key: string } | undefined
  for (;;) {
    const [first] = await ask(store.list({ space: HANDLE_SPACE, limit: 1, ...(after && { after }) }))
    if (!first) return
    yield first.scope
    // Behind every key of a handle: base64url has no `~`.
    after = { scope: first.scope, key: '~' }
  }
}

async function* holdingsIn(scope: string, parts: OperatorParts): AsyncGenerator<Holding> {
  let after: { scope: string; key: string } | undefined
  for (;;) {
    const query = { space: HANDLE_SPACE, scope, limit: PAGE, ...(after && { after }) }
    const page = await ask(parts.store.list(query))
    yield* await toHoldings(page.map(readLink), parts)
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

async function toHoldings(links: readonly Link[], parts: OperatorParts): Promise<Holding[]> {
  const above = await readAbove(links, parts)
  const now = parts.clock()
  return links.map((link, i) => {
    const { id, keyId, kind } = link.stored
    const key = parts.keys.get(keyId)
    const found = standing([link, ...above[i]!], now)
    return {
      token: key && mintToken(kind, key, id),
      owner: ownerOf(link.scope),
      state: found instanceof HandleError ? (found.code.slice('handle_'.length) as Holding['state']) : 'live',
      link,
      above: above[i]!,
    }
  })
}

async function liveBelow({ scope, key }: Link, parts: OperatorParts): Promise<number> {
  const children = await ask(parts.store.list({ space: HANDLE_SPACE, scope, parent: key }))
  let live = 0
  for (const { state, link } of await toHoldings(children.map(readLink), parts)) {
    if (state === 'live') live += 1 + (await liveBelow(link, parts))
  }
  return live
}

function fits(owner: Owner, wanted: Partial<Owner>): boolean {
  return (Object.keys(wanted) as (keyof Owner)[]).every((key) => wanted[key] === owner[key])
}

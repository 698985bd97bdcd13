// From tokens to stored handles: one look-up for all of them, one more for what attenuated ones stand on. What is
// wrong with a handle, apart from its value, is decided here, in one order.

import type { RecordStore, StoreKey, StoreRecord } from '../../stores/store.js'
import { HandleError, handleError } from '../errors.js'
import { HANDLE_SPACE, type Link, readLink, type WholeResult } from '../record.js'
import { lookUpKey, type Token } from '../token.js'

/** What a look-up needs of the vault. */
export interface LookUpParts {
  readonly store: RecordStore
  /** Milliseconds since the epoch. */
  readonly now: number
  isKnownKey(id: string): boolean
  /** The scope in which a token of that kind would lie for this viewer. */
  scopeFor(kind: string): string
  /** Whether handles of a kind end with the run that they were made in. */
  endsWithRun(kind: string): boolean
  /** What is kept in memory for a record. */
  held(key: string): WholeResult | undefined
  /** The tools that give handles of a kind, for the answer to a miss. */
  givers(kind: string): readonly string[]
}

/** What reading records needs. An operator beside the gate sees nothing of its memory. */
type Reading = Pick<LookUpParts, 'store'> & Partial<Pick<LookUpParts, 'held'>>

/** A stored handle with the records that it stands on: itself first, the one that holds the value last. */
export type Found = readonly [Link, ...Link[]]

/** Looks tokens up; each answer is what was found and is good, or what is wrong with it. */
export async function lookUp(tokens: readonly Token[], parts: LookUpParts): Promise<(Found | HandleError)[]> {
  const scoped = tokens.map((token) => ({
    space: HANDLE_SPACE,
    scope: parts.scopeFor(token.kind),
    key: lookUpKey(token.text),
  }))
  const links = await readAll(scoped, parts)
  const above = links.some((link) => link?.stored.above) ? await readAbove(links, parts) : []
  return links.map((link, i) => {
    // A record of a key that was taken away is none: taking the key away is how all its tokens are ended, and what was
    // made from them under a newer one.
    const isKnown = (each: Link | undefined) => each !== undefined && parts.isKnownKey(each.stored.keyId)
    if (!isKnown(link)) return notFound(tokens[i]!, parts)
    return standing([link, ...(above[i] ?? []).map((each) => (isKnown(each) ? each : undefined))], parts.now)
  })
}

/** What attenuated handles stand on, nearest first, with one more look-up for all of them. */
export async function readAbove(
  links: readonly (Link | undefined)[],
  parts: Reading,
): Promise<(Link | undefined)[][]> {
  const keys = links.map((link) =>
    (link?.stored.above ?? []).toReversed().map((key) => ({ space: HANDLE_SPACE, scope: link!.scope, key })),
  )
  const found = await readAll(keys.flat(), parts)
  let next = 0
  return keys.map(({ length }) => {
    next += length
    return found.slice(next - length, next)
  })
}

/** The store failing is never "not found": that would make the caller give up what is there. */
export async function ask<T>(answer: T | Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (cause instanceof HandleError) throw cause
    throw handleError(
      'handle_store_unavailable',
      'Handles can not be reached at the moment. Try again later.',
      { cause },
    )
  }
}

async function readAll(keys: readonly StoreKey[], parts: Reading): Promise<(Link | undefined)[]> {
  const records: (StoreRecord | undefined)[] = await ask(parts.store.getMany(keys))
  return records.map((record) => record && withHeld(readLink(record), parts))
}

/** A value that was written since is the one that counts. */
function withHeld(link: Link, parts: Reading): Link {
  const held = link.stored.value === undefined ? parts.held?.(link.key) : undefined
  return held ? { ...link, held } : link
}

/** One text for a token that never was, another's, and one long gone. */
export function notFound(token: Token, { givers, endsWithRun }: LookUpParts): HandleError {
  const tools = givers(token.kind)
  const ends = endsWithRun(token.kind)
    ? ` One of kind ${token.kind} is good in the run that made it alone.`
    : ''
  const how = tools.length > 0 ? ` Get one from ${tools.slice(0, 3).join(' or ')}.` : ''
  return handleError('handle_not_found', `There is no such handle.${ends}${how}`)
}

/** The links, or what is wrong with the first bad one. */
export function standing(links: readonly (Link | undefined)[], now: number): Found | HandleError {
  for (const link of links) {
    if (!link) return handleError('handle_gone', 'What this handle was made from is no longer there.')
    const { state, expiresAt } = link.stored
    if (state === 'revoked') return handleError('handle_revoked', 'This handle was revoked.')
    if (state === 'used')
      return handleError('handle_used', 'This handle was used up: it was for a limited number of uses.')
    if (now >= expiresAt) return handleError('handle_expired', 'This handle has expired. Ask for a new one.')
  }
  return links as unknown as Found
}

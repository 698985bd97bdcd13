// The newest whole results of a session whose gate keeps everything in memory: what a view left out is read from
// here. They take no record and no copy, so that a result that nobody reads on costs next to nothing.

import { LRUCache } from 'lru-cache'
import type { PartOrigin } from '../../flow/evidence/part.js'
import type { Json } from '../../json/json.js'
import { ANY_KIND } from '../../json/schema/marks.js'
import type { Card } from '../../tool/outcome.js'
import { type HandleError, handleError } from '../errors.js'
import { Opened } from '../kinds/passage.js'
import { result as resultKind } from '../kinds/result-kind.js'
import { RIGHTS } from '../record.js'
import type { Inside } from './open.js'

/** What lives on is copied by the collector, call after call: few are kept. */
const MOST = 16
/** Characters of all of them. */
export const MOST_SIZE = 64 * 1024 * 1024

/** One kept result. */
export interface RecentResult {
  readonly id: string
  readonly card: Card
  readonly value: Json
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** Where it comes from: asked when it is opened. */
  origin(): PartOrigin
}

/** How one is opened. */
export interface RecentAsk {
  readonly kinds: readonly string[]
  readonly pointer: string
  /** To look inside. */
  readonly inside: boolean
  readonly now: number
}

export class RecentResults {
  readonly #kept = new LRUCache<string, RecentResult>({ max: MOST, maxSize: MOST_SIZE })

  /** Keeps a result of so many characters, in the place of the oldest. */
  add(result: RecentResult, size: number): void {
    this.#kept.set(result.card.handle, result, { size: size + 1 })
  }

  /** Those that have not expired. */
  live(now: number): RecentResult[] {
    return [...this.#kept.values()].filter(({ expiresAt }) => now < expiresAt)
  }

  /** Takes one out; undefined when there is none of this token. */
  take(handle: string): RecentResult | undefined {
    const found = this.#kept.peek(handle)
    this.#kept.delete(handle)
    return found
  }

  /** Opens one; undefined when there is none of this token. */
  open(token: unknown, { kinds, pointer, inside, now }: RecentAsk): Opened | HandleError | undefined {
    const found = typeof token === 'string' ? this.#kept.get(token) : undefined
    if (!found) return undefined
    if (!kinds.includes(resultKind.name) && !kinds.includes(ANY_KIND)) {
      const wanted = `This is a handle of kind result; want one of kind ${kinds.join(' or ')}.`
      return handleError('handle_wrong_kind', wanted, { pointer })
    }
    if (now >= found.expiresAt) {
      return handleError('handle_expired', 'This handle has expired. Ask for a new one.', { pointer })
    }
    return opened(found, inside, pointer)
  }
}

function opened(
  { id, card, value, origin, expiresAt }: RecentResult,
  inside: boolean,
  pointer: string,
): Opened {
  const { origin: label, labels } = origin()
  const stored = {
    id,
    keyId: '',
    kind: resultKind.name,
    codec: 1,
    state: 'live' as const,
    rev: 1,
    expiresAt,
    rights: RIGHTS,
    label: card.label,
    facts: {},
    size: card.size ?? 0,
    origin: label,
    labels,
  }
  const look: Inside = { card, value, count: undefined }
  // A tool may do with its own copy what it likes.
  return new Opened(
    resultKind,
    inside ? look : structuredClone(value),
    {
      token: card.handle,
      action: inside ? 'read' : 'use',
      id,
      rev: 1,
      row: undefined,
      links: [{ scope: '', key: id, version: 1, stored }],
      rights: RIGHTS,
      name: card.label,
      label,
      labels,
    },
    pointer,
  )
}

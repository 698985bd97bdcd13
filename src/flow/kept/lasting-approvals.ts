// Approvals of values that count in all conversations of a user, for gates that never hear what users say. One
// record for each value, so that processes which share a store never write over one another's.

import { createHash } from 'node:crypto'
import { WeakValues } from '../../base/weak-values.js'
import type { RecordStore, StoreRecord } from '../../stores/store.js'
import type { Logger } from '../../tool/context.js'
import type { Answer } from '../person/answer.js'
import type { Lasting } from '../person/approvals.js'
import type { Endorsement } from '../person/endorsements.js'

/** How long such an approval counts, unless the answer says otherwise. */
export const LASTING_MS = 30 * 24 * 60 * 60_000
const SPACE = 'lasting-approval'
/** Of one user. A person who has approved more is asked again. */
const MOST = 1_000

/** What the approvals of a gate are kept with. */
export interface LastingParts {
  readonly store: RecordStore
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** The users of one gate. */
export class LastingApprovals {
  readonly #users = new WeakValues<UserApprovals>()

  constructor(readonly parts: LastingParts) {}

  /** Those of the user whose session has this key. Nobody in particular has none. */
  of(sessionKey: string): UserApprovals | undefined {
    const [tenant, user] = JSON.parse(sessionKey) as [tenant: string, user: string | null]
    if (user === null) return undefined
    const scope = JSON.stringify([tenant, user])
    return this.#users.get(scope) ?? this.#users.add(scope, new UserApprovals(this.parts, scope))
  }
}

/** What one user approved, shared by all sessions of this user. */
export class UserApprovals implements Lasting {
  readonly #endorsements = new Map<string, Endorsement>()

  constructor(
    readonly parts: LastingParts,
    readonly scope: string,
  ) {}

  all(): Iterable<Endorsement> {
    return this.#endorsements.values()
  }

  takes({ expiresAt, uses }: Endorsement): boolean {
    // Counting down belongs to one conversation: two processes would count apart.
    return expiresAt !== undefined && uses === undefined
  }

  /** The answer as it counts here: one about values gets its end. */
  withEnd(answer: Answer): Answer {
    if (answer.for !== 'value' || answer.until !== undefined) return answer
    if (answer.verdict === 'allow' && answer.uses !== undefined) return answer
    return { ...answer, until: Math.ceil(this.parts.clock()) + LASTING_MS }
  }

  /** Takes what an answer made, from now on for every conversation. A store that fails costs only the record. */
  async add(endorsements: readonly Endorsement[]): Promise<void> {
    const records: StoreRecord[] = []
    for (const each of endorsements) {
      if (!this.takes(each) || each.expiresAt === undefined) continue
      const key = keyOf(each)
      if (this.#endorsements.size >= MOST && !this.#endorsements.has(key)) this.#dropEnded()
      if (this.#endorsements.size >= MOST && !this.#endorsements.has(key)) continue
      this.#endorsements.set(key, each)
      const at = { space: SPACE, scope: this.scope, key }
      records.push({ ...at, version: 1, expiresAt: Math.ceil(each.expiresAt), value: JSON.stringify(each) })
    }
    if (records.length > 0) await this.#ask((store) => store.putMany(records), 'was not stored')
  }

  /** Takes an answer back, for every conversation. */
  async remove(endorsement: Endorsement): Promise<void> {
    const key = keyOf(endorsement)
    if (this.#endorsements.get(key)?.id !== endorsement.id) return
    this.#endorsements.delete(key)
    const at = { space: SPACE, scope: this.scope, key }
    await this.#ask((store) => store.deleteMany([at]), 'was not taken out')
  }

  /** Takes up what was stored, by this process or another. What can't be read is asked about again. */
  async load(): Promise<void> {
    const { scope } = this
    const found = await this.#ask((store) => store.list({ space: SPACE, scope, limit: MOST }), 'was not read')
    for (const { key, value } of found ?? []) this.#endorsements.set(key, JSON.parse(value) as Endorsement)
  }

  #dropEnded(): void {
    const now = this.parts.clock()
    for (const [key, { expiresAt = 0 }] of this.#endorsements) {
      if (expiresAt <= now) this.#endorsements.delete(key)
    }
  }

  async #ask<T>(ask: (store: RecordStore) => Promise<T>, what: string): Promise<T | undefined> {
    const { store, log } = this.parts
    try {
      return await ask(store)
    } catch (err) {
      log.error({ err }, `what a user approved for all conversations ${what}`)
      return undefined
    }
  }
}

/** The same value approved once more takes the place of the first approval. */
function keyOf({ key, role, tools }: Endorsement): string {
  const identities = tools.map(({ identity }) => identity)
  return createHash('sha256')
    .update(JSON.stringify([key, role, identities]))
    .digest('hex')
}

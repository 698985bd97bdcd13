// The approvals of one session, and what people answered. Lives as long as the session; its data is stored.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import type { ArgumentFacts } from '../judge/decision.js'
import type { Answer } from './answer.js'
import { ApprovalError, answerApproval, type PendingApproval } from './approval.js'
import { type Endorsement, endorsementFor, spentBy } from './endorsements.js'

/** Approvals that may wait at once: a flood of them would hide the one that matters. */
export const MAX_OPEN = 5

/** What has become of a call that was asked about. */
type Standing = 'approved' | 'refused' | 'open'

/** Endorsements that are not bound to one conversation. They have an end, and no number of uses. */
export interface Lasting {
  all(): Iterable<Endorsement>
}

/** Approvals and endorsements. */
export class Approvals {
  readonly #asked = new Map<string, PendingApproval>()
  readonly #endorsements = new Map<string, Endorsement>()

  /** @param lasting What the user approved for all conversations. */
  constructor(
    readonly clock: () => number,
    readonly lasting?: Lasting,
  ) {}

  /** How an equal call stands, and by which approval. */
  standing(digest: string): { readonly standing: Standing; readonly asked: PendingApproval } | undefined {
    let found: PendingApproval | undefined
    for (const asked of this.#live()) {
      if (asked.digest === digest && !asked.used && asked.answer?.for !== 'value') found = asked
    }
    if (!found) return undefined
    const standing = !found.answer ? 'open' : found.answer.verdict === 'allow' ? 'approved' : 'refused'
    return { standing, asked: found }
  }

  /** Whether another one may be asked. */
  get hasRoom(): boolean {
    return this.#live().filter(({ answer }) => !answer).length < MAX_OPEN
  }

  /** Whether nothing was ever asked or approved. */
  get isEmpty(): boolean {
    return this.#asked.size + this.#endorsements.size === 0
  }

  /** Keeps an approval, and lets go of what has ended. */
  ask(asked: PendingApproval): void {
    const now = this.clock()
    for (const { approval, expiresAt } of this.#asked.values()) {
      if (expiresAt <= now) this.#asked.delete(approval.id)
    }
    for (const { id, expiresAt, uses } of this.#endorsements.values()) {
      if ((expiresAt !== undefined && expiresAt <= now) || uses === 0) this.#endorsements.delete(id)
    }
    this.#asked.set(asked.approval.id, asked)
  }

  /** An approval by its id, expired or not. */
  find(id: string): PendingApproval | undefined {
    return this.#asked.get(id)
  }

  /** Those that nobody has answered. */
  open(): readonly PendingApproval[] {
    return this.#live().filter(({ answer }) => !answer)
  }

  /**
   * Takes an answer, and gives what is to be stored.
   *
   * @throws ApprovalError when there is no such approval, or it can't be answered so.
   */
  answer(
    id: string,
    answer: Answer,
    user: string | undefined,
    newId: () => string,
  ): { readonly asked: PendingApproval; readonly endorsements: readonly Endorsement[] } {
    const found = this.#asked.get(id)
    // The same words for another session's approval: whether it exists is no one's business here.
    if (!found) throw new ApprovalError('There is no such approval in this session.')
    const { asked, endorsements } = answerApproval(found, answer, user, this.clock())
    const named = endorsements.map((each) => ({ id: newId(), ...each }))
    this.#asked.set(id, asked)
    for (const each of named) this.#endorsements.set(each.id, each)
    return { asked, endorsements: named }
  }

  /** Whether a person approved this value for this tool. */
  endorsed(key: string, role: Role, tool: FlowTool): boolean {
    const covers = (these: Iterable<Endorsement>) =>
      endorsementFor(these, key, role, tool, this.clock()) !== undefined
    return covers(this.#endorsements.values()) || (this.lasting !== undefined && covers(this.lasting.all()))
  }

  /** A run starts: uses up what let it pass, and gives what is to be stored. */
  spend(
    digest: string | undefined,
    facts: readonly ArgumentFacts[],
    tool: FlowTool,
  ): { readonly asked?: PendingApproval; readonly endorsements: readonly Endorsement[] } {
    const spent = spentBy(this.#endorsements.values(), facts, tool, this.clock())
    for (const each of spent) this.#endorsements.set(each.id, each)
    const stands = digest === undefined ? undefined : this.standing(digest)
    if (stands?.standing !== 'approved') return { endorsements: spent }
    const asked = { ...stands.asked, used: true as const }
    this.#asked.set(asked.approval.id, asked)
    return { asked, endorsements: spent }
  }

  toJSON(): { readonly asked: readonly PendingApproval[]; readonly endorsements: readonly Endorsement[] } {
    return { asked: this.#live(), endorsements: [...this.#endorsements.values()] }
  }

  /** Takes what another process knows for what is known here. */
  replace(stored: ReturnType<Approvals['toJSON']>): void {
    this.#asked.clear()
    this.#endorsements.clear()
    this.restore(stored)
  }

  restore(stored: ReturnType<Approvals['toJSON']>): void {
    for (const asked of stored.asked) this.#asked.set(asked.approval.id, asked)
    for (const endorsement of stored.endorsements) this.#endorsements.set(endorsement.id, endorsement)
  }

  #live(): PendingApproval[] {
    const now = this.clock()
    return [...this.#asked.values()].filter(({ expiresAt }) => expiresAt > now)
  }
}

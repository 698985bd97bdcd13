// The approvals of one session, and what people answered. Lives as long as the session; its data is stored.

import type { FlowTool } from '../../tool/flow/declare.js'
import type { Role } from '../../tool/flow/roles.js'
import type { StandingApproval } from '../../tool/outcome.js'
import type { ArgumentFacts, Findings, Reason } from '../judge/decision.js'
import type { Answer } from './answer.js'
import { answerApproval, mayAnswer } from './answering.js'
import { ApprovalError } from './approval-error.js'
import { type Endorsement, endorsementFor, hasEnded, refusedBy, spentBy, standingOf } from './endorsements.js'
import { joined } from './joining.js'
import type { PendingApproval } from './pending.js'
import { ShownTexts } from './shown-texts.js'

/** Approvals that may be asked in one turn and wait: a flood of them would hide the one that matters. */
export const MAX_OPEN = 5
/** Where nobody tells what the user says, a turn ends after so long without a question. */
const SILENCE_MS = 60_000
/** Of all turns. */
const MOST_WAITING = 20
const REFUSED: Reason = 'person_refused'

/** What has become of a call that was asked about. */
type Standing = 'approved' | 'refused' | 'open'

/** Endorsements that are not bound to one conversation. They have an end, and no number of uses. */
export interface Lasting {
  all(): Iterable<Endorsement>
  /** Whether it is one of those, and not of one conversation. */
  takes(endorsement: Endorsement): boolean
}

/** What is stored of them. */
interface StoredAnswers {
  readonly asked: readonly PendingApproval[]
  readonly endorsements: readonly Endorsement[]
  /** The turn of the user. */
  readonly turn?: number
}

/** Approvals and endorsements. */
export class Approvals {
  readonly #asked = new Map<string, PendingApproval>()
  readonly #endorsements = new Map<string, Endorsement>()
  /** What was shown lately, for the words on where a value comes from. */
  readonly texts = new ShownTexts()
  #turn = 0
  #hasWords = false
  #askedAt = 0

  /** @param lasting What the user approved for all conversations. */
  constructor(
    readonly clock: () => number,
    readonly lasting?: Lasting,
  ) {}

  /** How an equal call stands, and by which approval. */
  standing(digest: string): { readonly standing: Standing; readonly asked: PendingApproval } | undefined {
    let found: PendingApproval | undefined
    for (const asked of this.#live()) {
      if (asked.retired || asked.answer?.for === 'value') continue
      if (asked.calls.some((call) => call.digest === digest && !call.used)) found = asked
    }
    if (!found) return undefined
    const standing = !found.answer ? 'open' : found.answer.verdict === 'allow' ? 'approved' : 'refused'
    return { standing, asked: found }
  }

  /** Whether another one may be asked in this turn. */
  get hasRoom(): boolean {
    const open = this.open()
    return open.length < MOST_WAITING && open.filter(({ turn }) => turn === this.#now()).length < MAX_OPEN
  }

  /** Whether nothing was ever asked or approved. */
  get isEmpty(): boolean {
    return this.#asked.size + this.#endorsements.size === 0
  }

  /**
   * Keeps an approval, and lets go of what has ended. A call that is like those of an open one joins it: then that one
   * is given, as it is now. Undefined: there is no room for another one in this turn.
   */
  ask(given: PendingApproval): PendingApproval | undefined {
    const now = this.clock()
    for (const { approval, expiresAt } of this.#asked.values()) {
      if (expiresAt <= now) this.#asked.delete(approval.id)
    }
    for (const each of this.#endorsements.values())
      if (hasEnded(each, now)) this.#endorsements.delete(each.id)
    const asked = { ...given, turn: this.#now() }
    for (const open of this.open()) {
      const together = joined(open, asked)
      if (!together) continue
      this.#asked.set(together.approval.id, together)
      return together
    }
    if (!this.hasRoom) return undefined
    this.#askedAt = now
    this.#turn = asked.turn
    this.#asked.set(asked.approval.id, asked)
    return asked
  }

  /** An approval by its id, expired or not. */
  find(id: string): PendingApproval | undefined {
    return this.#asked.get(id)
  }

  /** Those that nobody has answered. */
  open(): readonly PendingApproval[] {
    return this.#live().filter(({ answer, retired }) => !answer && !retired)
  }

  /** The user speaks: a new turn. */
  endTurn(): void {
    this.#hasWords = true
    this.#turn++
  }

  /**
   * Retires what nobody answered of turns before the previous one, and gives them; undefined where there is none. A
   * flood that injected text has caused ends with it, without a person who clears it away.
   */
  retire(): readonly PendingApproval[] | undefined {
    const old = this.open().filter(({ turn }) => turn < this.#turn - 1)
    for (const each of old) this.#asked.set(each.approval.id, { ...each, retired: true })
    return old.length > 0 ? old : undefined
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
    for (const each of named) if (!this.lasting?.takes(each)) this.#endorsements.set(each.id, each)
    return { asked, endorsements: named }
  }

  /** Whether a person approved this value for this tool. */
  endorsed(key: string, role: Role, tool: FlowTool): boolean {
    return endorsementFor(this.#all(), key, role, tool, this.clock()) !== undefined
  }

  /** What is found of a call, once a person's never has been heard: it beats whatever accounts for a value. */
  refuse(found: Findings, tool: FlowTool): Findings {
    const refused = refusedBy(this.#all(), () => found.arguments, tool, this.clock())
    if (refused.length === 0) return found
    const items = refused === 'act' ? [] : refused.map((each) => ({ ...each, reason: REFUSED }))
    return { ...found, verdict: 'deny', reason: REFUSED, items }
  }

  /** The answers that go on counting. */
  standingAnswers(): readonly StandingApproval[] {
    const now = this.clock()
    return [...this.#all()].filter((each) => !hasEnded(each, now)).map(standingOf)
  }

  /**
   * Takes an answer back, and gives what it was.
   *
   * @throws ApprovalError when there is no such answer, or somebody else may take it back.
   */
  revoke(id: string, by: string, user: string | undefined): Endorsement {
    if (!mayAnswer(by, user))
      throw new ApprovalError('Only the user of the session or an operator can take back its approvals.')
    const found = [...this.#all()].find((each) => each.id === id)
    if (!found) throw new ApprovalError('There is no such standing approval in this session.')
    this.#endorsements.delete(id)
    return found
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
    const { asked: approved } = stands
    const calls = approved.calls.map((call) =>
      call.digest === digest ? { ...call, used: true as const } : call,
    )
    const asked = { ...approved, calls }
    this.#asked.set(asked.approval.id, asked)
    return { asked, endorsements: spent }
  }

  toJSON(): StoredAnswers {
    return { asked: this.#live(), endorsements: [...this.#endorsements.values()], turn: this.#turn }
  }

  /** Takes what another process knows for what is known here. */
  replace(stored: StoredAnswers): void {
    this.#asked.clear()
    this.#endorsements.clear()
    this.restore(stored)
  }

  restore(stored: StoredAnswers): void {
    this.#turn = Math.max(this.#turn, stored.turn ?? 0)
    for (const asked of stored.asked) {
      // Of a version before this one: nobody has seen all of it, so the call is asked about anew.
      if (asked.calls) this.#asked.set(asked.approval.id, asked)
    }
    for (const endorsement of stored.endorsements) this.#endorsements.set(endorsement.id, endorsement)
  }

  /** The turn of this moment. */
  #now(): number {
    return !this.#hasWords && this.clock() - this.#askedAt > SILENCE_MS ? this.#turn + 1 : this.#turn
  }

  *#all(): Iterable<Endorsement> {
    yield* this.#endorsements.values()
    if (this.lasting) yield* this.lasting.all()
  }

  #live(): PendingApproval[] {
    const now = this.clock()
    return [...this.#asked.values()].filter(({ expiresAt }) => expiresAt > now)
  }
}

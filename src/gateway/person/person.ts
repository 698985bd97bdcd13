// What the person behind the clients says and decides: words for the conversations of this gateway, and answers to
// what is held there. Who may reach this stands in `control.ts`; nothing that came as a call ever does.

import type { Session } from '../../door/session.js'
import { type StoredStanding, storedStanding, waitingApprovals } from '../../flow/kept/flow-store.js'
import type { ApproveOptions, DenyOptions } from '../../flow/person/answer.js'
import { ApprovalError } from '../../flow/person/approval-error.js'
import type { RecordStore } from '../../stores/store.js'
import type { Approval } from '../../tool/outcome.js'
import type { Passage, Passages } from '../passages.js'

/** An approval that waits, and where. */
export interface AskedPerson extends Approval {
  readonly conversation: string
  /**
   * Whether its call may be made again in this conversation. Not in one that has ended: the process of a stdio
   * client, or the session of an HTTP client that began anew.
   */
  readonly waits: boolean
  /** The user went on to other things: it takes no answer any more, and its calls are asked about anew. */
  readonly retired?: true
}

/** What the person said. */
interface Said {
  readonly text: string
  /** The message's id, so that it counts once. */
  readonly id: string
  /** Default: all conversations. */
  readonly conversation?: string | undefined
}

/** What can't be done as asked, in words for the person. */
export class PersonError extends Error {
  override readonly name = 'PersonError'

  constructor(
    readonly kind: 'missing' | 'refused',
    message: string,
    /** What the approval is now, where a call joined since it was shown. */
    readonly changed?: Approval,
  ) {
    super(message)
  }
}

/** What a person's door needs of the gateway. */
interface PersonParts {
  readonly passages: Passages
  readonly store: RecordStore
  /** The config says that a prompt hook tells the user's words. */
  readonly promptHook: boolean
  readonly clock?: () => number
}

/** The person's side of a gateway. There is one person: the user who runs it. */
export class Person {
  #recent: { readonly said: Said; readonly at: number }[] = []
  readonly #clock: () => number

  constructor(readonly parts: PersonParts) {
    this.#clock = parts.clock ?? Date.now
    // A prompt comes before the call that it is about, and that call may be what opens the conversation.
    parts.passages.onopen = (passage) => {
      for (const { said } of this.#fresh()) if (isFor(said, passage)) void tell(passage, said)
    }
  }

  /**
   * Takes the user's words, for the conversation that they name or for all. Says how many have them.
   *
   * @throws PersonError when the config knows of no prompt hook.
   */
  async said(said: Said): Promise<number> {
    if (!this.parts.promptHook) {
      throw new PersonError(
        'refused',
        'This gateway takes no words: its config must say "promptHook": true under sallyport.',
      )
    }
    this.#recent = [...this.#fresh(), { said, at: this.#clock() }].slice(-MOST_RECENT)
    const listening = [...this.parts.passages.opened].filter((passage) => isFor(said, passage))
    await Promise.all(listening.map((passage) => tell(passage, said)))
    return listening.length
  }

  /** The approvals that wait, those of conversations that are not open included. */
  async approvals(): Promise<readonly AskedPerson[]> {
    const { passages, store } = this.parts
    const found = await waitingApprovals(store, { ...passages.principal, now: this.#clock() })
    return found.map(({ conversation, approval, retired }) => ({
      ...approval,
      conversation,
      waits: !retired && (this.#isOpen(conversation) !== undefined || comesBack(conversation)),
      ...(retired && { retired }),
    }))
  }

  /**
   * The person's yes.
   *
   * @throws PersonError when there is no such approval, or it can't be given so.
   */
  async approve(id: string, options: Omit<ApproveOptions, 'by'>): Promise<AskedPerson> {
    const asked = await this.#waiting(id)
    const lasts = options.for === 'value' && options.uses === undefined && !this.parts.promptHook
    if (!asked.retired && !asked.waits && !lasts) {
      throw new PersonError(
        'refused',
        `The conversation of this approval has ended, so nothing would come of '${options.for}'. When the call is made again, it is asked anew.`,
      )
    }
    return this.#answer(asked, (session, by) => session.approve(id, { ...options, by }))
  }

  /**
   * The person's no.
   *
   * @throws PersonError when there is no such approval, or it can't be answered any more.
   */
  async deny(id: string, options: Omit<DenyOptions, 'by'> = {}): Promise<AskedPerson> {
    return this.#answer(await this.#waiting(id), (session, by) => session.deny(id, { ...options, by }))
  }

  /** The answers that go on counting, in all conversations of the user. */
  async standing(): Promise<readonly StoredStanding[]> {
    const { passages, store } = this.parts
    const stored = await storedStanding(store, { ...passages.principal, now: this.#clock() })
    const found = new Map(stored.map((each) => [each.id, each]))
    for (const passage of passages.opened) {
      const { conversation } = passage
      const known = await passage.use((session) => session.approvals({ standing: true }))
      for (const each of known) if (!found.has(each.id)) found.set(each.id, { ...each, conversation })
    }
    return [...found.values()]
  }

  /**
   * Takes an answer back.
   *
   * @throws PersonError when there is no such answer.
   */
  async revoke(id: string): Promise<StoredStanding> {
    const found = (await this.standing()).find((each) => each.id === id)
    if (!found) throw new PersonError('missing', 'No such answer counts; it may have ended.')
    await this.#as(found.conversation, (session, by) => session.revoke(id, { by }))
    return found
  }

  async #waiting(id: string): Promise<AskedPerson> {
    const asked = (await this.approvals()).find((each) => each.id === id)
    if (asked) return asked
    throw new PersonError('missing', 'No such approval waits; it may have been answered or expired.')
  }

  async #answer(
    asked: AskedPerson,
    answer: (session: Session, by: string) => Promise<void>,
  ): Promise<AskedPerson> {
    await this.#as(asked.conversation, answer)
    return asked
  }

  async #as(conversation: string, act: (session: Session, by: string) => Promise<void>): Promise<void> {
    const open = this.#isOpen(conversation)
    const passage = open ?? this.parts.passages.open(conversation)
    try {
      // The control token is the user's own: on stdio and on loopback the user of the machine is the principal.
      await passage.use((session) => act(session, session.principal.user ?? ''))
    } catch (error) {
      if (error instanceof ApprovalError) throw new PersonError('refused', error.message, error.approval)
      throw error
    } finally {
      if (!open) passage.close()
    }
  }

  #isOpen(conversation: string): Passage | undefined {
    for (const passage of this.parts.passages.opened) {
      if (passage.conversation === conversation) return passage
    }
    return undefined
  }

  #fresh() {
    const since = this.#clock() - RECENT_MS
    return this.#recent.filter(({ at }) => at > since)
  }
}

/** As many messages as can ask for an act, and as long as a client takes to come with its first call. */
const MOST_RECENT = 3
const RECENT_MS = 10 * 60_000

function isFor({ conversation }: Said, passage: Passage): boolean {
  return conversation === undefined || conversation === passage.conversation
}

function tell(passage: Passage, { text, id }: Said): Promise<void> {
  return passage.use(async (session) => session.userSaid(text, { id }))
}

/** Named by the client (`clients.ts`) or by who types `sallyport call`, and found again; others have an id of one life. */
function comesBack(conversation: string): boolean {
  return !/^(http|stdio)-/.test(conversation)
}

// Sessions of the gate for those who connect. The gate is made anew when the tools of an upstream change; a
// passage goes over to it with its next call, and calls that are under way end where they began.

import { randomBytes, randomUUID } from 'node:crypto'
import { Lane } from '../base/lane.js'
import { createGate, type Gate } from '../door/create-gate.js'
import type { Session } from '../door/session.js'
import type { OperatorOptions } from '../flow/kept/flow-core.js'
import { inspectHandle } from '../handles/look/inspector.js'
import type { JsonObject } from '../json/json.js'
import type { RawResult } from '../mcp/relay.js'
import { answerOf } from '../mcp/tools/results.js'
import { advertise } from '../profiles/profiles.js'
import type { SessionEvent } from '../session/events.js'
import type { RecordStore } from '../stores/store.js'
import type { Logger, Progress } from '../tool/context.js'
import type { Outcome } from '../tool/outcome.js'
import type { CrossingFacts } from './console/crossing-line.js'
import { requestStates } from './front/request-state.js'
import { LOCAL_TENANT, osUser } from './local-user.js'
import { callAsking } from './person/ask.js'
import type { ClientPerson } from './person/client-person.js'
import type { Roster } from './upstream/roster.js'

/** What one call takes beside its name and arguments. */
interface PassageCall {
  readonly signal: AbortSignal
  /** Gets progress in order, the last one before the result. */
  readonly onprogress?: (progress: Progress) => void
  /** Who is asked when the call is held. Default: nobody. */
  readonly person?: ClientPerson | undefined
}

/** One conversation's way through the gate. */
export interface Passage {
  readonly conversation: string
  /** The entries of `tools/list`. */
  list(): readonly JsonObject[]
  /** Takes a call through the gate. Gives the `CallToolResult`, or what asks for an answer. Never rejects. */
  call(name: string, args: unknown, options: PassageCall): Promise<JsonObject>
  /** Works with its session, on the newest gate. */
  use<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Stops what is open. */
  close(): void
}

/** What passages need of the gateway. */
interface PassageSurroundings {
  readonly store: RecordStore
  readonly log: Logger
  /** The secret of which handles are made. Default: one that ends with the process. */
  readonly handleKey?: Uint8Array | undefined
  /** Who all passages are for. Default: the user of this machine who runs the gateway. */
  readonly user?: string | undefined
  /** Mode, what is trusted, and rules. */
  readonly operator: OperatorOptions
  /** How a person answers a held call; a model is told to say so. */
  readonly howToAnswer?: string | undefined
  /** Told of each crossing. */
  crossed(outcome: Outcome, facts: CrossingFacts): void
}

/** A gate and who is still on it. */
interface Generation {
  readonly gate: Gate
  readonly roster: Roster
  sessions: number
}

/** Opens passages, and keeps them on the newest gate. */
export class Passages {
  /** Who all passages are for. */
  readonly principal: { readonly tenant: string; readonly user: string }
  /** Told of each passage that is opened. */
  onopen: ((passage: Passage) => void) | undefined
  readonly #open = new Set<Passage>()
  readonly #around: PassageSurroundings
  readonly #states = requestStates()
  readonly #key: Uint8Array
  #now: Generation

  constructor(around: PassageSurroundings) {
    this.#around = around
    this.principal = { tenant: LOCAL_TENANT, user: around.user ?? osUser() }
    // One for all gates that come: a handle outlives the list of tools that it was made under.
    this.#key = around.handleKey ?? randomBytes(32)
    this.#now = this.#generation(new Map())
  }

  get roster(): Roster {
    return this.#now.roster
  }

  /** From now on calls meet these tools. */
  renew(roster: Roster): void {
    const before = this.#now
    this.#now = this.#generation(roster)
    this.#retire(before)
  }

  /** Those that are open. */
  get opened(): Iterable<Passage> {
    return this.#open
  }

  /** Opens a passage. */
  open(conversation: string): Passage {
    const seats = new Set<Seat>()
    const lane = new Lane()
    let newest = this.#enter(conversation, seats)
    let closed = false
    const use = <T>(work: (session: Session, roster: Roster) => Promise<T>): Promise<T> => {
      if (newest.generation !== this.#now && !closed) {
        newest.leave()
        newest = this.#enter(conversation, seats)
      }
      const seat = newest
      return seat.use((session) => work(session, seat.generation.roster))
    }
    const passage: Passage = {
      conversation,
      use,
      list: () => listOf(this.#now.roster),
      call: (name, args, options) =>
        use((session, roster) => this.#cross(session, roster, name, args, { ...options, lane })),
      close: () => {
        closed = true
        this.#open.delete(passage)
        for (const each of seats) each.close()
      },
    }
    this.#open.add(passage)
    this.onopen?.(passage)
    return passage
  }

  async close(): Promise<void> {
    await this.#now.gate.close()
  }

  async #cross(
    session: Session,
    roster: Roster,
    name: string,
    args: unknown,
    { signal, onprogress, person, lane }: PassageCall & { readonly lane: Lane },
  ): Promise<JsonObject> {
    // Ids of JSON-RPC only correlate: clients restart them, and a model may choose them.
    const id = randomUUID()
    const quiet = onprogress && session.on((event) => tell(event, id, onprogress))
    const call = { id, name, args }
    const asked = await callAsking(session, call, { signal, person, lane, states: this.#states })
    quiet?.()
    if ('refused' in asked) {
      // Of an unknown tool not even the name is told: it may be anything, and long.
      const tool = roster.has(name) ? name : undefined
      this.#around.log.warn({ tool }, 'an answer was refused: it belongs to no approval that waits')
      return asked.refused
    }
    const { outcome } = asked
    const shown = roster.get(name)
    const { howToAnswer } = this.#around
    const { result, seenBytes } = answerOf(outcome, shown, howToAnswer)
    const came = shown && outcome.status === 'ok' ? (outcome.value as RawResult).bytes : undefined
    this.#around.crossed(outcome, { seenBytes, ...(came !== undefined && { rawBytes: came }) })
    return asked.asks ?? result
  }

  #generation(roster: Roster): Generation {
    const { store, log, operator } = this.#around
    const tools = [...roster.values()].map(({ tool }) => tool)
    // Of the user, since the conversation of a client may end with its connection, and of stdio with the process.
    const handles = { key: this.#key, resultScope: 'user' } as const
    return { gate: createGate({ tools, store, log, ...handles, ...operator }), roster, sessions: 0 }
  }

  #enter(conversation: string, seats: Set<Seat>): Seat {
    const generation = this.#now
    const session = generation.gate.session({ ...this.principal, conversation })
    generation.sessions += 1
    const seat = new Seat(generation, session, () => {
      seats.delete(seat)
      generation.sessions -= 1
      this.#retire(generation)
    })
    seats.add(seat)
    return seat
  }

  /** A gate that is not the newest and has nobody on it any more writes what waits and ends. */
  #retire(generation: Generation): void {
    if (generation !== this.#now && generation.sessions === 0) void generation.gate.close()
  }
}

/** A session on one gate. Who leaves it waits for the calls that are under way; who closes it stops them. */
class Seat {
  #open = 0
  #left = false
  #closed = false

  constructor(
    readonly generation: Generation,
    readonly session: Session,
    readonly onClose: () => void,
  ) {}

  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.#open += 1
    try {
      return await work(this.session)
    } finally {
      this.#open -= 1
      if (this.#left && this.#open === 0) this.close()
    }
  }

  leave(): void {
    this.#left = true
    if (this.#open === 0) this.close()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.session.close()
    this.onClose()
  }
}

/** The tools of all upstreams, and the gate's own, where handles can come up. */
function listOf(roster: Roster): readonly JsonObject[] {
  const shown = [...roster.values()]
  const own = shown.some(({ views }) => views === 'split') ? advertise([inspectHandle], 'mcp') : []
  return [...shown.map(({ listing }) => listing), ...(own as unknown as readonly JsonObject[])]
}

function tell(event: SessionEvent, callId: string, onprogress: (progress: Progress) => void): void {
  if (event.type === 'call.progress' && event.callId === callId) onprogress(event.progress)
}

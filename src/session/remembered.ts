// The calls that a session remembers: to share the outcome of one that is repeated within a turn, and to give
// it again under its id. Across turns ids mean nothing, because providers and JSON-RPC clients restart theirs.

import { LRUCache } from 'lru-cache'
import { canonicalJson } from '../json/canonical-json.js'
import type { JsonObject } from '../json/json.js'
import { plainJson } from '../json/plain-json.js'
import type { Outcome } from '../tool/outcome.js'

/** In a session whose user never speaks, as behind a gateway without a prompt hook, silence ends a turn. */
const SILENCE_MS = 60_000
const MAX_IDS = 1_024
const MAX_PER_ID = 8
/**
 * Characters of outcomes that are kept, the last eight whatever their size. Few for reads: an outcome that
 * lives on is copied by the collector, which would cost more than all the rest of a call. More for dear ones:
 * an act that is forgotten would be done again, and a slow reader of events comes back for its payload.
 */
const KEPT = { plain: 128 * 1024, dear: 32 * 1024 * 1024 }

/** A call as it was asked for. */
export interface Asked {
  readonly name: string
  /** Whose rights it was asked with: views of one session with other rights never share an outcome. */
  readonly rights: string
  readonly args: unknown
}

/** One remembered call. */
interface Remembered {
  readonly asked: Asked
  /** The copy of its arguments that was let in, once there is one. */
  admitted: JsonObject | undefined
  /** The canonical text of arguments that were refused; null when they have none. */
  refused: string | null | undefined
  readonly turn: number
  /** None when its outcome was too much to keep. */
  ending: Promise<Outcome> | undefined
  outcome: Outcome | undefined
  /** It may have changed something, so it must not run again. */
  act: boolean
}

/** What counts when outcomes are let go. */
interface Weight {
  /** The arguments that were let in. */
  readonly args: JsonObject | undefined
  /** Characters that the outcome holds. */
  readonly size: number
  /** It may have changed something. */
  readonly act: boolean
  /** A slow reader of events was promised its payload. */
  readonly owed: boolean
}

/** Reads the arguments of a call as its tool would; undefined when they are refused. */
type Admit = (asked: Asked) => JsonObject | undefined

// Not Maps: with entries coming and going a Map leaves old tables to the collector, with all that stood in
// them, and every outcome lives on until a full collection.
export class Calls {
  readonly #byId = new LRUCache<string, readonly Remembered[]>({ max: MAX_IDS })
  readonly #kept = { plain: keeper(KEPT.plain), dear: keeper(KEPT.dear) }
  #turn = 0
  #userSpeaks = false
  #lastCallAt = 0

  constructor(readonly clock: () => number) {}

  /** The user spoke: ids start afresh. */
  endTurn(): void {
    this.#userSpeaks = true
    this.#turn++
  }

  /** The outcome of the same call under the same id, if this turn has one; `forgotten`: an act's that was let go. */
  earlier(callId: string, asked: Asked, admit: Admit): Promise<Outcome> | 'forgotten' | undefined {
    this.#noteSilence()
    const same = this.#byId
      .get(callId)
      ?.findLast(
        (call) =>
          call.turn === this.#turn &&
          call.asked.name === asked.name &&
          call.asked.rights === asked.rights &&
          areEqual(call, asked, admit),
      )
    return same?.ending ?? (same?.act ? 'forgotten' : undefined)
  }

  /** Remembers that a call is under way. */
  begin(callId: string, asked: Asked, ending: Promise<Outcome>): void {
    this.#add(callId, {
      asked,
      admitted: undefined,
      refused: undefined,
      turn: this.#turn,
      ending,
      outcome: undefined,
      act: false,
    })
  }

  /** The arguments of a call that is under way were let in: `copy` is what they were. */
  admitted(callId: string, asked: Asked, copy: JsonObject): void {
    const call = this.#find(callId, asked)
    if (call) call.admitted = copy
  }

  /** The arguments of a call that is under way were refused. */
  refused(callId: string, asked: Asked): void {
    const call = this.#find(callId, asked)
    if (call) call.refused = canonicalArgs(asked.args)
  }

  /** Remembers how a call ended. */
  end(callId: string, asked: Asked, outcome: Outcome, { args, size, act, owed }: Weight): void {
    let call = this.#find(callId, asked)
    if (!call) {
      call = { asked, admitted: args, refused: undefined, turn: this.#turn, ending: undefined, outcome, act }
      this.#add(callId, call)
    }
    call.outcome = outcome
    call.act = act
    const dear = act || owed
    const most = dear ? KEPT.dear : KEPT.plain
    this.#kept[dear ? 'dear' : 'plain'].set(call, call, { size: Math.min(size, most / 8) })
  }

  /** The latest outcome under an id, of calls that were asked with these rights. */
  latest(callId: string, rights: string): Outcome | undefined {
    const calls = this.#byId.get(callId)
    return calls?.findLast(({ asked, outcome }) => outcome && asked.rights === rights)?.outcome
  }

  #find(callId: string, asked: Asked): Remembered | undefined {
    return this.#byId.peek(callId)?.find((begun) => begun.asked === asked)
  }

  #add(callId: string, call: Remembered): void {
    const others = this.#byId.peek(callId)
    this.#byId.set(callId, others ? [...others.slice(1 - MAX_PER_ID), call] : [call])
  }

  #noteSilence(): void {
    const now = this.clock()
    if (!this.#userSpeaks && now - this.#lastCallAt > SILENCE_MS) this.#turn++
    this.#lastCallAt = now
  }
}

/** Keeps outcomes up to a size; what it lets go loses its outcome and stays known as a call. */
function keeper(maxSize: number): LRUCache<Remembered, Remembered> {
  return new LRUCache({
    max: MAX_IDS,
    maxSize,
    dispose(call) {
      call.ending = undefined
      call.outcome = undefined
    },
  })
}

/**
 * Equal as JSON, whatever the order of keys and what admission mends. Compared with copies, since a caller may
 * change its objects. What can't be compared counts as different.
 */
function areEqual({ asked: { args }, admitted: first, refused }: Remembered, second: Asked, admit: Admit) {
  if (typeof args === 'string' && args === second.args) return true
  const before = first ? canonicalJson(first) : (refused ?? canonicalArgs(args))
  if (!before || refused === null) return false
  const admitted = first && admit(second)
  return before === (first ? admitted && canonicalJson(admitted) : canonicalArgs(second.args))
}

/** What is larger is never the same call. */
const COMPARED = { depth: 64, members: 10_000, bytes: 256 * 1024 }

/** The canonical text of raw arguments, where they have one. */
export function canonicalArgs(args: unknown): string | null {
  if (args === undefined || args === null || args === '') return '{}'
  if (typeof args === 'string' && args.length > COMPARED.bytes) return null
  try {
    const copied = plainJson(typeof args === 'string' ? JSON.parse(args) : args, COMPARED)
    return 'rule' in copied ? null : canonicalJson(copied.value)
  } catch {
    return null
  }
}

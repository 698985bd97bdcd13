// The calls that a session remembers: to share the outcome of one that is repeated within a turn, and to give
// it again under its id. Across turns ids mean nothing, because providers and JSON-RPC clients restart theirs.

import { LRUCache } from 'lru-cache'
import { canonicalJson } from '../tool/canonical-json.js'
import type { Outcome } from '../tool/outcome.js'
import { plainJson } from '../tool/plain-json.js'

/** In a session whose user never speaks, as behind a gateway without a prompt hook, silence ends a turn. */
const SILENCE_MS = 60_000
const MAX_PER_ID = 8
/**
 * How many ids are remembered, and how much of their outcomes, in characters; the last eight whatever their
 * size. (Not a Map: with entries coming and going it leaves old tables to the collector, with all that stood
 * in them, and every outcome lives on until a full collection.)
 */
const REMEMBERED = { max: 2_000, maxSize: 512 * 1024 }
const HEAVIEST = REMEMBERED.maxSize / 8

/** A call as it was asked for. */
export interface Asked {
  readonly name: string
  /** As they came; the admitted copy once there is one, so that what a caller does to its objects changes nothing. */
  args: unknown
}

interface Remembered {
  readonly asked: Asked
  readonly turn: number
  readonly ending: Promise<Outcome>
}

interface Entry {
  readonly calls: readonly Remembered[]
  readonly latest: Outcome | undefined
}

export class Calls {
  readonly #entries = new LRUCache<string, Entry>(REMEMBERED)
  #turn = 0
  #userSpeaks = false
  #lastCallAt = 0

  constructor(readonly clock: () => number) {}

  /** The user spoke: ids start afresh. */
  endTurn(): void {
    this.#userSpeaks = true
    this.#turn++
  }

  /** The outcome of the same call under the same id, if this turn has one. */
  earlier(callId: string, { name, args }: Asked): Promise<Outcome> | undefined {
    this.#noteSilence()
    const calls = this.#entries.get(callId)?.calls
    return calls?.find(
      ({ asked, turn }) => turn === this.#turn && asked.name === name && areEqual(asked.args, args),
    )?.ending
  }

  /** Remembers that a call is under way. */
  begin(callId: string, asked: Asked, ending: Promise<Outcome>): void {
    const entry = this.#entries.peek(callId)
    const call = { asked, turn: this.#turn, ending }
    const calls = entry ? [...entry.calls.slice(1 - MAX_PER_ID), call] : [call]
    this.#entries.set(callId, { calls, latest: entry?.latest }, { size: 1 })
  }

  /** Remembers how a call ended. `size`: what it holds, in characters; 1 for what must not be forgotten. */
  end(callId: string, outcome: Outcome, size: number): void {
    const calls = this.#entries.peek(callId)?.calls ?? []
    this.#entries.set(callId, { calls, latest: outcome }, { size: Math.min(size, HEAVIEST) })
  }

  /** The latest outcome under an id. */
  latest(callId: string): Outcome | undefined {
    return this.#entries.get(callId)?.latest
  }

  #noteSilence(): void {
    const now = this.clock()
    if (!this.#userSpeaks && now - this.#lastCallAt > SILENCE_MS) this.#turn++
    this.#lastCallAt = now
  }
}

/** What is larger is never the same call. */
const COMPARED = { depth: 64, members: 10_000, bytes: 256 * 1024 }

/** Equal as JSON, whatever the order of keys. What can't be compared counts as different. */
function areEqual(a: unknown, b: unknown): boolean {
  if (a === b && typeof a === 'string') return true
  const [first, second] = [canonicalText(a), canonicalText(b)]
  return first !== undefined && first === second
}

function canonicalText(args: unknown): string | undefined {
  if (args === undefined || args === null || args === '') return '{}'
  if (typeof args === 'string' && args.length > COMPARED.bytes) return undefined
  try {
    const plain = plainJson(typeof args === 'string' ? JSON.parse(args) : args, COMPARED)
    return 'rule' in plain ? undefined : canonicalJson(plain.value)
  } catch {
    return undefined
  }
}

// One turn of a conversation: since the user last spoke. Within it a repeated call shares the first outcome;
// across turns ids mean nothing, because providers and JSON-RPC clients restart theirs.

import { canonicalJson } from '../tool/canonical-json.js'
import type { Outcome } from '../tool/outcome.js'
import { plainJson } from '../tool/plain-json.js'

/** In a session whose user never speaks, as behind a gateway without a prompt hook, silence ends a turn. */
const SILENCE_MS = 60_000
const MAX_CALLS = 256
const MAX_PER_ID = 8

/** A call as it was asked for. */
export interface Asked {
  readonly name: string
  /** As they came; the admitted copy once there is one, so that what a caller does to its objects changes nothing. */
  args: unknown
}

interface Kept {
  readonly asked: Asked
  readonly outcome: Promise<Outcome>
}

export class Turn {
  /** By id; an id that served for several calls holds them all. */
  readonly #calls = new Map<string, readonly Kept[]>()
  #userSpeaks = false
  #lastCallAt = 0

  constructor(readonly clock: () => number) {}

  /** The user spoke: begins a new turn. */
  end(): void {
    this.#userSpeaks = true
    this.#calls.clear()
  }

  /** The outcome of the same call under the same id, if this turn has one. */
  earlier(callId: string, { name, args }: Asked): Promise<Outcome> | undefined {
    this.#noteSilence()
    const kept = this.#calls.get(callId)
    return kept?.find(({ asked }) => asked.name === name && areEqual(asked.args, args))?.outcome
  }

  /** Remembers a call. */
  keep(callId: string, asked: Asked, outcome: Promise<Outcome>): void {
    if (this.#calls.size >= MAX_CALLS) this.#calls.delete(this.#calls.keys().next().value as string)
    const others = this.#calls.get(callId)?.slice(1 - MAX_PER_ID) ?? []
    this.#calls.set(callId, [...others, { asked, outcome }])
  }

  #noteSilence(): void {
    const now = this.clock()
    if (!this.#userSpeaks && now - this.#lastCallAt > SILENCE_MS) this.#calls.clear()
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

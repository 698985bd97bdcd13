// The decision records: one for each crossing and each handoff, written after the outcome is delivered, so that nobody waits
// for the audit. Hashes of what was said, never the words.

import { createHash } from 'node:crypto'
import type { Judgement } from '../flow/kept/judgement.js'
import { canonicalJson } from '../json/canonical-json.js'
import type { JsonObject } from '../json/json.js'
import type { RecordStore } from '../stores/store.js'
import type { Logger } from '../tool/context.js'
import type { Door } from './door.js'

const SPACE = 'decision'
const KEEP_MS = 30 * 24 * 60 * 60_000
/** Above this many waiting ones they are written at once, whoever waits. */
const MAX_WAITING = 256

/** What happened to one call, as it is kept. */
interface CrossingRecord {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly callId: string
  readonly by: Door
  readonly tool: string
  /** Digest of the declaration; none when the name named nothing. */
  readonly digest?: string
  readonly status: string
  readonly code?: string
  readonly ref?: string
  readonly replayed?: string
  /** What admission repaired. */
  readonly notes?: readonly string[]
  /** What the judge said; none when the call did not come so far. */
  readonly flow?: Judgement
  readonly modelChars: number
  readonly payloadChars: number
  readonly durationMs: number
}

/** What one handoff between agents was given, or why it was refused. */
interface HandoffDecision {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly by: 'agent' | 'program'
  readonly handoff: { readonly run: string; readonly path: readonly string[]; readonly mode: string }
  readonly status: 'allowed' | 'denied'
  readonly code?: string
  readonly ref?: string
  /** Names of tools, sorted. */
  readonly granted: readonly string[]
  readonly withheld: readonly { readonly tool: string; readonly why: string }[]
  /** Tools of the target that share only a name with one of the source. */
  readonly clashes?: readonly string[]
  /** What is another version than when the run was stored. */
  readonly changed?: readonly string[]
}

interface Waiting {
  readonly scope: string
  readonly decision: CrossingRecord | HandoffDecision
  readonly args: JsonObject | undefined
}

export class Journal {
  #waiting: Waiting[] = []
  #scheduled = false
  #count = 0
  readonly #writing = new Set<Promise<void>>()

  constructor(
    readonly store: RecordStore,
    readonly log: Logger,
  ) {}

  /** Keeps a decision; it is written soon. */
  note(scope: string, decision: CrossingRecord | HandoffDecision, args: JsonObject | undefined): void {
    this.#waiting.push({ scope, decision, args })
    if (this.#waiting.length >= MAX_WAITING) void this.flush()
    else if (!this.#scheduled) {
      this.#scheduled = true
      setImmediate(() => {
        this.#scheduled = false
        void this.flush()
      })
    }
  }

  /** Writes what waits. A store that fails costs the record, not the call; the log says so. */
  async flush(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    if (batch.length > 0) {
      const written = this.#write(batch)
      this.#writing.add(written)
      void written.then(() => this.#writing.delete(written))
    }
    await Promise.all(this.#writing)
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.store.putMany(batch.map((waiting) => this.#record(waiting)))
    } catch (error) {
      this.log.error({ err: error, lost: batch.length }, 'decision records were not written')
    }
  }

  #record({ scope, decision, args }: Waiting) {
    const argsHash = args && createHash('sha256').update(canonicalJson(args)).digest('base64url')
    this.#count++
    return {
      space: SPACE,
      scope,
      // In order of time, and unique within the process that wrote it.
      key: `${String(Math.floor(decision.at)).padStart(14, '0')}-${process.pid}-${String(this.#count).padStart(9, '0')}`,
      version: 1,
      expiresAt: Math.ceil(decision.at) + KEEP_MS,
      value: JSON.stringify({ ...decision, argsHash }),
    }
  }
}

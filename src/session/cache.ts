// The cache of one session: outcomes of reads, as rendered. It never crosses sessions: what one principal
// fetched must not answer another (Asana MCP, June 2025).

import { LRUCache } from 'lru-cache'
import { freezeParts } from '../base/freeze.js'
import type { Tool } from '../tool/tool.js'
import type { Shaped } from './ended.js'

/** Outcomes that a session keeps, and how much of them in characters. */
const KEPT = { max: 1_000, maxSize: 16 * 1024 * 1024 }

export class OutcomeCache {
  readonly #kept = new LRUCache<string, { readonly shaped: Shaped; readonly until: number }>(KEPT)

  /** The key of a call: the identity of the tool, the caller's rights, and what the tool is run with. */
  static key(tool: Tool, rights: string, given: string): string {
    return `${tool.digest} ${rights} ${given}`
  }

  get(key: string, now: number): Shaped | undefined {
    const kept = this.#kept.get(key)
    return kept && kept.until > now ? kept.shaped : undefined
  }

  /**
   * Keeps what ended well and holds no handles: a token must not outlive its record in here. The one of the whole
   * result is asked for at each hit, until it expires.
   */
  put(key: string, shaped: Shaped, until: number): void {
    const { outcome, size, rest } = shaped
    if (outcome.status !== 'ok' && outcome.status !== 'empty') return
    if (outcome.handles.length > (rest ? 1 : 0)) return
    freezeParts(outcome)
    const ends = rest?.card.expiresAt ? Math.min(until, Date.parse(rest.card.expiresAt)) : until
    this.#kept.set(key, { shaped, until: ends }, { size: size + outcome.model.length + 200 })
  }
}

// How often a model made the same fault, so that it is told to stop at last.

import { LRUCache } from 'lru-cache'
import type { Fault } from '../json/schema/schema.js'

/** Of one tool: over that, the one that was made longest ago is forgotten. */
const MOST = 100

/** How often each fault was made since the last user message or good call of its tool. Bounded. */
export class ArgumentTries {
  readonly #counts = new Map<string, LRUCache<string, number>>()

  /** Counts one more and gives the number. */
  count(tool: string, { path, rule }: Pick<Fault, 'path' | 'rule'>): number {
    const ofTool = this.#counts.get(tool) ?? new LRUCache<string, number>({ max: MOST })
    this.#counts.set(tool, ofTool)
    const key = `${rule} ${path.slice(0, 200)}`
    const count = (ofTool.get(key) ?? 0) + 1
    ofTool.set(key, count)
    return count
  }

  /** A good call of the tool forgives. */
  forgive(tool: string): void {
    this.#counts.delete(tool)
  }

  /** The user's word forgives all. */
  clear(): void {
    this.#counts.clear()
  }
}

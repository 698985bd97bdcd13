// What is counted of calls while they are checked: how often a model made the same fault, or asked for what it was
// refused. A preview is counted nowhere, so it has a tally of its own that forgets.

import { LRUCache } from 'lru-cache'
import type { Decision } from '../flow/judge/decision.js'
import type { Flow } from '../flow/kept/session-flow.js'
import type { Fault } from '../json/schema/fault.js'

/** Told by the stages that check a call. */
export interface Tally {
  /** A fault in the arguments. Gives how often it came, this time included. */
  fault(tool: string, fault: Pick<Fault, 'path' | 'rule'>): number
  /** The call was judged: it counts from now on, whether it runs or not. */
  judged(decision: Decision): void
  /** The call was refused by the judge or by a person. */
  refused(tool: string): void
}

/** Counts for a session. */
export function tallyOf(tries: ArgumentTries, flow: Flow): Tally {
  return {
    fault: (tool, fault) => tries.count(tool, fault),
    judged: (decision) => flow.called(decision),
    refused: (tool) => flow.refusals.note(tool),
  }
}

/** Counts nothing. */
export const UNCOUNTED: Tally = Object.freeze({ fault: () => 0, judged: () => {}, refused: () => {} })

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

// What a session was shown around the texts of others: marks of fences and notices of cuts. A model that writes such a
// text back writes a preview over the whole. In memory.

import { BoundedSet } from '../base/bounded.js'
import { isRecord, type Json, type JsonObject } from '../json/json.js'
import type { JsonPath } from '../json/plain-json.js'
import { type Fault, fault } from '../json/schema/fault.js'

const MOST = 512
/** Characters of two notices. */
const LONGEST = 2_000
const HINTS = ['>>>', '[Cut: ', ': the exact text is in ']

/** The latest marks of a session, as they stood in what it was shown. */
export class ShownMarks {
  readonly #marks = new BoundedSet<string>(MOST)

  /** Remembers the nonce of a fence. */
  addFence(nonce: string): void {
    this.#marks.add(`#${nonce}>>>`)
  }

  /**
   * Remembers the notices with which a text ended: of a cut, and of what is not to the letter. One without a number, or
   * without a handle, may stand anywhere.
   */
  addNotices(text: string): void {
    for (const line of text.slice(-LONGEST).split('\n').slice(-2)) {
      if (/^\[(?:Cut: .*\d.*|\d.*: the exact text is in .*)\]$/.test(line)) this.#marks.add(line)
    }
  }

  /** The faults of arguments that hold one. Keys are looked at like values. */
  faultsIn(args: JsonObject): Fault[] {
    if (this.#marks.size === 0) return []
    const faults: Fault[] = []
    this.#visit(args, [], faults)
    return faults
  }

  #visit(value: Json, path: JsonPath, faults: Fault[]): void {
    if (typeof value === 'string') {
      if (this.#isHeldBy(value)) faults.push(fault(path, 'preview', PREVIEW))
    } else if (Array.isArray(value)) {
      value.forEach((item: Json, i) => {
        this.#visit(item, [...path, i], faults)
      })
    } else if (isRecord(value)) {
      for (const [key, member] of Object.entries(value as JsonObject)) {
        if (this.#isHeldBy(key)) faults.push(fault(path, 'preview', PREVIEW))
        this.#visit(member, [...path, key], faults)
      }
    }
  }

  #isHeldBy(text: string): boolean {
    if (!HINTS.some((hint) => text.includes(hint))) return false
    for (const mark of this.#marks) if (text.includes(mark)) return true
    return false
  }
}

const PREVIEW =
  'you would write a preview: it holds the mark of a fence, or the notice of a cut or a change, that you were shown. Give the handle of the whole where one is taken, or the text itself without these lines'

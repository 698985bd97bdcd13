// Anchoring: which records the user's newest words name. "Reply to Lena's mail about the invoice" names a record
// that holds `Lena`; if two with different senders do, nobody knows which one was meant, and none counts.

import { isCommon } from '../words/common-words.js'
import { headsAt } from '../words/record-names.js'
import { placeIn, type Spoken, type UserWords } from '../words/words.js'
import type { EvidenceIndex, SeenRecord } from './evidence.js'

/** A short text of a record, where it stands in the user's words. */
interface Span {
  readonly message: number
  readonly start: number
  readonly end: number
  readonly name: string
  readonly records: readonly SeenRecord[]
}

/** What the user's words anchor in the index, kept until either of them changes. */
export class Anchors {
  #spans: readonly Span[] = []
  #seenVersion = -1
  #messages: readonly Spoken[] = []

  constructor(
    readonly words: UserWords,
    readonly index: EvidenceIndex,
  ) {}

  /**
   * Whether the user's words anchor the record, and say so clearly for one value: no other record that the same
   * words anchor, or longer ones around them, has another value at that path.
   */
  accounts(record: SeenRecord, path: string, key: string, asOf: number): boolean {
    if (this.index.blurred) return false
    const spans = this.#spansAt(asOf)
    return spans.some(
      (span) =>
        span.records.includes(record) &&
        !spans.some((rival) => covers(rival, span) && isContested(rival, record, path, key, asOf)),
    )
  }

  #spansAt(asOf: number): readonly Span[] {
    const messages = this.words.recent(asOf)
    const same =
      messages.length === this.#messages.length && messages.every((m, i) => m === this.#messages[i])
    if (!same || this.#seenVersion !== this.index.version) {
      this.#spans = messages.flatMap((message, at) => spansIn(message.folded, at, this.index))
      this.#messages = messages
      this.#seenVersion = this.index.version
    }
    return this.#spans
  }
}

/** Equal words, or longer ones around them: `Lena` inside of `Lena Meyer` does not name another Lena. */
function covers(rival: Span, span: Span): boolean {
  return rival.message === span.message && rival.start <= span.start && rival.end >= span.end
}

function isContested(span: Span, record: SeenRecord, path: string, key: string, asOf: number): boolean {
  return span.records.some((other) => {
    if (other === record || other.seq > asOf) return false
    const rivals = other.values.filter((value) => value.path === path)
    return rivals.length > 0 && rivals.every((value) => value.key !== key)
  })
}

function spansIn(text: string, message: number, index: EvidenceIndex): Span[] {
  const spans: Span[] = []
  for (const start of starts(text)) {
    for (const head of headsAt(text.slice(start, start + 160))) {
      for (const [name, records] of index.namesFrom(head) ?? []) {
        if (!text.startsWith(name, start) || placeIn(name, text, start) !== start) continue
        if (index.hasDropped(name) || isCommon(name)) continue
        spans.push({ message, start, end: start + name.length, name, records })
      }
    }
  }
  return spans
}

/** Places where a name can begin: a word, a mark, a character of a script without spaces. */
function* starts(text: string): Generator<number> {
  let inWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const letter =
      code > 0x7f
        ? LETTER.test(text.charAt(at))
        : (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a)
    if (code !== 0x20 && (!letter || !inWord || code >= 0x0e00)) yield at
    inWord = letter
  }
}

const LETTER = /[\p{L}\p{N}\p{M}]/u

// Who may learn what goes out. Values with declared readers leave a trace of their words and of their forms; content that
// shares one with them may go only where its readers are. A value without declared readers leaves no trace: it may
// go wherever the user or the operator named, and targets are held to that anyway.

import type { Json } from '../../json/json.js'
import { joinReaders, PUBLIC, SESSION } from '../../tool/flow/label.js'
import { foldText } from '../words/words.js'
import { formsIn, formsOf } from './reader-forms.js'

/** Words that two texts must share in a row to count as one having come from the other. */
const SHINGLE = 5
/** A shorter value counts as a whole, if it is long enough not to turn up by chance. */
const MIN_WHOLE = 6
const MAX_TRACES = 50_000

/** Whether a group of readers includes a destination. Without one, no group includes anyone. */
export type InGroup = (group: string, destination: string) => boolean

/** Whether readers include a destination: an address, a URL, or `public`. */
export function mayLearn(
  readers: readonly string[],
  destination: string,
  inGroup: InGroup = () => false,
): boolean {
  return readers.some(
    (reader) =>
      reader === PUBLIC ||
      reader === SESSION ||
      reader === destination ||
      (reader.startsWith('group:') && inGroup(reader.slice('group:'.length), destination)),
  )
}

/** The traces of what has declared readers. */
export class ReaderTraces {
  readonly #byTrace = new Map<number | string, number>()
  readonly #lists: (readonly string[])[] = []
  /** Too much to trace: then all content counts as holding some of it. Fails closed. */
  #full = false

  /** Takes in a result with declared readers. */
  add(value: Json, readers: readonly string[]): void {
    if (!isClosed(readers)) return
    const list = this.#listOf(readers)
    eachText(value, (text) => {
      for (const trace of tracesOf(text)) this.#mark(trace, list)
    })
  }

  /** Gives up: from now on all content counts as holding something of what has these readers. */
  fill(declared: readonly (readonly string[])[]): void {
    for (const readers of declared) if (isClosed(readers)) this.#listOf(readers)
    this.#full = true
  }

  /** Who may learn a text; undefined when nothing is known of it. */
  of(text: string): readonly string[] | undefined {
    if (this.#lists.length === 0) return undefined
    if (this.#full) return this.#lists.reduce(joinReaders)
    let readers: readonly string[] | undefined
    for (const trace of probesOf(text)) {
      const list = this.#byTrace.get(trace)
      if (list === undefined) continue
      const own = this.#lists[list] as readonly string[]
      readers = readers === undefined ? own : joinReaders(readers, own)
    }
    return readers
  }

  toJSON(): {
    readonly lists: readonly (readonly string[])[]
    readonly traces: readonly (readonly [number | string, number])[]
    readonly full: boolean
  } {
    return { lists: this.#lists, traces: [...this.#byTrace], full: this.#full }
  }

  restore({ lists, traces, full }: ReturnType<ReaderTraces['toJSON']>): void {
    this.#lists.push(...lists)
    for (const [trace, list] of traces) this.#byTrace.set(trace, list)
    this.#full = full
  }

  /** Takes up what another one on this session knows. */
  absorb({ lists, traces, full }: ReturnType<ReaderTraces['toJSON']>): void {
    for (const [trace, list] of traces) this.#mark(trace, this.#listOf(lists[list] as readonly string[]))
    this.#full ||= full
  }

  #listOf(readers: readonly string[]): number {
    const at = this.#lists.findIndex(
      (list) => list.length === readers.length && list.every((r) => readers.includes(r)),
    )
    return at === -1 ? this.#lists.push(readers) - 1 : at
  }

  #mark(trace: number | string, list: number): void {
    const earlier = this.#byTrace.get(trace)
    if (earlier === undefined && this.#byTrace.size >= MAX_TRACES) {
      this.#full = true
      return
    }
    const both =
      earlier === undefined || earlier === list
        ? list
        : this.#listOf(
            joinReaders(this.#lists[earlier] as readonly string[], this.#lists[list] as readonly string[]),
          )
    this.#byTrace.set(trace, both)
  }
}

function isClosed(readers: readonly string[]): boolean {
  return !readers.includes(PUBLIC) && !readers.includes(SESSION)
}

function eachText(value: Json, see: (text: string) => void): void {
  if (typeof value === 'string') see(value)
  else if (typeof value === 'number') see(String(value))
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) eachText(each, see)
}

/** What a text leaves behind: each run of five words, or all of it when it is shorter. */
function* tracesOf(text: string): Generator<number | string> {
  const words = wordsOf(text)
  for (let at = 0; at + SHINGLE <= words.length; at++) yield hash(words, at, SHINGLE)
  if (words.length < SHINGLE) {
    const whole = words.join(' ')
    if (whole.length >= MIN_WHOLE) yield whole
  }
  yield* formsOf(text)
}

/** What to look for in a text that goes out. */
function* probesOf(text: string): Generator<number | string> {
  const words = wordsOf(text)
  for (let at = 0; at < words.length; at++) {
    if (at + SHINGLE <= words.length) yield hash(words, at, SHINGLE)
    for (let length = 1; length < SHINGLE && at + length <= words.length; length++) {
      yield words.slice(at, at + length).join(' ')
    }
  }
  yield* formsIn(text)
}

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+(?:[._@-][\p{L}\p{N}]+)*/gu) ?? []
}

/** FNV-1a over the words; a chance match asks a question too many, and lets nothing out. */
function hash(words: readonly string[], from: number, count: number): number {
  let h = 0x811c9dc5
  for (let at = from; at < from + count; at++) {
    const word = words[at] as string
    for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193)
    h = Math.imul(h ^ 0x20, 0x01000193)
  }
  return h >>> 0
}

// What results have shown in this conversation: whole scalar fields up to 256 characters, never a fragment of a
// longer text, each with the label of its path and its id space. Bounded; what was dropped vouches for nothing.

import { canonicalOf } from '../words/canonical.js'
import { numberOf } from '../words/numbers.js'
import { type Identity, identitiesOf } from './identity.js'
import type {
  Answering,
  Field,
  FieldRecord,
  Quantity,
  SeenRecord,
  SeenValue,
  ShownResult,
  Sighting,
} from './seen.js'

/** How many fields are kept; the oldest results go first. */
export const MAX_ENTRIES = 10_000
/** A longer field is text, not a value. */
export const MAX_FIELD = 256

interface Block {
  readonly result: ShownResult
  readonly records: readonly SeenRecord[]
  readonly size: number
}

/** The index over what was shown. */
export class EvidenceIndex {
  readonly #blocks: Block[] = []
  readonly #byKey = new Map<string, Sighting[]>()
  readonly #byWord = new Map<string, Answering[]>()
  readonly #dropped = new Set<string>()
  #size = 0
  #quantities: readonly Quantity[] | undefined
  /** Grows with each change, so that what was computed from it can be kept. */
  version = 0
  /** So much was dropped that nobody can tell which records are alike: then none is anchored. */
  blurred = false

  get size(): number {
    return this.#size
  }

  /** Takes a result in. Linear in its fields. */
  add(result: ShownResult): void {
    this.version++
    this.#quantities = undefined
    const block = this.#index(result)
    this.#blocks.push(block)
    this.#size += block.size
    while (this.#size > MAX_ENTRIES && this.#blocks.length > 1) this.#drop(this.#blocks.shift() as Block)
  }

  /** Where a value was seen, up to a moment. */
  seen(key: string, asOf: number): readonly Sighting[] {
    const all = this.#byKey.get(key)
    if (!all) return []
    return all.every(({ record }) => record.seq <= asOf)
      ? all
      : all.filter(({ record }) => record.seq <= asOf)
  }

  /** The records that have this word in a name of theirs, or as a name written in one. */
  named(word: string): readonly Answering[] {
    return this.#byWord.get(word) ?? []
  }

  /** Dates that a result gave by itself: what a clock tool says today is. */
  todays(asOf: number): readonly string[] {
    return this.#blocks.flatMap(({ result: { seq, records } }) => {
      const [field, ...more] = seq <= asOf ? records.flatMap(({ fields }) => fields) : []
      return field && more.length === 0 && field.label === 'first-party' && typeof field.value === 'string'
        ? [field.value]
        : []
    })
  }

  /** The records of results from one moment to another. */
  shownSince(seq: number, asOf: number): readonly SeenRecord[] {
    return this.#blocks
      .filter(({ result }) => result.seq > seq && result.seq <= asOf)
      .flatMap(({ records }) => records)
  }

  /** Whether a record with this name was dropped: then nobody knows whether another is the only one. */
  hasDropped({ words }: Identity): boolean {
    return this.#dropped.size > 0 && this.#dropped.has(words.join(' '))
  }

  /** First-party quantities in rising order: numbers that are no ids. */
  quantities(): readonly Quantity[] {
    this.#quantities ??= quantitiesOf(this.#blocks.map(({ result }) => result))
    return this.#quantities
  }

  toJSON(): {
    readonly results: readonly ShownResult[]
    readonly dropped: readonly string[]
    readonly blurred: boolean
  } {
    return {
      results: this.#blocks.map(({ result }) => result),
      dropped: [...this.#dropped],
      blurred: this.blurred,
    }
  }

  /** Takes in what `toJSON` gave. */
  restore(stored: ReturnType<EvidenceIndex['toJSON']>): void {
    for (const name of stored.dropped) this.#dropped.add(name)
    this.blurred ||= stored.blurred
    for (const result of stored.results) this.add(result)
  }

  /**
   * Takes up that another one on this session saw other results: they vouch for nothing here, and no record of this one is the
   * only one of its name because of that.
   */
  absorb(stored: ReturnType<EvidenceIndex['toJSON']>): void {
    const known = new Set(this.#blocks.map(({ result }) => result.callId))
    for (const { callId, records } of stored.results) {
      if (known.has(callId)) continue
      for (const field of records.flatMap(({ fields }) => fields)) this.#forget(field)
    }
    for (const name of stored.dropped) this.#forgetName(name)
    this.blurred ||= stored.blurred
    this.version++
  }

  #index(result: ShownResult): Block {
    const records: SeenRecord[] = []
    const kept: FieldRecord[] = []
    let size = 0
    for (const record of result.records) {
      if (size + record.fields.length > MAX_ENTRIES) {
        for (const field of record.fields) this.#forget(field)
        continue
      }
      kept.push(record)
      records.push(this.#indexRecord(record, result, records))
      size += record.fields.length
    }
    return { result: { ...result, records: kept }, records, size }
  }

  #indexRecord(
    { fields }: FieldRecord,
    { seq, callId, tool }: ShownResult,
    list: readonly SeenRecord[],
  ): SeenRecord {
    const identities: Identity[] = []
    const values: SeenValue[] = []
    const seen: SeenRecord = { seq, callId, tool, identities, values, list }
    for (const field of fields) {
      const { value, path, label, id } = field
      const { key } = canonicalOf(value)
      const place = { path, label, ...(id !== undefined && { id }) }
      values.push({ ...place, key })
      put(this.#byKey, key, { ...place, record: seen })
      identities.push(...identitiesOf(field))
    }
    for (const identity of identities) {
      for (const word of keysOf(identity)) put(this.#byWord, word, { identity, record: seen })
    }
    return seen
  }

  #drop({ records, size }: Block): void {
    this.#size -= size
    const gone = new Set(records)
    // Each once, however often it stands there: a value of every row has a long list.
    for (const key of new Set(records.flatMap(({ values }) => values.map((each) => each.key)))) {
      takeOut(this.#byKey, key, (at) => gone.has(at.record))
    }
    const identities = records.flatMap((record) => record.identities)
    for (const word of new Set(identities.flatMap(keysOf)))
      takeOut(this.#byWord, word, ({ record }) => gone.has(record))
    for (const { words } of identities) this.#forgetName(words.join(' '))
  }

  #forget(field: Field): void {
    for (const { words } of identitiesOf(field)) this.#forgetName(words.join(' '))
  }

  /** Fails closed: a record must not become the only one of its name because the other was dropped. */
  #forgetName(name: string): void {
    if (this.#dropped.size < MAX_ENTRIES) this.#dropped.add(name)
    else if (!this.#dropped.has(name)) this.blurred = true
  }
}

/** What a name is looked up by: its words, and all of them written as one. */
function keysOf({ words }: Identity): readonly string[] {
  return words.length > 1 ? [...new Set([...words, words.join('')])] : words
}

function quantitiesOf(results: readonly ShownResult[]): readonly Quantity[] {
  const first = new Map<number, number>()
  for (const { seq, records } of results) {
    for (const { value, label, id } of records.flatMap(({ fields }) => fields)) {
      const number = label === 'first-party' && id === undefined ? numberOf(value) : undefined
      if (number !== undefined && !first.has(number)) first.set(number, seq)
    }
  }
  return [...first].map(([value, seq]) => ({ value, seq })).sort((a, b) => a.value - b.value)
}

function put<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

function takeOut<V>(map: Map<string, V[]>, key: string, goes: (value: V) => boolean): void {
  const left = map.get(key)?.filter((value) => !goes(value))
  if (!left) return
  if (left.length === 0) map.delete(key)
  else map.set(key, left)
}

// What results have shown in this conversation: whole scalar fields up to 256 characters, never a fragment of a
// longer text, each with the label of its path and its id space. Bounded; what was dropped vouches for nothing.

import type { Integrity } from '../../tool/outcome.js'
import { canonicalOf } from '../words/canonical.js'
import { numberOf } from '../words/numbers.js'
import { headOf, nameOf } from '../words/record-names.js'

/** How many fields are kept; the oldest results go first. */
export const MAX_ENTRIES = 10_000
/** A longer field is text, not a value. */
export const MAX_FIELD = 256

/** A field of a result, before it is taken in. */
export interface Field {
  readonly value: string | number
  /** From the record on: names of keys by dot, an index or an open key written as `*`. A key `*` is `"*"`. */
  readonly path: string
  readonly label: Integrity
  readonly id?: string
}

/** An object of a result, with its own fields. */
export interface FieldRecord {
  readonly fields: readonly Field[]
}

/** A result, taken apart. */
interface ShownResult {
  readonly seq: number
  readonly callId: string
  readonly tool: string
  readonly records: readonly FieldRecord[]
}

/** One place in which a value was seen. */
export interface Sighting {
  readonly label: Integrity
  readonly id?: string
  readonly path: string
  readonly record: SeenRecord
}

/** A record that was seen: what can be anchored by the user's words. */
export interface SeenRecord {
  readonly seq: number
  readonly callId: string
  readonly tool: string
  /** Short texts in it, folded. */
  readonly names: readonly string[]
  /** Its values, by path; a list has several at one. */
  readonly values: readonly { readonly path: string; readonly key: string }[]
}

/** A first-party number, and when it was first seen. */
export interface Quantity {
  readonly value: number
  readonly seq: number
}

interface Block {
  readonly result: ShownResult
  readonly records: readonly SeenRecord[]
  readonly size: number
}

/** The index over what was shown. */
export class EvidenceIndex {
  readonly #blocks: Block[] = []
  readonly #byKey = new Map<string, Sighting[]>()
  readonly #byHead = new Map<string, Map<string, SeenRecord[]>>()
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

  /** Short texts of records by their head, with the records that hold them. */
  namesFrom(head: string): ReadonlyMap<string, readonly SeenRecord[]> | undefined {
    return this.#byHead.get(head)
  }

  /** Whether a record with this short text was dropped: then nobody knows whether another is the only one. */
  hasDropped(name: string): boolean {
    return this.#dropped.has(name)
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
      for (const { value } of records.flatMap(({ fields }) => fields)) this.#forget(nameOf(value))
    }
    for (const name of stored.dropped) this.#forget(name)
    this.blurred ||= stored.blurred
    this.version++
  }

  #index(result: ShownResult): Block {
    const records: SeenRecord[] = []
    const kept: FieldRecord[] = []
    let size = 0
    for (const record of result.records) {
      if (size + record.fields.length > MAX_ENTRIES) {
        for (const { value } of record.fields) this.#forget(nameOf(value))
        continue
      }
      kept.push(record)
      records.push(this.#indexRecord(record, result))
      size += record.fields.length
    }
    return { result: { ...result, records: kept }, records, size }
  }

  #indexRecord({ fields }: FieldRecord, { seq, callId, tool }: ShownResult): SeenRecord {
    const unique = new Set<string>()
    const names: string[] = []
    const values: { path: string; key: string }[] = []
    const seen: SeenRecord = { seq, callId, tool, names, values }
    for (const { value, path, label, id } of fields) {
      const { key } = canonicalOf(value)
      values.push({ path, key })
      put(this.#byKey, key, { label, path, record: seen, ...(id !== undefined && { id }) })
      const name = label === 'unknown' ? undefined : nameOf(value)
      if (name !== undefined) unique.add(name)
    }
    names.push(...unique)
    for (const name of names) {
      const first = headOf(name)
      let byName = this.#byHead.get(first)
      if (!byName) {
        byName = new Map()
        this.#byHead.set(first, byName)
      }
      put(byName, name, seen)
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
    for (const name of new Set(records.flatMap(({ names }) => names))) {
      this.#forget(name)
      const first = headOf(name)
      const byName = this.#byHead.get(first)
      if (!byName) continue
      takeOut(byName, name, (record) => gone.has(record))
      if (byName.size === 0) this.#byHead.delete(first)
    }
  }

  /** Fails closed: a record must not become the only one of its name because the other was dropped. */
  #forget(name: string | undefined): void {
    if (name === undefined) return
    if (this.#dropped.size < MAX_ENTRIES) this.#dropped.add(name)
    else if (!this.#dropped.has(name)) this.blurred = true
  }
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

/** The best label that places give to a value. */
export function bestLabel(sightings: readonly Sighting[]): Integrity {
  for (const label of ['first-party', 'third-party-structured', 'third-party-text'] as const) {
    if (sightings.some((at) => at.label === label)) return label
  }
  return 'unknown'
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

// What was seen, as the index keeps it: fields, records, places of values. Types, and the best label among places.

import type { Integrity } from '../../tool/outcome.js'
import type { Identity, Names } from './identity.js'

/** A field of a result, before it is taken in. */
export interface Field {
  readonly value: string | number
  /** From the record on: names of keys by dot, an index or an open key written as `*`. A key `*` is `"*"`. */
  readonly path: string
  readonly label: Integrity
  readonly id?: string
  /** Whom or what it names. Default: by its key. */
  readonly names?: Names
}

/** An object of a result, with its own fields. */
export interface FieldRecord {
  readonly fields: readonly Field[]
}

/** A result, taken apart. */
export interface ShownResult {
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
  /** By which it answers. */
  readonly identities: readonly Identity[]
  /** Its values, by path; a list has several at one. */
  readonly values: readonly SeenValue[]
  /** The records of its result, itself among them. */
  readonly list: readonly SeenRecord[]
}

/** A value of a record. */
export interface SeenValue {
  readonly path: string
  readonly key: string
  readonly label: Integrity
  readonly id?: string
}

/** A name, and the record that has it. */
export interface Answering {
  readonly identity: Identity
  readonly record: SeenRecord
}

/** A first-party number, and when it was first seen. */
export interface Quantity {
  readonly value: number
  readonly seq: number
}

/** The best label that places give to a value. */
export function bestLabel(sightings: readonly Sighting[]): Integrity {
  for (const label of ['first-party', 'third-party-structured', 'third-party-text'] as const) {
    if (sightings.some((at) => at.label === label)) return label
  }
  return 'unknown'
}

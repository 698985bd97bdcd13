// Takes a result apart into records and fields, each with the label of its path. It reads the structured value,
// before any text is made of it.

import type { Json, JsonObject } from '../../json/json.js'
import { stepName } from '../../json/place.js'
import { worse } from '../../tool/flow/label.js'
import type { OriginAt, Where } from '../../tool/flow/origin.js'
import type { Integrity } from '../../tool/outcome.js'
import { canonicalOf } from '../words/canonical.js'
import { MAX_FIELD } from './evidence.js'
import type { Field, FieldRecord } from './seen.js'

/** The worst that a value may count for, whatever its path says. Takes its canonical key as well. */
export type Cap = (value: string | number, key: string) => Integrity

/** Told of each text, however long, with the label of its place. */
export type Hear = (text: string, label: Integrity) => void

/** Whether what a declaration asks of a record is so. */
type Holds = (where: Where, record: JsonObject) => boolean

/** What a walk over a result tells, and asks. */
interface Ears {
  readonly hear?: Hear
  readonly holds?: Holds
}

/**
 * The records of a result. An object in a list, or under a `*` of the declaration, is a record; an object below a
 * plain key belongs to the record around it.
 */
export function takeApart(value: Json, origin: OriginAt, cap: Cap, ears: Ears = {}): FieldRecord[] {
  const records: Growing[] = []
  const { hear = () => {}, holds = () => false } = ears
  const root = open(records)
  walk(value, origin, '', root, NOTHING, { records, cap, hear, holds })
  return records.filter(({ fields }) => fields.length > 0)
}

const NOTHING: JsonObject = Object.freeze({})

interface Growing {
  readonly fields: Field[]
}

interface Walk extends Required<Ears> {
  readonly records: Growing[]
  readonly cap: Cap
}

/** @param around The object that the value stands in, of a list the object around that. */
function walk(
  value: Json,
  declared: OriginAt,
  path: string,
  record: Growing,
  around: JsonObject,
  to: Walk,
): void {
  const at = decided(declared, isObject(value) ? value : around, to)
  if (typeof value === 'string') to.hear(value, labelIn(at, value))
  if (typeof value === 'string' || typeof value === 'number') {
    addField(value, at, path, record, to.cap)
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const each = value[i] as Json
      const own = isObject(each)
      const into = own ? open(to.records) : record
      walk(each, at.child(String(i)), own ? '' : join(path, '*'), into, around, to)
    }
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const each = value[key] as Json
      const place = at.child(key)
      const own = place.starred && isObject(each)
      const name = own ? '' : join(path, place.starred ? '*' : stepName(key))
      walk(each, place, name, own ? open(to.records) : record, value, to)
    }
  }
}

function decided(at: OriginAt, record: JsonObject, { holds }: Walk): OriginAt {
  return at.where && at.ifHolds && holds(at.where, record) ? at.ifHolds : at
}

function labelIn(at: OriginAt, value: string | number): Integrity {
  if (at.texts === undefined || typeof value === 'number') return at.label
  return canonicalOf(value).kind === 'text' ? worse(at.label, at.texts) : at.label
}

function addField(value: string | number, at: OriginAt, path: string, record: Growing, cap: Cap): void {
  if (typeof value === 'string' && (value.length > MAX_FIELD || value.trim() === '')) return
  const label = worse(labelIn(at, value), cap(value, canonicalOf(value).key))
  record.fields.push({
    value,
    path,
    label,
    ...(at.id !== undefined && { id: at.id }),
    ...(at.names && { names: at.names }),
  })
}

function open(records: Growing[]): Growing {
  const record = { fields: [] }
  records.push(record)
  return record
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

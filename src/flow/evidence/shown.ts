// Takes a result apart into records and fields, each with the label of its path. It reads the structured value,
// before any text is made of it.

import type { Json } from '../../json/json.js'
import { stepName } from '../../json/place.js'
import { worse } from '../../tool/flow/label.js'
import type { OriginAt } from '../../tool/flow/origin.js'
import type { Integrity } from '../../tool/outcome.js'
import { canonicalOf } from '../words/canonical.js'
import { MAX_FIELD } from './evidence.js'
import type { Field, FieldRecord } from './seen.js'

/** The worst that a value may count for, whatever its path says. Takes its canonical key as well. */
export type Cap = (value: string | number, key: string) => Integrity

/** Told of each text, however long, with the label of its place. */
export type Hear = (text: string, label: Integrity) => void

/**
 * The records of a result. An object in a list, or under a `*` of the declaration, is a record; an object below a
 * plain key belongs to the record around it.
 */
export function takeApart(value: Json, origin: OriginAt, cap: Cap, hear: Hear = () => {}): FieldRecord[] {
  const records: Growing[] = []
  const root = open(records)
  walk(value, origin, '', root, records, cap, hear)
  return records.filter(({ fields }) => fields.length > 0)
}

interface Growing {
  readonly fields: Field[]
}

function walk(
  value: Json,
  at: OriginAt,
  path: string,
  record: Growing,
  records: Growing[],
  cap: Cap,
  hear: Hear,
): void {
  if (typeof value === 'string') hear(value, at.label)
  if (typeof value === 'string' || typeof value === 'number') {
    addField(value, at, path, record, cap)
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const each = value[i] as Json
      const own = isObject(each)
      walk(
        each,
        at.child(String(i)),
        own ? '' : join(path, '*'),
        own ? open(records) : record,
        records,
        cap,
        hear,
      )
    }
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const each = value[key] as Json
      const place = at.child(key)
      const own = place.starred && isObject(each)
      walk(
        each,
        place,
        own ? '' : join(path, place.starred ? '*' : stepName(key)),
        own ? open(records) : record,
        records,
        cap,
        hear,
      )
    }
  }
}

function addField(value: string | number, at: OriginAt, path: string, record: Growing, cap: Cap): void {
  if (typeof value === 'string' && (value.length > MAX_FIELD || value.trim() === '')) return
  const label = worse(at.label, cap(value, canonicalOf(value).key))
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

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

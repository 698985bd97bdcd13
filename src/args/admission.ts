// Raw arguments to plain JSON that fits the advertised schema, or faults that say what to mend. Nothing of them
// is trusted before it leaves here, and little after.

import { isRecord, type JsonObject } from '../json/json.js'
import { type JsonPath, type PlainRefusal, plainJson } from '../json/plain-json.js'
import { at, type Cursor } from '../json/schema/cursor.js'
import { type Fault, fault } from '../json/schema/fault.js'
import { ANY_KIND, markedIn } from '../json/schema/marks.js'
import type { CompiledSchema } from '../json/schema/schema.js'
import { type Mended, mendFields } from './mend.js'
import { MAX_DEPTH, MAX_MEMBERS, notAnObject, parseArgs, tooLarge } from './parse.js'

/** Arguments that were let in. */
export interface Admission {
  /** A copy as plain JSON. */
  readonly args: JsonObject
  /** What was mended, for the record: `decoded twice`, `repaired: json5`, `null dropped: limit`. */
  readonly notes: readonly string[]
}

/** What {@link admitArgs} goes by. */
interface AdmitOptions {
  readonly schema: CompiledSchema
  /** Tools with a side effect have less mended. */
  readonly sideEffect: boolean
  /** UTF-8 bytes of the arguments. */
  readonly argBytes: number
}

/** Admits arguments given as text or as an object. Never throws. */
export function admitArgs(
  raw: unknown,
  options: AdmitOptions,
): Admission | { readonly faults: readonly Fault[] } {
  const { schema, argBytes } = options
  const read =
    typeof raw === 'string'
      ? parseArgs(raw, { strict: options.sideEffect, argBytes })
      : { value: raw, notes: NO_NOTES }
  if ('fault' in read) return { faults: [read.fault] }
  // Tools without arguments are called with nothing at all by some clients.
  const isNothing = read.value === undefined || read.value === null
  // Of a text each number was compared with its digits; of an object only the number is left.
  const plain = plainArgs(isNothing ? {} : read.value, options, typeof raw !== 'string')
  if ('faults' in plain) return plain
  const notes = isNothing ? ['no arguments'] : read.notes
  const faults = schema.check(plain.args)
  return faults.length === 0 ? { args: plain.args, notes } : admitMended(plain.args, notes, faults, options)
}

const NO_NOTES: readonly string[] = Object.freeze([])

/** The second try, with fields mended. An upstream gets its nulls: they count as absent for the check alone. */
function admitMended(
  args: JsonObject,
  notes: readonly string[],
  faults: readonly Fault[],
  options: AdmitOptions,
): Admission | { readonly faults: readonly Fault[] } {
  const { schema } = options
  const mended = mendFields(args, schema.json, { dropNulls: !schema.foreign })
  const checked = schema.foreign ? mendFields(mended.args, schema.json, { dropNulls: true }) : mended
  if (mended.notes.length === 0 && checked.notes.length === 0) return { faults: because(faults, mended) }
  // What was decoded has not been looked at yet.
  const plain = plainArgs(mended.args, options)
  if ('faults' in plain) return plain
  const left = schema.check(checked.args)
  if (left.length > 0) return { faults: because(left, mended) }
  return { args: plain.args, notes: [...notes, ...mended.notes] }
}

/** Faults at texts that could not be read as JSON say why, or a model sends the same again. */
function because(faults: readonly Fault[], { unread }: Mended): readonly Fault[] {
  return faults.map((one) => {
    const why = unread.get(one.path)
    return why === undefined ? one : { ...one, text: `${one.text}; ${why}` }
  })
}

function plainArgs(
  value: unknown,
  { schema, argBytes }: AdmitOptions,
  safeIntegers = false,
): { readonly args: JsonObject } | { readonly faults: Fault[] } {
  const plain = plainJson(value, { depth: MAX_DEPTH, members: MAX_MEMBERS, bytes: argBytes, safeIntegers })
  if ('rule' in plain) return { faults: [plainFault(plain, argBytes, schema.json)] }
  return isRecord(plain.value) ? { args: plain.value as JsonObject } : { faults: [notAnObject(plain.value)] }
}

function plainFault({ rule, path }: PlainRefusal, argBytes: number, schema: JsonObject): Fault {
  switch (rule) {
    case 'size':
      return tooLarge(argBytes)
    case 'depth':
      return fault([], rule, `nested deeper than ${MAX_DEPTH}: send it flatter`)
    case 'members':
      return fault([], rule, `more than ${MAX_MEMBERS} keys and items: send fewer`)
    case 'prototype key':
      return fault(path, rule, 'the keys __proto__ and constructor.prototype are never taken')
    case 'unicode':
      return fault(path, rule, 'half of a surrogate pair: send well-formed Unicode')
    case 'number':
      return fault(path, rule, 'not a finite number')
    case 'unsafe integer':
      return fault(
        path,
        rule,
        'a whole number beyond 2^53, whose last digits may be lost already: send a smaller one, or a string where one is taken',
      )
    case 'value':
      return fault(path, rule, notJson(path, schema))
  }
}

/** A program that passes the value itself where its handle goes is told so. */
function notJson(path: JsonPath, schema: JsonObject): string {
  const place = path.reduce<Cursor>((cursor, step) => cursor.segment(String(step)), at(schema))
  const kinds = markedIn(place).filter((kind) => kind !== ANY_KIND)
  return kinds.length === 0
    ? 'not a JSON value'
    : `wants a handle of kind ${kinds.join(' or ')}, not the value itself`
}

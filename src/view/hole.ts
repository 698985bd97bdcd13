// How one piece of data stands in a text for a model: bare, or as JSON on one line. Knows the shapes of values,
// nothing of layout or budgets. What is cleaned bears the marks of its changes, which src/view/render.ts takes out.

import { cleanMarked } from '../text/clean.js'
import { defused, unmarked } from './changes.js'

/** Letters and digits of any script and a few joints: nothing that could end a line or a quotation. */
const BARE = /^[\p{L}\p{N}._@:+-]{1,64}$/u

/** A plain word stands bare; any other string is a JSON string on one line. Cleaned in both cases. */
export function quoteString(text: string): string {
  const kind = asciiKind(text)
  if (kind === WORD && text.length <= 64) return text
  if (kind !== OTHER) return `"${text}"`
  const cleaned = cleanMarked(text)
  return BARE.test(unmarked(cleaned)) ? cleaned : inQuotes(cleaned)
}

/** Numbers, booleans, dates and nothing, in words; undefined for strings, arrays and objects. */
export function quoteScalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'undefined':
      return '-'
    case 'object':
      if (value === null) return '-'
      return value instanceof Date ? isoOf(value) : undefined
    default:
      return undefined
  }
}

/**
 * Compact JSON with its strings cleaned, or undefined when it passes `limit` characters.
 *
 * @throws TypeError for what has no JSON form: a function, a symbol, a class instance without `toJSON`.
 */
export function compactJson(value: unknown, limit: number): string | undefined {
  if (typeof value === 'string') return value.length > limit ? undefined : jsonString(value)
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return 'null'
  const scalar = quoteScalar(value)
  if (scalar !== undefined) return value instanceof Date ? JSON.stringify(scalar) : scalar
  if (Array.isArray(value)) {
    return enclose('[', ']', value.keys(), limit, (index, room) => compactJson(value[index] ?? null, room))
  }
  const record = plainRecord(value)
  if (!record) return compactJson((value as { toJSON(): unknown }).toJSON(), limit)
  return enclose('{', '}', Object.keys(record), limit, (key, room) => jsonEntry(record, key, room))
}

/** `"key":value`; the empty text when the value is undefined, and undefined when it passes `limit`. */
export function jsonEntry(record: object, key: string, limit: number): string | undefined {
  const value: unknown = record[key as keyof typeof record]
  if (value === undefined) return ''
  const json = key.length > limit ? undefined : compactJson(value, limit - key.length)
  return json === undefined ? undefined : `${jsonString(key)}:${json}`
}

/**
 * The value as an object of plain data; undefined when it has a `toJSON` instead.
 *
 * @throws TypeError for anything else: an Error or a Map would show as `{}`, and an entity would leak.
 */
export function plainRecord(value: unknown): object | undefined {
  const fault = faultOf(value)
  if (fault) throw new TypeError(`say: found ${fault}`)
  const record = value as object
  if ('toJSON' in record && typeof record.toJSON === 'function') return undefined
  const prototype: unknown = Object.getPrototypeOf(record)
  // The prototype of plain data is null or the root of its realm.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return record
  throw new TypeError(`say: found an instance of ${record.constructor?.name}; show its fields`)
}

/** What is wrong with a value that is no data, and the mend. */
export function faultOf(value: unknown): string | undefined {
  if (typeof value === 'function') return 'a function; call it, or show what it gives'
  if (typeof value === 'symbol') return 'a symbol; show a text'
  if (typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function') {
    return 'a promise; await it first'
  }
  return undefined
}

/** A cleaned text as a JSON string. What resembles the mark of a fence is written as JSON's escapes, to the letter. */
export function inQuotes(cleaned: string): string {
  return defused(JSON.stringify(cleaned), (angle) => [...angle].map(escapeOf).join(''))
}

function escapeOf(character: string): string {
  let escaped = ''
  for (let index = 0; index < character.length; index++)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  return escaped
}

function jsonString(text: string): string {
  return asciiKind(text) === OTHER ? inQuotes(cleanMarked(text)) : `"${text}"`
}

const OTHER = 0
const PRINTABLE = 1
const WORD = 2
/** By ASCII code: what is bare, and what needs neither cleaning nor an escape in a JSON string. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (BARE.test(character)) return WORD
  return code >= 0x20 && code < 0x7f && !'"\\<'.includes(character) ? PRINTABLE : OTHER
})

/** The short way for most strings there are: one look at each character. */
function asciiKind(text: string): number {
  const { length } = text
  if (length === 0 || length > 256) return OTHER
  let kind = WORD
  for (let index = 0; index < length; index++) {
    const found = KINDS[text.charCodeAt(index)] ?? OTHER
    if (found < kind) kind = found
  }
  return kind
}

function isoOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '-' : date.toISOString()
}

/** The parts that `write` makes of keys, with commas, in brackets; undefined parts mean there is no room. */
function enclose<T>(
  open: string,
  close: string,
  keys: Iterable<T>,
  limit: number,
  write: (key: T, room: number) => string | undefined,
): string | undefined {
  let text = open
  for (const key of keys) {
    const part = write(key, limit - text.length)
    if (part === undefined || text.length + part.length + 2 > limit) return undefined
    if (part !== '') text += text.length > 1 ? `,${part}` : part
  }
  return text + close
}

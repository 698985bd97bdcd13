// Argument text to a value: parsed as JSON, or mended where an exact grammar allows it. A text that was cut off is
// never completed: half a recipient list is another list.

import { json5 } from '../base/late.js'
import { quote } from '../json/quote.js'
import { type Fault, fault } from '../json/schema/fault.js'
import { cleanLine } from '../text/clean.js'
import { type Lexed, lex } from './lex.js'

/** Objects and arrays inside each other. */
export const MAX_DEPTH = 64
/** Keys and items of one call, all together. */
export const MAX_MEMBERS = 10_000
// JSON5 reads character by character: about 15 ms for this much.
const MAX_JSON5_LENGTH = 64 * 1024

/** A value with notes on what was mended, or why there is none. */
type ReadArgs = { readonly value: unknown; readonly notes: readonly string[] } | { readonly fault: Fault }

/** Reads an argument text. `strict` tools have a side effect: only a fence and trailing commas are mended. */
export function parseArgs(
  text: string,
  options: { readonly strict: boolean; readonly argBytes: number },
): ReadArgs {
  if (text.length > options.argBytes || Buffer.byteLength(text) > options.argBytes) {
    return { fault: tooLarge(options.argBytes) }
  }
  const read = parseJson(text)
  if ('value' in read) return decodeOnce(read.value, [])
  if ('fault' in read) return read
  if (/^\s*$/.test(text)) return { value: {}, notes: ['no arguments'] }
  return mend(text, options.strict)
}

/** Parses exact JSON within the limits; a number that would lose digits is a fault, and so is a key that stands twice. */
export function parseJson(text: string): Parsed {
  const lexed = lex(text)
  return refusal(lexed) ?? attempt(() => JSON.parse(text), lexed)
}

/**
 * Why a text in the place of something else was not read as JSON, in half a sentence; undefined when it was, or was
 * meant as a text. What is lost or twice there is said, and so is what a model wrote in the way of another language.
 */
export function whyUnread(text: string, read: Parsed): string | undefined {
  if ('fault' in read) return `as JSON it can't be taken: ${read.fault.text}`
  if ('value' in read) {
    return typeof read.value === 'string' && looksLikeJson(read.value)
      ? 'it is JSON in a text in a text: send the value itself'
      : undefined
  }
  if (!looksLikeJson(text)) return undefined
  return `it is a text that is no JSON (${flawIn(text, read.notJson)}): send the value itself, not as a text`
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:[[{]|```)/.test(text)
}

function flawIn(text: string, { isCut, trailingCommas }: Lexed): string {
  if (unfence(text) !== undefined) return 'a code fence around it'
  if (isCut) return 'it ends too early'
  if (trailingCommas.length > 0) return 'a comma before a closing bracket'
  if (/[[{,:]\s*'/.test(text)) return 'single quotes where JSON has double ones'
  if (/[[,:]\s*(?:True|False|None)\b/.test(text))
    return 'True, False or None where JSON has true, false or null'
  return 'it breaks the grammar of JSON'
}

/** The fault of arguments over their size. */
export function tooLarge(argBytes: number): Fault {
  return fault([], 'size', `the arguments are larger than ${argBytes} bytes: send less`)
}

type Parsed = { readonly value: unknown } | { readonly fault: Fault } | NotJson

interface NotJson {
  readonly notJson: Lexed
}

/** Refused before a parser sees it: 130 000 open brackets alone keep JSON.parse busy for 50 ms. */
function refusal({ depth, members, lossyNumber }: Lexed): { readonly fault: Fault } | undefined {
  if (depth > MAX_DEPTH) {
    return { fault: fault([], 'depth', `nested deeper than ${MAX_DEPTH}: send it flatter`) }
  }
  if (members > MAX_MEMBERS) {
    return { fault: fault([], 'members', `more than ${MAX_MEMBERS} keys and items: send fewer`) }
  }
  if (lossyNumber === undefined) return undefined
  const says = `the number ${cleanLine(lossyNumber, 60)} would lose digits: send fewer digits, or a string where one is taken`
  return { fault: fault([], 'number', says) }
}

function attempt(parse: () => unknown, lexed: Lexed): Parsed {
  try {
    const value = parse()
    const { duplicateKey } = lexed
    return duplicateKey === undefined ? { value } : { fault: twice(duplicateKey) }
  } catch {
    return { notJson: lexed }
  }
}

/** Every parser would take the last one: a person who reads the first sees another call than the one that runs. */
function twice(key: string): Fault {
  return fault([], 'duplicate key', `the key ${quote(key)} stands twice in one object: send it once`)
}

/** JSON inside a JSON string is what some models and hosts send. Once, and exact. */
function decodeOnce(value: unknown, notes: readonly string[]): ReadArgs {
  if (typeof value !== 'string') return { value, notes }
  const inner = parseJson(value)
  if ('fault' in inner) return inner
  if ('value' in inner && typeof inner.value !== 'string') {
    return { value: inner.value, notes: [...notes, 'decoded twice'] }
  }
  return { fault: notAnObject(value) }
}

/** The fault of arguments that are something else. */
export function notAnObject(value: unknown): Fault {
  const came = Array.isArray(value)
    ? 'a list'
    : typeof value === 'string'
      ? quote(value)
      : `a ${typeof value}`
  return fault([], 'type', `want one JSON object with the arguments; got ${came}`)
}

function mend(text: string, strict: boolean): ReadArgs {
  const body = unfence(text)
  const notes = body === undefined ? [] : ['repaired: fence']
  const source = body ?? text
  const exact = parseJson(source)
  if ('value' in exact) return decodeOnce(exact.value, notes)
  if ('fault' in exact) return exact
  const lexed = exact.notJson
  const mended = strict ? parseJson(dropCommas(source, lexed.trailingCommas)) : parseJson5(source, lexed)
  if ('fault' in mended) return mended
  if ('value' in mended) {
    return decodeOnce(mended.value, [...notes, strict ? 'repaired: trailing comma' : 'repaired: json5'])
  }
  const says =
    lexed.isCut && /^\s*[{[]/.test(source)
      ? 'the arguments end too early: send the whole JSON object again, shorter if it does not fit'
      : 'the arguments are not JSON: send one JSON object, with double quotes and without comments'
  return { fault: fault([], 'json', says) }
}

function parseJson5(source: string, lexed: Lexed): Parsed {
  // `\x3c` and the like are ways to hide a text from whoever reads along in JSON.
  if (lexed.isCut || lexed.hasForeignEscape || source.length > MAX_JSON5_LENGTH) return { notJson: lexed }
  return attempt(() => json5().parse(source), lexed)
}

/** The inside of one code fence that holds all of the text. */
function unfence(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length < 6 || !trimmed.startsWith('```') || !trimmed.endsWith('```')) return undefined
  return trimmed.slice(3, -3).replace(/^[a-zA-Z0-9]{0,12}(?=\s|[{["'])/, '')
}

function dropCommas(text: string, commas: readonly number[]): string {
  let out = ''
  let from = 0
  for (const at of commas) {
    out += text.slice(from, at)
    from = at + 1
  }
  return out + text.slice(from)
}

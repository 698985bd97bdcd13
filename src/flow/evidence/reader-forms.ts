// Values with a form of their own (accounts, phones, e-mail addresses, numbers) as traces that don't depend on how they
// are written: letters and digits alone, in lower case. `DE89 3704 ...` leaves the trace of `DE89-3704...`.

import { phones } from '../../base/late.js'
import { canonicalOf } from '../words/canonical.js'
import { entitiesIn } from '../words/entities.js'

/** Shorter numbers stand everywhere. */
const MIN_DIGITS = 4
const MAX_FORM = 64
/** Signs between two groups of one value: `4 7 1 1`, `lena @ acme . example`. */
const MAX_GAP = 3

/** The traces that a text with declared readers leaves, beside those of its words. */
export function* formsOf(text: string): Generator<string> {
  for (const key of entitiesIn(text)) {
    const at = key.indexOf(':')
    const [kind, value] = [key.slice(0, at), key.slice(at + 1)]
    if (kind === 'email' || kind === 'account') yield traceOf(value)
    if (kind === 'phone') yield* phoneForms(value)
  }
  const isValue = canonicalOf(text).kind === 'number' || WHOLE_NUMBER.test(text)
  for (const [written] of text.matchAll(NUMBER)) if (isValue || !isYear(written)) yield* numberForms(written)
}

/** What a text that goes out may hold of such traces. Linear in the text. */
export function* formsIn(text: string): Generator<string> {
  const groups = [...text.matchAll(GROUP)]
  for (let from = 0; from < groups.length; from++) {
    const first = groups[from] as RegExpExecArray
    let joined = ''
    let end = first.index
    for (let at = from; at < groups.length; at++) {
      const group = groups[at] as RegExpExecArray
      if (at > from && group.index - end > MAX_GAP) break
      joined += group[0].toLowerCase()
      end = group.index + group[0].length
      if (joined.length > MAX_FORM) break
      if (joined.length < MIN_DIGITS) continue
      // A phone number as it is dialled from abroad.
      if (/^00\d/.test(joined)) yield `=${joined.slice(2)}`
      if (DIGITS.test(joined) || SHAPED.test(joined) || text.slice(first.index, end).includes('@'))
        yield `=${joined}`
    }
  }
}

const GROUP = /[\p{L}\p{N}]+/gu
const DIGITS = /^\d+$/
/** Begins as an account does. */
const SHAPED = /^[a-z]{2}\d{2}/
const WHOLE_NUMBER = /^\s*[+-]?\d[\d.,'’ ]*\s*$/
const NUMBER = /(?<![\p{L}\d])\d+(?:[.,'’ \u00a0\u202f]\d+)*(?![\p{L}\d])/gu

/** Never a trace of words: those hold no such sign. */
function traceOf(value: string): string {
  return `=${(value.match(GROUP) ?? []).join('').toLowerCase()}`
}

function* phoneForms(value: string): Generator<string> {
  yield traceOf(value)
  const national = phones().parsePhoneNumberFromString(value, { extract: false })?.formatNational()
  if (national) yield traceOf(national)
}

/** With its decimals, with a nought behind them, and without them. */
function* numberForms(written: string): Generator<string> {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(written) ?? []
  for (const form of [whole, whole + decimals, `${whole}${decimals.padEnd(2, '0')}`]) {
    const digits = form.replace(/\D/g, '').replace(/^0+(?=\d{4})/, '')
    if (digits.length >= MIN_DIGITS) yield `=${digits}`
  }
}

function isYear(written: string): boolean {
  return /^(?:19|20)\d\d$/.test(written)
}

// The canonical form of a value that says who or where. Two texts that mean the same place compare equal; a text
// that only looks like its canonical form is found out. NFC and never NFKC, which would turn a full-width
// address into the one that it imitates.

import { posix, win32 } from 'node:path'
import { domainToASCII } from 'node:url'
import { ibans, phones } from '../../base/late.js'
import { HIDDEN } from '../../text/characters.js'

/** What a value was read as. */
type CanonicalKind = 'url' | 'email' | 'phone' | 'account' | 'number' | 'date' | 'path' | 'text'

/** A value in its one form. */
export interface Canonical {
  readonly kind: CanonicalKind
  readonly text: string
  /** Equal keys mean equal values. */
  readonly key: string
  /**
   * Whether the raw text differs from `text` by no more than host case and outer space. An account, a phone and a card
   * number as they are printed count as well.
   */
  readonly exact: boolean
  /** Where it is a URL. */
  readonly url?: URL
}

/** Gives the canonical form of a scalar. Never throws. */
export function canonicalOf(raw: string | number | boolean): Canonical {
  if (typeof raw === 'number') return form('number', String(raw), true)
  if (typeof raw === 'boolean') return form('text', String(raw), true)
  const text = raw.replace(/^ +| +$/g, '')
  return (
    (URL_SHAPE.test(text) && urlForm(text)) ||
    (text.includes('@') && emailForm(text)) ||
    (STARTS_WITH_DIGIT.test(text) &&
      (numberForm(text) || dateForm(text) || phoneForm(text) || cardForm(text))) ||
    (ACCOUNT_SHAPE.test(text) && accountForm(text)) ||
    (/[/\\]/.test(text) && pathForm(text)) ||
    textForm(text)
  )
}

/** A host in lower-case punycode, without a final dot; empty when it is none. */
export function canonicalHost(host: string): string {
  return domainToASCII(host.replace(/\.$/, ''))
}

const URL_SHAPE = /^[a-z][a-z0-9+.-]*:\/\//i
const STARTS_WITH_DIGIT = /^[+\-(]?\d/
const ACCOUNT_SHAPE = /^[a-z]{2}\d{2}[a-z0-9 ]{8,40}$/i
// A slash makes a path of it: `/etc/cron.d/job@acme.example` is a file.
const EMAIL = /^([^\s@"(),:;<>[\]\\/]+)@([^\s@"(),:;<>[\]\\/?#]+)$/u
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

function form(kind: CanonicalKind, text: string, exact: boolean, url?: URL): Canonical {
  return { kind, text, key: `${kind}:${text}`, exact, ...(url && { url }) }
}

function urlForm(raw: string): Canonical | undefined {
  const url = URL.parse(raw)
  if (!url) return undefined
  const bare = url.pathname === '/' && !url.search && !url.hash
  const text = bare ? url.href.replace(/\/$/, '') : url.href
  const written = raw.replace(/^[^/]*:\/\/[^/?#]*/, (authority) => authority.toLowerCase())
  return form('url', text, written === text || (bare && written === `${text}/`), url)
}

function emailForm(raw: string): Canonical | undefined {
  const [, local, host] = EMAIL.exec(raw) ?? []
  const ascii = host && canonicalHost(host)
  if (!local || !ascii) return undefined
  const text = `${visible(local)}@${ascii}`
  return form('email', text, `${local}@${host.toLowerCase()}` === text)
}

/** Only what prints back the same: `013` and `1.10` are names of something, not numbers. */
function numberForm(raw: string): Canonical | undefined {
  return String(Number(raw)) === raw ? form('number', raw, true) : undefined
}

function dateForm(raw: string): Canonical | undefined {
  const [, year, month, day, hour, minute, second, zone] = DATE.exec(raw) ?? []
  if (!year || Number(month) > 12 || Number(day) > 31) return undefined
  const time = hour ? `T${hour}:${minute}${second && second !== '00' ? `:${second}` : ''}${zone ?? ''}` : ''
  return form('date', `${year}-${month}-${day}${time}`, true)
}

function phoneForm(raw: string): Canonical | undefined {
  if (!raw.startsWith('+') || raw.length > 32) return undefined
  const phone = phones().parsePhoneNumberFromString(raw, { extract: false })
  if (!phone?.isValid()) return undefined
  const text = phone.ext ? `${phone.number};ext=${phone.ext}` : phone.number
  return form('phone', text, raw === text || (PRINTED_PHONE.test(raw) && digitsOf(raw) === digitsOf(text)))
}

/** Groups with one mark between them; the digits of all are the number. */
const PRINTED_PHONE = /^\+\d+(?:[ ./-]?\(\d+\)|[ ./-]?\d+)*$/

/** A card number in groups is the number without them. */
function cardForm(raw: string): Canonical | undefined {
  const card = cardIn(raw)
  return card === undefined || card === raw ? undefined : (numberForm(card) ?? form('text', card, true))
}

/** The digits of a card number, bare or in groups of three to six with one kind of mark between them. */
export function cardIn(text: string): string | undefined {
  if (!PRINTED_CARD.test(text)) return undefined
  const digits = digitsOf(text)
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits) ? digits : undefined
}

const PRINTED_CARD = /^(?:\d{13,19}|\d{3,6}([ -])\d{3,6}(?:\1\d{1,6}){1,3})$/

const digitsOf = (text: string): string => text.replace(/\D/g, '')

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sofar, digit, at) => {
    const twice = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return sofar + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}

/** An IBAN, or an account number of its shape whose check digits are its bank's own business. */
function accountForm(raw: string): Canonical | undefined {
  const text = ibans().electronicFormatIBAN(raw)
  if (!text || (raw.includes(' ') && !ibans().isValidIBAN(text))) return undefined
  return form('account', text, raw === text || raw === text.replace(/.{4}(?!$)/g, '$& '))
}

function pathForm(raw: string): Canonical {
  const name = visible(raw)
  const windows = name.includes('\\') && !name.includes('/')
  const normal = windows ? win32.normalize(name) : posix.normalize(name)
  // A leading './' says nothing else than none, but it is how people write paths.
  const text = name.startsWith('./') && !normal.startsWith('.') ? `./${normal}` : normal
  return form('path', text, raw === text)
}

function textForm(raw: string): Canonical {
  const text = visible(raw)
  return form('text', text, raw === text)
}

/** Composed (NFC), and without what can't be seen. */
function visible(text: string): string {
  return PLAIN.test(text) ? text : text.normalize('NFC').replaceAll(INVISIBLE, '').trim()
}

const INVISIBLE = new RegExp(`[${HIDDEN}]`, 'gu')
const PLAIN = /^[\x20-\x7e]*$/

// Whether a value says when, and nothing else. A schema that calls an argument a date does not make one of its
// text: `2026-01-01\r\nATTENDEE:mailto:bob@evil.example` is an invitation. Each form is read whole.

import type { RoleUse } from '../../tool/flow/roles.js'

/** No moment takes more. */
const MAX_LENGTH = 100

/** The role that a value plays: `when` only where it says when, else what its type alone would make of it. */
export function meantUse(use: RoleUse, value: string | number | boolean): RoleUse {
  if (use.role !== 'when' || saysWhen(value)) return use
  return use.otherwise ?? { role: 'target', declared: false }
}

/**
 * Whether a value reads whole as a date, time, date-time, duration or interval (ISO 8601), a recurrence (RFC 5545), a
 * cron line of five or six fields, or seconds or milliseconds of the years 2000 to 2100.
 */
export function saysWhen(value: string | number | boolean): boolean {
  if (typeof value === 'number') return isEpoch(value)
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^[\x20-\x7e]+$/.test(value)) return false
  return (
    isMoment(value) ||
    DURATION.test(value) ||
    isInterval(value) ||
    isRecurrence(value) ||
    isCron(value) ||
    (/^\d{9,13}$/.test(value) && isEpoch(Number(value)))
  )
}

const FROM = Date.UTC(2000, 0, 1)
const TO = Date.UTC(2101, 0, 1)

function isEpoch(value: number): boolean {
  const isWithin = (ms: number) => ms >= FROM && ms < TO
  return isWithin(value) || isWithin(value * 1000)
}

const DURATION = new RegExp(
  String.raw`^[+-]?P(?=[\dT])(?:#Y)?(?:#M)?(?:#W)?(?:#D)?(?:T(?=\d)(?:#H)?(?:#M)?(?:#S)?)?$`.replaceAll(
    '#',
    String.raw`\d{1,9}(?:[.,]\d{1,9})?`,
  ),
)

function isInterval(text: string): boolean {
  const parts = text.split('/')
  if (/^R\d{0,6}$/.test(parts[0] ?? '') && parts.length > 1) parts.shift()
  const [from = '', to = ''] = parts
  if (parts.length !== 2) return false
  const isLength = (part: string) => DURATION.test(part)
  return (isMoment(from) && (isMoment(to) || isLength(to))) || (isLength(from) && isMoment(to))
}

function isMoment(text: string): boolean {
  const [, date = '', time] = /^([^Tt ]+)(?:[Tt ](.+))?$/.exec(text) ?? []
  if (time !== undefined) return isDate(date) && isTime(time)
  return isDate(text) || (/^T?\d\d:/.test(text) || /^T\d/.test(text) ? isTime(text.replace(/^T/, '')) : false)
}

function isDate(text: string): boolean {
  const [, year = '', month, day] = CALENDAR.exec(text) ?? BASIC_CALENDAR.exec(text) ?? []
  if (year !== '') return isDay(Number(year), Number(month ?? 1), Number(day ?? 1))
  if (WEEK.test(text)) return true
  const [, within = '', dayOfYear] = /^(\d{4})-?(\d{3})$/.exec(text) ?? []
  return within !== '' && Number(dayOfYear) >= 1 && Number(dayOfYear) <= 366
}

const CALENDAR = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/
const BASIC_CALENDAR = /^(\d{4})(\d\d)(\d\d)$/
const WEEK = /^\d{4}-?W(?:0[1-9]|[1-4]\d|5[0-3])(?:-?[1-7])?$/

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function isTime(text: string): boolean {
  const [, hour, minute = '0', second = '0', zoneHour = '0', zoneMinute = '0'] = TIME.exec(text) ?? []
  if (hour === undefined) return false
  const isMidnight = Number(hour) === 24 && Number(minute) === 0 && Number(second) === 0
  return (
    (Number(hour) < 24 || isMidnight) &&
    Number(minute) < 60 &&
    Number(second) < 61 &&
    Number(zoneHour) < 24 &&
    Number(zoneMinute) < 60
  )
}

const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?)?(?:Z|z|[+-](\d\d)(?::?(\d\d))?)?$/

function isRecurrence(text: string): boolean {
  const parts = text.replace(/^RRULE:/, '').split(';')
  const keys = parts.map((part) => part.slice(0, part.indexOf('=')))
  return (
    keys.includes('FREQ') &&
    new Set(keys).size === keys.length &&
    parts.every((part, at) => {
      const form = Object.hasOwn(RRULE, keys[at] ?? '') ? RRULE[keys[at] as string] : undefined
      return form?.test(part.slice(part.indexOf('=') + 1)) === true
    })
  )
}

const numbers = (one: string) => new RegExp(`^${one}(?:,${one})*$`)
const RRULE: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  COUNT: /^\d{1,6}$/,
  INTERVAL: /^\d{1,6}$/,
  BYSECOND: numbers(String.raw`\d{1,2}`),
  BYMINUTE: numbers(String.raw`\d{1,2}`),
  BYHOUR: numbers(String.raw`\d{1,2}`),
  BYDAY: numbers(String.raw`(?:[+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)`),
  BYMONTHDAY: numbers(String.raw`[+-]?\d{1,2}`),
  BYYEARDAY: numbers(String.raw`[+-]?\d{1,3}`),
  BYWEEKNO: numbers(String.raw`[+-]?\d{1,2}`),
  BYMONTH: numbers(String.raw`\d{1,2}`),
  BYSETPOS: numbers(String.raw`[+-]?\d{1,3}`),
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
}

const MONTH_NAMES = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const DAY_NAMES = 'SUN MON TUE WED THU FRI SAT'.split(' ')

/** What each field may hold: minute, hour, day, month, day of the week; six begin with the second. */
const CRON: readonly { readonly from: number; readonly to: number; readonly names?: readonly string[] }[] = [
  { from: 0, to: 59 },
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: MONTH_NAMES },
  { from: 0, to: 7, names: DAY_NAMES },
]

function isCron(text: string): boolean {
  const fields = text.split(/ +/)
  if (fields.length !== 5 && fields.length !== 6) return false
  const places = CRON.slice(6 - fields.length)
  return fields.every((field, at) =>
    field.split(',').every((part) => isCronPart(part, places[at] as (typeof CRON)[number])),
  )
}

function isCronPart(part: string, { from, to, names }: (typeof CRON)[number]): boolean {
  if (part === '?') return true
  const [, range = '', step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(part) ?? []
  if (range === '' || (step !== undefined && Number(step) === 0)) return false
  const ends = range === '*' ? [] : range.split('-')
  return (
    ends.length <= 2 &&
    ends.every((end) =>
      /^\d{1,2}$/.test(end)
        ? Number(end) >= from && Number(end) <= to
        : names?.includes(end.toUpperCase()) === true,
    )
  )
}

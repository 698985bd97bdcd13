// Days as people say them: "Friday", "3 October", "the 24th", "tomorrow". A period ("next week") is no day.

import { type Language, type LanguageName, languageOf } from './request/language.js'
import type { Said } from './request/types.js'

/** Whether a day, in days since the epoch, is the one that was said. */
export type SaidDay = (day: number) => boolean

const DAY_MS = 86_400_000

/**
 * Reads a day that stands in a text. Undefined for what is no day, and for one that only tells what a thing is of:
 * "the bill of 3 May".
 *
 * @param today The days that "tomorrow" may be counted from.
 */
export function readDay(
  { text, start }: Said,
  message: string,
  languages: readonly LanguageName[],
  today: () => readonly number[],
): SaidDay | undefined {
  const speaking = languages.map(languageOf)
  if (isOrigin(message, start, speaking)) return undefined
  const days = text
    .toLowerCase()
    .replace(/(\d{4}-\d\d-\d\d)t?[\d:.z+-]*/g, '$1')
    .replace(/\d{1,2}:\d\d(?::\d\d)?/g, ' ')
  const words = days.match(/[\p{L}\p{N}/.-]+/gu) ?? []
  const tests = words.flatMap((word) => testOf(word, words, speaking, today) ?? [])
  return tests.length > 0 ? (day) => tests.every((test) => test(day)) : undefined
}

function isOrigin(message: string, start: number, languages: readonly Language[]): boolean {
  const before =
    message
      .slice(Math.max(0, start - 30), start)
      .toLowerCase()
      .match(/[\p{L}']+/gu) ?? []
  return before
    .slice(-2)
    .some((word, i, all) =>
      languages.some(
        (language) =>
          language.has('owners', word) &&
          (i === all.length - 1 || language.has('articles', all[i + 1] ?? '')),
      ),
    )
}

function testOf(
  word: string,
  words: readonly string[],
  languages: readonly Language[],
  today: () => readonly number[],
): SaidDay | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(word) ?? []
  if (year) return (at) => at === Math.floor(Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS)
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{2,4}))?$/.exec(word) ?? []
  if (dotDay) return (at) => isOn(at, { day: Number(dotDay), month: Number(dotMonth), year: dotYear })
  if (/^\d{4}$/.test(word)) return (at) => dateOf(at).getUTCFullYear() === Number(word)
  const [, ofMonth] = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?$/.exec(word) ?? []
  if (ofMonth) return (at) => dateOf(at).getUTCDate() === Number(ofMonth)
  for (const language of languages) {
    const weekday = WEEKDAYS[language.name].findIndex((name) => name.includes(word))
    if (weekday !== -1) return (at) => dateOf(at).getUTCDay() === weekday
    const named = MONTHS[language.name].findIndex(
      (name) =>
        word.length > 2 &&
        (name === word || (name.startsWith(word.replace(/\.$/, '')) && language.has('months', word))),
    )
    if (named !== -1 && words.some((each) => /^\d{1,2}\D{0,2}$/.test(each)))
      return (at) => dateOf(at).getUTCMonth() === named
    const offset = RELATIVE[language.name][word]
    // Whose clock counts nobody knows: a day more or less is another zone's.
    if (offset !== undefined) return (at) => today().some((base) => Math.abs(at - base - offset) <= 1)
  }
  return undefined
}

/** Day and month in either order, as they are written here and there. */
function isOn(
  at: number,
  { day, month, year }: { day: number; month: number; year: string | undefined },
): boolean {
  const date = dateOf(at)
  const [d, m] = [date.getUTCDate(), date.getUTCMonth() + 1]
  const isDay = (d === day && m === month) || (d === month && m === day)
  return isDay && (year === undefined || date.getUTCFullYear() % 100 === Number(year) % 100)
}

const dateOf = (day: number): Date => new Date(day * DAY_MS)

const WEEKDAYS: Readonly<Record<LanguageName, readonly (readonly string[])[]>> = {
  en: 'sunday sun,monday mon,tuesday tue,wednesday wed,thursday thu,friday fri,saturday sat'
    .split(',')
    .map((day) => day.split(' ')),
  de: 'sonntag,montag,dienstag,mittwoch,donnerstag,freitag,samstag sonnabend'
    .split(',')
    .map((day) => day.split(' ')),
  es: 'domingo,lunes,martes,miércoles miercoles,jueves,viernes,sábado sabado'
    .split(',')
    .map((day) => day.split(' ')),
  fr: 'dimanche,lundi,mardi,mercredi,jeudi,vendredi,samedi'.split(',').map((day) => day.split(' ')),
}

const MONTHS: Readonly<Record<LanguageName, readonly string[]>> = {
  en: 'january february march april may june july august september october november december'.split(' '),
  de: 'januar februar märz april mai juni juli august september oktober november dezember'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
}

const RELATIVE: Readonly<Record<LanguageName, Readonly<Record<string, number>>>> = {
  en: { today: 0, tonight: 0, tomorrow: 1 },
  de: { heute: 0, morgen: 1, übermorgen: 2 },
  es: { hoy: 0, mañana: 1 },
  fr: { "aujourd'hui": 0, demain: 1 },
}

// Days and dates that were said.

import type { Language } from './language.js'
import type { Token } from './tokens.js'
import type { Said } from './types.js'

/** Days, dates and the like that were said: `tomorrow`, `Friday`, `3 October`, `2025-05-01`. */
export function daysIn(tokens: readonly Token[], language: Language): Said[] {
  const days: Said[] = []
  tokens.forEach((token, at) => {
    if (token.quoted) return
    const isDay =
      (['days', 'months', 'times'] as const).some((list) => language.has(list, token.low)) ||
      isDate(tokens, at, language)
    if (!isDay || (token.low === 'may' && language.name === 'en' && token.text === 'may')) return
    const last = days.at(-1)
    if (last && token.start - last.end <= 1)
      days[days.length - 1] = { text: `${last.text} ${token.text}`, start: last.start, end: token.end }
    else days.push({ text: token.text, start: token.start, end: token.end })
  })
  return days
}

export function isDate(tokens: readonly Token[], at: number, language: Language): boolean {
  const token = tokens[at] as Token
  if (
    /^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?$/.test(token.text) &&
    !/^\d+\.\d{3}$/.test(token.text)
  ) {
    return /[-/]/.test(token.text) || /^\d{1,2}\.\d{1,2}\.\d{2,4}$/.test(token.text)
  }
  if (!/^\d{1,2}(?:st|nd|rd|th|er)?$/.test(token.low)) return false
  const isMonth = (i: number) => tokens[i] !== undefined && language.has('months', (tokens[i] as Token).low)
  if (isMonth(at + 1) || isMonth(at - 1) || (tokens[at + 1]?.low === 'de' && isMonth(at + 2))) return true
  if (/\d(?:st|nd|rd|th)$/.test(token.low)) return true
  const isRange = /^(?:to|bis|al|a|au|à|und|and|-|–)$/.test(tokens[at + 1]?.low ?? '')
  return (
    (isRange && (isMonth(at + 3) || (tokens[at + 3]?.low === 'de' && isMonth(at + 4)))) ||
    (language.has('days', tokens[at - 1]?.low ?? '') && language.name !== 'en')
  )
}

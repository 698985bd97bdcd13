// Names and sentences as words: what rules compare and how they list things. No rule lives here.

import { clip } from '../text/clip.js'

/** The words of a name: `maxCount`, `max_count` and `max-count` are `max`, `count`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

/** The plain words of a text, in lower case. */
export function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** A word without the endings of plural and third person, so that `files` and `file` compare equal. */
export function stem(word: string): string {
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** `'a', 'b', 'c' and 4 more`. */
export function listNames(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map((name) => `'${name}'`)
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown.join('')
}

/** A text on a line, cut. Hidden characters stay: the report writes them out, which is what it is for. */
export function cut(text: string, most = 60): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return clip(flat, most)
}

/** `1 tool`, `2 tools`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

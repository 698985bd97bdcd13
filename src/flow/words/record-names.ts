// Names of records: their short texts, as a user might say them, and how they are looked up.

import { foldText } from './words.js'

const LENGTH = { min: 4, max: 80 }

/** A field as a name, folded; undefined when it is too short or too long to be one. */
export function nameOf(value: string | number): string | undefined {
  if (typeof value !== 'string' || value.length < LENGTH.min || value.length > LENGTH.max) return undefined
  const folded = foldText(value)
  return folded.length >= LENGTH.min ? folded : undefined
}

/**
 * What a name is looked up by: its first two words, or its only one; of a script without spaces its first
 * character. The first word alone would put a thousand reports side by side.
 */
export function headOf(name: string): string {
  return headsAt(name).at(-1) as string
}

/** The heads of the names that could stand at the beginning of a folded text. */
export function headsAt(text: string): readonly string[] {
  const [, first, second] = text.charCodeAt(0) < 0x0e00 ? (HEAD.exec(text) ?? []) : []
  if (first === undefined) return [String.fromCodePoint(text.codePointAt(0) ?? 0)]
  return second === undefined ? [first] : [first, `${first} ${second}`]
}

const HEAD = /^([\p{L}\p{N}]+)(?:[^\p{L}\p{N}]+([\p{L}\p{N}]+))?/u

// What a model wrote where it meant a token: mistyped, cut, quoted, in other case, or with a word before it. Only tokens
// that its session was shown are compared with, so that a suggestion tells nobody anything new.

import { distance } from 'fastest-levenshtein'
import { parseToken } from './token.js'

/** Longer texts are no tokens that went wrong. */
const LONGEST = 160
/** Two tokens differ in far more characters, so that one which is this near to one that was shown was meant. */
const EDITS = 3
/** Characters around a whole token: "Here: ...", "handle=...". With more it is a text that mentions one. */
const AROUND = 16

/**
 * The one of the shown tokens that was meant, with its row: a text that is a few edits away from it, is it in other
 * case, quotes or braces, is it cut short, or holds it and little else.
 */
export function suggestToken(written: string, shown: Iterable<string>): string | undefined {
  const text = unquote(written.slice(0, LONGEST))
  if (text === '') return undefined
  const { plain, row } = withoutRow(text)
  const isWhole = written.length <= LONGEST
  for (const token of shown) {
    if (isNear(plain, token) || isCut(plain, token)) return token + row
    const at = isWhole ? text.indexOf(token) : -1
    if (at >= 0 && text.length - token.length <= AROUND) return token
  }
  return undefined
}

/**
 * Whether a whole text was meant as a token though it is none, at a place that takes a handle or a text: it is near to
 * one that was shown, or has the form of one of these kinds with a wrong checksum.
 */
export function isMeantAsToken(text: string, kinds: readonly string[], shown: Iterable<string>): boolean {
  if (text.trim().length > LONGEST) return false
  if (suggestToken(text.trim(), shown) !== undefined) return true
  const { plain } = withoutRow(unquote(text))
  return kinds.some((kind) => plain.startsWith(`${kind}_`) && BODY.test(plain.slice(kind.length + 1)))
}

const BODY = /^[0-9a-z]{30}$/

function isNear(written: string, token: string): boolean {
  return Math.abs(written.length - token.length) <= EDITS && distance(written, token) <= EDITS
}

/** Half of the random part is far more than two tokens have in common. */
function isCut(written: string, token: string): boolean {
  return written.length >= token.length - 17 && token.startsWith(written)
}

/** A row that is written oddly, such as `.00`, is given as it is to be written. */
function withoutRow(text: string): { readonly plain: string; readonly row: string } {
  const found = /^(.*)\.([0-9]{1,9})$/s.exec(text)
  if (!found) return { plain: text, row: '' }
  return { plain: found[1]!, row: `.${Number(found[2])}` }
}

/** Folds what models do to a token: quotes, braces and dots around it, upper case, letters that the alphabet leaves out. */
function unquote(text: string): string {
  const bare = text
    .trim()
    .replace(/^["'`“”‘’<([{*\s]+/, '')
    .replace(/["'`“”‘’>)\]}*,;:.!?\s]+$/, '')
    .toLowerCase()
  if (parseToken(bare)) return bare
  const end = bare.lastIndexOf('_') + 1
  return bare.slice(0, end) + bare.slice(end).replaceAll('o', '0').replaceAll(/[il]/g, '1')
}

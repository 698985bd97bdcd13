// Whether a number in the user's words names an object. Most numbers don't: "make it last 4 hours" must not vouch
// for the event whose id is 4, nor the points of a list for the first files.

import { isFiller } from './common-words.js'
import { isEnumerator } from './numbers.js'

/**
 * Whether a text names an object by this number, as in "delete file 13", "#13", "the one with id '13'".
 *
 * @param isOfAnother Whether the word before it is for another kind of thing: a room, where an event is wanted.
 */
export function namesNumber(
  number: string,
  text: string,
  isOfAnother: (word: string) => boolean = () => false,
): boolean {
  for (let at = text.indexOf(number); at !== -1; at = text.indexOf(number, at + 1)) {
    if (isNameAt(text, at, at + number.length) && !isOfAnother(wordBefore(text, at))) return true
  }
  return false
}

const MONTHS =
  /\b(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|march|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.?$/iu
const ID_WORDS = /(?:#|\b(?:ids?|no|nr|number|nummer|número|numéro|num)\b\W*)$/iu

function isNameAt(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 24), start)
  const after = text.slice(end, end + 32)
  if (/[\p{L}\p{N}.,:/_@-]$/u.test(before) || /^[\p{L}\p{N}_@/%-]|^[.,:]\p{N}/u.test(after)) return false
  if (isEnumerator(text, start, end)) return false
  if (ID_WORDS.test(before) || /^['"”’]/.test(after)) return true
  if (MONTHS.test(before.trimEnd())) return false
  // A noun after it makes it a quantity.
  const [, next] = /^ (\p{L}[\p{L}'’-]*)/u.exec(after) ?? []
  return next === undefined || isFiller(next.toLowerCase())
}

function wordBefore(text: string, at: number): string {
  return /(\p{L}+)[\s#]*$/u.exec(text.slice(Math.max(0, at - 30), at))?.[1]?.toLowerCase() ?? ''
}

// What a view changed in the texts that it shows: the marks that tell where, and the line that tells how many. A reader
// who writes such a text back, or looks for it, has to know that it is not to the letter.

import { LEFT_OUT, REWRITTEN } from '../text/clean.js'

/** Before what was escaped, so that it is not read as the mark of a fence. */
export const ESCAPED = '\ufdd2'
/** All of them, as the inside of a character class. */
export const MARKS = LEFT_OUT + REWRITTEN + ESCAPED

const ANY = new RegExp(`[${MARKS}]`)
const ALL = new RegExp(`[${MARKS}]`, 'g')

/** A text without the marks. */
export function unmarked(text: string): string {
  return ANY.test(text) ? text.replace(ALL, '') : text
}

/** What was changed in a text that bears marks; undefined for nothing. */
export function changesIn(text: string): string | undefined {
  if (!ANY.test(text)) return undefined
  const counts = { [LEFT_OUT]: 0, [REWRITTEN]: 0, [ESCAPED]: 0 }
  for (const [mark] of text.matchAll(ALL)) counts[mark as typeof ESCAPED]++
  return [
    told(counts[LEFT_OUT], 'hidden character', 'left out'),
    told(counts[ESCAPED], 'mark', 'escaped'),
    told(counts[REWRITTEN], 'line break', 'rewritten'),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function told(count: number, what: string, done: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'} ${done}`
}

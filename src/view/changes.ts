// What a view changed in the texts that it shows: the marks that tell where, and the line that tells how many. A reader
// who writes such a text back, or looks for it, has to know that it is not to the letter.

import { LEFT_OUT, REWRITTEN } from '../text/clean.js'

/** Before what was escaped, so that it is not read as the mark of a fence. */
export const ESCAPED = '\ufdd2'
/** All of them, as the inside of a character class. */
const MARKS = LEFT_OUT + REWRITTEN + ESCAPED

const ANY = new RegExp(`[${MARKS}]`)
const ALL = new RegExp(`[${MARKS}]`, 'g')

/** Whether a UTF-16 code unit is one of the marks. */
export function isMark(code: number): boolean {
  return code === LEFT_OUT.charCodeAt(0) || code === REWRITTEN.charCodeAt(0) || code === ESCAPED.charCodeAt(0)
}

/** A text without the marks. */
export function unmarked(text: string): string {
  return ANY.test(text) ? text.replace(ALL, '') : text
}

// What may pass for `<` when a model reads it, and what may pass for two or three.
const SINGLE =
  '<\u02c2\u02f1\u1438\u16b2\u2039\u226e\u227a\u22d6\u2329\u276c\u276e\u2770\u27e8\u2989\u2991\u2993\u2a79\u2aa6\u2aaa\u29fc\u3008\ufe64\uff1c\u{1d236}\u{1f828}'
const SEVERAL = '\u00ab\u226a\u22d8\u27ea\u2aa1\u2af7\u300a'
const RUN = new RegExp(
  `[${SINGLE}${SEVERAL}](?:[\\p{Zs}\\p{M}\\t${MARKS}]*[${SINGLE}${SEVERAL}])+|[\u22d8\u2af7]`,
  'gu',
)
const ANGLE = new RegExp(`[${SINGLE}${SEVERAL}]`, 'gu')

/**
 * A text in which no run of angles resembles the mark of a fence; a plain `<<`, as in code, may stay.
 *
 * @param escaped What stands for each angle of such a run.
 * @param before What stands before the run.
 */
export function defused(text: string, escaped: (angle: string) => string, before = ''): string {
  return text.replace(RUN, (run) => (unmarked(run) === '<<' ? run : before + run.replace(ANGLE, escaped)))
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

// The fence around a text that others wrote: an opening and a closing line with the source and a nonce. What
// resembles a fence inside is defused, so that the text can't end its fence whether or not it knows the nonce.

import { ESCAPED, MARKS, unmarked } from './changes.js'
import { quoteString } from './hole.js'
import { Say } from './say.js'

/** A block of data in the tree of a view. */
export class Fence {
  constructor(
    /** Who the text comes from; undefined: a block of the tool's own data. */
    readonly source: string | undefined,
    readonly text: string,
  ) {}
}

/** A part of a view that holds words of others: its lines stand in a fence, and its data in their quotes. */
export class Fenced {
  constructor(
    readonly source: string,
    readonly view: Say,
  ) {}
}

/**
 * Puts a third party's free text in a fence.
 *
 * @param source Who it comes from: a tool, an upstream, a site. At most 64 characters are shown.
 * @throws TypeError when either is no string.
 * @example
 * say`Mail ${mail.id}:
 * ${thirdParty('inbox', mail.body)}`
 */
export function thirdParty(source: string, text: string): Say {
  if (typeof source !== 'string' || typeof text !== 'string') {
    throw new TypeError('thirdParty(source, text) takes two strings.')
  }
  return new Say([{ texts: ['', ''], first: 0, alone: true }], [new Fence(source, text)])
}

/**
 * Writes a fence around a cleaned text. `indent` goes before every line but the first.
 *
 * @param fence Whose source is named. Its own text isn't looked at: it may have been cut.
 */
export function writeFence(fence: Fence, cleaned: string, nonce: string, indent = ''): string {
  const text = defuse(cleaned.endsWith('\n') ? cleaned.slice(0, -1) : cleaned, nonce)
  const [opening, closing] = fenceLines(fence.source, nonce)
  const block = `${opening}\n${text}\n${closing}`
  return indent ? block.replaceAll('\n', `\n${indent}`) : block
}

/** The two lines of a fence. */
export function fenceLines(from: string | undefined, nonce: string): [opening: string, closing: string] {
  const source = from === undefined ? '' : quoteString(from.slice(0, 64))
  const [opened, ended] = source ? [`third-party text from ${source}`, source] : ['text', 'text']
  return [`<<<${opened} #${nonce}>>>`, `<<<end of ${ended} #${nonce}>>>`]
}

/** Whole lines of a view, without those of a fence that would stay open. */
export function withoutOpenFence(text: string): string {
  const opened = text.lastIndexOf('<<<third-party text from ')
  return opened >= 0 && !text.includes('\n<<<end of ', opened) ? text.slice(0, opened).trimEnd() : text
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

/** Escapes each angle of a run that resembles a fence mark; a plain `<<`, as in code, may stay. */
function defuse(text: string, nonce: string): string {
  const unsigned =
    nonce && unmarked(text).includes(nonce) ? unmarked(text).replaceAll(nonce, `${ESCAPED}…`) : text
  return unsigned.replace(RUN, (run) => (unmarked(run) === '<<' ? run : ESCAPED + run.replace(ANGLE, '\\$&')))
}

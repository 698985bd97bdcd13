// The fence around a text that others wrote: an opening and a closing line with the source and a nonce. What
// resembles a fence inside is defused, so that the text can't end its fence whether or not it knows the nonce.

import { defused, ESCAPED, unmarked } from './changes.js'
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

/** Escapes each angle of a run that resembles a fence mark, and takes out the nonce. */
function defuse(text: string, nonce: string): string {
  const unsigned =
    nonce && unmarked(text).includes(nonce) ? unmarked(text).replaceAll(nonce, `${ESCAPED}…`) : text
  return defused(unsigned, (angle) => `\\${angle}`, ESCAPED)
}

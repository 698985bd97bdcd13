// What a view is laid out to: fixed text, and lists and passages that may be shortened. Here they are written
// whole; src/view/render.ts shortens them.

import { cleanMarked } from '../text/clean.js'

/** A part of a view. A string is fixed: words, and data too short to be worth cutting. */
export type Piece = string | List | Passage | Tally

/** Items that are dropped whole, from the end. */
export interface List {
  readonly kind: 'list'
  /** What goes before it when anything of it is shown. */
  readonly lead: string
  readonly open: string
  readonly between: string
  readonly close: string
  readonly count: number
  /** What it was made of, when the gate's own code made it. */
  readonly listing: Listing | undefined
  /**
   * An item, empty when it leaves its line out; undefined when it is longer than `limit` characters. `opens`: no
   * item before it is shown.
   */
  readonly lay: (index: number, limit: number, opens: boolean) => string | readonly Piece[] | undefined
}

/** A long text, which may be cut anywhere. */
export interface Passage {
  readonly kind: 'passage'
  readonly lead: string
  readonly text: string
  /** The text, or its first part, cleaned: in quotes, or in its fence. */
  readonly dress: (cleaned: string) => string
}

/**
 * Items that are written only when there is room for them. What `write` gives stands as it is, so only the
 * gate's own code makes one, and quotes in it.
 */
export class Listing {
  constructor(
    readonly count: number,
    readonly between: string,
    readonly write: (index: number) => string,
    /** What its items are called where a cut is told. */
    readonly unit: string,
    /** How many items there are, of which `count` may be shown. */
    readonly total = count,
  ) {}
}

/**
 * Words on how much of a listing is shown. They are known only after the cut, so `write` is asked then, with the
 * number of items shown. The same caution as for {@link Listing}.
 */
export class Tally {
  readonly kind = 'tally'
  constructor(
    readonly of: Listing,
    readonly write: (shown: number) => string,
  ) {}
}

/** The whole text of pieces, or undefined when it passes `limit` characters. Reads no further than that. */
export function writeWhole(pieces: readonly Piece[], limit: number): string | undefined {
  let text = ''
  for (const piece of pieces) {
    const room = limit - text.length
    const part = typeof piece === 'string' ? piece : wholePiece(piece, room)
    if (part === undefined || part.length > room) return undefined
    text += part
  }
  return text
}

function wholePiece(piece: Exclude<Piece, string>, limit: number): string | undefined {
  switch (piece.kind) {
    case 'list':
      return wholeList(piece, limit)
    case 'passage':
      return wholePassage(piece, limit)
    case 'tally':
      return piece.write(piece.of.count)
  }
}

function wholeList(list: List, limit: number): string | undefined {
  let text = ''
  for (let index = 0; index < list.count; index++) {
    const part = writeItem(list, index, limit - text.length, text === '')
    if (part === undefined || text.length + part.length > limit) return undefined
    if (part !== '') text += text === '' ? part : list.between + part
  }
  return text === '' && list.open === '' ? '' : list.lead + list.open + text + list.close
}

/** The whole text of an item, or undefined when it passes `limit` characters. */
export function writeItem(list: List, index: number, limit: number, opens: boolean): string | undefined {
  const laid = list.lay(index, limit, opens)
  return typeof laid === 'object' ? writeWhole(laid, limit) : laid
}

function wholePassage({ lead, text, dress }: Passage, limit: number): string | undefined {
  return text.length > limit ? undefined : lead + dress(cleanMarked(text))
}

// A view that is too long for its budget. What doesn't fit goes from the end: items of lists whole, long texts at a
// character, and a notice says how many of how many are left.

import { cleanMarked } from '../text/clean.js'
import { cutAt } from '../text/clip.js'
import { type CountTokens, countBytes, fits, tokensOf } from './budget.js'
import { unmarked } from './changes.js'
import { withoutOpenFence } from './fence.js'
import { type List, type Listing, type Passage, type Piece, type Tally, writeItem } from './pieces.js'

interface CutOptions {
  /** In tokens. */
  readonly budget: number
  /** Counts tokens; default: the upper estimate. */
  readonly count?: CountTokens
  /** Ends the notice: how to read on. Trusted words, one sentence. */
  readonly rest?: () => string | undefined
}

/** Writes pieces that are too long as a whole. `limit`: characters of a piece that are looked at. */
export function cutToFit(pieces: readonly Piece[], limit: number, options: CutOptions): string {
  const { budget, count } = options
  const tokens = count ?? tokensOf
  // The view may end with the same words. Data can't: in a sentence it stands in quotes.
  const last = pieces.at(-1)
  const sentence = options.rest?.()
  const rest = typeof last === 'string' && sentence && last.endsWith(sentence) ? undefined : sentence
  const all: Counts = new Map()
  for (const piece of pieces) if (isCuttable(piece)) noteCut(all, piece, sizeOf(piece))
  // Tokens of parts may not add up to those of the whole, and the notice is known only after the cut: so a second
  // try. Bytes do add up, and no text has more tokens than bytes.
  let notice = noticeOf(all, rest, budget, tokens)
  for (const measure of [tokens, tokens, countUnmarked, countUnmarked]) {
    const room = budget - measure(`\n${notice}`)
    const cut: Cut = { room, limit, measure, counts: new Map(), shown: new Map() }
    const body = fill(pieces, cut).replace(/^\n+/, '')
    notice = noticeOf(cut.counts, rest, budget, tokens)
    const text = body === '' ? notice : `${body}\n${notice}`
    if (fits(unmarked(text), budget, count)) return text
  }
  return fits(notice, budget, count) ? notice : ''
}

const countUnmarked: CountTokens = (text) => countBytes(unmarked(text))

/** How much is shown, by unit. Told are the units of which something was cut. */
type Counts = Map<string, { shown: number; total: number; isCut: boolean }>

function noteCut(counts: Counts, piece: List | Passage, shown: number): void {
  note(counts, unitOf(piece), shown, sizeOf(piece), true)
}

function unitOf(piece: List | Passage): string {
  if (piece.kind === 'passage') return 'characters'
  return piece.listing?.unit ?? (piece.open ? 'keys' : 'items')
}

function sizeOf(piece: List | Passage): number {
  if (piece.kind === 'passage') return piece.text.length
  return piece.listing?.total ?? piece.count
}

function note(counts: Counts, unit: string, shown: number, total: number, isCut: boolean): void {
  const sofar = counts.get(unit) ?? { shown: 0, total: 0, isCut: false }
  counts.set(unit, {
    shown: sofar.shown + shown,
    total: sofar.total + total,
    isCut: sofar.isCut || isCut,
  })
}

function isCuttable(piece: Piece): piece is List | Passage {
  return typeof piece === 'object' && piece.kind !== 'tally'
}

/** The fullest notice that leaves half of the budget; else one count, whatever it leaves. */
function noticeOf(all: Counts, rest: string | undefined, budget: number, measure: CountTokens): string {
  const cut = [...all].filter(([, { isCut }]) => isCut)
  // Only a counter that doesn't add up gets here with nothing cut.
  if (cut.length === 0) return '[Cut.]'
  const counts = cut.map(([unit, { shown, total }]) => `${shown} of ${total} ${unit}`)
  const full = `Cut: ${counts.join(', ')} shown.`
  if (rest && measure(`[${full} ${rest}]`) <= budget / 2) return `[${full} ${rest}]`
  if (measure(`[${full}]`) <= budget / 2) return `[${full}]`
  const brief = `[Cut: ${counts[0]} shown.]`
  return measure(brief) <= budget ? brief : '[Cut.]'
}

interface Cut {
  /** What is left, in what `measure` gives. */
  room: number
  /** Characters of a piece that are looked at. */
  readonly limit: number
  readonly measure: CountTokens
  readonly counts: Counts
  /** How many items of each listing are shown. */
  readonly shown: Map<Listing, number>
}

function fill(pieces: readonly Piece[], cut: Cut): string {
  const price = cut.measure(wordsOf(pieces, widest))
  if (price > cut.room) return fillWithWords(pieces, cut)
  cut.room -= price
  const parts = pieces.map((piece) => (isCuttable(piece) ? take(piece, cut) : piece))
  return wordsOf(parts, ({ of, write }) => write(cut.shown.get(of) ?? 0))
}

/** The text that always stands. */
function wordsOf(pieces: readonly Piece[], tell: (tally: Tally) => string): string {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else if (piece.kind === 'tally') text += tell(piece)
  }
  return text
}

/** The longest text that a tally can come to: nobody knows yet what will be shown. */
function widest({ of, write }: Tally): string {
  return [0, of.count - 1, of.count]
    .map(write)
    .reduce((one, other) => (other.length > one.length ? other : one))
}

function take(piece: List | Passage, cut: Cut): string {
  return piece.kind === 'list' ? takeItems(piece, cut) : takeText(piece, cut)
}

/** Even the words don't fit: whole lines of them, and nothing else. */
function fillWithWords(pieces: readonly Piece[], cut: Cut): string {
  const fixed = wordsOf(pieces, ({ write }) => write(0))
  for (const piece of pieces) if (isCuttable(piece)) noteCut(cut.counts, piece, 0)
  const end = longest(fixed, cut, (text) => text)
  const lineEnd = fixed.lastIndexOf('\n', end)
  const lines = fixed.slice(0, lineEnd > 0 ? lineEnd : end)
  const text = lineEnd > 0 && end < fixed.length ? withoutOpenFence(lines) : lines
  cut.room -= cut.measure(text)
  note(cut.counts, 'characters', text.length, fixed.length, text.length < fixed.length)
  return text
}

function takeItems(list: List, cut: Cut): string {
  const { lead, open, between, close, count } = list
  const mark = between.startsWith('\n') ? '' : `${between}…`
  const frame = cut.measure(lead + open + close)
  let room = cut.room - frame - cut.measure(mark)
  let text = ''
  let shown = 0
  for (; shown < count; shown++) {
    const part = writeItem(list, shown, cut.limit, text === '')
    if (part === undefined) break
    const more = part === '' || text === '' ? part : between + part
    const price = cut.measure(more)
    if (price > room) break
    room -= price
    text += more
  }
  if (shown === 0) {
    // The first item is too long as a whole: its beginning is better than nothing.
    const laid = list.lay(0, cut.limit, true)
    const inner: Cut = { ...cut, room }
    if (typeof laid === 'object' && laid.some(isCuttable)) text = fill(laid, inner)
    if (text !== '') shown = 1
    room = inner.room
  }
  const isAll = shown === count
  // A listing that had room counts as well: `12 of 160 rows shown` has to be true of all rows that are seen.
  if (!isAll || list.listing) note(cut.counts, unitOf(list), shown, sizeOf(list), !isAll)
  if (list.listing) cut.shown.set(list.listing, shown)
  if (text === '' && (open === '' || room < 0)) return ''
  cut.room = isAll ? room + cut.measure(mark) : room
  return lead + open + text + (isAll ? '' : text === '' ? '…' : mark) + close
}

function takeText(passage: Passage, cut: Cut): string {
  const { lead, text, dress } = passage
  const cleaned = cleanMarked(text.slice(0, cut.limit))
  const mark = (end: number) => (end === cleaned.length && text.length <= cut.limit ? '' : '…')
  const write = (part: string) => lead + dress(part + mark(part.length))
  const end = longest(cleaned, cut, write)
  if (end === 0) {
    noteCut(cut.counts, passage, 0)
    return ''
  }
  const written = write(cleaned.slice(0, end))
  cut.room -= cut.measure(written)
  if (mark(end)) noteCut(cut.counts, passage, end)
  return written
}

/** The end of the longest beginning of a text that fits the room once written; 0 when none does. */
function longest(text: string, cut: Cut, write: (part: string) => string): number {
  const fitsUpTo = (end: number) => cut.measure(write(text.slice(0, end))) <= cut.room
  if (text.length <= cut.limit && fitsUpTo(text.length)) return text.length
  let low = 0
  let high = Math.min(text.length, cut.limit)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fitsUpTo(middle)) low = middle
    else high = middle - 1
  }
  const end = cutAt(text, low)
  return end === 0 || fitsUpTo(end) ? end : 0
}

// Where a text may be cut, and the cut text with a mark. Everything that shortens a text for a reader asks here.

/** Part of a text and `…`, at most `max` characters together; or all of it. No letter or emoji is split. */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, cutAt(text, max - 1))}…`
}

/** A text in a column: cut or filled up with blanks. */
export function inWidth(text: string, width: number): string {
  return clip(text, width).padEnd(width)
}

/** The last index up to `index` at which a cut splits no code point, and no emoji or accented letter. */
export function cutAt(text: string, index: number): number {
  if (index <= 0) return 0
  if (index >= text.length) return text.length
  if (text.charCodeAt(index) < 0x80) return index
  const from = wholePoint(text, Math.max(0, index - WINDOW))
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const segment = segmenter.segment(text.slice(from, index + WINDOW)).containing(index - from)
  const start = from + (segment?.index ?? 0)
  // Marks can be piled on one letter without end; such a pile is cut between code points.
  return index - start < WINDOW / 2 ? start : wholePoint(text, index)
}

/** Longer than any emoji sequence. */
const WINDOW = 64

/** Made at the first cut: it loads tables. */
let segmenter: Intl.Segmenter | undefined

function wholePoint(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return index > 0 && code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}

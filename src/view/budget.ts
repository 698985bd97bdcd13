// How much text is how many tokens, and where a text may be cut. Counts only what it is given.

/** Counts the tokens of a text, as the model at hand does. */
export type CountTokens = (text: string) => number

/** No token that {@link estimateTokens} counts stands for more characters than this. */
export const ESTIMATED_CHARACTERS = 4

/**
 * An upper estimate of tokens in one pass: a run of up to 16 letters counts as its length / 4, rounded up; other
 * ASCII 1 each (a longer run is no word, and tokenizers take such apart); other code units 1.2 each.
 */
export function estimateTokens(text: string): number {
  // In fifths of a token, so that the sum is exact.
  let fifths = 0
  let run = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const lower = code | 0x20
    if (lower >= 0x61 && lower <= 0x7a && code < 0x80) {
      run++
      continue
    }
    fifths += runFifths(run) + (code < 0x80 ? 5 : 6)
    run = 0
  }
  return Math.ceil((fifths + runFifths(run)) / 5)
}

/** Whether a text has at most so many tokens. A token is at least a byte, so a short text is never counted. */
export function fits(text: string, tokens: number, count?: CountTokens): boolean {
  if (text.length * 3 <= tokens) return true
  if (text.length <= tokens && countBytes(text) <= tokens) return true
  if (count) return count(text) <= tokens
  return text.length <= tokens * ESTIMATED_CHARACTERS && estimateTokens(text) <= tokens
}

/** Bytes as UTF-8. */
export function countBytes(text: string): number {
  return Buffer.byteLength(text)
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

function runFifths(run: number): number {
  return run > 16 ? run * 5 : ((run + 3) >> 2) * 5
}

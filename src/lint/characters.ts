// Characters that a reader can't see, or that turn a line around. Used by the rule that finds them, and on
// every text of a finding, since a definition's words end up in a terminal.

// Bidirectional controls reorder what a reviewer sees (CVE-2021-42574). Zero-width characters and Unicode tags
// carry text that only a model reads; variation selectors can encode bytes. Tab and line breaks are fine.
const HIDDEN_RANGES: readonly (readonly [from: number, to: number, kind: string])[] = [
  [0x00, 0x08, 'control character'],
  [0x0b, 0x0c, 'control character'],
  [0x0e, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0xad, 0xad, 'invisible character'],
  [0x34f, 0x34f, 'invisible character'],
  [0x61c, 0x61c, 'bidirectional control'],
  [0x115f, 0x1160, 'invisible character'],
  [0x17b4, 0x17b5, 'invisible character'],
  [0x180b, 0x180f, 'invisible character'],
  [0x200b, 0x200d, 'invisible character'],
  [0x200e, 0x200f, 'bidirectional control'],
  [0x2028, 0x2029, 'invisible character'],
  [0x202a, 0x202e, 'bidirectional control'],
  [0x2060, 0x2065, 'invisible character'],
  [0x2066, 0x2069, 'bidirectional control'],
  [0x206a, 0x206f, 'invisible character'],
  [0x3164, 0x3164, 'invisible character'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xfeff, 0xfeff, 'invisible character'],
  [0xffa0, 0xffa0, 'invisible character'],
  [0xfff0, 0xfffb, 'invisible character'],
  [0x1bca0, 0x1bca3, 'invisible character'],
  [0x1d173, 0x1d17a, 'invisible character'],
  [0xe0000, 0xe007f, 'Unicode tag'],
  [0xe0080, 0xe0fff, 'variation selector'],
]

const HIDDEN = new RegExp(
  `[${HIDDEN_RANGES.map(([from, to]) => `\\u{${hex(from)}}-\\u{${hex(to)}}`).join('')}]`,
  'gu',
)

/** A run of hidden characters: where, which, and whether people write so for good reason. */
export interface HiddenRun {
  readonly index: number
  readonly codePoints: readonly number[]
  /** What the run is, in a word or two. */
  readonly kind: string
  /** The text that it spells, when it is made of Unicode tags. */
  readonly spells?: string
}

/** Finds hidden characters that have no business there; joiners in emoji and in Persian or Indic words have. */
export function hiddenRuns(text: string): HiddenRun[] {
  const runs: { index: number; end: number; codePoints: number[] }[] = []
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (isAtHome(text, character, index)) continue
    const last = runs.at(-1)
    const codePoint = character.codePointAt(0) ?? 0
    if (last?.end === index) {
      last.codePoints.push(codePoint)
      last.end += character.length
    } else {
      runs.push({ index, end: index + character.length, codePoints: [codePoint] })
    }
  }
  return runs.map(({ index, codePoints }) => describeRun(index, codePoints))
}

/** A text with each hidden character written as `\u{200b}`, so that printing it is safe and shows what is there. */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, (character, index: number) =>
    isAtHome(text, character, index) ? character : `\\u{${hex(character.codePointAt(0) ?? 0)}}`,
  )
}

/** `U+200B`. */
export function codePointName(codePoint: number): string {
  return `U+${hex(codePoint).toUpperCase().padStart(4, '0')}`
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const FLAG_TAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}?$/u

/** Whether a hidden character stands where its script or an emoji needs it. */
function isAtHome(text: string, character: string, index: number): boolean {
  const before = lastCharacter(text.slice(Math.max(0, index - 2), index))
  const after = String.fromCodePoint(text.codePointAt(index + character.length) ?? 0x20)
  if (character === '\u200d') {
    const joinsEmoji = (EMOJI.test(before) || before === '\ufe0f') && EMOJI.test(after)
    return joinsEmoji || (JOINING.test(before) && JOINING.test(after))
  }
  if (character === '\u200c') return JOINING.test(before) && JOINING.test(after)
  if (character === '\u200e' || character === '\u200f') return RIGHT_TO_LEFT.test(text)
  if (character === '\ufe0e' || character === '\ufe0f') return EMOJI.test(before) || /[#*0-9]/.test(before)
  const codePoint = character.codePointAt(0) ?? 0
  if (codePoint >= 0xe0020 && codePoint <= 0xe007f) {
    return FLAG_TAGS.test(text.slice(Math.max(0, index - 16), index + character.length))
  }
  return false
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? ''
}

function describeRun(index: number, codePoints: readonly number[]): HiddenRun {
  const first = codePoints[0] ?? 0
  const spells = codePoints
    .filter((codePoint) => codePoint >= 0xe0020 && codePoint <= 0xe007e)
    .map((codePoint) => String.fromCodePoint(codePoint - 0xe0000))
    .join('')
  return { index, codePoints, kind: kindOf(first), ...(spells && { spells }) }
}

function kindOf(codePoint: number): string {
  const range = HIDDEN_RANGES.find(([from, to]) => codePoint >= from && codePoint <= to)
  return range?.[2] ?? 'invisible character'
}

function hex(codePoint: number): string {
  return codePoint.toString(16)
}

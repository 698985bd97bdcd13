// Characters that a reader can't see, or that turn a line around. Used by the rule that finds them, and on
// every text of a finding, since a definition's words end up in a terminal.

import {
  HIDDEN as HIDDEN_ANY,
  HIDDEN_IN_TEXT,
  type HiddenKind,
  hasHidden,
  hiddenKind,
} from '../text/characters.js'

const HIDDEN = new RegExp(HIDDEN_IN_TEXT, 'gu')

/** A run of hidden characters: where, which, and whether people write so for good reason. */
interface HiddenRun {
  readonly index: number
  readonly codePoints: readonly number[]
  /** What the run is, in a word or two. */
  readonly kind: HiddenKind
  /** The text that it spells, when it is made of Unicode tags. */
  readonly spells?: string
}

/** Finds hidden characters that have no business there; joiners in emoji and in Persian or Indic words have. */
export function hiddenRuns(text: string): HiddenRun[] {
  const runs: { index: number; end: number; codePoints: number[] }[] = []
  const isAtHome = homeIn(text)
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (isAtHome(character, index)) continue
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
  const isAtHome = homeIn(text)
  return text.replaceAll(HIDDEN, (character, index: number) =>
    isAtHome(character, index) ? character : `\\u{${hex(character.codePointAt(0) ?? 0)}}`,
  )
}

/** `U+200B`. */
export function codePointName(codePoint: number): string {
  return `U+${hex(codePoint).toUpperCase().padStart(4, '0')}`
}

// Some scripts own hidden characters: U+061C is Arabic, U+17B4 Khmer, U+180B Mongolian.
const RIGHT_TO_LEFT = new RegExp(
  String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}](?<![${HIDDEN_ANY}])`,
  'u',
)
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
/** An emoji at the end, in its emoji form or not. A selector that follows nothing is hidden itself. */
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?$/u
const FLAG_TAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}?$/u

/**
 * Whether a hidden character stands where its script or an emoji needs it. What it leans on must be seen: else it
 * would be left bare once its neighbour is written out.
 */
function homeIn(text: string): (character: string, index: number) => boolean {
  // Asked at each mark of a direction, so looked up once.
  let runsRightToLeft: boolean | undefined
  return (character, index) => {
    if (character === '\u200e' || character === '\u200f') {
      runsRightToLeft ??= RIGHT_TO_LEFT.test(text)
      return runsRightToLeft
    }
    return isAtHome(text, character, index)
  }
}

function isAtHome(text: string, character: string, index: number): boolean {
  const before = lastCharacter(text.slice(Math.max(0, index - 2), index))
  const after = String.fromCodePoint(text.codePointAt(index + character.length) ?? 0x20)
  if (character === '\u200d') {
    const joinsEmoji = EMOJI_BEFORE.test(text.slice(Math.max(0, index - 3), index)) && EMOJI.test(after)
    return joinsEmoji || (isJoining(before) && isJoining(after))
  }
  if (character === '\u200c') return isJoining(before) && isJoining(after)
  if (character === '\ufe0e' || character === '\ufe0f') return EMOJI.test(before) || /[#*0-9]/.test(before)
  const codePoint = character.codePointAt(0) ?? 0
  if (codePoint >= 0xe0020 && codePoint <= 0xe007f) {
    return FLAG_TAGS.test(text.slice(Math.max(0, index - 16), index + character.length))
  }
  return false
}

function isJoining(character: string): boolean {
  return JOINING.test(character) && !hasHidden(character)
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
  return {
    index,
    codePoints,
    kind: hiddenKind(String.fromCodePoint(first)) ?? 'invisible character',
    ...(spells && { spells }),
  }
}

function hex(codePoint: number): string {
  return codePoint.toString(16)
}

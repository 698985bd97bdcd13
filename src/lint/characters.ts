// Characters that a reader can't see, or that turn a line around. Used by the rule that finds them, and on
// every text of a finding, since a definition's words end up in a terminal.

import {
  AT_HOME,
  HIDDEN as HIDDEN_ANY,
  HIDDEN_IN_TEXT,
  type HiddenKind,
  hiddenKind,
} from '../text/characters.js'

const HIDDEN = new RegExp(`(${AT_HOME})|${HIDDEN_IN_TEXT}`, 'gu')

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
  const isDirection = directionsIn(text)
  for (const { 0: character, 1: atHome, index } of text.matchAll(HIDDEN)) {
    if (atHome !== undefined || isDirection(character)) continue
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
  const isDirection = directionsIn(text)
  return text.replaceAll(HIDDEN, (character, atHome: string | undefined) =>
    atHome !== undefined || isDirection(character) ? character : `\\u{${hex(character.codePointAt(0) ?? 0)}}`,
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

/** Whether a character is a mark of a direction in a text that has letters of the other one. */
function directionsIn(text: string): (character: string) => boolean {
  // Asked at each of them, so looked up once.
  let runsRightToLeft: boolean | undefined
  return (character) => {
    if (character !== '\u200e' && character !== '\u200f') return false
    runsRightToLeft ??= RIGHT_TO_LEFT.test(text)
    return runsRightToLeft
  }
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

// The one table of characters that a reader can't see, or that do something to a terminal or a line. Who cleans,
// compares, prints or reviews texts asks here, so that what one hides is never a difference to another. Who leaves the
// text of a document readable also asks which of them a writing system needs where they stand; who compares, or shows
// what is decided on, does not.

/** What a hidden character is. */
export type HiddenKind =
  | 'control character'
  | 'bidirectional control'
  | 'Unicode tag'
  | 'variation selector'
  | 'private-use character'
  | 'lone surrogate'
  | 'invisible character'

/**
 * All of them, as the inside of a character class for a pattern with the flag `u`: control (Cc) and format (Cf)
 * characters, line and paragraph separators, lone surrogates, private use, which a person sees as they like, what
 * Unicode says to leave away where it can't be shown (fillers, selectors, tags), what it says is no character, and
 * U+2800, a blank as wide as a letter. Tab and line breaks are among them: who keeps those says so.
 */
export const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800`

/** The same but for tab, line feed and carriage return, which lay out a text. */
export const HIDDEN_IN_TEXT = String.raw`[${HIDDEN}](?<![\t\n\r])`

/** Letters and marks of the scripts that join, of which none is hidden itself. */
const JOINING = String.raw`(?![${HIDDEN}])(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]`
/** The sign that takes a consonant its vowel: with a joiner after it a word of Malayalam or Bengali may end. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`
const tags = (word: string) =>
  [...word].map((letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join('')

/**
 * Hidden characters where a script or an emoji needs them, for a pattern with the flag `u`. One at a time, and at what
 * is seen: a run of them could carry a text that only a model reads. Flags are the three that there are, whole.
 */
export const AT_HOME = [
  // The parts of one emoji.
  String.raw`(?<=\p{ExtPict}[\ufe0f\p{EMod}]?)\u200d(?=\p{ExtPict})`,
  // Persian, Hindi and others are spelt with them.
  String.raw`(?<=${JOINING})[\u200c\u200d](?=${JOINING})`,
  String.raw`(?<=${VIRAMA})\u200d(?![${HIDDEN}](?<![\t\n\r]))`,
  // As an emoji or as a sign; a digit is one in a keycap.
  String.raw`(?<=[\p{ExtPict}\p{EMod}])[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Forms of one Chinese character, as in names; not at one after another.
  String.raw`(?<=(?<![\ufe00-\ufe02\u{e0100}-\u{e010f}])\p{UIdeo})[\ufe00-\ufe02\u{e0100}-\u{e010f}]`,
  // Forms of a Mongolian letter.
  String.raw`(?<=(?![${HIDDEN}])(?=\p{L})\p{sc=Mong})[\u180b-\u180d\u180f]`,
  String.raw`(?<=\u{1f3f4})(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})\u{e007f}`,
].join('|')

/** Whether a text holds a hidden character, a tab or a line break. */
export function hasHidden(text: string): boolean {
  return ANY.test(text)
}

/** What a hidden character is; undefined for one that is seen. */
export function hiddenKind(character: string): HiddenKind | undefined {
  return KINDS.find(([pattern]) => pattern.test(character))?.[1]
}

const ANY = new RegExp(`[${HIDDEN}]`, 'u')

// The first that fits. Bidirectional controls reorder what a reviewer sees (CVE-2021-42574); tags carry text that
// only a model reads, and variation selectors can encode bytes.
const KINDS: readonly (readonly [RegExp, HiddenKind])[] = [
  [/^\p{Cc}$/u, 'control character'],
  [/^\p{Bidi_Control}$/u, 'bidirectional control'],
  [/^[\u{e0000}-\u{e007f}]$/u, 'Unicode tag'],
  [/^[\ufe00-\ufe0f\u{e0080}-\u{e0fff}]$/u, 'variation selector'],
  [/^\p{Co}$/u, 'private-use character'],
  [/^\p{Cs}$/u, 'lone surrogate'],
  [new RegExp(`^[${HIDDEN}]$`, 'u'), 'invisible character'],
]

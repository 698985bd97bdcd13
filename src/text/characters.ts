// The one table of characters that a reader can't see, or that do something to a terminal or a line. Who cleans,
// compares, prints or reviews texts asks here, so that what one hides is never a difference to another. Which of
// them a writing system needs where they stand is not said here.

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
 * Unicode says to leave away where it can't be shown (fillers, selectors, tags), and U+2800, a blank as wide as a
 * letter. Tab and line breaks are among them: who keeps those says so.
 */
export const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800`

/** The same but for tab, line feed and carriage return, which lay out a text. */
export const HIDDEN_IN_TEXT = String.raw`[${HIDDEN}](?<![\t\n\r])`

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

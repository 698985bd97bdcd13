// The texts that a conversation was shown last, kept so that a person who is asked can be told where a value stands.
// For display alone: nothing is vouched by it, nothing is indexed, and nothing of it is stored.

import type { Json, JsonObject } from '../../json/json.js'
import { worse } from '../../tool/flow/label.js'
import type { Integrity } from '../../tool/outcome.js'
import { shownText } from './shown-text.js'

/** Characters that are searched, the latest. */
export const MOST_SEARCHED = 200_000
/** Texts, however short. */
const MOST_TEXTS = 1_000

/** A text as it was shown. */
interface ShownText {
  /** The tool that gave it; none: the user pasted it. */
  readonly tool?: string
  readonly integrity: Integrity
  readonly text: string
  /** Of the call that it is a result of: what was put into it is no source. */
  readonly args?: JsonObject
}

/** The latest texts of one conversation. */
export class ShownTexts {
  readonly #texts: ShownText[] = []
  #size = 0
  #hasDropped = false
  /** There were others, before this process took the conversation up. */
  hasRestarted = false

  /** Keeps a text. It costs a reference. */
  add(shown: ShownText): void {
    this.#texts.push(shown)
    this.#size += shown.text.length
    while (this.#texts.length > MOST_TEXTS || (this.#size > MOST_SEARCHED && this.#texts.length > 1)) {
      this.#size -= this.#texts.shift()?.text.length ?? 0
      this.#hasDropped = true
    }
  }

  /** Looks values up, all in one pass: the words for where each stands. */
  sources(values: readonly (string | number | boolean)[]): (value: string | number | boolean) => string {
    const wanted = values.slice(0, MOST_VALUES).map((value) => ({ value, forms: formsOf(value) }))
    const found = new Map<string | number | boolean, ShownText>()
    for (const shown of this.#texts) {
      const text = shown.text.slice(-MOST_SEARCHED).toLowerCase()
      for (const { value, forms } of wanted) {
        const before = found.get(value)
        // The least trusted is named, of those the first.
        if (before && worse(before.integrity, shown.integrity) === before.integrity) continue
        if (!forms.some((form) => standsIn(text, form)) || isPutIn(value, shown.args)) continue
        found.set(value, shown)
      }
    }
    return (value) => {
      const shown = found.get(value)
      return shown ? wordsOf(shown) : this.#notFound()
    }
  }

  #notFound(): string {
    if (this.hasRestarted) return 'shown before the restart, not searched'
    return this.#hasDropped
      ? `not found in the last ${MOST_SEARCHED / 1_000} 000 characters that were shown`
      : 'not found in what was shown'
  }
}

/** More than one question shows. */
const MOST_VALUES = 20

function wordsOf({ tool, integrity }: ShownText): string {
  if (tool === undefined) return 'stands in a text that was shared, not said'
  return `stands in ${KINDS[integrity]} of ${shownText(tool)}`
}

const KINDS: Readonly<Record<Integrity, string>> = {
  operator: 'text',
  user: 'text',
  'first-party': 'first-party text',
  'third-party-structured': 'third-party text',
  'third-party-text': 'third-party text',
  unknown: 'text',
}

/** As it may be written in a text that a model reads: plain, or within JSON. */
function formsOf(value: string | number | boolean): readonly string[] {
  const plain = String(value).trim().toLowerCase()
  if (plain === '') return []
  const inJson = JSON.stringify(plain).slice(1, -1)
  return inJson === plain ? [plain] : [plain, inJson]
}

/** Whether it stands there by itself: `5` is not found in `2025`. */
function standsIn(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    if (!goesOn(text[at - 1], form[0]) && !goesOn(text[at + form.length], form.at(-1))) return true
  }
  return false
}

function goesOn(outside: string | undefined, inside: string | undefined): boolean {
  return LETTER.test(outside ?? ' ') && LETTER.test(inside ?? ' ')
}

const LETTER = /[\p{L}\p{N}]/u

function isPutIn(value: string | number | boolean, args: Json | undefined): boolean {
  if (args === undefined || args === null) return false
  if (typeof args === 'object') return Object.values(args).some((each) => isPutIn(value, each as Json))
  return standsIn(String(args).toLowerCase(), String(value).trim().toLowerCase())
}

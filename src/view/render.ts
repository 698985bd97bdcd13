// A view to text within its budget, and what is said of it: src/view/cut.ts shortens it, and a line tells what in it is
// not to the letter. No token is counted of what isn't shown.

import { isA } from '../base/made-by-us.js'
import { type CountTokens, countBytes, ESTIMATED_CHARACTERS, estimateTokens, fits } from './budget.js'
import { changesIn, unmarked } from './changes.js'
import { cutToFit } from './cut.js'
import { layOut, type Setting } from './layout.js'
import { type Piece, writeWhole } from './pieces.js'
import { Say, say } from './say.js'

/** The text of a view. */
interface Rendered {
  readonly text: string
  /** Whether the budget left something out; the text says so. */
  readonly cut: boolean
  /** Whether a text in it is not to the letter; the text says so. */
  readonly changed: boolean
}

interface RenderOptions {
  /** In tokens. */
  readonly budget: number
  /** Counts tokens; default: the upper estimate. */
  readonly count?: CountTokens
  /** Gives letters or digits that no text could know. Asked at most once, when there is a fence. */
  readonly nonce: () => string
  /** Ends the notice of a cut: how to read on. Trusted words, one sentence. Asked only when something is cut. */
  readonly rest?: () => string | undefined
  /** The handle of the exact text. Asked only when something is not shown to the letter. */
  readonly exact?: () => string | undefined
}

/**
 * Renders a view. A plain string is data, quoted like a hole.
 *
 * @throws TypeError for anything else that {@link say} did not make: a third party's JSON can have the shape of a
 * `Say`, and its words would stand bare.
 */
export function render(view: Say | string, options: RenderOptions): Rendered {
  const { budget, count } = options
  const said = sayOf(view)
  const known = measured.get(said)
  if (known && known.count === count && known.taken <= budget)
    return { text: known.text, cut: false, changed: false }
  let nonce: string | undefined
  const setting: Setting = {
    nonce: () => {
      nonce ??= options.nonce()
      return nonce
    },
  }
  const pieces = layOut(said, setting)
  // The marks of changes are no text: they take no room.
  const unmarkedCount = count && ((text: string) => count(unmarked(text)))
  const given = { ...options, ...(unmarkedCount && { count: unmarkedCount }) }
  const first = written(pieces, given)
  if (changesIn(first.text) === undefined) return { ...first, changed: false }
  return noted(pieces, given, first)
}

type Written = Omit<Rendered, 'changed'>

/** Pieces within the budget; the text bears the marks of its changes. */
function written(pieces: readonly Piece[], options: RenderOptions): Written {
  const { budget, count } = options
  const limit = budget * (count ? COUNTED_CHARACTERS : ESTIMATED_CHARACTERS)
  const text = writeWhole(pieces, limit)
  if (text !== undefined && fits(unmarked(text), budget, count)) return { text, cut: false }
  return { text: cutToFit(pieces, limit, options), cut: true }
}

/** The line on what was changed takes its room from the budget. */
function noted(pieces: readonly Piece[], options: RenderOptions, first: Written): Rendered {
  const { budget, count } = options
  const measure = count ?? estimateTokens
  const handle = options.exact?.()
  const noteOn = (text: string): string => {
    const changes = changesIn(text)
    if (changes === undefined) return ''
    const notes = [`[${changes}.]`, '[Changed.]']
    if (handle !== undefined) notes.unshift(`[${changes}: the exact text is in ${handle}]`)
    return `\n${notes.find((note) => measure(note) <= budget / 2) ?? '[Changed.]'}`
  }
  const widest = noteOn(first.text)
  // As in a cut: tokens may not add up, bytes do.
  for (const room of [0, measure(widest), countBytes(widest)]) {
    const { text, cut } = room === 0 ? first : written(pieces, { ...options, budget: budget - room })
    const whole = unmarked(text) + noteOn(text)
    if (fits(whole, budget, count)) return { text: whole, cut, changed: true }
  }
  return { text: unmarked(first.text), cut: first.cut, changed: true }
}

/** Whether a view fits without a cut. */
export function fitsWhole(view: Say, budget: number, count?: CountTokens): boolean {
  const taken = takenBy(view, budget, count)
  return taken !== undefined && taken <= budget
}

/** Tokens of a view as a whole; undefined when it is far too long. */
export function takenBy(view: Say, budget: number, count?: CountTokens): number | undefined {
  let isFenced = false
  const nonce = () => {
    isFenced = true
    return 'xxxxxxxx'
  }
  const text = writeWhole(layOut(view, { nonce }), budget * ESTIMATED_CHARACTERS)
  if (text === undefined) return undefined
  const plain = unmarked(text)
  const taken = (count ?? estimateTokens)(plain)
  if (!isFenced && plain === text) measured.set(view, { text, taken, count })
  return taken
}

/** Views that were written to see what they take, and stand as they were: with no fence, and nothing to note. */
const measured = new WeakMap<Say, { text: string; taken: number; count: CountTokens | undefined }>()

function sayOf(view: unknown): Say {
  if (typeof view === 'string') return say`${view}`
  if (isA(view, Say)) return view
  throw new TypeError('a view is what say`...` gives, or a text')
}

/** A view is never longer than so many characters a token, whatever an injected counter says of them. */
const COUNTED_CHARACTERS = 8

// The model view of a tool that declares none: facts in a line, long texts as blocks, each list as a short table,
// and where the rest is. Builds little more than it shows; src/view/render.ts holds it to the budget.

import type { Json } from '../json/json.js'
import { cutAt } from '../text/clip.js'
import type { CountTokens } from './budget.js'
import { shares } from './budget.js'
import { beginningText, cellText, type Grain, MAX_ID } from './cells.js'
import { Fenced } from './fence.js'
import { FACT_TEXT, type Found, factPath, gather } from './gather.js'
import { quoteString } from './hole.js'
import { Lines } from './lines.js'
import { ownWords } from './own-words.js'
import { Listing, Tally } from './pieces.js'
import { fitsWhole, takenBy } from './render.js'
import { type Say, say } from './say.js'
import { FENCE, Sheet } from './table.js'
import { type Part, textPart } from './text-part.js'

interface DefaultViewOptions {
  /** Named as the source of the texts in fences. */
  readonly tool: string
  /** The most rows of a list that are shown; default: as many as the budget holds. */
  readonly items?: number
  /** What the view grows to, in tokens. */
  readonly budget: number
  /** Counts tokens; default: the upper estimate. */
  readonly count?: CountTokens
  /** Whether strangers may have written the texts. */
  readonly thirdParty: boolean
  /** Whether each list of theirs stands in a fence, however short its texts are. */
  readonly fencesLists?: boolean
  /** How to read on, for a view that leaves something out. Trusted words, one sentence. */
  readonly rest?: () => string | undefined
  /** What stands for a list of handles: one line, since a token is dear. */
  readonly lists?: ReadonlyMap<Json, string>
}

/**
 * Shows any value: counts, first rows as compact lines, ids, and where the rest is. Rows come first: as many as there
 * is room for. Where all of them fit, the values in them are shown at greater length.
 */
export function defaultView(value: Json, options: DefaultViewOptions): Say {
  const { budget, count } = options
  const composed = composing(value, options)
  let best = composed(1, budget)
  if (best.isFull) return filled(best, composed, options)
  if (!best.mayGrow) return best.view
  let low = 1
  let high = 2
  const tried = (detail: number) => {
    const more = composed(detail, budget)
    if (more.isFull || !fitsWhole(more.view, budget, count)) return false
    best = more
    return true
  }
  while (high <= MOST_DETAIL && tried(high)) {
    if (!best.mayGrow) return best.view
    low = high
    high *= 2
  }
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (tried(middle)) low = middle
    else high = middle
  }
  // A step was too long for all of the rows: then fewer of them, rather than half of the room.
  const taken = takenBy(best.view, budget, count) ?? budget
  return taken < budget * LEAST_USED ? composed(high, budget).view : best.view
}

/** Times the shortest form. */
const MOST_DETAIL = 1 << 16
const STEPS = 6

/** Parts share an estimate of the room. What is left of it once they are written is shared again. */
function filled(first: Composed, composed: Compose, { budget, count }: DefaultViewOptions): Say {
  let best = first
  let room = budget
  for (let turn = 0; turn < TURNS; turn++) {
    const taken = takenBy(best.view, budget, count)
    if (taken === undefined || taken > budget * ENOUGH) break
    room += budget - taken
    let more = composed(1, room)
    if (!fitsWhole(more.view, budget, count)) {
      room -= (budget - taken) / 2
      more = composed(1, room)
      if (!fitsWhole(more.view, budget, count)) break
    }
    best = more
  }
  return best.view
}

const TURNS = 2
const ENOUGH = 0.9
const LEAST_USED = 0.7

interface Composed {
  readonly view: Say
  /** Whether nothing is left out. */
  readonly isAll: boolean
  /** Whether more detail would show more: rows that a tool doesn't want shown stay away. */
  readonly mayGrow: boolean
  /** Whether rows, fields or ends of texts are left out for want of room. */
  readonly isFull: boolean
}

/** Makes the view of a detail that is to take some tokens. */
type Compose = (detail: number, budget: number) => Composed

/** What was written for one try is kept for the next of its detail. */
function composing(value: Json, options: DefaultViewOptions): Compose {
  const { tool: source, items, budget: most, thirdParty: isForeign, lists: named } = options
  const fencesLists = isForeign && options.fencesLists === true
  const found = gather(value, { named, isForeign, fencesLists, most })
  const sheets = found.lists.map((list) => new Sheet(list, { items, source, isForeign, fencesLists }))
  let parts: readonly Part[] = []
  let known = 0
  return (detail, budget) => {
    if (detail !== known) {
      known = detail
      parts = [
        factsPart(found, detail),
        ...found.prose.map((one) => prosePart(one, options, detail)),
        ...found.texts.map((text) => textPart(text, options)),
        ...sheets.map((sheet) => ({
          need: (most: number) => sheet.need(most, detail),
          made: (room: number) => sheet.made(room, detail),
        })),
      ]
    }
    return composed(parts, found.more === 0, options, budget)
  }
}

function composed(
  parts: readonly Part[],
  areAll: boolean,
  { rest }: DefaultViewOptions,
  budget: number,
): Composed {
  const needs = parts.map((part) => part.need(budget))
  const given = shares(needs, budget - REST)
  const made = parts.map((part, index) => part.made(given[index]!))
  const isFull = made.some((one) => one.isFull)
  const isAll = areAll && made.every((one) => one.isAll)
  const view = stacked([
    ...made.flatMap((one) => one.view),
    ...(isAll ? [] : [ownWords(rest?.() ?? 'The full result is in the panel.')]),
  ])
  const mayGrow = !areAll || made.some((one) => one.mayGrow ?? !one.isAll)
  return { view, isAll, isFull, mayGrow }
}

/** Tokens of the sentence that says where the rest is, of the notice of a cut, and of fences. */
const REST = 60

/** Parts below each other. As an array they would be items, of which a budget drops the last. */
function stacked(parts: readonly Say[]): Say {
  return parts.reduce((above, part) => say`${above}\n${part}`)
}

function factsPart({ facts, more }: Found, detail: number): Part {
  const grain: Grain = { detail, isAll: true }
  const lines = new Lines((index) => {
    const { path, value, name } = facts[index]!
    return factPath(path) + (name ?? cellText(value, FACT_TEXT * detail, grain))
  })
  const total = facts.length + more
  return {
    need: (budget) => (total === 0 ? 0 : lines.fitting(facts.length, budget).taken + MORE),
    made: (room) => {
      const { shown } = lines.fitting(facts.length, room - MORE)
      const left = total - shown
      const fields = new Listing(shown, ', ', lines.text, 'fields', total)
      const told = new Tally(fields, (count) => `${fields.total - count} more fields`)
      return {
        view: [...(shown > 0 ? [say`${fields}`] : []), ...(left > 0 ? [say`${told}`] : [])],
        isFull: shown < facts.length,
        isAll: left === 0 && grain.isAll,
      }
    },
  }
}

/** Tokens of `1000 more fields`. */
const MORE = 10

/**
 * An object whose keys are sentences: they stand in the fence as their values do. In a line of facts they would stand
 * among our own words.
 */
function prosePart(
  { path, value }: Found['prose'][number],
  { tool }: DefaultViewOptions,
  detail: number,
): Part {
  const grain: Grain = { detail, isAll: true }
  const keys = Object.keys(value)
  const lines = new Lines((index) => {
    const key = keys[index]!
    if (key.length > MAX_ID * detail) grain.isAll = false
    return `${quoteString(key.slice(0, cutAt(key, MAX_ID * detail)))}: ${beginningText(value[key], grain)}`
  })
  return {
    need: (budget) => lines.fitting(keys.length, budget).taken + FENCE + MORE,
    made: (room) => {
      const { shown } = lines.fitting(keys.length, room - FENCE - MORE)
      const isFull = shown < keys.length
      const fields = new Listing(shown, '\n', lines.text, 'fields', keys.length)
      const told = new Tally(fields, (count) => (count < keys.length ? `${keys.length - count} more` : ''))
      const fenced = new Fenced(tool, isFull ? say`${fields}\n${told}` : say`${fields}`)
      const view = path === '' ? say`${fenced}` : say`${path}:\n${fenced}`
      return { view: [view], isFull, isAll: !isFull && grain.isAll }
    },
  }
}

// The model view of a tool that declares none: facts in a line, long texts as blocks, each list as a short table,
// and where the rest is. Builds little more than it shows; src/view/render.ts holds it to the budget.

import type { Json } from '../json/json.js'
import { cutAt } from '../text/clip.js'
import type { CountTokens } from './budget.js'
import { countFitting, shares, tokensOf } from './budget.js'
import { beginningText, cellText, type Grain, MAX_ID } from './cells.js'
import { Fenced, thirdParty } from './fence.js'
import { FACT_TEXT, type Found, factPath, gather } from './gather.js'
import { quoteString } from './hole.js'
import { ownWords } from './own-words.js'
import { Listing, Tally } from './pieces.js'
import { fitsWhole, takenBy } from './render.js'
import { type Say, say } from './say.js'
import { tableOf } from './table.js'

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
  const { thirdParty: isForeign, budget, count } = options
  const found = gather(value, {
    named: options.lists,
    isForeign,
    most: budget,
    fencesLists: options.fencesLists === true,
  })
  let best = composed(found, options, 1)
  if (best.isFull) return filled(best, found, options)
  if (best.isAll) return best.view
  let low = 1
  let high = 2
  const tried = (detail: number) => {
    const more = composed(found, options, detail)
    if (more.isFull || !fitsWhole(more.view, budget, count)) return false
    best = more
    return true
  }
  while (high <= MOST_DETAIL && tried(high)) {
    if (best.isAll) return best.view
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
  return taken < budget * LEAST_USED ? composed(found, options, high).view : best.view
}

/** Times the shortest form. */
const MOST_DETAIL = 1 << 16
const STEPS = 6

/** Parts share an estimate of the room. What is left of it once they are written is shared again. */
function filled(first: Composed, found: Found, options: DefaultViewOptions): Say {
  const { budget, count } = options
  let best = first
  let room = budget
  for (let turn = 0; turn < TURNS; turn++) {
    const taken = takenBy(best.view, budget, count)
    if (taken === undefined || taken > budget * ENOUGH) break
    room += budget - taken
    const more = composed(found, { ...options, budget: room }, 1)
    if (!fitsWhole(more.view, budget, count)) room -= (budget - taken) / 2
    const less = composed(found, { ...options, budget: room }, 1)
    if (fitsWhole(less.view, budget, count)) best = less
    else break
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
  /** Whether rows, fields or ends of texts are left out for want of room. */
  readonly isFull: boolean
}

/** A part of a view: what it wants, and what it comes to with the room that it gets. */
interface Part {
  readonly need: number
  made(room: number): { readonly view: readonly Say[]; readonly isFull: boolean }
}

function composed(found: Found, options: DefaultViewOptions, detail: number): Composed {
  const grain: Grain = { detail, isAll: found.more === 0 }
  const { budget } = options
  const parts = [
    factsPart(found, budget, grain),
    ...found.prose.map((one) => prosePart(one, options, grain)),
    ...found.texts.map((text) => textPart(text, options, grain)),
    ...found.lists.map((list) => listPart(list, options, grain)),
  ]
  const needs = parts.map(({ need }) => need)
  const given = shares(needs, budget - REST)
  const made = parts.map((part, index) => part.made(given[index]!))
  const isFull = made.some((one) => one.isFull)
  const { isAll } = grain
  const view = stacked([
    ...made.flatMap((one) => one.view),
    ...(isAll ? [] : [ownWords(options.rest?.() ?? 'The full result is in the panel.')]),
  ])
  return { view, isAll, isFull }
}

/** Tokens of the sentence that says where the rest is, of the notice of a cut, and of fences. */
const REST = 60

/** Parts below each other. As an array they would be items, of which a budget drops the last. */
function stacked(parts: readonly Say[]): Say {
  return parts.reduce((above, part) => say`${above}\n${part}`)
}

function factsPart({ facts, more }: Found, budget: number, grain: Grain): Part {
  const max = FACT_TEXT * grain.detail
  const write = (index: number) => {
    const { path, value, name } = facts[index]!
    return factPath(path) + (name ?? cellText(value, max, grain))
  }
  const all = countFitting(facts.length, budget, write)
  return {
    need: facts.length + more === 0 ? 0 : all.taken + MORE,
    made: (room) => {
      const total = facts.length + more
      const { shown } = countFitting(facts.length, room - MORE, write)
      const left = total - shown
      if (left > 0) grain.isAll = false
      const fields = new Listing(shown, ', ', write, 'fields', total)
      const told = new Tally(fields, (count) => `${fields.total - count} more fields`)
      return {
        view: [...(shown > 0 ? [say`${fields}`] : []), ...(left > 0 ? [say`${told}`] : [])],
        isFull: shown < facts.length,
      }
    },
  }
}

/** Tokens of `1000 more fields`. */
const MORE = 10

function listPart(list: Found['lists'][number], options: DefaultViewOptions, grain: Grain): Part {
  const most = options.items ?? Number.POSITIVE_INFINITY
  const marks = list.isProse ? FENCE : 0
  const within = (tokens: number) => ({ most, tokens, ...(list.isProse && { fence: options.tool }) })
  const { taken, isFull } = tableOf(list, within(options.budget), { ...grain })
  return {
    need: (isFull ? options.budget : taken) + marks,
    made: (room) => {
      const table = tableOf(list, within(room - marks), grain)
      return { view: [table.view], isFull: table.isFull }
    },
  }
}

/** Tokens of the two lines of a fence. */
const FENCE = 40

/**
 * An object whose keys are sentences: they stand in the fence as their values do. In a line of facts they would stand
 * among our own words.
 */
function prosePart({ path, value }: Found['prose'][number], options: DefaultViewOptions, grain: Grain): Part {
  const keys = Object.keys(value)
  const write = (index: number) => {
    const key = keys[index]!
    if (key.length > MAX_ID * grain.detail) grain.isAll = false
    return `${quoteString(key.slice(0, cutAt(key, MAX_ID * grain.detail)))}: ${beginningText(value[key], grain)}`
  }
  const all = countFitting(keys.length, options.budget, write)
  return {
    need: all.taken + FENCE + MORE,
    made: (room) => {
      const { shown } = countFitting(keys.length, room - FENCE - MORE, write)
      if (shown < keys.length) grain.isAll = false
      const lines = new Listing(shown, '\n', write, 'fields', keys.length)
      const told = new Tally(lines, (count) => (count < keys.length ? `${keys.length - count} more` : ''))
      const body = shown < keys.length ? say`${lines}\n${told}` : say`${lines}`
      const fenced = new Fenced(options.tool, body)
      return {
        view: [path === '' ? say`${fenced}` : say`${path}:\n${fenced}`],
        isFull: shown < keys.length,
      }
    },
  }
}

function textPart({ path, text }: Found['texts'][number], options: DefaultViewOptions, grain: Grain): Part {
  const written = (body: string) => (options.thirdParty ? thirdParty(options.tool, body) : body)
  // Alone it is cut to the letter, and told as a cut.
  if (path === '')
    return { need: options.budget, made: () => ({ view: [say`${written(text)}`], isFull: true }) }
  const need = tokensOf(text.slice(0, options.budget * LONGEST)) + FENCE + tokensOf(path)
  return {
    need,
    made: (room) => {
      if (need <= room)
        return { view: [say`${path}, ${text.length} characters:\n${written(text)}`], isFull: false }
      grain.isAll = false
      // A text is much alike from its beginning to its end, so that few tries find where it has to end.
      const head = text.slice(0, room * LONGEST)
      let end = head.length
      for (let taken = tokensOf(head); taken + FENCE > room && end > 0; ) {
        end = Math.floor((end * Math.max(0, room - FENCE)) / taken)
        taken = tokensOf(head.slice(0, end))
      }
      end = cutAt(text, end)
      const shown = end < text.length ? `${text.slice(0, end)}…` : text
      return {
        view: [say`${path}, first ${end} of ${text.length} characters:\n${written(shown)}`],
        isFull: true,
      }
    },
  }
}

/** Characters of a token, at most. */
const LONGEST = 4

// From a `say` tree to a row of pieces: text that always stands, and lists and passages that may be shortened.
// Quotes what it lays out, but knows no budget: src/view/render.ts decides what is shown.

import { hasLineBreak } from '../text/clean.js'
import { Fence, Fenced, fenceLines, writeFence } from './fence.js'
import { compactJson, inQuotes, jsonEntry, plainRecord, quoteScalar, quoteString } from './hole.js'
import { type List, Listing, type Passage, type Piece, Tally } from './pieces.js'
import { Say } from './say.js'

/** What a rendering has for all of its parts. */
export interface Setting {
  readonly nonce: () => string
}

/** A string hole up to this length is never cut. Longer than any that stands bare. */
const SHORT = 128

/** Lays a tree out. `indent` goes before each line but the first. */
export function layOut(view: Say, setting: Setting, indent = '', place: LinePlace = 'alone'): Piece[] {
  const draft: Draft = { pieces: [], text: '', lead: '', closed: false, goesOn: place !== 'alone', setting }
  addSay(draft, view, indent, place)
  if (draft.text !== '') draft.pieces.push(draft.text)
  return draft.pieces
}

/** Where a part stands: on lines of its own, somewhere in a line, or where no line may break. */
type LinePlace = 'alone' | 'inline' | 'flat'

interface Draft {
  readonly pieces: Piece[]
  /** Fixed text that is no piece yet. */
  text: string
  /** A line break that is written once something follows. */
  lead: string
  /** A block ended: what follows in its line starts a new one. */
  closed: boolean
  /** Whether the first line goes on in one that others began. */
  readonly goesOn: boolean
  readonly setting: Setting
}

function addSay(draft: Draft, view: Say, indent: string, place: LinePlace): void {
  let goesOn = place !== 'alone'
  for (let index = 0; index < view.lines.length; index++) {
    const line = view.lines[index]!
    const { texts, first } = line
    if (leavesOut(view, first, texts.length - 1)) continue
    const edge = goesOn || index === view.lines.length - 1
    const alone = line.alone && (place === 'alone' || (place === 'inline' && !edge))
    const inner = alone ? indent + texts[0] : indent
    if (!goesOn) startLine(draft, inner)
    goesOn = false
    if (alone) {
      addHole(draft, view.holes[first], inner, 'alone')
      continue
    }
    if (texts.length === 1 && texts[0] === '') flushLead(draft)
    for (let part = 0; part < texts.length; part++) {
      write(draft, texts[part]!)
      if (part < texts.length - 1)
        addHole(draft, view.holes[first + part], indent, place === 'flat' ? 'flat' : 'inline')
    }
  }
}

function leavesOut(view: Say, first: number, count: number): boolean {
  for (let index = first; index < first + count; index++) {
    const hole = view.holes[index]
    if (Array.isArray(hole) && hole.length === 0) return true
  }
  return false
}

function addHole(draft: Draft, value: unknown, indent: string, place: LinePlace): void {
  const scalar = quoteScalar(value)
  if (scalar !== undefined) write(draft, scalar)
  else if (typeof value === 'string') addString(draft, value, indent, place)
  else if (value instanceof Say) addSay(draft, value, indent, place)
  else if (value instanceof Fence) addFence(draft, value, indent, place)
  else if (value instanceof Fenced) addFenced(draft, value, indent)
  else if (Array.isArray(value)) addArray(draft, value, indent, place)
  else if (value instanceof Listing) addListing(draft, value, place)
  else if (value instanceof Tally) addTally(draft, value)
  else addRecord(draft, value, indent, place)
}

function addRecord(draft: Draft, value: unknown, indent: string, place: LinePlace): void {
  const record = plainRecord(value)
  if (record) {
    const keys = Object.keys(record)
    const lay = (index: number, limit: number) => jsonEntry(record, keys[index]!, limit)
    draft.pieces.push(list(cutBefore(draft, place === 'alone'), ',', keys.length, lay, '{', '}'))
  } else {
    addHole(draft, (value as { toJSON(): unknown }).toJSON(), indent, place)
  }
}

function addListing(draft: Draft, listing: Listing, place: LinePlace): void {
  const { count, between, write } = listing
  draft.pieces.push(list(cutBefore(draft, place === 'alone'), between, count, write, '', '', listing))
}

function addTally(draft: Draft, tally: Tally): void {
  cutBefore(draft, false)
  draft.pieces.push(tally)
}

function addString(draft: Draft, text: string, indent: string, place: LinePlace): void {
  if (place === 'alone' && hasLineBreak(text)) addFence(draft, new Fence(undefined, text), indent, place)
  else if (text.length <= SHORT) write(draft, quoteString(text))
  else draft.pieces.push(quotation(text, cutBefore(draft, place === 'alone')))
}

function quotation(text: string, lead: string): Passage {
  return { kind: 'passage', lead, text, dress: inQuotes }
}

function addFence(draft: Draft, fence: Fence, indent: string, place: LinePlace): void {
  // A block inside a list that is joined by commas would end its fence with a comma.
  if (place === 'flat') {
    addString(draft, fence.text, indent, place)
    return
  }
  if (inMidLine(draft)) startLine(draft, indent)
  const dress = (cleaned: string) => writeFence(fence, cleaned, draft.setting.nonce(), indent)
  draft.pieces.push({ kind: 'passage', lead: cutBefore(draft, true), text: fence.text, dress })
  draft.closed = true
}

/** Its two lines are words that always stand, so that what is cut is cut between them. */
function addFenced(draft: Draft, { source, view }: Fenced, indent: string): void {
  const [opening, closing] = fenceLines(source, draft.setting.nonce())
  if (inMidLine(draft)) startLine(draft, indent)
  write(draft, opening)
  addSay(draft, view, indent, 'alone')
  startLine(draft, indent)
  write(draft, closing)
}

function addArray(draft: Draft, items: readonly unknown[], indent: string, place: LinePlace): void {
  const { setting } = draft
  if (place !== 'flat' && items.every(isSay)) {
    const start: LinePlace = inMidLine(draft) ? 'inline' : 'alone'
    const lay: List['lay'] = (index, _, opens) =>
      layOut(items[index] as Say, setting, indent, opens ? start : 'alone')
    draft.pieces.push(list(cutBefore(draft, true), `\n${indent}`, items.length, lay))
    draft.closed = true
  } else {
    const lay = (index: number, limit: number) => layItem(items[index], setting, limit)
    draft.pieces.push(list(cutBefore(draft, place === 'alone'), ', ', items.length, lay))
  }
}

function isSay(value: unknown): value is Say {
  return value instanceof Say
}

function list(
  lead: string,
  between: string,
  count: number,
  lay: List['lay'],
  open = '',
  close = '',
  listing?: Listing,
): List {
  return { kind: 'list', lead, open, between, close, count, listing, lay }
}

function layItem(item: unknown, setting: Setting, limit: number): ReturnType<List['lay']> {
  if (item instanceof Say) return layOut(item, setting, '', 'flat')
  if (typeof item !== 'string') return quoteScalar(item) ?? compactJson(item, limit)
  return item.length <= SHORT ? quoteString(item) : [quotation(item, '')]
}

/** Ends the fixed text before a piece that may be cut. Gives the line break that goes with the piece. */
function cutBefore(draft: Draft, owns: boolean): string {
  if (!owns || draft.closed) flushLead(draft)
  if (draft.text !== '') draft.pieces.push(draft.text)
  const { lead } = draft
  draft.text = ''
  draft.lead = ''
  return lead
}

function startLine(draft: Draft, indent: string): void {
  draft.lead = isStarted(draft) ? `\n${indent}` : ''
  draft.closed = false
}

function write(draft: Draft, text: string): void {
  if (text === '') return
  flushLead(draft)
  draft.text += text
}

function flushLead(draft: Draft): void {
  draft.text += draft.closed ? '\n' : draft.lead
  draft.closed = false
  draft.lead = ''
}

function isStarted(draft: Draft): boolean {
  return draft.goesOn || draft.text !== '' || draft.pieces.length > 0
}

function inMidLine(draft: Draft): boolean {
  return draft.lead === '' && isStarted(draft)
}

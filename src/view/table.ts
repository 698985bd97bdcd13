// A list in the default view: how many rows there are, the names of the columns once, and the first rows as
// compact lines, as many as its room holds. Looks at few more rows than it shows.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { clip } from '../text/clip.js'
import { countFitting, tokensOf } from './budget.js'
import { beginningText, cellText, type Grain, MAX_ID, MAX_TEXT, widthOf } from './cells.js'
import { type Columns, columnsOf } from './columns.js'
import { Fenced } from './fence.js'
import { quoteString } from './hole.js'
import { Listing, Tally } from './pieces.js'
import { type Say, say } from './say.js'

/** A list to show. */
export interface Table {
  readonly rows: readonly Json[]
  /** The keys of the rows, when they stood in an object. */
  readonly keys?: readonly string[]
  /** What the list is called: its path in the result, or the empty text. */
  readonly path: string
}

/** How a list is shown, and how much of it. */
interface Room {
  /** Whose fence its columns and rows stand in; default: none. */
  readonly fence?: string
  /** The most rows, whatever the room. */
  readonly most: number
  /** Tokens. */
  readonly tokens: number
}

/** A list as it is shown. */
interface ShownTable {
  readonly view: Say
  /** Tokens of it. */
  readonly taken: number
  /** Whether rows are left out for want of room. */
  readonly isFull: boolean
}

/** Shows a list that isn't empty. What it leaves out is noted in `grain`. */
export function tableOf(table: Table, room: Room, grain: Grain): ShownTable {
  const most = Math.min(room.most, table.rows.length)
  return isOfRecords(table.rows, Math.min(most, MAX_TEXT))
    ? recordTable(table, { ...room, most }, grain)
    : valueLine(table, { ...room, most }, grain)
}

/** Whether at least half of the rows that are seen first are records. */
function isOfRecords(rows: readonly Json[], most: number): boolean {
  let records = 0
  for (let index = 0; index < most; index++) if (isRecord(rows[index])) records++
  return records * 2 >= most
}

/** Values in one line: `tags: 3 values: a, b, c`. */
function valueLine(table: Table, { most, tokens, fence }: Room, grain: Grain): ShownTable {
  const { rows, path } = table
  const write = (index: number) => beginningText(rows[index], grain)
  const frame = tokensOf(path) + FRAME
  const { shown, taken } = countFitting(most, tokens - frame, write)
  const values = new Listing(shown, ', ', write, 'values', rows.length)
  if (shown < rows.length) grain.isAll = false
  const called = title(table, values, ': ')
  const view =
    fence === undefined ? say`${called}${values}` : say`${called}\n${new Fenced(fence, say`${values}`)}`
  return { view, taken: taken + frame, isFull: shown < most }
}

/** Tokens of `1000 rows, first 500 shown. Columns:`. */
const FRAME = 20

function recordTable(table: Table, room: Room, grain: Grain): ShownTable {
  // First so many rows as could fit at all, then the columns of those that do.
  const seen = atMost(table.rows, room)
  const tried = columnsOf(table.rows, seen, grain)
  const before = frameOf(tried, table)
  const fit = countFitting(seen, room.tokens - before, rowText(table, tried, grain))
  const columns = fit.shown === seen ? tried : columnsOf(table.rows, fit.shown, grain)
  const { kept, same, hidden, unknown } = columns
  const { shown } = fit
  if (shown < table.rows.length || hidden > 0 || unknown) grain.isAll = false
  const names = kept.map(({ name }) => columnName(name, grain))
  if (table.keys) names.unshift('key')
  const header = new Listing(names.length, ', ', (index) => names[index]!, 'columns', names.length + hidden)
  const sameText = new Listing(same.length, ', ', (index) => factText(same[index]!, grain), 'columns')
  const rows = new Listing(shown, '\n', rowText(table, columns, grain), 'rows', table.rows.length)
  const called = title(table, rows, '. ')
  const head = say`Columns: ${header}${hidden > 0 || unknown ? moreColumns(header, unknown) : say``}`
  const facts = same.length === 0 ? [] : say`Same in each row shown: ${sameText}`
  const view =
    room.fence === undefined
      ? say`
        ${called}${head}
        ${facts}
        ${rows}`
      : say`
        ${called}
        ${new Fenced(room.fence, say`${head}\n${facts}\n${rows}`)}`
  return { view, taken: fit.taken + before, isFull: shown < room.most }
}

function columnName(name: string, grain: Grain): string {
  if (name.length > MAX_TEXT * grain.detail) grain.isAll = false
  return quoteString(clip(name, MAX_TEXT * grain.detail))
}

function frameOf({ kept, same }: Columns, { path }: Table): number {
  const quiet: Grain = { detail: 1, isAll: true }
  const names = [
    ...kept.map(({ name }) => columnName(name, quiet)),
    ...same.map((one) => factText(one, quiet)),
  ]
  return tokensOf(names.join(', ')) + tokensOf(path) + FRAME
}

/** Rows that may fit: no token is more than four characters, and each row has two of its own. */
function atMost(rows: readonly Json[], { most, tokens }: Room): number {
  let seen = 0
  for (let taken = 0; seen < most && taken <= tokens; seen++) taken += 2 + leastOf(rows[seen]) / 4
  return seen
}

function leastOf(row: Json | undefined): number {
  if (!isRecord(row)) return widthOf(row)
  let width = 0
  let members = 0
  for (const name in row) {
    width += widthOf(row[name] as Json)
    if (++members === MAX_MEMBERS) break
  }
  return width
}

/** Fewer than the columns that are shown at the least. */
const MAX_MEMBERS = 8

/** Of very many columns only the first are counted. */
function moreColumns(header: Listing, unknown: boolean): Tally {
  return new Tally(header, (shown) => {
    const left = header.total - shown
    const more = unknown ? (left === 0 ? 'more' : `at least ${left} more`) : `${left} more`
    return shown === 0 ? more : `, ${more}`
  })
}

/** `results: 100 rows, first 20 shown: `, true of whatever the budget leaves of them. */
function title({ path }: Table, listing: Listing, end: ': ' | '. '): Say {
  const { total, unit } = listing
  const count = new Tally(listing, (shown) => {
    if (shown === total) return `${total} ${unit}${end}`
    if (shown === 0) return `${total} ${unit}, none shown${end === ': ' ? '' : end}`
    return `${total} ${unit}, first ${shown} shown${end}`
  })
  return path === '' ? say`${count}` : say`${path}: ${count}`
}

function factText({ name, first }: Columns['kept'][number], grain: Grain): string {
  return `${columnName(name, grain)} ${cellText(first, MAX_TEXT * grain.detail, grain)}`
}

function rowText({ rows, keys }: Table, { kept }: Columns, grain: Grain): (index: number) => string {
  const first = keys ? 1 : 0
  const cells: string[] = [...(keys ? [''] : []), ...kept.map(() => '')]
  return (index) => {
    const row = rows[index]
    if (keys) cells[0] = cellText(keys[index], MAX_ID * grain.detail, grain)
    // A bare text has no blank after its colon, so no cell looks like this.
    if (!isRecord(row)) return `- ${keys ? `${cells[0]}, ` : ''}value: ${beginningText(row, grain)}`
    for (let at = 0; at < kept.length; at++) {
      const { name, max } = kept[at]!
      cells[first + at] = cellText((row as JsonObject)[name], max, grain)
    }
    return `- ${cells.join(', ')}`
  }
}

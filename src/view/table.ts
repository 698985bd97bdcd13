// A list in the default view: how many rows there are, the names of the columns once, and the first rows as
// compact lines. Looks at no more rows than it shows.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { clip } from '../text/clip.js'
import { beginningText, cellText, isWhole, MAX_ID, MAX_TEXT, widthOf } from './cells.js'
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

/** How much of a list is shown. */
interface Room {
  /** The most rows. */
  readonly most: number
  /** Which part of the room for all lists this one may take. */
  readonly share: number
}

/** Rows that are shown whatever they take. */
const LEAST = 3
// In about characters: a list up to SMALL is shown whole, of a longer one a quarter, within these bounds. First
// rows are enough to choose among, or to ask on.
const SMALL = 800
const QUARTER = { least: 400, most: 1_000 }
const MAX_COLUMNS = 12
/** Columns that are looked at: hostile rows could each bring new ones. */
const MAX_SCANNED = 256
const ID =
  /(?:^|[_.-])(?:id|uuid|guid|key|ref|sha|slug|handle|token|ur[il]|path|name)$|[a-z](?:I[dD]|Key|Ref|Ur[il]|Path|Name)$/

/** Shows a list that isn't empty. */
export function tableOf(table: Table, room: Room): { readonly view: Say; readonly isAll: boolean } {
  return isOfRecords(table.rows, room.most) ? recordTable(table, room) : valueLine(table, room)
}

/** Whether at least half of the rows that may be shown are records. */
function isOfRecords(rows: readonly Json[], most: number): boolean {
  const looked = Math.min(rows.length, most)
  let records = 0
  for (let index = 0; index < looked; index++) if (isRecord(rows[index])) records++
  return records * 2 >= looked
}

/** Values in one line: `tags: 3 values: a, b, c`. */
function valueLine(table: Table, room: Room): ReturnType<typeof tableOf> {
  const { rows } = table
  let shown = 0
  let isAll = true
  for (let taken = 0; hasRoom(table.rows.length, room, shown, taken); shown++) {
    const whole = isWhole(rows[shown], MAX_TEXT)
    taken += whole ? widthOf(rows[shown]) : MAX_TEXT
    isAll &&= whole
  }
  const write = (index: number) => beginningText(rows[index])
  const values = new Listing(shown, ', ', write, 'values', rows.length)
  return { view: say`${title(table, values, ': ')}${values}`, isAll: isAll && shown === rows.length }
}

function recordTable(table: Table, room: Room): ReturnType<typeof tableOf> {
  const columns: Column[] = []
  let shown = 0
  let isAll = true
  let unknown = false
  for (let taken = 0; hasRoom(table.rows.length, room, shown, taken); shown++) {
    const row = table.rows[shown]
    if (isRecord(row)) {
      taken += scan(row as JsonObject, columns)
      unknown ||= columns.length === MAX_SCANNED
    } else {
      taken += widthOf(row)
      isAll &&= isWhole(row, MAX_TEXT)
    }
  }
  const same = columns.filter((column) => isRepeated(column, shown))
  const varying = same.length === 0 ? columns : columns.filter((column) => !same.includes(column))
  const kept = mostTelling(varying)
  const hidden = varying.length - kept.length
  isAll &&= shown === table.rows.length && hidden === 0 && !unknown && kept.every((column) => column.isAll)
  const names = kept.map(({ name }) => quoteString(clip(name, MAX_TEXT)))
  if (table.keys) names.unshift('key')
  const header = new Listing(names.length, ', ', (index) => names[index]!, 'columns', names.length + hidden)
  const facts = new Listing(same.length, ', ', (index) => factText(same[index]!), 'columns')
  const rows = new Listing(shown, '\n', rowText(table, kept), 'rows', table.rows.length)
  const view = say`
    ${title(table, rows, '. ')}Columns: ${header}${hidden > 0 || unknown ? moreColumns(header, unknown) : say``}
    ${same.length === 0 ? [] : say`Same in each row shown: ${facts}`}
    ${rows}`
  return { view, isAll }
}

/** Of very many columns only the first are counted. */
function moreColumns(header: Listing, unknown: boolean): Tally {
  return new Tally(header, (shown) => {
    const left = header.total - shown
    const more = unknown ? (left === 0 ? 'more' : `at least ${left} more`) : `${left} more`
    return shown === 0 ? more : `, ${more}`
  })
}

/** Whether another row is shown, after so many that took so many characters. */
function hasRoom(total: number, { most, share }: Room, shown: number, taken: number): boolean {
  if (shown >= total || shown >= most) return false
  if (shown < LEAST) return true
  const all = (taken / shown) * total
  if (all <= SMALL * share) return true
  return taken < Math.min(Math.max(all / 4, QUARTER.least * share), QUARTER.most * share)
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

function factText({ name, first }: Column): string {
  return `${quoteString(clip(name, MAX_TEXT))} ${cellText(first, MAX_TEXT)}`
}

function rowText({ rows, keys }: Table, columns: readonly Column[]): (index: number) => string {
  const cells: string[] = columns.map(() => '')
  return (index) => {
    const row = rows[index]
    const key = keys ? `${cellText(keys[index], MAX_ID)}, ` : ''
    // A bare text has no blank after its colon, so no cell looks like this.
    if (!isRecord(row)) return `- ${key}value: ${beginningText(row)}`
    for (let at = 0; at < columns.length; at++) {
      const { name, max } = columns[at]!
      cells[at] = cellText(row[name] as Json | undefined, max)
    }
    return `- ${key}${cells.join(', ')}`
  }
}

interface Column {
  readonly name: string
  /** The most characters of a text; more for ids. */
  readonly max: number
  readonly first: Json
  /** Whether all rows so far that have it have the same value. */
  same: boolean
  /** Whether nothing in it is clipped or counted. */
  isAll: boolean
  rows: number
}

/** Notes the columns of a row. Gives about how many characters it takes, without what repeats. */
function scan(row: JsonObject, columns: Column[]): number {
  let width = 0
  let at = 0
  for (const name in row) {
    const value = row[name] as Json
    // Rows mostly have the same keys in the same order.
    const column = columns[at]?.name === name ? columns[at] : columnNamed(columns, name)
    // Looking on would cost more than all that is shown.
    if (++at > MAX_SCANNED) break
    if (column) {
      column.rows++
      if (value !== column.first) column.same = false
      if (column.same && column.max < MAX_ID) continue
      column.isAll &&= isWhole(value, column.max)
    } else if (columns.length < MAX_SCANNED) {
      const max = ID.test(name) ? MAX_ID : MAX_TEXT
      columns.push({ name, max, first: value, same: true, isAll: isWhole(value, max), rows: 1 })
    }
    width += widthOf(value)
  }
  return width
}

/** No closure in the loop of `scan`: it would allocate at every cell. */
function columnNamed(columns: readonly Column[], name: string): Column | undefined {
  return columns.find((column) => column.name === name)
}

/** Whether a column says the same in each row, so that it is better said once. Ids stay on their rows. */
function isRepeated({ max, first, same, rows }: Column, shown: number): boolean {
  const isShort = typeof first === 'object' ? first === null : widthOf(first) < MAX_TEXT
  return shown >= LEAST && rows === shown && same && isShort && max < MAX_ID
}

/** As many columns as are shown: ids before others, since a row without its id can't be asked for. */
function mostTelling(columns: readonly Column[]): readonly Column[] {
  if (columns.length <= MAX_COLUMNS) return columns
  const ids = columns.filter(({ max }) => max === MAX_ID)
  const chosen = new Set([...ids, ...columns].slice(0, MAX_COLUMNS))
  return columns.filter((column) => chosen.has(column))
}

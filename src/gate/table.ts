// A list in the default view: how many rows there are, the names of the columns once, and the first rows as
// compact lines. Looks at no more rows than it shows.

import { quoteString } from '../tool/hole.js'
import { isRecord, type Json, type JsonObject } from '../tool/json.js'
import { type Say, say } from '../tool/say.js'
import { cellText, clip, isWhole, MAX_ID, MAX_TEXT, widthOf } from './cells.js'
import { Listing } from './pieces.js'

/** A list to show. */
export interface Table {
  readonly rows: readonly Json[]
  /** The keys of the rows, when they stood in an object. */
  readonly keys?: readonly string[]
  /** What the list is called: its path in the result, or the empty text. */
  readonly path: string
}

/** How much of a list is shown. */
export interface Room {
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
  return isRecord(table.rows[0]) ? recordTable(table, room) : valueLine(table, room)
}

/** Values in one line: `tags: 3 values: a, b, c`. */
function valueLine(table: Table, room: Room): ReturnType<typeof tableOf> {
  const { rows } = table
  let shown = 0
  let isAll = true
  for (let taken = 0; hasRoom(table.rows.length, room, shown, taken); shown++) {
    taken += widthOf(rows[shown])
    isAll &&= isWhole(rows[shown], MAX_TEXT)
  }
  const values = new Listing(shown, ', ', (index) => cellText(rows[index], MAX_TEXT))
  return { view: say`${title(table, 'values', shown)}: ${values}`, isAll: isAll && shown === rows.length }
}

function recordTable(table: Table, room: Room): ReturnType<typeof tableOf> {
  const columns: Column[] = []
  let shown = 0
  for (let taken = 0; hasRoom(table.rows.length, room, shown, taken); shown++) {
    const row = table.rows[shown]
    // What is no record has no columns: a mixed list is shown up to there.
    if (!isRecord(row)) break
    taken += scan(row as JsonObject, columns)
  }
  const same = columns.filter((column) => isRepeated(column, shown))
  const varying = same.length === 0 ? columns : columns.filter((column) => !same.includes(column))
  const kept = mostTelling(varying)
  const hidden = varying.length - kept.length
  const isAll = shown === table.rows.length && hidden === 0 && kept.every((column) => column.isAll)
  const header = kept.map(({ name }) => quoteString(clip(name, MAX_TEXT)))
  if (table.keys) header.unshift('key')
  if (hidden > 0) header.push(`${hidden} more`)
  const view = say`
    ${title(table, 'rows', shown)}. Columns: ${new Listing(header.length, ', ', (index) => header[index]!)}
    ${same.length === 0 ? [] : say`Same in each row shown: ${new Listing(same.length, ', ', (index) => factText(same[index]!))}`}
    ${new Listing(shown, '\n', rowText(table, kept))}`
  return { view, isAll }
}

/** Whether another row is shown, after so many that took so many characters. */
function hasRoom(total: number, { most, share }: Room, shown: number, taken: number): boolean {
  if (shown >= total || shown >= most) return false
  if (shown < LEAST) return true
  const all = (taken / shown) * total
  if (all <= SMALL * share) return true
  return taken < Math.min(Math.max(all / 4, QUARTER.least * share), QUARTER.most * share)
}

/** `results: 100 rows, first 20 shown`. */
function title({ path, rows }: Table, unit: string, shown: number): Say {
  const name = path === '' ? say`` : say`${path}: `
  if (shown === rows.length) return say`${name}${shown} ${unit}`
  return say`${name}${rows.length} ${unit}, first ${shown} shown`
}

function factText({ name, first }: Column): string {
  return `${quoteString(clip(name, MAX_TEXT))} ${cellText(first, MAX_TEXT)}`
}

function rowText({ rows, keys }: Table, columns: readonly Column[]): (index: number) => string {
  const cells: string[] = columns.map(() => '')
  return (index) => {
    const row = rows[index] as JsonObject
    for (let at = 0; at < columns.length; at++) {
      const { name, max } = columns[at]!
      cells[at] = cellText(row[name], max)
    }
    const key = keys ? `${cellText(keys[index], MAX_ID)}, ` : ''
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
    at++
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

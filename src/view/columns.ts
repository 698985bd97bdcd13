// The columns of rows in the default view: which there are, which say the same in each row, and which are shown.

import { isRecord, type Json } from '../json/json.js'
import { type Grain, MAX_ID, MAX_TEXT, widthOf } from './cells.js'

/** The columns of some rows. */
export interface Columns {
  /** Those that stand on the rows. */
  readonly kept: readonly Column[]
  /** Those that say the same in each row: said once. */
  readonly same: readonly Column[]
  /** How many more there are. */
  readonly hidden: number
  /** Whether there may be more than were counted. */
  readonly unknown: boolean
}

interface Column {
  readonly name: string
  /** The most characters of a text; more for ids. */
  readonly max: number
  readonly first: Json
  /** Whether all rows so far that have it have the same value. */
  same: boolean
  rows: number
}

/** Rows of which one column may be said once. */
const LEAST = 3
const MAX_COLUMNS = 12
/** Columns that are looked at: hostile rows could each bring new ones. */
const MAX_SCANNED = 256
const ID =
  /(?:^|[_.-])(?:id|uuid|guid|key|ref|sha|slug|handle|token|ur[il]|path|name)$|[a-z](?:I[dD]|Key|Ref|Ur[il]|Path|Name)$/

/** The columns of the first rows. */
export function columnsOf(rows: readonly Json[], shown: number, { detail }: Grain): Columns {
  const found = new Map<string, Column>()
  const most = MAX_SCANNED * Math.min(detail, MAX_COLUMNS)
  let unknown = false
  for (let index = 0; index < shown; index++) {
    const row = rows[index]
    if (!isRecord(row)) continue
    let looked = 0
    for (const name in row) {
      // Looking on would cost more than all that is shown.
      if (++looked > most) {
        unknown = true
        break
      }
      const value = row[name] as Json
      const column = found.get(name)
      if (column) {
        column.rows++
        if (value !== column.first) column.same = false
      } else if (found.size < most) {
        const max = Math.max(ID.test(name) ? MAX_ID : 0, MAX_TEXT * detail)
        found.set(name, { name, max, first: value, same: true, rows: 1 })
      } else {
        unknown = true
      }
    }
  }
  const columns = [...found.values()]
  const same = columns.filter((column) => isRepeated(column, shown))
  const varying = same.length === 0 ? columns : columns.filter((column) => !same.includes(column))
  const kept = mostTelling(varying, MAX_COLUMNS * detail)
  return { kept, same, hidden: varying.length - kept.length, unknown }
}

/** Whether a column says the same in each row, so that it is better said once. Ids stay on their rows. */
function isRepeated({ name, first, same, rows }: Column, shown: number): boolean {
  const isShort = typeof first === 'object' ? first === null : widthOf(first) < MAX_TEXT
  return shown >= LEAST && rows === shown && same && isShort && !ID.test(name)
}

/** As many columns as are shown: ids before others, since a row without its id can't be asked for. */
function mostTelling(columns: readonly Column[], most: number): readonly Column[] {
  if (columns.length <= most) return columns
  const ids = columns.filter(({ name }) => ID.test(name))
  const chosen = new Set([...ids, ...columns].slice(0, most))
  return columns.filter((column) => chosen.has(column))
}

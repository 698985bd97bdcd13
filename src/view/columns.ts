// The columns of rows in the default view: which there are, which say the same in each row, and which are shown.

import { MAX_TEXT, widthOf } from './cells.js'
import type { Column, Scan } from './scan.js'

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

/** Rows of which one column may be said once. */
const LEAST = 3
const MAX_COLUMNS = 12
/** Columns that are looked at. */
const MAX_SCANNED = 256

/** How many columns are looked at for a view of such detail. */
export function mostScanned(detail: number): number {
  return MAX_SCANNED * Math.min(detail, MAX_COLUMNS)
}

/** The columns of the first rows, of those that were looked at. */
export function columnsOf(scan: Scan, shown: number, detail: number): Columns {
  const same: Column[] = []
  const varying: Column[] = []
  for (const column of scan.columns) {
    if (column.at >= shown) break
    if (isRepeated(column, shown)) same.push(column)
    else varying.push(column)
  }
  const kept = mostTelling(varying, MAX_COLUMNS * detail)
  return { kept, same, hidden: varying.length - kept.length, unknown: scan.unknownAt < shown }
}

/** Whether a column says the same in each row, so that it is better said once. Ids stay on their rows. */
function isRepeated({ first, sameFor, isId }: Column, shown: number): boolean {
  if (shown < LEAST || sameFor < shown || isId) return false
  return typeof first === 'object' ? first === null : widthOf(first) < MAX_TEXT
}

/** As many columns as are shown: ids before others, since a row without its id can't be asked for. */
function mostTelling(columns: readonly Column[], most: number): readonly Column[] {
  if (columns.length <= most) return columns
  const ids = columns.filter(({ isId }) => isId)
  const chosen = new Set([...ids, ...columns].slice(0, most))
  return columns.filter((column) => chosen.has(column))
}

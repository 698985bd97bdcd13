// The words of a table in the default view: its title, the names of its columns, and what stands on a row.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import { clip } from '../text/clip.js'
import { beginningText, cellText, type Grain, MAX_ID, MAX_TEXT } from './cells.js'
import { quoteString } from './hole.js'
import { type Listing, Tally } from './pieces.js'
import { type Say, say } from './say.js'
import type { Column } from './scan.js'

/** A list to show. */
export interface Table {
  readonly rows: readonly Json[]
  /** The keys of the rows, when they stood in an object. */
  readonly keys?: readonly string[]
  /** What the list is called: its path in the result, or the empty text. */
  readonly path: string
}

/** Whether at least half of the rows that are seen first are records. */
export function isOfRecords(rows: readonly Json[], most: number): boolean {
  let records = 0
  for (let index = 0; index < most; index++) if (isRecord(rows[index])) records++
  return records * 2 >= most
}

export function columnName(name: string, grain: Grain): string {
  if (name.length > MAX_TEXT * grain.detail) grain.isAll = false
  return quoteString(clip(name, MAX_TEXT * grain.detail))
}

/** Of very many columns only the first are counted. */
export function moreColumns(header: Listing, unknown: boolean): Tally {
  return new Tally(header, (shown) => {
    const left = header.total - shown
    const more = unknown ? (left === 0 ? 'more' : `at least ${left} more`) : `${left} more`
    return shown === 0 ? more : `, ${more}`
  })
}

/** `results: 100 rows, first 20 shown: `, true of whatever the budget leaves of them. */
export function title({ path }: Table, listing: Listing, end: ': ' | '. '): Say {
  const { total, unit } = listing
  const count = new Tally(listing, (shown) => {
    if (shown === total) return `${total} ${unit}${end}`
    if (shown === 0) return `${total} ${unit}, none shown${end === ': ' ? '' : end}`
    return `${total} ${unit}, first ${shown} shown${end}`
  })
  return path === '' ? say`${count}` : say`${path}: ${count}`
}

export function factText({ name, first }: Column, grain: Grain): string {
  return `${columnName(name, grain)} ${cellText(first, MAX_TEXT * grain.detail, grain)}`
}

export function rowText(
  { rows, keys }: Table,
  kept: readonly Column[],
  grain: Grain,
): (index: number) => string {
  const { detail } = grain
  const widths = kept.map(({ isId }) => Math.max(isId ? MAX_ID : 0, MAX_TEXT * detail))
  return (index) => {
    const row = rows[index]
    let text = keys ? `- ${cellText(keys[index], MAX_ID * detail, grain)}` : '- '
    // A bare text has no blank after its colon, so no cell looks like this.
    if (!isRecord(row)) return `${text}${keys ? ', ' : ''}value: ${beginningText(row, grain)}`
    for (let at = 0; at < kept.length; at++) {
      if (at > 0 || keys) text += ', '
      text += cellText((row as JsonObject)[kept[at]!.name], widths[at]!, grain)
    }
    return text
  }
}

// The rows of a list behind a handle: which one is meant, and which ones are looked at.

import { handleError } from '../errors.js'
import type { HandleMeta } from '../record.js'
import type { Token } from '../token.js'
import type { Found } from './records.js'

/** A list as it is kept. */
export interface ListSize {
  readonly count: number
  /** Bytes of its JSON. */
  readonly size: number
}

/** Rows of a list, the last one excluded. */
export interface Rows {
  readonly from: number
  readonly to: number
}

/** To look inside of all of a value, or of those rows of a list that this names. */
export type Inspects = true | ((list: ListSize) => Rows)

/** What is loaded where no row is named: the value, or the rows of a list that are looked at. */
export function rowsIn({ count, size }: HandleMeta, inside: Inspects | undefined): (number | undefined)[] {
  if (count === undefined) return [undefined]
  const { from, to } = typeof inside === 'function' ? inside({ count, size }) : { from: 0, to: count }
  const last = Math.min(count, to)
  return Array.from({ length: Math.max(0, last - from) }, (_, i) => from + i)
}

/** The row that is meant, which an attenuated handle may have fixed. */
export function rowOf(links: Found, token: Token, inside: boolean): number | undefined {
  const { count } = links.at(-1)!.stored
  const fixed = links.find(({ stored }) => stored.row !== undefined)?.stored.row
  if (count === undefined || (fixed !== undefined && token.row !== undefined)) {
    if (token.row === undefined) return fixed
    throw handleError('handle_not_found', 'This handle has no rows. Use it without the dot and number.')
  }
  const row = fixed ?? token.row
  if (row === undefined) {
    if (inside) return undefined
    const last = `${token.text}.${count - 1}`
    throw handleError(
      'handle_wrong_kind',
      `This handle is a list of ${count}. Name one row of it: ${token.text}.0 to ${last}.`,
    )
  }
  if (row >= count)
    throw handleError('handle_not_found', `This list has no row ${row}; its rows are 0 to ${count - 1}.`)
  return row
}

// Rows of a list by what stands in them: `filter` and `sort` of `inspect_handle`. A place in the row, one of a few
// comparisons, and a plain value; nothing that a caller writes is ever run or compiled.

import type { Json, JsonObject } from '../../json/json.js'
import { pointerOf } from '../../json/pointer.js'
import { handleError } from '../errors.js'
import { fold } from './inspect-search.js'
import { typeName } from './measure.js'
import { type PageAsk, rest, stretch } from './page.js'
import { type Part, valueAt } from './pointer.js'

/** How a row's value is compared. */
export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'exists'] as const

/** What a row's value is compared with. */
type Scalar = string | number | boolean | null

/** Which rows, or in which order. */
export interface RowsAsk {
  /** JSON Pointer within the row; default the row itself. */
  readonly by?: string | undefined
  readonly is?: (typeof COMPARISONS)[number] | undefined
  readonly value?: Scalar | undefined
  readonly desc?: boolean | undefined
}

/**
 * The rows for which the comparison holds, in their order. A row without the place matches `!=` and nothing else.
 *
 * @throws HandleError `handle_malformed` when the part is no list, or the question lacks something.
 */
export function filtered(part: Part, { by = '', is, value }: RowsAsk, ask: PageAsk): JsonObject {
  const rows = listAt(part, 'filter')
  if (is === undefined) {
    throw handleError('handle_malformed', `filter needs is: one of ${COMPARISONS.join(' ')}.`, {
      pointer: '/is',
    })
  }
  if (value === undefined && is !== 'exists') {
    throw handleError('handle_malformed', `filter with ${is} needs value: what to compare with.`, {
      pointer: '/value',
    })
  }
  const at = valueAt(by, '/by')
  const order: number[] = []
  for (const [index, row] of rows.entries()) if (holds(at(row), is, value)) order.push(index)
  return pageOfRows(part, rows, order, ask)
}

/**
 * The rows in the order of what stands at a place in them: numbers, then texts by their characters, then the rest. Equal
 * ones keep their order, and rows without the place come last, either way.
 *
 * @throws HandleError `handle_malformed` when the part is no list.
 */
export function sorted(part: Part, { by = '', desc = false }: RowsAsk, ask: PageAsk): JsonObject {
  const rows = listAt(part, 'sort')
  const at = valueAt(by, '/by')
  // Each place is looked up once, not once for each comparison.
  const keys = rows.map(at)
  const sign = desc ? -1 : 1
  const order = rows
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [keys[a], keys[b]]
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined)
      return sign * compare(one, other)
    })
  return pageOfRows(part, rows, order, ask)
}

function listAt({ value, path }: Part, op: string): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[]
  const what =
    typeName(value) === 'null' ? 'null' : `${typeName(value) === 'object' ? 'an' : 'a'} ${typeName(value)}`
  const mend = 'Give the path of a list; describe shows where there are some.'
  throw handleError(
    'handle_malformed',
    `${op} is for lists; ${pointerOf(path) || 'the value'} is ${what}. ${mend}`,
    {
      pointer: '/path',
    },
  )
}

/** Rows stand with their number in the list, by which `path` finds them. */
function pageOfRows(
  { path }: Part,
  rows: readonly Json[],
  order: readonly number[],
  ask: PageAsk,
): JsonObject {
  const row = (index: number) => ({ step: order[index]!, value: rows[order[index]!]! })
  const { end, apart } = stretch(order.length, ask, path, row)
  const shown = apart ? [] : order.slice(ask.from, end)
  return {
    path: pointerOf(path),
    of: rows.length,
    from: ask.from,
    total: order.length,
    rows: shown.map((at) => ({ at, row: rows[at]! })),
    ...rest(end, order.length, apart),
  }
}

function holds(
  found: Json | undefined,
  is: (typeof COMPARISONS)[number],
  value: Scalar | undefined,
): boolean {
  if (is === 'exists') return (found !== undefined) === (value !== false)
  if (found === undefined) return is === '!='
  if (is === 'contains') return contains(found, value!)
  const order = likeFor(found, value!)
  if (is === '=') return order === 0
  if (is === '!=') return order !== 0
  if (order === undefined) return false
  if (is === '<') return order < 0
  if (is === '<=') return order <= 0
  return is === '>' ? order > 0 : order >= 0
}

function contains(found: Json, value: Scalar): boolean {
  if (Array.isArray(found)) return found.some((item) => likeFor(item as Json, value) === 0)
  return typeof found === 'string' && fold(found).includes(fold(String(value)))
}

/** Their order; undefined when they can't be compared. A model may write a number as text. */
function likeFor(found: Json, value: Scalar): number | undefined {
  if (typeof found === 'number' && typeof value === 'string' && value.trim() !== '') {
    const number = Number(value)
    return Number.isNaN(number) ? undefined : compare(found, number)
  }
  if (typeof found === 'string' && typeof value === 'number')
    return compare(found, String(value)) === 0 ? 0 : undefined
  return typeof found === typeof value && (typeof found !== 'object' || found === value)
    ? compare(found, value)
    : undefined
}

const RANKS = ['number', 'text', 'boolean', 'null', 'list', 'object']

function compare(one: Json, other: Json): number {
  const rank = RANKS.indexOf(typeName(one)) - RANKS.indexOf(typeName(other))
  if (rank !== 0) return rank
  // Lists and objects are all equal: telling them apart could take as long as they are large.
  if (typeof one === 'object' || typeof other === 'object' || one === other) return 0
  return one! < other! ? -1 : 1
}

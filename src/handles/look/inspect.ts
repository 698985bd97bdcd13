// The operators of the tool `inspect_handle`: looking at parts of a value without loading it. Pure functions of the
// value; who may look is decided before, and what is shown is budgeted and labelled after.

import { z } from 'zod'
import type { Json, JsonObject } from '../../json/json.js'
import { pointerOf } from '../../json/pointer.js'
import type { Card } from '../../tool/outcome.js'
import { handleError } from '../errors.js'
import type { ListSize, Rows } from '../vault/rows.js'
import { searchIn } from './inspect-search.js'
import { shapeOf } from './inspect-shape.js'
import { lengthOf, sizeWithin, typeName } from './measure.js'
import { DEFAULT_ROWS, type Inspection, pageOf } from './page.js'
import { follow, LONGEST_POINTER, type Part } from './pointer.js'
import { COMPARISONS, filtered, type RowsAsk, sorted } from './rows.js'

export type { Inspection } from './page.js'

/** What can be asked. */
export const INSPECT_OPS = ['describe', 'page', 'get', 'search', 'count', 'filter', 'sort'] as const

/** A question about a value. */
export interface InspectAsk extends RowsAsk {
  readonly op: (typeof INSPECT_OPS)[number]
  /** JSON Pointer (RFC 6901) of the part; default the whole. */
  readonly path?: string | undefined
  /** How many rows, characters, keys or matches to pass over; default 0. */
  readonly from?: number | undefined
  /** At most this many of them; default 20, of a text as many characters as there is room for. */
  readonly limit?: number | undefined
  /** What to search for, or to count. */
  readonly text?: string | undefined
}

/** What is asked about. */
interface Inspectable {
  readonly card: Card
  /** Of a collection the list of its rows. */
  readonly value: Json
  /** Rows, if it is a collection. */
  readonly count?: number | undefined
}

/** The most characters of an answer, about. */
const ANSWER_ROOM = 32 * 1024

/** The rows of a list that an answer can be made of: nobody is asked about the others. */
export function rowsSeen({ op, path = '', from = 0, limit }: InspectAsk, { count, size }: ListSize): Rows {
  const one = /^\/(0|[1-9][0-9]{0,6})(?:\/|$)/.exec(path)
  if (one) return { from: Number(one[1]), to: Number(one[1]) + 1 }
  const page = { from, to: from + (limit ?? DEFAULT_ROWS) }
  const isPaged = from > 0 || limit !== undefined
  // As JSON it is no shorter than what is measured when the answer is made.
  const fits = size <= 2 * ANSWER_ROOM
  if (path === '' && op === 'page') return page
  if (path === '' && op === 'get' && (isPaged || !fits)) return page
  // Its shape is told by the first one.
  return { from: 0, to: path === '' && op === 'describe' ? 1 : count }
}

/** The arguments of the tool but the handle. */
export const inspectSchema = z.strictObject({
  op: z
    .enum(INSPECT_OPS)
    .describe(
      'describe: its card and shape. page: rows of a list, characters of a text, members of an object. get: one part. search: where a text stands. count: how many items, characters, keys or matches. filter: rows of a list for which by, is and value hold. sort: its rows in the order of by. A text that is JSON is read as JSON.',
    ),
  path: z
    .string()
    .max(LONGEST_POINTER)
    .optional()
    .describe('JSON Pointer of the part, such as /rows/0/name. Default: the whole value.'),
  from: z
    .int()
    .min(0)
    .optional()
    .describe('How many to pass over: give the `next` of the answer before. Default 0.'),
  limit: z
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe('At most this many. Default 20; for a text, a full page.'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Plain text to search for or to count, whatever its case.'),
  by: z
    .string()
    .max(LONGEST_POINTER)
    .optional()
    .describe('For filter and sort: JSON Pointer within each row, such as /status. Default: the row itself.'),
  is: z
    .enum(COMPARISONS)
    .optional()
    .describe('For filter: how to compare. contains: a text, whatever its case, or an item of a list.'),
  value: z
    .union([z.string().max(200), z.number(), z.boolean(), z.null()])
    .optional()
    .describe('For filter: what to compare with. With exists, false asks for rows without it.'),
  desc: z.boolean().optional().describe('For sort: from the greatest on. Default false.'),
})

/**
 * Answers a question. No answer is longer than `room` characters by much, and what was left out is said.
 *
 * @throws HandleError `handle_not_found` for a path that leads nowhere, `handle_malformed` for a question that is none.
 */
export function inspect(held: Inspectable, ask: InspectAsk, room: number = ANSWER_ROOM): Inspection {
  const { op, text, from = 0, limit } = ask
  if (text !== undefined && op !== 'search' && op !== 'count') {
    throw handleError('handle_malformed', `text is for search and count; ${op} shows what is at path.`, TEXT)
  }
  refuseForeign(ask)
  const place = follow(held.value, ask.path ?? '')
  switch (op) {
    case 'describe':
      return { value: described(held, place, room) }
    case 'page':
      return pageOf(place, { from, limit, room })
    case 'get':
      return gotten(place, { from, limit, room })
    case 'search':
      if (text === undefined)
        throw handleError('handle_malformed', 'search needs text: what to look for.', TEXT)
      return { value: searchIn(place, text, { from, limit, room }) }
    case 'count':
      return { value: counted(place, text) }
    // Rows from all over the list: they are labelled by the worst of it.
    case 'filter':
      return { value: filtered(place, ask, { from, limit, room }) }
    case 'sort':
      return { value: sorted(place, ask, { from, limit, room }) }
  }
}

const TEXT = { pointer: '/text' }

/** An argument that the operator would pass over makes another answer than the one that was meant. */
const OPS_OF = { by: ['filter', 'sort'], is: ['filter'], value: ['filter'], desc: ['sort'] } as const

function refuseForeign(ask: InspectAsk): void {
  for (const [name, ops] of Object.entries(OPS_OF)) {
    if (ask[name as keyof typeof OPS_OF] === undefined || (ops as readonly string[]).includes(ask.op))
      continue
    throw handleError('handle_malformed', `${name} is for ${ops.join(' and ')}, not for ${ask.op}.`, {
      pointer: `/${name}`,
    })
  }
}

function described({ card, count }: Inspectable, { value, path }: Part, room: number): JsonObject {
  const { kind, label, facts, size, expiresAt } = card
  return {
    kind,
    label,
    facts,
    ...(size !== undefined && { size }),
    ...(expiresAt !== undefined && { expiresAt }),
    // A row of a collection is a handle too.
    ...(count && { rows: `${card.handle}.0 to ${card.handle}.${count - 1}` }),
    path: pointerOf(path),
    shape: shapeOf(value, room),
  }
}

/** The part as it is. One that is too large begins with its first page. */
function gotten(place: Part, ask: Parameters<typeof pageOf>[1]): Inspection {
  const { value, path } = place
  const asksPage = ask.from > 0 || ask.limit !== undefined
  if (asksPage || sizeWithin(value, ask.room) === undefined) return pageOf(place, ask)
  return { value: { path: pointerOf(path), type: typeName(value), value }, part: { key: 'value', at: path } }
}

function counted(place: Part, text: string | undefined): JsonObject {
  const { value, path } = place
  const at = { path: pointerOf(path), type: typeName(value) }
  if (text === undefined) {
    return { ...at, count: lengthOf(value), ...(typeof value === 'string' && { lines: linesOf(value) }) }
  }
  return { ...at, text, count: searchIn(place, text, { from: 0, limit: 0, room: 0 }).total! }
}

/** Lines of a text. A break at its end begins no further one. */
function linesOf(text: string): number {
  let lines = 0
  for (let at = 0; at < text.length; lines++) {
    const end = text.indexOf('\n', at)
    at = end < 0 ? text.length : end + 1
  }
  return lines
}

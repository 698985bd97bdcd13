// The kind of whole results: what a view left out, or is too much to show, stands behind a handle of it. Every gate
// has it.

import { z } from 'zod'
import { isRecord, type Json } from '../../json/json.js'
import { type Kind, kind } from './kind.js'

/**
 * Results of tools as plain data, kept for an hour. A tool that takes one declares `result.handle()`, and gets all of
 * it, though the model read only a part.
 *
 * @example
 * input: z.object({ report: result.handle(), to: z.email() })
 */
export const result: Kind<Json> = kind<Json>('result', {
  schema: z.custom<Json>((value) => value !== undefined),
  card: (value) => ({ label: labelOf(value), facts: {} }),
  ttlMs: 60 * 60_000,
  description: 'The handle of a result that was shown in part, exactly as it was shown.',
})

function labelOf(value: Json): string {
  if (typeof value === 'string') return `a text of ${value.length} characters`
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (!isRecord(value)) return 'a result'
  const keys = Object.keys(value)
  return `a result with ${keys.slice(0, 5).join(', ')}${keys.length > 5 ? `, ${keys.length - 5} more` : ''}`
}

// The limits of a tool and their defaults. Nothing that a call says can move one.

import { z } from 'zod'

/** Bounds on one tool. */
export interface Limits {
  /** Milliseconds from the start of run to the deadline. Default 30 000. */
  readonly timeoutMs: number
  /** The most rows of a list that a view shows; never drops data. Default: as many as `modelTokens` holds. */
  readonly items?: number
  /** Budget of the model view, in tokens. Default 2 000. */
  readonly modelTokens: number
  /** Budget of the UI view, in bytes of JSON. Default 1 MiB. */
  readonly uiBytes: number
  /** Largest arguments that are read, in bytes of JSON. Default 256 KiB. */
  readonly argBytes: number
  /** Calls of this tool that run at once in the whole gate. Default: no bound. */
  readonly concurrency?: number
  /** How often the model may mend the same fault in its arguments. Default 2. */
  readonly argumentRetries: number
}

const count = z.int().positive()

/** Checks `limits` of a declaration and fills its defaults. */
export const limitsSchema = z.strictObject({
  timeoutMs: count.max(2_147_483_647).default(30_000),
  items: count.optional(),
  modelTokens: z.int().min(40, 'at least 40, or no text fits').default(2_000),
  uiBytes: z
    .int()
    .min(256, 'at least 256, or no page fits')
    .default(1024 * 1024),
  argBytes: count.default(256 * 1024),
  concurrency: count.optional(),
  argumentRetries: z.int().nonnegative().default(2),
})

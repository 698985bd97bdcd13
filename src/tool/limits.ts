// The limits of a tool and their defaults. Nothing that a call says can move one.

import { z } from 'zod'

/** Bounds on one tool. */
export interface Limits {
  /**
   * Milliseconds from the start of run to the deadline; each progress that the tool tells of starts them again. Default
   * 30 000, of a tool of an upstream 60 000, and never more than a `longestMs` that is given.
   */
  readonly timeoutMs: number
  /** Milliseconds after which a run ends whatever progress it tells of. Default 600 000, or `timeoutMs` if that is more. */
  readonly longestMs: number
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

const milliseconds = count.max(2_147_483_647)
const LONGEST_MS = 600_000
const TIMEOUT_MS = { own: 30_000, upstream: 60_000 }

/** The limits one by one. */
export const limitShape = {
  timeoutMs: milliseconds.optional(),
  longestMs: milliseconds.optional(),
  items: count.optional(),
  modelTokens: z.int().min(40, 'at least 40, or no text fits').default(2_000),
  uiBytes: z
    .int()
    .min(256, 'at least 256, or no page fits')
    .default(1024 * 1024),
  argBytes: count.default(256 * 1024),
  concurrency: count.optional(),
  argumentRetries: z.int().nonnegative().default(2),
}

/** What is wrong with two times beside each other, and how to mend it. */
export function timesFault({ timeoutMs, longestMs }: Partial<Limits>): string | undefined {
  if (timeoutMs === undefined || longestMs === undefined || longestMs >= timeoutMs) return undefined
  return `longestMs (${longestMs}) is shorter than timeoutMs (${timeoutMs}), which it bounds: raise longestMs, or lower timeoutMs`
}

function limitsOf(usualMs: number) {
  return z
    .strictObject(limitShape)
    .superRefine((given, context) => {
      const message = timesFault(given as Partial<Limits>)
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['longestMs'], message })
    })
    .transform(({ timeoutMs, longestMs, ...others }) => {
      const soft = timeoutMs ?? Math.min(usualMs, longestMs ?? usualMs)
      return { timeoutMs: soft, longestMs: longestMs ?? Math.max(LONGEST_MS, soft), ...others }
    })
}

/** Checks `limits` of a declaration and fills its defaults. */
export const limitsSchema = limitsOf(TIMEOUT_MS.own)

/** The same for a tool of an upstream. */
export const upstreamLimitsSchema = limitsOf(TIMEOUT_MS.upstream)

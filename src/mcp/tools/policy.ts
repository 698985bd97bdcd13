// What the operator's config says of a tool of an upstream. The most specific pattern wins, key by key.

import { z } from 'zod'
import { matches } from '../../text/glob.js'
import { EFFECTS, type Effect } from '../../tool/effects.js'
import { type FlowOptions, flowOptionsShape } from '../../tool/flow/declare.js'
import { type Limits, limitShape as limit, timesFault } from '../../tool/limits.js'

/**
 * How a result is shown. `split`: a short fenced text for the model, everything else in `_meta`. `raw`: the
 * answer as it came, its errors included.
 */
export type Views = 'split' | 'raw'

/** What is declared of a tool, or of a pattern of tools. */
export interface ToolPolicy extends FlowOptions {
  readonly effect?: Effect
  readonly limits?: Partial<Limits>
  readonly views?: Views
  /** Where handles of results are taken too: paths of the input, `*` for any index or key. */
  readonly accepts?: readonly string[]
  /** The tool is withheld: not shown, and unknown when it is called by name. */
  readonly deny?: boolean
}

/** A policy for the tools whose original name matches. `*` stands for any text. */
export interface ToolRule extends ToolPolicy {
  readonly pattern: string
}

const INPUT_PATH = /^(?:\*|[^.*]+)(?:\.(?:\*|[^.*]+))*$/

/** Limits that the config may set. Only what works is a key. */
export const limitsPolicySchema = z
  .strictObject({
    timeoutMs: limit.timeoutMs,
    longestMs: limit.longestMs,
    modelTokens: limit.modelTokens.unwrap().optional(),
    uiBytes: limit.uiBytes.unwrap().optional(),
    argBytes: limit.argBytes.unwrap().optional(),
    concurrency: limit.concurrency,
    argumentRetries: limit.argumentRetries.unwrap().optional(),
  })
  .superRefine((given, context) => {
    const message = timesFault(given as Partial<Limits>)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['longestMs'], message })
  })

/** One entry of `sallyport.servers.<id>.tools`. Only what works is a key. */
export const toolPolicySchema = z.strictObject({
  effect: z.enum(EFFECTS).optional(),
  limits: limitsPolicySchema.optional(),
  views: z.enum(['split', 'raw']).optional(),
  accepts: z
    .array(z.string().regex(INPUT_PATH, 'must be a path, such as content or rows.*.text'))
    .min(1)
    .optional(),
  deny: z.boolean().optional(),
  ...flowOptionsShape,
})

/** The policy of one tool: each key from the most specific pattern that has it. */
export function policyFor(tool: string, rules: readonly ToolRule[]): ToolPolicy {
  const matching = rules
    .filter(({ pattern }) => matches(pattern, tool))
    .sort((a, b) => specificity(a.pattern) - specificity(b.pattern))
  let policy: ToolPolicy = {}
  for (const { pattern: _, limits, ...rest } of matching) {
    policy = { ...policy, ...rest, ...(limits && { limits: { ...policy.limits, ...limits } }) }
  }
  return policy
}

/** An exact name beats every pattern; of two patterns the one with more letters wins. */
function specificity(pattern: string): number {
  return pattern.includes('*') ? pattern.replaceAll('*', '').length : Number.POSITIVE_INFINITY
}

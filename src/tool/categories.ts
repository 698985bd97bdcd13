// Whose a failure is, by its code. A tool's own codes are the tool's.

import type { FailureCategory } from './outcome.js'

/**
 * The category of a code.
 *
 * @param isUpstream The tool is a stranger's: what went wrong in it did so behind it.
 */
export function categoryOf(code: string, isUpstream = false): FailureCategory {
  return CATEGORIES.get(code) ?? (isUpstream ? 'upstream' : 'tool')
}

const CATEGORIES: ReadonlyMap<string, FailureCategory> = new Map(
  Object.entries({
    arguments: [
      'invalid_arguments',
      'not_found',
      'handle_malformed',
      'handle_not_found',
      'handle_unknown_name',
      'handle_expired',
      'handle_revoked',
      'handle_used',
      'handle_gone',
      'handle_wrong_kind',
      'handle_stale',
      'other_agent',
    ],
    access: ['not_permitted', 'unknown_tool', 'handle_not_permitted', 'not_offered', 'not_declared'],
    policy: ['held', 'aborted', 'handle_quota', 'handoff_cycle', 'handoff_depth'],
    upstream: ['rate_limited', 'upstream_unavailable', 'upstream_error', 'model_failed'],
    // The system's, whoever's the tool is.
    tool: ['internal', 'handle_store_unavailable', 'handle_codec_failed', 'handle_unexpected_value'],
  }).flatMap(([category, codes]) => codes.map((code) => [code, category as FailureCategory] as const)),
)

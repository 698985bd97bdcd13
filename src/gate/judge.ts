// Stage 5, judge: may this call do this. The operator's rules decide by tool and effect.

import type { Opened } from './crossing.js'
import { type Stop, stop } from './ended.js'

/** Judges a call by the rules. */
export function judge(crossing: Opened): Opened | Stop {
  const { tool, core } = crossing
  if (core.rules.length === 0) return crossing
  const against = core.rules.find((rule) => rule.verdict === 'deny' && rule.matches(tool))
  const allows = core.rules.filter((rule) => rule.verdict === 'allow')
  if (!against && (allows.length === 0 || allows.some((rule) => rule.matches(tool)))) return crossing
  core.log.info(
    { callId: crossing.callId, tool: tool.name, rule: against?.id ?? 'no allow rule' },
    'denied by rule',
  )
  return stop({
    status: 'denied',
    code: 'not_permitted',
    retryable: false,
    userMessage: 'The rules of this place do not allow that.',
    forModel: `${tool.name} is not allowed here. Don't try it again; say so, or take another way.`,
  })
}

// What the decision record says of a judgement: which argument was accounted for by what, without its value.

import type { Decision, RuleHit } from '../judge/decision.js'
import { type RecordedArgument, recordedArguments } from '../judge/recorded.js'
import { LaterDecision } from './later-decision.js'

/** A decision as it is recorded. */
export type Judgement =
  /** Nothing of the call ever needs evidence, and there are no rules. */
  | { readonly verdict: 'allow'; readonly asksNothing: true }
  | (Pick<Decision, 'verdict' | 'judged' | 'reason' | 'asked' | 'asOf' | 'micros'> & {
      readonly arguments: readonly RecordedArgument[]
      readonly rules: readonly RuleHit[]
    })

/** The recorded form of a decision. */
export function judgement(decision: Decision): Judgement {
  if (decision instanceof LaterDecision) return { verdict: 'allow', asksNothing: true }
  const { verdict, judged, reason, asked, asOf, micros, rules } = decision
  return {
    verdict,
    judged,
    ...(reason && { reason }),
    asked,
    asOf,
    micros,
    rules,
    arguments: recordedArguments(decision).map(({ value: _, words: __, candidates: ___, ...rest }) => rest),
  }
}

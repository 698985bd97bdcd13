// What the decision record says of a judgement: which argument was accounted for by what, without its value.

import type { ArgumentFacts, Decision, RuleHit } from '../flow/decision.js'
import { LaterDecision } from './later-decision.js'

/** A decision as it is recorded. */
export type Judgement =
  /** Nothing of the call ever needs evidence, and there are no rules. */
  | { readonly verdict: 'allow'; readonly asksNothing: true }
  | (Pick<Decision, 'verdict' | 'judged' | 'reason' | 'asked' | 'asOf' | 'micros'> & {
      readonly arguments: readonly Omit<ArgumentFacts, 'value'>[]
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
    arguments: recorded(decision),
  }
}

/** The facts of all arguments; those that were refused say why. */
function recorded({ arguments: all, items }: Decision): readonly Omit<ArgumentFacts, 'value'>[] {
  const refused = new Map(items.map((item) => [item.argument, item]))
  return all.map((fact) => {
    const { value: _, ...rest } = refused.get(fact.argument) ?? fact
    return rest
  })
}

// What a tool does, as its name and its server's hints say it. Hints are a stranger's: they make it stricter.

import type { JsonObject } from '../../json/json.js'
import { type Effect, hasSideEffect } from '../../tool/effects.js'
import type { ToolDescription } from '../rule.js'
import { choicesOfEffect } from '../rules/mixed-effects.js'
import type { NameSays } from './verbs.js'

/** An effect to declare; none where only a hint speaks for one, which the gateway goes by anyway. */
export interface EffectProposal {
  readonly effect?: Effect
  /** What holds without a declaration. */
  readonly assumed: Effect
  readonly review: readonly string[]
}

/** Proposes an effect. A tool that destroys by a choice among its arguments never passes for a read. */
export function proposeEffect({ annotations, inputSchema }: ToolDescription, says: NameSays): EffectProposal {
  const proposal = byNameAndHints(says, annotations)
  const choice = choicesOfEffect(inputSchema).find(({ destroys }) => destroys !== undefined)
  if (!choice || proposal.assumed === 'destroy') return proposal
  const remark = `'${choice.name}' can be '${choice.destroys}', and what is declared counts for all of it`
  return hasSideEffect(proposal.assumed)
    ? { ...proposal, review: [...proposal.review, remark] }
    : declared('destroy', remark)
}

function byNameAndHints(says: NameSays, hints: JsonObject | undefined): EffectProposal {
  const { effect } = says
  const readOnly = hints?.readOnlyHint
  const destroys = hints?.destructiveHint === true && readOnly !== true
  if (effect === 'read') {
    if (destroys) return declared('destroy', 'its name reads, and its server calls it destructive')
    if (readOnly === false)
      return declared('write', 'its name reads, and its server says that it changes things')
    return declared('read')
  }
  if (effect !== undefined) {
    const review: string[] = []
    if (readOnly === true) review.push(`its server says that it only reads; by its name it does '${effect}'`)
    if (destroys && effect !== 'destroy')
      review.push("its server calls it destructive; 'destroy' would ask for words such as 'delete'")
    return { effect, assumed: effect, review }
  }
  if (destroys)
    return declared('destroy', 'its name does not say what it does; its server calls it destructive')
  if (readOnly === true) {
    return {
      assumed: 'read',
      review: ["its name does not say what it does; that it only reads is its server's word alone"],
    }
  }
  return declared('write', 'its name does not say what it does')
}

/** Whether what is proposed, or assumed, changes anything. */
export function proposesSideEffect({ assumed }: EffectProposal): boolean {
  return hasSideEffect(assumed)
}

function declared(effect: Effect, ...review: string[]): EffectProposal {
  return { effect, assumed: effect, review }
}

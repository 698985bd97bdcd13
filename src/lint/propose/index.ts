// What could be declared of tools that nobody has declared anything of: for `sallyport init`, and for a person
// to review. In doubt the stricter reading, so that a wrong guess asks once too often.

import { DefinitionError } from '../../base/options.js'
import type { Effect } from '../../tool/effects.js'
import { compileFlow, type Egress, type FlowOptions } from '../../tool/flow/declare.js'
import { commonPrefix } from '../related.js'
import type { ToolDescription } from '../rule.js'
import { wordsOf } from '../words.js'
import { type EffectProposal, proposeEffect, proposesSideEffect } from './effect.js'
import { isFilePath } from './meaning.js'
import { proposeOrigin } from './origin.js'
import { guessRoles, proposeRoles } from './roles.js'
import { type NameSays, nameSays } from './verbs.js'

/** What to declare of one tool. */
export interface Proposal {
  readonly name: string
  /** As in `sallyport.servers.<id>.tools`. */
  readonly policy: Pick<FlowOptions, 'egress' | 'origin' | 'readers' | 'roles'> & { readonly effect?: Effect }
  /** What holds where the policy says no effect. */
  readonly assumed: Effect
  /** What a person should look at, a sentence each. */
  readonly review: readonly string[]
}

/** Proposes declarations for the tools of one server. */
export function propose(tools: readonly ToolDescription[]): Proposal[] {
  const prefix = commonPrefix(tools)
  const drafts = tools.map((tool) => draftOf(tool, prefix))
  const spaces = new Set(
    drafts.flatMap(({ roles }) =>
      Object.values(roles).flatMap((place) =>
        typeof place === 'object' && place.of !== undefined ? [place.of] : [],
      ),
    ),
  )
  return drafts.map((draft) => checked(draft, finish(draft, spaces)))
}

interface Draft extends ReturnType<typeof proposeRoles> {
  readonly tool: ToolDescription
  readonly words: readonly string[]
  readonly says: NameSays
  readonly effect: EffectProposal
}

function draftOf(tool: ToolDescription, prefix: string | undefined): Draft {
  const says = nameSays(tool.name, prefix)
  const effect = proposeEffect(tool, says)
  const words = wordsOf(tool.name).filter((word, at) => at > 0 || word !== prefix)
  const { inputSchema, description = '' } = tool
  const roles = proposeRoles({ words, description, inputSchema, effect: effect.assumed })
  return { tool, words, says, effect, ...roles }
}

function finish(draft: Draft, spaces: ReadonlySet<string>): Proposal {
  const { tool, words, effect, roles, review } = draft
  const egress = egressOf(draft)
  return {
    name: tool.name,
    policy: {
      ...(effect.effect !== undefined && { effect: effect.effect }),
      ...(egress !== undefined && { egress }),
      ...(Object.keys(roles).length > 0 && { roles }),
      ...(!proposesSideEffect(effect) && {
        origin: proposeOrigin(words, tool.outputSchema, spaces),
        readers: ['session'],
      }),
    },
    assumed: effect.assumed,
    review: [...effect.review, ...review],
  }
}

/**
 * How a tool lets something out. By its name; else nothing leaves where it has no target, or where all its targets
 * are paths. In doubt nothing is declared, and the default holds.
 */
function egressOf({ tool, words, says, effect }: Draft): Egress | undefined {
  if (!proposesSideEffect(effect)) return undefined
  if (says.egress) return says.egress
  const { inputSchema, description = '' } = tool
  const guesses = guessRoles({ words, description, inputSchema, effect: effect.assumed })
  const targets = guesses.filter(({ role, meaning }) => (meaning?.role ?? role) === 'target')
  const known = effect.assumed === 'write' || effect.assumed === 'destroy'
  const onPaths = targets.every(
    ({ named, meaning }) => meaning !== undefined && isFilePath(named, { words, description }),
  )
  return known && targets.length > 0 && onPaths && says.effect !== undefined ? false : undefined
}

/** What can't be declared so (a name with a dot in it) is left to the defaults, and said. */
function checked({ tool, effect }: Draft, proposal: Proposal): Proposal {
  const { policy } = proposal
  try {
    compileFlow({ ...policy, name: tool.name, identity: '', effect: effect.assumed, input: tool.inputSchema })
    return proposal
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    const { roles: _roles, origin: _origin, egress: _egress, ...rest } = policy
    return {
      ...proposal,
      policy: rest,
      review: [...proposal.review, 'its arguments can not be declared by path; the strict defaults hold'],
    }
  }
}

// The operator's rules: what may be called here at all, by tool and effect. The worst verdict counts.

import { z } from 'zod'
import { EFFECTS } from '../tool/effects.js'
import { DefinitionError, parseOptions } from '../tool/options.js'
import type { Tool } from '../tool/tool.js'

/** What a rule speaks of. Both given: both must fit. */
interface Matcher {
  /** Names of tools; `*` stands for any run of characters, `<upstream>/<tool>` for tools of an MCP server. */
  readonly tools?: readonly string[]
  readonly effects?: readonly (typeof EFFECTS)[number][]
}

/**
 * An operator's rule. `deny` refuses what it matches. With any `allow` rule, what none of them matches is
 * refused too.
 */
export interface RuleOptions {
  readonly id: string
  readonly deny?: Matcher
  readonly allow?: Matcher
}

/** A checked rule. */
export interface Rule {
  readonly id: string
  readonly verdict: 'deny' | 'allow'
  matches(tool: Tool): boolean
}

const matcherSchema = z
  .strictObject({
    tools: z.array(z.string().min(1)).min(1).optional(),
    effects: z.array(z.enum(EFFECTS)).min(1).optional(),
  })
  .refine(({ tools, effects }) => tools || effects, 'names neither tools nor effects, so it would match all')

const ruleSchema = z.strictObject({
  id: z.string().min(1),
  deny: matcherSchema.optional(),
  allow: matcherSchema.optional(),
})

/**
 * Checks the rules of a gate.
 *
 * @throws DefinitionError naming the rule.
 */
export function compileRules(rules: readonly RuleOptions[] = []): readonly Rule[] {
  if (!Array.isArray(rules)) throw new DefinitionError('createGate(): rules must be a list.')
  return rules.map((given: RuleOptions, index) => {
    const what = `createGate(): rule ${given?.id ? `'${given.id}'` : index}`
    const { id, deny, allow } = parseOptions(ruleSchema, given, what)
    const matcher = deny ?? allow
    if (!matcher || (deny && allow)) throw new DefinitionError(`${what}: give it either deny or allow.`)
    const { tools, effects } = matcher
    const patterns = tools?.map(pattern)
    return {
      id,
      verdict: deny ? 'deny' : 'allow',
      matches: (tool) =>
        (!effects || effects.includes(tool.effect)) &&
        (!patterns || patterns.some((test) => names(tool).some((name) => test.test(name)))),
    }
  })
}

function names({ name, upstream }: Tool): string[] {
  return upstream ? [name, `${upstream.id}/${upstream.tool}`] : [name]
}

function pattern(glob: string): RegExp {
  return new RegExp(`^${glob.split('*').map(escapeRegExp).join('.*')}$`)
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

// The operator's rules: who may use which tool, with which arguments, under which condition. Worst verdict wins,
// and an `allow` never lifts what the flow holds. A rule that can't be evaluated denies.

import type { Environment, ParseResult } from '@marcbachmann/cel-js'
import { z } from 'zod'
import { ajv2020, cel, yaml } from '../../base/late.js'
import { DefinitionError, parseOptions } from '../../base/options.js'
import type { JsonObject } from '../../json/json.js'
import { matches } from '../../text/glob.js'
import { EFFECTS } from '../../tool/effects.js'
import type { FlowTool } from '../../tool/flow/declare.js'
import { type RuleHit, type Verdict, worstVerdict } from './decision.js'
import { FACT_VARIABLES, type FactDocument } from './facts.js'

/** When a rule applies: all that is given must hold. */
export interface RuleMatch {
  /** Names, or `<upstream>/<tool>`; `*` stands for any characters. */
  readonly tools?: readonly string[]
  readonly upstreams?: readonly string[]
  readonly effects?: readonly (typeof EFFECTS)[number][]
  readonly principals?: {
    readonly tenants?: readonly string[]
    readonly users?: readonly string[]
    readonly groups?: readonly string[]
  }
  /** A JSON Schema (2020-12) that the arguments must fit. */
  readonly args?: JsonObject
  /** A CEL condition over the fact document. */
  readonly when?: string
}

/** One rule: an id, one of `allow`, `deny` and `hold`, and what goes with it. */
export interface Rule {
  readonly id: string
  readonly allow?: RuleMatch
  readonly deny?: RuleMatch
  readonly hold?: RuleMatch
  /** Shown to the operator and the person who is asked. */
  readonly reason?: string
  /** Whether a declaration may be exempt from it. */
  readonly exemptable?: boolean
}

/** What {@link compilePolicy} takes. */
export interface PolicyOptions {
  readonly rules?: readonly Rule[]
  /**
   * For calls that no rule is about. Default: `deny` where there is an `allow` rule, which would say nothing
   * otherwise; else `allow`: the flow decides.
   */
  readonly otherwise?: Verdict
}

/** Compiled rules. */
export interface Policy {
  /** Whether there is anything to evaluate, so that no facts are gathered for nothing. */
  readonly isEmpty: boolean
  readonly ids: ReadonlySet<string>
  evaluate(
    facts: FactDocument,
    tool: FlowTool,
  ): { readonly verdict: Verdict; readonly rules: readonly RuleHit[] }
}

/**
 * Compiles an operator's rules.
 *
 * @throws DefinitionError that names the rule, the key and the mend.
 * @example
 * compilePolicy({ rules: [{ id: 'no-dotfiles', deny: { tools: ['fs/*'], when: "args.path.contains('/.')" } }] })
 */
export function compilePolicy(options: PolicyOptions | readonly Rule[] = {}): Policy {
  const given = parseOptions(policySchema, Array.isArray(options) ? { rules: options } : options, 'rules')
  const ids = new Set<string>()
  for (const { id } of given.rules) {
    if (ids.has(id)) throw new DefinitionError(`rules: two rules have the id '${id}'. Give each its own.`)
    ids.add(id)
  }
  const rules = given.rules.map((rule) => compileRule(rule as Rule))
  const otherwise = given.otherwise ?? (given.rules.some(({ allow }) => allow) ? 'deny' : 'allow')
  return {
    isEmpty: rules.length === 0 && otherwise === 'allow',
    ids,
    evaluate(facts, tool) {
      const hits = rules.flatMap((rule) => rule(facts, tool) ?? [])
      const counted = hits.filter(({ exempted }) => !exempted)
      const verdict = counted.length > 0 ? worstVerdict(counted.map((hit) => hit.verdict)) : otherwise
      return { verdict, rules: hits }
    },
  }
}

/**
 * Reads rules from YAML or JSON text.
 *
 * @throws DefinitionError that names the place.
 */
export function parsePolicy(text: string): Policy {
  let given: unknown
  try {
    given = yaml().parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw new DefinitionError(`rules: not YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  return compilePolicy((given ?? {}) as PolicyOptions)
}

/** @throws DefinitionError when a declaration is exempt from a rule that is not there, or not exemptable. */
export function checkExemptions(
  policy: PolicyOptions | readonly Rule[],
  tools: Iterable<Pick<FlowTool, 'name' | 'exempt'>>,
): void {
  const rules: readonly Rule[] = Array.isArray(policy) ? policy : ((policy as PolicyOptions).rules ?? [])
  for (const { name, exempt } of tools) {
    for (const id of exempt) {
      const rule = rules.find((each) => each.id === id)
      if (!rule) throw new DefinitionError(`tool '${name}': exempt: there is no rule '${id}'.`)
      if (!rule.exemptable) {
        throw new DefinitionError(
          `tool '${name}': exempt: rule '${id}' is not exemptable. The operator sets 'exemptable: true' on it.`,
        )
      }
    }
  }
}

type CompiledRule = (facts: FactDocument, tool: FlowTool) => RuleHit | undefined

const VERDICTS = ['allow', 'deny', 'hold'] as const

const texts = z.array(z.string().min(1)).min(1).optional()
const matchSchema = z
  .strictObject({
    tools: texts,
    upstreams: texts,
    effects: z.array(z.enum(EFFECTS)).min(1).optional(),
    principals: z.strictObject({ tenants: texts, users: texts, groups: texts }).optional(),
    args: z.record(z.string(), z.unknown()).optional(),
    when: z.string().min(1).optional(),
  })
  .optional()
const ruleSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i, 'must be a short name of letters, digits, dots and dashes'),
  allow: matchSchema,
  deny: matchSchema,
  hold: matchSchema,
  reason: z.string().max(300).optional(),
  exemptable: z.boolean().optional(),
})
const policySchema = z.strictObject({
  rules: z.array(ruleSchema).default([]),
  otherwise: z.enum(['allow', 'hold', 'deny']).optional(),
})

function compileRule(rule: Rule): CompiledRule {
  const { id, reason, exemptable = false } = rule
  const given = VERDICTS.filter((verdict) => rule[verdict])
  const verdict = given[0]
  if (!verdict || given.length > 1) {
    throw new DefinitionError(`rule '${id}': give exactly one of allow, deny and hold.`)
  }
  const applies = compileMatch(rule[verdict] as RuleMatch, id)
  const hit = { id, verdict, ...(reason !== undefined && { reason }) }
  return (facts, tool) => {
    const exempted = exemptable && tool.exempt.includes(id)
    try {
      if (!applies(facts, tool)) return undefined
      return exempted ? { ...hit, exempted } : hit
    } catch {
      return exempted ? undefined : { ...hit, verdict: 'deny', failed: true }
    }
  }
}

function compileMatch(match: RuleMatch, id: string): (facts: FactDocument, tool: FlowTool) => boolean {
  const { tools, upstreams } = match
  const fits = match.args && compileArgs(match.args, id)
  const holds = match.when === undefined ? undefined : compileCondition(match.when, id)
  return (facts, tool) => {
    const full = tool.upstream ? `${tool.upstream.id}/${tool.upstream.tool}` : tool.name
    if (tools && !tools.some((each) => matches(each, tool.name) || matches(each, full))) return false
    if (upstreams && !upstreams.some((each) => matches(each, tool.upstream?.id ?? ''))) return false
    if (match.effects && !match.effects.includes(tool.effect)) return false
    if (match.principals && !isOneOf(match.principals, facts)) return false
    if (fits && !fits(facts.args)) return false
    return holds ? holds(facts) : true
  }
}

function isOneOf(
  { tenants, users, groups }: NonNullable<RuleMatch['principals']>,
  { principal }: FactDocument,
): boolean {
  if (tenants && !tenants.includes(principal.tenant)) return false
  if (users && !users.includes(principal.user)) return false
  return !groups || groups.some((group) => principal.groups.includes(group))
}

function compileArgs(schema: JsonObject, id: string): (args: JsonObject) => boolean {
  try {
    const validate = new (ajv2020().Ajv2020)({
      strict: true,
      validateFormats: false,
      allErrors: false,
    }).compile(schema)
    return (args) => validate(args) === true
  } catch (error) {
    throw new DefinitionError(`rule '${id}': args is no JSON Schema: ${(error as Error).message}`)
  }
}

let conditions: Environment | undefined

function environment(): Environment {
  if (conditions) return conditions
  const made = new (cel().Environment)({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
  })
  for (const name of FACT_VARIABLES) made.registerVariable(name, 'dyn')
  conditions = made
  return made
}

function compileCondition(when: string, id: string): (facts: FactDocument) => boolean {
  let condition: ParseResult
  try {
    condition = environment().parse(when)
    const { valid, type, error } = condition.check()
    if (!valid) throw error
    if (type !== 'bool' && type !== 'dyn') throw new TypeError(`it gives ${type}, not bool`)
  } catch (error) {
    throw new DefinitionError(
      `rule '${id}': when is no condition: ${(error as Error).message.split('\n')[0]}. Variables: ${FACT_VARIABLES.join(', ')}.`,
    )
  }
  return (facts) => {
    const answer: unknown = condition(facts as unknown as Record<string, unknown>)
    // Anything but a plain yes or no, a promise included, is a rule that failed.
    if (typeof answer !== 'boolean') throw new TypeError('a condition must give true or false')
    return answer
  }
}

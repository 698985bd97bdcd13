// `sallyport/lint`: looks at tool contracts as a reviewer would. Reads definitions only; it never calls a tool.

import { z } from 'zod'
import { DefinitionError, parseOptions } from '../base/options.js'
import { isRecord } from '../json/json.js'
import type { Tool } from '../tool/tool.js'
import { visible } from './characters.js'
import { describeTool } from './describe.js'
import { boilerplateOf, commonPrefix, relativesIn } from './related.js'
import type { Complaint, Finding, Report, Rule, Severity, ToolDescription, ToolSet } from './rule.js'
import { SEVERITIES } from './rule.js'
import { RULES } from './rules/index.js'
import { nestsTooDeep, schemaValid } from './rules/schema-valid.js'
import { definitionTokens } from './tokens.js'
import { cut } from './words.js'

export { describeServerTool, describeTool } from './describe.js'
export { type JsonReport, jsonReport, type Subject, textReport } from './report.js'
export type {
  Complaint,
  Finding,
  Report,
  Rule,
  SetRule,
  Severity,
  ToolDescription,
  ToolRule,
  ToolSet,
} from './rule.js'
export { SEVERITIES } from './rule.js'
export { RULES } from './rules/index.js'
export { type SarifLog, sarifReport } from './sarif.js'

/** What {@link lintTools} takes beside the tools. */
export interface LintOptions {
  /** By rule id: `off`, or the severity that its findings get. */
  readonly rules?: Readonly<Record<string, Severity | 'off'>>
  /** What all definitions may cost together, in tokens. Default 20 000. */
  readonly budgetTokens?: number
  /** A page cursor that `tools/list` gave twice, where whoever read the list noticed one. */
  readonly repeatedCursor?: string
}

/**
 * Lints tools that a model sees together. Findings come worst first, then in the order of the rules and of the
 * tools. Whatever a definition says is shown with its hidden characters written out.
 *
 * @throws DefinitionError when an option or a rule is unknown, and for what is no tool.
 * @example
 * const { findings, counts } = lintTools([searchAwards, searchFlights], { rules: { 'output-undeclared': 'off' } })
 * if (counts.error > 0) throw new Error(findings.map((f) => `${f.tool}: ${f.message}`).join('\n'))
 */
export function lintTools(tools: readonly (Tool | ToolDescription)[], options: LintOptions = {}): Report {
  const { rules, budgetTokens, repeatedCursor } = parseOptions(optionsSchema, options, 'lintTools()')
  if (!Array.isArray(tools)) throw new DefinitionError('lintTools(): the first argument is a list of tools.')
  const all = tools.map(asDescription)
  // What nests too deep to walk is looked at only by the rule that says so.
  const set = makeSet(
    all.filter((tool) => !nestsTooDeep(tool)),
    budgetTokens,
    repeatedCursor,
  )
  const findings = RULES.flatMap((rule) => {
    const severity = rules[rule.id] ?? rule.severity
    return severity === 'off'
      ? []
      : [...findingsOf(rule, severity, set, rule === schemaValid ? all : set.tools)]
  })
  // The sort is stable, so rules and tools keep their order within a severity.
  findings.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of findings) counts[severity]++
  return { findings, tools: tools.length, tokens: set.tokens, counts }
}

const optionsSchema = z.strictObject({
  rules: z
    .strictObject(Object.fromEntries(RULES.map(({ id }) => [id, z.enum(['off', ...SEVERITIES]).optional()])))
    .default({}),
  budgetTokens: z.int().positive().default(20_000),
  repeatedCursor: z.string().optional(),
})

function asDescription(tool: Tool | ToolDescription, index: number): ToolDescription {
  if (isRecord(tool) && 'source' in tool) return tool as ToolDescription
  if (isRecord(tool) && isRecord((tool as Partial<Tool>).flow)) return describeTool(tool as Tool)
  const name = isRecord(tool) && typeof tool.name === 'string' ? ` ('${visible(cut(tool.name, 64))}')` : ''
  throw new DefinitionError(
    `lintTools(): entry ${index}${name} is no tool made by tool(). For a definition as a server or a provider lists it, { name, description, inputSchema }, give describeServerTool(definition).`,
  )
}

function makeSet(
  tools: readonly ToolDescription[],
  budgetTokens: number,
  repeatedCursor: string | undefined,
): ToolSet {
  return {
    tools,
    relatives: relativesIn(tools),
    prefix: commonPrefix(tools),
    boilerplate: boilerplateOf(tools),
    budgetTokens,
    tokens: tools.reduce((sum, tool) => sum + definitionTokens(tool), 0),
    repeatedCursor,
  }
}

function* findingsOf(
  rule: Rule,
  severity: Severity,
  set: ToolSet,
  tools: readonly ToolDescription[],
): Generator<Finding> {
  if ('checkSet' in rule) {
    for (const complaint of rule.checkSet(set)) yield asFinding(rule, severity, complaint)
    return
  }
  for (const tool of tools) {
    for (const complaint of rule.check(tool, set)) yield asFinding(rule, severity, complaint, tool)
  }
}

function asFinding(rule: Rule, severity: Severity, complaint: Complaint, tool?: ToolDescription): Finding {
  return {
    rule: rule.id,
    severity,
    ...(tool && { tool: visible(cut(tool.name, 128)) || '(no name)' }),
    ...(complaint.path !== undefined && { path: visible(complaint.path) }),
    message: visible(complaint.message),
    mend: visible(complaint.mend ?? rule.mend),
  }
}

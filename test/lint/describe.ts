// Short ways to write definitions in tests.

import { describeServerTool, type Finding, type LintOptions, lintTools } from 'sallyport/lint'
import type { Json } from '../../src/tool/json.js'

/** A definition as a server gives it. */
export function definition(
  name: string,
  description: string,
  properties: object = {},
  more: object = {},
): Json {
  return { name, description, inputSchema: { type: 'object', properties, ...more } } as unknown as Json
}

/** A definition with one parameter `p`. */
export function withParameter(parameter: object, name = 'p'): Json {
  return definition('act', 'Acts on a thing and gives what came of it.', { [name]: parameter })
}

/** The findings of one rule on definitions as a server gives them. */
export function findingsOf(
  rule: string,
  raw: Json | readonly Json[],
  options: LintOptions = {},
): readonly Finding[] {
  const tools = (Array.isArray(raw) ? raw : [raw]) as readonly Json[]
  return lintTools(tools.map(describeServerTool), options).findings.filter((finding) => finding.rule === rule)
}

/** What happens, the rule, and the definitions. */
export type Case = readonly [what: string, rule: string, raw: Json | readonly Json[]]

/** A parameter that takes a string. */
export const text = (description: string, more: object = {}) =>
  withParameter({ type: 'string', description, ...more })

/** A parameter that takes a whole number. */
export const number = (description: string, more: object = {}, name = 'p') =>
  withParameter({ type: 'integer', description, ...more }, name)

/** A tool of this name and with these annotations. */
export const annotated = (name: string, annotations: object) =>
  ({ ...(definition(name, 'Acts.') as object), annotations }) as Json

/** The properties of a tool that takes a path. */
export const path = { path: { type: 'string', description: 'A path' } }

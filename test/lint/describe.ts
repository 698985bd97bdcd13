// Short ways to write definitions in tests.

import {
  describeServerTool,
  type Finding,
  type LintOptions,
  lintTools,
  type ToolDescription,
} from 'sallyport/lint'
import type { Json } from '../../src/json/json.js'

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
  return lintTools(tools.map(asDescription), options).findings.filter((finding) => finding.rule === rule)
}

/** A definition as a server gives it; with an `effect` one of a library tool, and the keys of its declaration. */
export function asDescription(raw: Json): ToolDescription {
  const { effect, roles, origin, readers, egress, allow, ...rest } = raw as Record<string, Json>
  if (effect === undefined) return describeServerTool(raw)
  const flow = Object.fromEntries(
    Object.entries({ roles, origin, readers, egress, allow }).filter(([, value]) => value !== undefined),
  )
  const { raw: _, ...described } = describeServerTool(rest as Json)
  return { ...described, effect, flow, source: 'module' } as ToolDescription
}

/** A library tool with these parameters and these keys of its declaration. */
export function declared(name: string, properties: object, keys: object, output?: object): Json {
  const outputSchema = output && { type: 'object', properties: output }
  return {
    ...(definition(name, 'Acts on a thing and gives what came of it.', properties) as object),
    ...(outputSchema && { outputSchema }),
    ...keys,
  } as Json
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

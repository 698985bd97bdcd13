// How tools are advertised: as they are, or as one provider takes them. A profile rewrites the schema and nothing
// else; what the gate admits stays as it is.

import { freezeDeep } from '../base/freeze.js'
import { nearName } from '../base/names.js'
import { DefinitionError } from '../base/options.js'
import type { JsonObject } from '../json/json.js'
import type { Annotations } from '../tool/effects.js'
import type { Tool } from '../tool/tool.js'
import { geminiSchema } from './gemini.js'
import { anthropicSchema, openaiSchema } from './plain.js'
import { strictSchema } from './strict.js'

/** The profiles that there are. */
export const PROFILES = ['openai', 'openai-strict', 'anthropic', 'gemini', 'mcp'] as const

/**
 * Whom tools are advertised to. `openai`: Chat Completions and Responses without strict mode. `openai-strict`: with
 * it, tool by tool. `anthropic`: Messages. `gemini`: the `parameters` of a function declaration; leave `parameters`
 * out where the schema has no `properties`. `mcp`: `tools/list`.
 */
export type Profile = (typeof PROFILES)[number]

/** A tool as it is offered to a model. Frozen, and the same object each time. */
export interface AdvertisedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** MCP hints; other hosts pick what they need. */
  readonly annotations: Annotations
  /**
   * With the profile `openai-strict` only: what to send as `strict`. False: strict mode can't say this schema, which
   * is in the form of `openai`. Send the false too: where nothing is said, the Responses API tries strict mode.
   */
  readonly strict?: boolean
}

/**
 * Tools as a profile wants them; without one, as they were declared. Each is made once.
 *
 * @throws DefinitionError when there is no such profile.
 * @example
 * session.tools('anthropic').map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }))
 */
export function advertise(tools: readonly Tool[], profile?: Profile): readonly AdvertisedTool[] {
  if (profile !== undefined && !PROFILES.includes(profile)) throw unknownProfile(profile)
  const key = profile ?? 'declared'
  return tools.map((tool) => {
    const made = known.get(tool) ?? new Map<string, AdvertisedTool>()
    if (!known.has(tool)) known.set(tool, made)
    const entry = made.get(key) ?? freezeDeep(entryOf(tool, profile))
    made.set(key, entry)
    return entry
  })
}

const known = new WeakMap<Tool, Map<string, AdvertisedTool>>()

function unknownProfile(given: unknown): DefinitionError {
  const near = nearName(String(given), PROFILES)
  return new DefinitionError(
    `session.tools(): unknown profile '${String(given)}'; ${near ? `did you mean '${near}'?` : `there are ${PROFILES.join(', ')}.`}`,
  )
}

function entryOf(tool: Tool, profile: Profile | undefined): AdvertisedTool {
  const { name, description, annotations, inputSchema } = tool
  return { name, description, annotations, ...schemaFor(profile, inputSchema, tool.schema.input.foreign) }
}

type SchemaPart = Pick<AdvertisedTool, 'inputSchema' | 'strict'>

function schemaFor(profile: Profile | undefined, schema: JsonObject, isForeign: boolean): SchemaPart {
  switch (profile) {
    case undefined:
      return { inputSchema: schema }
    case 'mcp':
      // MCP wants the type said; its schemas are JSON Schema 2020-12 or name their draft.
      return { inputSchema: schema.type === 'object' ? schema : { ...schema, type: 'object' } }
    case 'openai':
      return { inputSchema: openaiSchema(schema) }
    case 'openai-strict': {
      // A tool from elsewhere gets its nulls, and would take them for values.
      const strict = strictSchema(schema, { passesNulls: isForeign })
      return { inputSchema: strict ?? openaiSchema(schema), strict: strict !== undefined }
    }
    case 'anthropic':
      return { inputSchema: anthropicSchema(schema) }
    case 'gemini':
      return { inputSchema: geminiSchema(schema) }
  }
}

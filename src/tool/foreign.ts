// Tools that were described elsewhere: an MCP server's. The raw definition is a stranger's; the operator's
// config says what the gate goes by.

import { z } from 'zod'
import { isPrototypeName, TOOL_NAME } from '../base/names.js'
import { DefinitionError, parseOptions } from '../base/options.js'
import type { Json, JsonObject } from '../json/json.js'
import { compileInput, jsonSchema, type ParseResult } from '../json/schema/schema.js'
import type { Say } from '../view/say.js'
import type { ToolContext } from './context.js'
import { type Annotations, annotationsOf, type Effect } from './effects.js'
import { type FlowOptions, pickFlow } from './flow/declare.js'
import { type Limits, upstreamLimitsSchema } from './limits.js'
import { declare, type ModelView, type Tool, type UiParts, type Upstream } from './tool.js'

const foreignOptions = z.strictObject({ limits: upstreamLimitsSchema })

/** What {@link foreignTool} takes. */
interface ForeignToolOptions extends FlowOptions {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly effect: Effect
  readonly upstream: Upstream
  readonly limits?: Partial<Limits>
  readonly annotations?: Partial<Annotations>
  /** Gets the arguments as the caller sent them: no defaults filled, no nulls dropped. */
  run(args: JsonObject, ctx: ToolContext): unknown
  /**
   * Makes the arguments of what the caller sent, once values stand in the place of handles, or tells what is wrong
   * with them. Default: they are what was sent.
   */
  fitArgs?(args: JsonObject): ParseResult
  toModel?(value: unknown, view: ModelView): Say | string
  toUi?(value: unknown): UiParts
  /** The part of a result that counts as evidence. Default: all of it. */
  evidenceOf?(value: unknown): Json
  /** What a handle of the whole result stands for; undefined: there is none. Default: all of it. */
  restOf?(value: unknown): Json | undefined
}

/**
 * Declares a tool from a raw definition. Whatever it returns is a third party's, so free text in its views
 * stands in a fence.
 *
 * @throws DefinitionError when the name or the schema can't be used.
 */
export function foreignTool(options: ForeignToolOptions): Tool {
  const { name, description, inputSchema, effect, upstream, limits, annotations } = options
  const { fitArgs, toModel, toUi, evidenceOf, restOf } = options
  if (!TOOL_NAME.test(name) || isPrototypeName(name)) {
    throw new DefinitionError(
      `tool '${name}' of upstream '${options.upstream.id}': the name must match ${TOOL_NAME}.`,
    )
  }
  const input = compileInput(jsonSchema(inputSchema), name)
  return declare({
    name,
    description,
    effect,
    upstream,
    version: '1',
    callable: 'model',
    idempotent: false,
    limits: parseOptions(foreignOptions, { limits: limits ?? {} }, `tool '${name}'`).limits as Limits,
    annotations: { ...annotationsOf(options.effect, false), ...annotations },
    schema: { input: fitArgs ? { ...input, parse: (args) => fitArgs(args as JsonObject) } : input },
    run: options.run as NonNullable<Tool['run']>,
    ...(toModel && { toModel }),
    ...(toUi && { toUi }),
    ...(evidenceOf && { evidenceOf }),
    ...(restOf && { restOf }),
    flowOptions: pickFlow(options as unknown as Readonly<Record<string, unknown>>),
  })
}

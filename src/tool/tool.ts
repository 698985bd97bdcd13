// The declaration of a tool: checked once, copied, frozen. What the gate does with a call is read from here,
// never from the call.

import { createHash } from 'node:crypto'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { parseOptions } from '../base/options.js'
import { canonicalJson } from '../json/canonical-json.js'
import type { Json, JsonObject } from '../json/json.js'
import type { CompiledSchema, ToolSchema } from '../json/schema/schema.js'
import { compileInput, compileOutput, ownInput } from '../json/schema/schema.js'
import type { Say } from '../view/say.js'
import type { Principal, ToolContext } from './context.js'
import { type Annotations, annotationsOf, type Effect } from './effects.js'
import { compileFlow, type FlowOptions, type FlowTool, pickFlow } from './flow/declare.js'
import type { Limits } from './limits.js'
import type { Empty, ToolFailure } from './results.js'
import type { Fitting, SealedAs, SealedItem, Viewed } from './sealed.js'
import {
  checkUpdates,
  composeDescription,
  type Given,
  optionsSchema,
  refuseIdleOptions,
} from './tool-options.js'

/** Who may call a tool: the model, only the program (`app`), or both. */
type Callable = 'model' | 'app' | 'both'

/** Asked of `createGate({ can })` when a text; else a predicate on the principal. Throwing denies. */
export type Permission = string | ((principal: Principal) => boolean | Promise<boolean>)

/** The value of a run: what it returns, without `empty` and `failure`. */
export type ValueOf<R> = SealedItem<Exclude<Awaited<R>, Empty | ToolFailure>>

/** What a UI view is made of. */
export interface UiParts {
  /** A literal of the declaration. Never take it from data. */
  readonly panel: string
  readonly data: unknown
}

/** What a model view is made with. */
export interface ModelView {
  /** A handle of the whole result, made when it is read: for a view that leaves something out. */
  readonly rest: string | undefined
}

/** What {@link tool} takes. */
export interface ToolOptions<I, O, R, OutputIn = unknown> extends FlowOptions {
  /** `^[a-zA-Z][a-zA-Z0-9_-]{0,63}$` */
  readonly name: string
  /** What it does, in a sentence. */
  readonly description: string
  /** When a model should take it. */
  readonly useWhen: string
  /** When it should not, and what to take then. */
  readonly notFor?: string
  /** What it takes: a Standard Schema that gives JSON Schema, such as a zod object. */
  readonly input: ToolSchema<I>
  /** What it gives. Checked; undeclared keys don't leave. What `run` returns must fit what it takes. */
  readonly output?: ToolSchema<O> & StandardSchemaV1<OutputIn, O>
  readonly effect: Effect
  readonly permission?: Permission
  /** Default `model`. */
  readonly callable?: Callable
  /** Running it twice does no more than once. For `write` and `trigger`. */
  readonly idempotent?: boolean
  /** Names the act: a repeat within 24 hours gives the first outcome. For `write` and `trigger`. */
  idempotencyKey?(input: I): string
  readonly limits?: Partial<Limits>
  /** Keeps outcomes of equal calls in a session. For `explain`, `read` and `derive`. */
  readonly cache?: { readonly ttlMs: number }
  /** Part of the identity across processes. Default `1`. */
  readonly version?: string
  /**
   * The input path of a handle that is written back: what `run` did to the value is kept behind the same token. For
   * `write`, `trigger` and `destroy`.
   */
  readonly updates?: string
  /** The UI panel of its failures, and of its results without `toUi`. Default: the tool's name. */
  readonly panel?: string
  /** The method of the toolset's host object that runs the tool. Several tools may name one: see `ctx.tool`. */
  readonly handler?: string
  run?(input: I, ctx: ToolContext): R
  /** The model view, over the sealed value. Write it after `run`. */
  toModel?(
    value: NoInfer<unknown extends O ? ValueOf<R> : Viewed<O, OutputIn>>,
    view: ModelView,
  ): Say | string
  /** The UI view, over the sealed value. Write it after `run`. */
  toUi?(value: NoInfer<unknown extends O ? ValueOf<R> : Viewed<O, OutputIn>>): UiParts
}

/** Where a tool of an MCP server comes from. */
export interface Upstream {
  readonly id: string
  readonly tool: string
  /** Digest of the raw definition. */
  readonly pin?: string
}

/** A declared tool, as the gate uses it. Frozen; made by {@link tool}. */
export interface Tool<I = unknown, Value = unknown> {
  readonly name: string
  readonly version: string
  /** The advertised text: description, when to use, when not. */
  readonly description: string
  readonly useWhen?: string
  readonly notFor?: string
  /** The advertised JSON Schema. */
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly annotations: Annotations
  readonly effect: Effect
  readonly callable: Callable
  readonly permission?: Permission
  readonly idempotent: boolean
  readonly limits: Limits
  readonly cache?: { readonly ttlMs: number }
  readonly panel?: string
  readonly handler?: string
  readonly updates?: string
  readonly upstream?: Upstream
  /** What the declaration says about information flow, compiled. */
  readonly flow: FlowTool
  /** SHA-256 of what a model and an approval go by: name, version, text, schemas, effect, flow. */
  readonly digest: string
  /** The declaration itself: what grants compare. A bound tool names the one that it was bound from. */
  readonly declaration: object
  readonly schema: { readonly input: CompiledSchema; readonly output?: CompiledSchema }
  /** The host object and its method, where {@link toolset} bound one. */
  readonly binding?: { readonly host: object; readonly method: string }
  idempotencyKey?(input: I): string
  /** The code that runs: the bound method, or the declaration's own `run`. */
  run?(input: I, ctx: ToolContext): unknown
  toModel?(value: Value, view: ModelView): Say | string
  toUi?(value: Value): UiParts
  /** The part of the sealed value that counts as evidence, where that is not all of it. */
  evidenceOf?(value: Value): Json
  /** It looks inside of handles, instead of using them. */
  readonly isInspector?: true
  /** What a handle of the whole result stands for, where that is not the sealed value; undefined: there is none. */
  restOf?(value: Value): Json | undefined
}

/**
 * Declares a tool.
 *
 * @throws DefinitionError naming the tool, the key and the mend.
 * @example
 * const add = tool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   useWhen: 'a sum is needed',
 *   input: z.object({ a: z.number(), b: z.number() }),
 *   effect: 'derive',
 *   run: ({ a, b }) => ({ sum: a + b }),
 * })
 */
export function tool<I, R extends Fitting<OutputIn>, O = unknown, OutputIn = unknown>(
  options: ToolOptions<I, O, R, OutputIn>,
): Tool<I, unknown extends O ? ValueOf<R> : SealedAs<O, OutputIn, string>> {
  return read(options, compileInput)
}

/** A tool of this library's own, made while it is imported: nothing is loaded for it before it is called. */
export function ownTool<I, R>(options: ToolOptions<I, unknown, R>): Tool<I> {
  return read(options, ownInput)
}

function read<I, Value>(options: unknown, compile: typeof compileInput): Tool<I, Value> {
  const what = `tool '${String((options as { name?: unknown } | undefined)?.name)}'`
  const given = parseOptions(optionsSchema, options, what)
  refuseIdleOptions(given, what)
  const input = compile(given.input as ToolSchema, given.name)
  const output =
    given.output === undefined ? undefined : compileOutput(given.output as ToolSchema, given.name)
  checkUpdates(given, input.json, what)
  return declare({
    name: given.name,
    version: given.version,
    description: composeDescription(given),
    useWhen: given.useWhen,
    ...(given.notFor !== undefined && { notFor: given.notFor }),
    effect: given.effect,
    callable: given.callable,
    idempotent: given.idempotent,
    limits: given.limits as Limits,
    ...(given.permission !== undefined && { permission: given.permission as Permission }),
    ...(given.cache && { cache: given.cache }),
    ...(given.panel !== undefined && { panel: given.panel }),
    ...(given.handler !== undefined && { handler: given.handler }),
    ...(given.updates !== undefined && { updates: given.updates }),
    annotations: annotationsOf(given.effect, given.idempotent),
    schema: { input, ...(output && { output }) },
    ...pickFunctions(given),
    flowOptions: pickFlow(given),
  })
}

type Declared = Omit<Tool, 'inputSchema' | 'outputSchema' | 'digest' | 'declaration' | 'flow'> & {
  readonly flowOptions: FlowOptions
}

/** Freezes a checked declaration and gives it its digest. What `tool` and `foreignTool` share. */
export function declare<I, Value>({ flowOptions, ...parts }: Declared): Tool<I, Value> {
  const { schema } = parts
  const identity = {
    name: parts.name,
    version: parts.version,
    description: parts.description,
    effect: parts.effect,
    input: schema.input.json,
    output: schema.output?.json ?? null,
    upstream: parts.upstream ?? null,
    flow: flowOptions,
    ...(parts.updates !== undefined && { updates: parts.updates }),
  }
  const digest = createHash('sha256')
    .update(canonicalJson(identity as unknown as Json))
    .digest('hex')
  const made: { -readonly [K in keyof Tool]: Tool[K] } = {
    ...parts,
    inputSchema: schema.input.json,
    ...(schema.output && { outputSchema: schema.output.json }),
    limits: Object.freeze({ ...parts.limits }),
    annotations: Object.freeze({ ...parts.annotations }),
    schema: Object.freeze(schema),
    digest,
    flow: compileFlow({
      ...flowOptions,
      name: parts.name,
      identity: digest,
      description: parts.description,
      effect: parts.effect,
      input: schema.input.json,
      ...(parts.upstream && { upstream: parts.upstream }),
    }),
    declaration: {},
  }
  if (parts.cache) made.cache = Object.freeze({ ...parts.cache })
  if (parts.upstream) made.upstream = Object.freeze({ ...parts.upstream })
  made.declaration = made
  return Object.freeze(made) as Tool<I, Value>
}

function pickFunctions(given: Given): Pick<Tool, 'run' | 'toModel' | 'toUi' | 'idempotencyKey'> {
  const keys = ['run', 'toModel', 'toUi', 'idempotencyKey'] as const
  return Object.fromEntries(keys.flatMap((key) => (given[key] ? [[key, given[key]]] : [])))
}

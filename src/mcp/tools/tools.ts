// Tools of upstreams, declared: the raw definition of a stranger and the operator's word on it become one
// declaration of the gate, and one entry of the list that clients see.

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../json/canonical-json.js'
import { isRecord, type JsonObject } from '../../json/json.js'
import type { ToolContext } from '../../tool/context.js'
import type { Effect } from '../../tool/effects.js'
import { pickFlow } from '../../tool/flow/declare.js'
import { foreignTool } from '../../tool/foreign.js'
import type { Limits } from '../../tool/limits.js'
import { failure, ownFailure, type ToolFailure } from '../../tool/results.js'
import type { Tool } from '../../tool/tool.js'
import { cleanWords, withCleanWords } from '../clean-words.js'
import type { RawTool } from '../definitions.js'
import { UnsupportedResult } from '../link.js'
import { AnswerDropped, ConnectionLost, type RawResult, type RelayOptions, UpstreamError } from '../relay.js'
import { accepting, withoutMarks } from './accepts.js'
import { fitting } from './fit.js'
import type { ToolPolicy, Views } from './policy.js'
import { restIn } from './rest.js'
import { errorText, evidenceIn, modelText } from './results.js'

/** A request for a tool of an upstream. */
export interface UpstreamCall extends RelayOptions {
  readonly tool: string
  readonly args: JsonObject
  /** A second run does no harm, by the operator's word: then a call that was cut off is sent again, once. */
  readonly repeatable: boolean
}

/** An MCP server whose tools can be called; whoever keeps its connection is another room. */
interface CallableUpstream {
  readonly id: string
  call(request: UpstreamCall): Promise<RawResult>
}

/** A declared tool of an upstream. */
export interface ShownTool {
  readonly tool: Tool
  /** The id of its server. */
  readonly server: string
  /** What it was declared from. */
  readonly raw: RawTool
  readonly views: Views
  /** Its entry in `tools/list`: the raw definition under its shown name, with clean words. */
  readonly listing: JsonObject
}

/**
 * Declares one tool.
 *
 * @throws DefinitionError when its schema can't be used, or has no place that `accepts` names.
 */
export function declareUpstreamTool(
  name: string,
  raw: RawTool,
  upstream: CallableUpstream,
  policy: ToolPolicy,
  limits: Partial<Limits>,
): ShownTool {
  const views = policy.views ?? 'split'
  const server = upstream.id
  const { description, annotations } = raw.definition
  // The operator's word makes a call safe to send twice, a stranger's hint does not.
  const repeatable = policy.effect === 'read' || policy.effect === 'explain' || policy.effect === 'derive'
  const { accepts } = policy
  const own = withoutMarks(raw.inputSchema)
  const what = `tool '${raw.name}'`
  const tool = foreignTool({
    name,
    description: typeof description === 'string' ? cleanWords(description) : '',
    inputSchema: accepts ? accepting(own, accepts, what) : own,
    ...(accepts && { fitArgs: fitting(own, accepts, name) }),
    effect: policy.effect ?? hintedEffect(annotations),
    upstream: { id: server, tool: raw.name, pin: pinOf(raw.definition) },
    limits: { ...limits, ...policy.limits },
    run: (args, ctx) => callUpstream(upstream, { tool: raw.name, args, repeatable }, views, ctx),
    toModel: (value, view) => modelText(server, value as RawResult, tool.limits, view),
    evidenceOf: (value) => evidenceIn(value as RawResult),
    restOf: (value) => (views === 'raw' ? undefined : restIn(value as RawResult)),
    ...pickFlow(policy as Readonly<Record<string, unknown>>),
    toUi: (value) => ({ panel: name, data: { result: (value as RawResult).result } }),
  })
  return {
    tool,
    server,
    raw,
    views,
    listing: listingOf(name, withCleanWords(raw.definition), tool, views, policy),
  }
}

/** Hints are a stranger's: they may make a tool stricter, and a read run beside others; never cached or sent twice. */
function hintedEffect(annotations: unknown): Effect {
  if (!isRecord(annotations)) return 'write'
  if (annotations.destructiveHint === true) return 'destroy'
  return annotations.readOnlyHint === true ? 'read' : 'write'
}

/** The definition as it came but for its words, so that icons, `_meta`, `$defs` and what is yet to be invented stay. */
function listingOf(
  name: string,
  definition: JsonObject,
  tool: Tool,
  views: Views,
  policy: ToolPolicy,
): JsonObject {
  // The official client throws when a tool that has an output schema answers without `structuredContent`.
  const { outputSchema, ...raw } = definition
  const rest = policy.accepts ? { ...raw, inputSchema: withCleanWords(tool.inputSchema) } : raw
  const listing =
    views === 'raw' && outputSchema !== undefined ? { ...rest, outputSchema, name } : { ...rest, name }
  if (policy.effect === undefined) return listing
  const hints = isRecord(rest.annotations) ? (rest.annotations as JsonObject) : {}
  return { ...listing, annotations: { ...hints, ...tool.annotations } }
}

function pinOf(definition: JsonObject): string {
  return createHash('sha256').update(canonicalJson(definition)).digest('hex')
}

async function callUpstream(
  upstream: CallableUpstream,
  call: { readonly tool: string; readonly args: JsonObject; readonly repeatable: boolean },
  views: Views,
  ctx: ToolContext,
): Promise<RawResult | ToolFailure> {
  try {
    const raw = await upstream.call({
      ...call,
      signal: ctx.signal,
      // Always asked for: it starts the time-out again.
      onprogress: ({ progress, total, message }) =>
        ctx.progress({
          ...(typeof progress === 'number' && { done: progress }),
          ...(typeof total === 'number' && { total }),
          ...(typeof message === 'string' && { message: cleanWords(message) }),
        }),
    })
    if (raw.result.isError !== true || views === 'raw') return raw
    const words = errorText(raw.result)
    return words === undefined
      ? ownFailure({ code: 'upstream_error', userMessage: `The server '${upstream.id}' ${WORDLESS}` })
      : failure({ code: 'upstream_error', userMessage: words })
  } catch (error) {
    if (ctx.signal.aborted) throw error
    return failureOf(upstream.id, error, call.repeatable)
  }
}

/** Ours, said as ours: a lost connection is never passed off as the server's answer. */
function failureOf(server: string, error: unknown, repeatable: boolean): ToolFailure {
  if (error instanceof UpstreamError) {
    return error.isOurs
      ? ownFailure({
          code: 'upstream_error',
          userMessage: `The server '${server}' ${WORDLESS}`,
          cause: error,
        })
      : failure({ code: 'upstream_error', userMessage: error.message })
  }
  if (error instanceof AnswerDropped) return droppedAnswer(server, error, repeatable)
  if (error instanceof UnsupportedResult) {
    return ownFailure({
      code: 'upstream_error',
      userMessage: `The server '${server}' asked something back, which can't be passed on yet.`,
      cause: error,
    })
  }
  if (!(error instanceof ConnectionLost)) throw error
  return ownFailure({
    code: 'upstream_unavailable',
    retryable: !error.sent,
    userMessage: error.sent
      ? `The server '${server}' ended while it worked on this. It may have been done all the same.`
      : `The server '${server}' is not available now.`,
    cause: error,
  })
}

const WORDLESS = 'reported an error without words.'

/** The server has answered, so the call is over: an act is mostly done. */
function droppedAnswer(server: string, error: AnswerDropped, repeatable: boolean): ToolFailure {
  const done = repeatable ? '' : ' It may have been done all the same: check before you try again.'
  return error.why === 'too_large'
    ? ownFailure({
        code: 'result_too_large',
        userMessage: `The answer of the server '${server}' was larger than is taken, and was dropped.${done || ' Ask for less.'}`,
        cause: error,
      })
    : ownFailure({
        code: 'upstream_error',
        userMessage: `The answer of the server '${server}' could not be read.${done}`,
        cause: error,
      })
}

// The part of an AI SDK language model that the runner needs, by shape alone: models of the provider interface
// version 3 (`ai` 6) and version 4 (`ai` 7) are both one. Nothing here imports the package.

import type { JsonObject } from '../../json/json.js'

/** A language model of the AI SDK: what `openai('...')`, `anthropic('...')` and the like give. */
export interface Model {
  readonly specificationVersion: 'v3' | 'v4'
  readonly provider: string
  readonly modelId: string
  doStream(request: ModelRequest): PromiseLike<{ readonly stream: ReadableStream<ModelPart> }>
}

/** What a model is asked. As wide as both versions, which differ in parts that the runner never makes. */
export interface ModelRequest {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly type: string; readonly name: string }[] | undefined
  readonly abortSignal?: AbortSignal | undefined
}

/** A tool as a model is shown it. */
export interface ModelTool {
  type: 'function'
  name: string
  description: string
  inputSchema: JsonObject
}

/** A part of a model's stream. What it holds is read with care: a provider may send anything. */
export interface ModelPart {
  readonly type: string
}

/** A provider's own notes on a part, such as a signature, which it wants back. */
export type Notes = Record<string, JsonObject>

/** A message of a conversation, in the AI SDK's own form. Plain JSON, but for files that a program passed in. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: UserPart[] }
  | { role: 'assistant'; content: AssistantPart[] }
  | { role: 'tool'; content: ToolResultPart[] }

interface TextPart {
  type: 'text'
  text: string
  providerOptions?: Notes
}

interface ToolCallPart {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
  providerOptions?: Notes
}

interface ToolResultPart {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: { type: 'text' | 'error-text'; value: string }
}

export type AssistantPart =
  | TextPart
  | { type: 'reasoning'; text: string; providerOptions?: Notes }
  | ToolCallPart

/** Files are passed on as the program gave them. */
type UserPart = TextPart | { type: 'file'; mediaType: string; data: string; filename?: string }

/** What one turn, or all turns of a run, took, in tokens. What a provider doesn't say counts as none. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

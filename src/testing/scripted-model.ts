// A language model that plays a script, for tests of agents. Speaks the AI SDK's provider interface (version 3)
// by shape alone, so that nothing here needs the package.

/** A call that the model makes. */
export interface ScriptedCall {
  /** Name of the tool. */
  readonly call: string
  /** An object, or a text that goes out as it is, however broken. Default: `{}`. */
  readonly args?: unknown
  /** Default: `call_1`, `call_2`, ... */
  readonly id?: string
}

/** What the model answers at once: a text, a call, or several of them. */
export type ScriptedTurn = string | ScriptedCall | readonly (string | ScriptedCall)[]

/** A turn, or what makes one of what the model was shown. */
export type ScriptedStep = ScriptedTurn | ((request: ScriptedRequest) => ScriptedTurn)

/** What the model was shown at one step. */
export interface ScriptedRequest {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly name: string }[] | undefined
}

/** A model for `generateText`, `streamText` and what takes such a model. */
export interface ScriptedModel {
  readonly specificationVersion: 'v3'
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]>
  doGenerate(request: ScriptedRequest): Promise<Generated>
  doStream(request: ScriptedRequest): Promise<{ stream: ReadableStream<StreamPart> }>
  /** What it was shown, a request a step. */
  readonly requests: readonly ScriptedRequest[]
  /** @throws Error when steps are left that nobody asked for. */
  assertUsedUp(): void
}

type Content = { type: 'text'; text: string } | ToolCall
type ToolCall = { type: 'tool-call'; toolCallId: string; toolName: string; input: string }
type Finish = { usage: Usage; finishReason: { unified: 'stop' | 'tool-calls'; raw: undefined } }
type Generated = Finish & { content: Content[]; warnings: never[] }
type StreamPart =
  | { type: 'stream-start'; warnings: never[] }
  | { type: 'text-start' | 'text-end'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | ToolCall
  | ({ type: 'finish' } & Finish)
type Usage = {
  inputTokens: { total: undefined; noCache: undefined; cacheRead: undefined; cacheWrite: undefined }
  outputTokens: { total: undefined; text: undefined; reasoning: undefined }
}

const NO_USAGE: Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

/**
 * Makes a model that plays the steps, one a request. A request after the last step is an error.
 *
 * @example
 * const model = scriptedModel([
 *   { call: 'search_awards', args: { origin: 'SFO', destination: 'NRT' } },
 *   'The cheapest seat is 55,000 miles.',
 * ])
 * await generateText({ model, tools, prompt: 'Find me a seat.', stopWhen: stepCountIs(3) })
 * model.assertUsedUp()
 */
export function scriptedModel(steps: readonly ScriptedStep[]): ScriptedModel {
  const requests: ScriptedRequest[] = []
  let calls = 0
  const contentOf = (part: string | ScriptedCall): Content => {
    if (typeof part === 'string') return { type: 'text', text: part }
    const { call, args = {}, id = `call_${++calls}` } = part
    const input = typeof args === 'string' ? args : JSON.stringify(args)
    return { type: 'tool-call', toolCallId: id, toolName: call, input }
  }
  const answer = (request: ScriptedRequest): Generated => {
    const step = steps[requests.length]
    requests.push(request)
    if (step === undefined) {
      throw new Error(`scriptedModel: asked ${requests.length} times; the script has ${steps.length} steps.`)
    }
    const turn = typeof step === 'function' ? step(request) : step
    const content = (isList(turn) ? turn : [turn]).map(contentOf)
    const unified = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop'
    return { content, usage: NO_USAGE, finishReason: { unified, raw: undefined }, warnings: [] }
  }
  return {
    specificationVersion: 'v3',
    provider: 'sallyport',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async (request) => answer(request),
    doStream: async (request) => ({ stream: ReadableStream.from(partsOf(answer(request))) }),
    requests,
    assertUsedUp() {
      if (requests.length >= steps.length) return
      throw new Error(`scriptedModel: ${requests.length} of ${steps.length} steps were asked for.`)
    },
  }
}

function* partsOf({ content, usage, finishReason }: Generated): Iterable<StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  for (const [index, part] of content.entries()) {
    if (part.type === 'tool-call') {
      yield part
      continue
    }
    const id = `text_${index}`
    yield { type: 'text-start', id }
    yield { type: 'text-delta', id, delta: part.text }
    yield { type: 'text-end', id }
  }
  yield { type: 'finish', usage, finishReason }
}

function isList(turn: ScriptedTurn): turn is readonly (string | ScriptedCall)[] {
  return Array.isArray(turn)
}

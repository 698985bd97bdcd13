// What a model answered in one turn, read from its stream. The stream is a stranger's: whatever is odd in it makes
// the turn fail as a whole, so that half an answer never calls a tool.

import { isRecord, type JsonObject } from '../../json/json.js'
import type { AssistantPart, ModelPart, Notes, Usage } from './model.js'

/** A call as the model wrote it. */
interface AskedCall {
  /** Unique among the calls of its turn: what stands in the messages. */
  readonly id: string
  /** As the provider gave it: two calls may share it. */
  readonly givenId: string
  readonly name: string
  /** JSON text, or what was meant to be one. */
  readonly input: unknown
}

/** One turn of a model. */
export interface Answer {
  readonly text: string
  readonly content: readonly AssistantPart[]
  readonly calls: readonly AskedCall[]
  /** Why the model stopped, in the words of the provider interface: `stop`, `tool-calls`, `length`, ... */
  readonly finish: string
  readonly usage: Usage
}

/** A stream that is no answer. Its text is for the log. */
class OddStream extends Error {
  override readonly name = 'OddStream'
}

/**
 * Reads a stream to its end, or until the signal is aborted; then nobody waits for what it gives.
 *
 * @throws OddStream, or what the stream itself throws.
 */
export async function readAnswer(
  stream: ReadableStream<ModelPart>,
  { signal, onText }: { readonly signal: AbortSignal; onText(delta: string): void },
): Promise<Answer> {
  const draft = new Draft()
  const reader = stream.getReader()
  const onAbort = () => void reader.cancel().catch(() => {})
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    for (let next = await reader.read(); !next.done && !signal.aborted; next = await reader.read()) {
      const delta = draft.add(next.value)
      if (delta) onText(delta)
    }
    return draft.finished()
  } catch (error) {
    onAbort()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Characters of one answer. No model says as much; a stream that goes on is broken, or means harm. */
const LONGEST = 8 * 1024 * 1024

type Block = { type: 'text' | 'reasoning'; text: string; providerOptions?: Notes }

class Draft {
  readonly #content: AssistantPart[] = []
  readonly #calls: AskedCall[] = []
  readonly #open = new Map<string, Block>()
  readonly #ids = new Set<string>()
  #size = 0
  #finish: { readonly reason: string; readonly usage: Usage } | undefined

  /** Takes a part; gives the text that a person may see at once. */
  add(part: unknown): string | undefined {
    if (!isRecord(part)) throw new OddStream('a part is no object')
    this.#weigh(part)
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#begin(part.type === 'text-start' ? 'text' : 'reasoning', part)
        return
      case 'text-delta':
      case 'reasoning-delta':
        return this.#grow(part.type === 'text-delta' ? 'text' : 'reasoning', part)
      case 'text-end':
      case 'reasoning-end':
        this.#note(this.#open.get(String(part.id)), part)
        return
      case 'tool-call':
        this.#call(part)
        return
      case 'error':
        throw part.error instanceof Error ? part.error : new OddStream('the provider reported an error')
      case 'finish':
        this.#finish = { reason: reasonOf(part.finishReason), usage: usageOf(part.usage) }
        return
      // The rest (sources, files, raw chunks, pings, inputs while they are written) says nothing that is acted on.
    }
  }

  finished(): Answer {
    // A connection that broke in the middle looks like this; what it said may be half of it.
    if (!this.#finish) throw new OddStream('the stream ended without a finish')
    const content = this.#content.filter((part) => part.type === 'tool-call' || part.text !== '')
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    return { text, content, calls: this.#calls, finish: this.#finish.reason, usage: this.#finish.usage }
  }

  #weigh({ delta, input }: Record<string, unknown>): void {
    const text = delta ?? input
    this.#size += 1 + (typeof text === 'string' ? text.length : 0)
    if (this.#size > LONGEST) throw new OddStream('the answer does not end')
  }

  #begin(type: Block['type'], part: Record<string, unknown>): Block {
    const block: Block = { type, text: '' }
    this.#note(block, part)
    this.#open.set(String(part.id), block)
    this.#content.push(block)
    return block
  }

  #grow(type: Block['type'], part: Record<string, unknown>): string | undefined {
    if (typeof part.delta !== 'string') throw new OddStream('a delta has no text')
    const open = this.#open.get(String(part.id))
    const block = open?.type === type ? open : this.#begin(type, part)
    block.text += part.delta
    this.#note(block, part)
    return type === 'text' ? part.delta : undefined
  }

  /** Signatures of providers, which want them back. */
  #note(block: { providerOptions?: Notes } | undefined, { providerMetadata }: Record<string, unknown>): void {
    if (block && isRecord(providerMetadata)) block.providerOptions = providerMetadata as Notes
  }

  #call(part: Record<string, unknown>): void {
    // What a provider ran itself was never offered here, and is not run again.
    if (part.providerExecuted === true) return
    const { toolCallId, toolName, input } = part
    if (typeof toolCallId !== 'string' || toolCallId === '' || typeof toolName !== 'string') {
      throw new OddStream('a call has no id or no name')
    }
    const id = this.#unique(toolCallId)
    this.#calls.push({ id, givenId: toolCallId, name: toolName, input })
    const shown: AssistantPart = {
      type: 'tool-call',
      toolCallId: id,
      toolName: shownName(toolName),
      input: inputOf(input),
    }
    this.#note(shown, part)
    this.#content.push(shown)
  }

  #unique(id: string): string {
    let unique = id
    for (let count = 2; this.#ids.has(unique); count++) unique = `${id}_${count}`
    this.#ids.add(unique)
    return unique
  }
}

/** A name that a model made up must not make its provider refuse the next request. */
export function shownName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed'
}

/** What the provider is shown of the arguments later: it wants an object, whatever its model wrote. */
function inputOf(input: unknown): JsonObject {
  try {
    const value: unknown = typeof input === 'string' ? JSON.parse(input || '{}') : input
    if (isRecord(value)) return value as JsonObject
  } catch {
    // The outcome of the call says what was wrong with it.
  }
  return { malformed: String(input).slice(0, 500).toWellFormed() }
}

function reasonOf(reason: unknown): string {
  const unified = isRecord(reason) ? reason.unified : reason
  return typeof unified === 'string' ? unified : 'other'
}

function usageOf(usage: unknown): Usage {
  const { inputTokens, outputTokens } = isRecord(usage) ? usage : {}
  return { inputTokens: count(inputTokens), outputTokens: count(outputTokens) }
}

function count(tokens: unknown): number {
  const total = isRecord(tokens) ? tokens.total : tokens
  return typeof total === 'number' && Number.isFinite(total) && total > 0 ? total : 0
}

// What one call came to: the text that a model saw, what the UI got, and how much of each.

import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Door } from './doors.js'
import type { Step } from './story.js'

/** One call and what became of it. */
export interface Crossing {
  readonly step: Step
  /** The call as a model writes it. */
  readonly call: string
  /** `ok`, or what went wrong and its code. */
  readonly verdict: string
  readonly seen: string
  /** What a UI got beside the text; directly there is nothing beside it. */
  readonly ui?: { readonly panel: string; readonly data: unknown }
  /** The handle of what the model did not see. */
  readonly handle?: string
  /** The whole answer of the server; nothing when the call didn't get there. */
  readonly came?: string
  readonly ms: number
}

/** Makes one call of the story. */
export async function cross(step: Step, door: Door): Promise<Crossing> {
  const began = performance.now()
  const result = await door.call(step.server, step.tool, step.args).catch(refusal)
  const ms = performance.now() - began
  const ui = result._meta?.['sallyport/ui'] as Crossing['ui']
  const failure = result._meta?.['sallyport/failure'] as { status: string; code: string } | undefined
  const handles = result._meta?.['sallyport/handles'] as readonly { handle: string }[] | undefined
  const handle = handles?.at(-1)?.handle
  const came = ui ? (ui.data as { result?: unknown }).result : result
  return {
    step,
    call: `${door.nameOf(step.server, step.tool)} ${JSON.stringify(step.args)}`,
    verdict: failure ? `${failure.status}: ${failure.code}` : result.isError ? 'error' : 'ok',
    seen: result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n'),
    ...(ui && { ui }),
    ...(handle !== undefined && { handle }),
    ...(came !== undefined && { came: JSON.stringify(came) }),
    ms,
  }
}

/** Tokens of a text, estimated as bytes / 4. */
export function tokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

/** An error of the protocol is thrown; clients pass its message to the model. */
function refusal(error: unknown): CallToolResult {
  return { content: [{ type: 'text', text: String((error as Error).message) }], isError: true }
}

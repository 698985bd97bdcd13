// What a definition costs in a model's context. An estimate, and shown as one (`~`).

import type { ToolDescription } from './rule.js'

const BYTES_PER_TOKEN = 4

/** About how many tokens the name, text and input schema of a tool take. The output schema is not shown to models. */
export function estimateTokens({ name, description, inputSchema }: ToolDescription): number {
  return bytesToTokens(Buffer.byteLength(JSON.stringify({ name, description, inputSchema })))
}

/** About how many tokens so many bytes of JSON are. */
export function bytesToTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

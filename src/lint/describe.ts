// Makes the plain description that rules look at, out of a library tool or out of what a server sent.

import { isRecord, type Json, type JsonObject } from '../json/json.js'
import type { Tool } from '../tool/tool.js'
import type { ToolDescription } from './rule.js'

/** Describes a tool made by `tool()`. */
export function describeTool(tool: Tool): ToolDescription {
  return {
    name: tool.name,
    description: tool.description,
    ...(tool.useWhen !== undefined && { useWhen: tool.useWhen }),
    ...(tool.notFor !== undefined && { notFor: tool.notFor }),
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema && { outputSchema: tool.outputSchema }),
    annotations: { ...tool.annotations },
    // What is declared of an upstream's tool is the operator's word, not the author's.
    ...(!tool.upstream && { effect: tool.effect, flow: tool.flow.declared }),
    source: tool.upstream ? 'server' : 'module',
  }
}

/**
 * Describes one entry of a server's `tools/list`, whatever it is: what has the wrong type is left out, and the
 * rules find it missing.
 */
export function describeServerTool(raw: Json): ToolDescription {
  const entry = isRecord(raw) ? (raw as JsonObject) : {}
  return {
    name: typeof entry.name === 'string' ? entry.name : '',
    ...(typeof entry.description === 'string' && { description: entry.description }),
    inputSchema: objectOr(entry.inputSchema) ?? {},
    ...(isRecord(entry.outputSchema) && { outputSchema: entry.outputSchema as JsonObject }),
    ...(isRecord(entry.annotations) && { annotations: entry.annotations as JsonObject }),
    source: 'server',
    raw,
  }
}

function objectOr(value: Json | undefined): JsonObject | undefined {
  return isRecord(value) ? (value as JsonObject) : undefined
}

// The tool list of an upstream, as raw definitions. One bad definition is set aside and shown; the rest works.

import { isRecord, type JsonObject } from '../tool/json.js'

/** A tool as its server describes it: untouched, but for what had to be checked to name and call it. */
export interface RawTool {
  readonly name: string
  readonly inputSchema: JsonObject
  readonly definition: JsonObject
}

/**
 * Reads all pages of `tools/list`.
 *
 * @param ask Sends one request; gets the cursor, if any.
 * @param aside Told of each definition that can't be used, and of lists that never end.
 * @throws what `ask` throws.
 */
export async function listTools(
  ask: (params: JsonObject) => Promise<JsonObject>,
  aside: (reason: string) => void,
): Promise<RawTool[]> {
  const tools = new Map<string, RawTool>()
  const cursors = new Set<string>()
  let params: JsonObject = {}
  for (;;) {
    const { tools: page, nextCursor } = await ask(params)
    if (!Array.isArray(page)) aside('the server answered tools/list without a list')
    for (const entry of Array.isArray(page) ? page : []) {
      const tool = readDefinition(entry)
      if (typeof tool === 'string') aside(tool)
      else if (tools.has(tool.name)) aside(`tool '${tool.name}' is listed twice; the first one counts`)
      else if (tools.size >= MOST_TOOLS) return stopped(`more than ${MOST_TOOLS} tools; the rest is left out`)
      else tools.set(tool.name, tool)
    }
    if (nextCursor === undefined || nextCursor === null) return [...tools.values()]
    if (typeof nextCursor !== 'string')
      return stopped('a cursor of tools/list is no text; the list ends there')
    if (cursors.has(nextCursor))
      return stopped('tools/list repeats a cursor and would never end; it ends there')
    cursors.add(nextCursor)
    if (cursors.size >= MOST_PAGES)
      return stopped(`tools/list has more than ${MOST_PAGES} pages; the rest is left out`)
    params = { cursor: nextCursor }
  }

  function stopped(reason: string): RawTool[] {
    aside(reason)
    return [...tools.values()]
  }
}

const MOST_TOOLS = 2_000
const MOST_PAGES = 1_000

/** The tool, or why it can't be one. */
function readDefinition(entry: unknown): RawTool | string {
  if (!isRecord(entry)) return 'a tool definition is no object'
  const { name, inputSchema } = entry
  if (typeof name !== 'string' || name === '' || name.length > 256) return 'a tool has no usable name'
  if (!isRecord(inputSchema) || inputSchema.type !== 'object') {
    return `tool '${name}' has no input schema of type object`
  }
  return { name, inputSchema: inputSchema as JsonObject, definition: entry as JsonObject }
}

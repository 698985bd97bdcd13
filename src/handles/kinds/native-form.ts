// Tools as a session without handles is shown them: at a place of a kind stands the value itself, which JSON Schema can
// not say, and so its words do.

import { isRecord, type Json, type JsonObject } from '../../json/json.js'
import { ANY_KIND, HANDLE_KEYWORD, isMarked } from '../../json/schema/marks.js'
import type { Tool } from '../../tool/tool.js'
import { mustBe } from './natives.js'

/** The tool with native values in the place of handles; the same object each time. */
export function inNativeForm(tool: Tool): Tool {
  if (!isMarked(tool.inputSchema)) return tool
  const known = made.get(tool)
  if (known) return known
  const shown = Object.freeze({ ...tool, inputSchema: native(tool.inputSchema) as JsonObject })
  made.set(tool, shown)
  return shown
}

const made = new WeakMap<Tool, Tool>()

function native(part: Json): Json {
  if (Array.isArray(part)) return part.map(native)
  if (!isRecord(part)) return part
  const kind = part[HANDLE_KEYWORD]
  // Without a type: an entity has none of JSON.
  if (typeof kind === 'string' && kind !== ANY_KIND) return { description: mustBe([kind]) }
  return Object.fromEntries(Object.entries(part as JsonObject).map(([key, value]) => [key, native(value)]))
}

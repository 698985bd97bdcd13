// Characters in a definition that a reviewer can't see and a model reads.

import { isRecord, type Json } from '../../json/json.js'
import { type JsonPointer, pointerTo } from '../../json/pointer.js'
import { codePointName, hiddenRuns } from '../characters.js'
import type { Complaint, ToolDescription, ToolRule } from '../rule.js'
import { MAX_DEPTH } from '../schema.js'
import { count, cut } from '../words.js'

export const hiddenCharacters: ToolRule = {
  id: 'hidden-characters',
  severity: 'error',
  reason: "What a person who approves a tool can't see can still instruct the model.",
  mend: 'Remove them; write the text again by hand if you do not know where they came from.',
  *check(tool) {
    for (const { path, text } of textsOf(tool)) {
      for (const run of hiddenRuns(text)) yield describe(path, text, run)
    }
  },
}

/** Every text of a definition, keys included: a stranger may hide something anywhere. */
export function* textsOf(tool: ToolDescription): Generator<{ path: string; text: string }> {
  const { name, description, inputSchema, outputSchema, annotations } = tool
  const whole = tool.raw ?? {
    name,
    description: description ?? '',
    inputSchema,
    outputSchema: outputSchema ?? null,
    annotations: annotations ?? null,
  }
  yield* walk(whole, '', 0)
}

function* walk(value: Json, path: JsonPointer, depth: number): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value }
  if (depth > MAX_DEPTH * 2 || typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    const at = pointerTo(path, key)
    if (isRecord(value)) yield { path: at, text: key }
    yield* walk(child, at, depth + 1)
  }
}

function describe(path: string, text: string, run: ReturnType<typeof hiddenRuns>[number]): Complaint {
  const codes = [...new Set(run.codePoints.map(codePointName))]
  const shown = codes.length > 3 ? `${codes.slice(0, 3).join(', ')}, …` : codes.join(', ')
  const before = cut(text.slice(Math.max(0, run.index - 24), run.index), 24)
  const spells = run.spells ? `, which spell ${JSON.stringify(cut(run.spells, 80))}` : ''
  return {
    path,
    message: `holds ${count(run.codePoints.length, run.kind)} (${shown}) after ${JSON.stringify(before)}${spells}`,
  }
}

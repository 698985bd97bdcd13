// Defaults and limits that stand in the description and not in the schema.

import type { JsonObject } from '../../json/json.js'
import { isClosed, isNumeric, isOnly, upperBound } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'

const DEFAULT =
  /\bdefaults?(?:\s+(?:is|to|value(?:\s+is)?))?\s*[:=]?\s*(true|false|-?\d+(?:\.\d+)?|"[^"\n]{1,40}"|'[^'\n]{1,40}'|`[^`\n]{1,40}`)(?![\w.-]*\w)/i
const MOST =
  /\b(?:max(?:imum)?(?:\s+(?:is|of|value|allowed))*|up to|at most|no more than)\s*:?\s*(\d[\d,_]*)(?![\d.]*\s*(?:%|char|word|token|byte))/i
const BETWEEN =
  /\b(?:between|range:?|from)\s+-?\d[\d,_.]*\s*(?:-|–|to|and)\s*(\d[\d,_.]*)|[([](\d+)\s*(?:-|–)\s*(\d+)[)\]]/i
const LONGEST =
  /\b(?:max(?:imum)?(?:\s+(?:is|of|length))*|up to|at most|no more than)\s*:?\s*(\d[\d,_]*)\s*char/i

export const proseConstraint: ToolRule = {
  id: 'prose-constraint',
  severity: 'note',
  reason:
    'A default or limit in prose is read by the model only; clients, forms and checks go by the schema.',
  mend: "State it in the schema as well: 'default', 'minimum', 'maximum', 'maxLength'.",
  *check({ inputSchema }) {
    for (const { core, label, pointer, description } of eachParameter(inputSchema)) {
      const missing = [...missingDefault(core, description), ...missingLimit(core, description)]
      if (missing.length === 0) continue
      yield {
        path: `/inputSchema${pointer}`,
        message: `'${label}' states its ${missing.map(([key]) => key).join(' and ')} in words only`,
        mend: `Write ${missing.map(([key, value]) => `"${key}": ${value}`).join(', ')} into the schema.`,
      }
    }
  },
}

type Missing = readonly [key: string, value: string]

function* missingDefault(core: JsonObject, description: string): Generator<Missing> {
  const value = 'default' in core ? undefined : DEFAULT.exec(description)?.[1]
  if (value === undefined) return
  if (/^(?:true|false)$/i.test(value)) {
    if (isOnly(core, 'boolean')) yield ['default', value.toLowerCase()]
  } else if (/^-?\d/.test(value)) {
    if (isNumeric(core)) yield ['default', value]
  } else if (isOnly(core, 'string')) yield ['default', JSON.stringify(value.slice(1, -1))]
}

function* missingLimit(core: JsonObject, description: string): Generator<Missing> {
  if (isClosed(core)) return
  const most = isNumeric(core) && upperBound(core) === undefined ? proseMaximum(description) : undefined
  if (most !== undefined) yield ['maximum', most]
  const longest =
    isOnly(core, 'string') && !('maxLength' in core) ? LONGEST.exec(description)?.[1] : undefined
  if (longest !== undefined) yield ['maxLength', longest.replaceAll(/[,_]/g, '')]
}

/** The greatest number that a description allows, when it says so. */
export function proseMaximum(description: string): string | undefined {
  const between = BETWEEN.exec(description)
  const most = MOST.exec(description)?.[1] ?? between?.[1] ?? between?.[3]
  return most?.replaceAll(/[,_]/g, '').replace(/\.$/, '')
}

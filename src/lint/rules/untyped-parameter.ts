// Parameters that take anything.

import { isClosed } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { eachParameter } from '../schema.js'

const SAYS_TYPE = ['type', 'anyOf', 'oneOf', 'allOf', '$ref', 'properties', 'items'] as const

export const untypedParameter: ToolRule = {
  id: 'untyped-parameter',
  severity: 'warning',
  reason: 'Without a type a model sends text, number or object as it likes, and nothing checks it.',
  mend: "Give it a 'type', or 'anyOf' with the forms that you accept.",
  *check({ inputSchema }) {
    for (const { core, label, pointer } of eachParameter(inputSchema)) {
      if (isClosed(core) || SAYS_TYPE.some((key) => key in core)) continue
      yield { path: `/inputSchema${pointer}`, message: `'${label}' has no type` }
    }
  },
}

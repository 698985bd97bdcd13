// Tools whose result has no declared form.

import type { ToolRule } from '../rule.js'

export const outputUndeclared: ToolRule = {
  id: 'output-undeclared',
  severity: 'note',
  reason: 'Without a declared result nothing can check it, label it or show it as more than text.',
  mend: "Declare 'outputSchema' and answer with structuredContent; with tool() it is the key 'output'.",
  *check({ outputSchema }) {
    if (!outputSchema) yield { path: '/outputSchema', message: 'declares no output' }
  },
}

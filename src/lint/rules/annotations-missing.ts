// Servers that leave a client to think the worst of a tool.

import type { ToolRule } from '../rule.js'

// MCP schema, ToolAnnotations: readOnlyHint defaults to false, destructiveHint to true.
export const annotationsMissing: ToolRule = {
  id: 'annotations-missing',
  severity: 'warning',
  reason:
    'Without hints a client must take a tool for one that destroys, so people are asked for each call and stop reading.',
  mend: "Set 'readOnlyHint'; where it is false, 'destructiveHint' and 'idempotentHint' too.",
  *check({ annotations, source }) {
    // tool() derives the hints from the effect.
    if (source === 'module') return
    if (annotations?.readOnlyHint === undefined) {
      yield { path: '/annotations', message: "has no 'readOnlyHint', so it counts as a tool that destroys" }
    } else if (annotations.readOnlyHint === false && annotations.destructiveHint === undefined) {
      yield {
        path: '/annotations',
        message: "changes things and has no 'destructiveHint', so it counts as a tool that destroys",
        mend: "Set 'destructiveHint': false where it only adds, true where it removes or overwrites.",
      }
    }
  },
}

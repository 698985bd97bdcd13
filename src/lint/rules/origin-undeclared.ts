// Reads that say nothing of where their results come from.

import type { ToolRule } from '../rule.js'

export const originUndeclared: ToolRule = {
  id: 'origin-undeclared',
  severity: 'note',
  reason:
    'All that such a tool gives counts as free text of third parties, so no id or number of it vouches for a call.',
  mend: "Declare 'origin' by output path; 'third-party-text' says that you mean it so.",
  *check({ effect, flow }) {
    if (effect === 'read' && flow && flow.origin === undefined) yield { message: 'declares no origin' }
  },
}

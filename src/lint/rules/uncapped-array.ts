// Lists of work with no upper bound.

import { isRecord } from '../../json/json.js'
import { isClosed, isOnly } from '../keywords.js'
import type { ToolRule } from '../rule.js'
import { topParameters } from '../schema.js'

export const uncappedArray: ToolRule = {
  id: 'uncapped-array',
  severity: 'note',
  reason: 'Each item of a required list is a piece of work; a model may send a thousand of them in one call.',
  mend: "Set 'maxItems' to what one call can do in its time.",
  *check({ inputSchema }) {
    for (const { name, core, required, pointer } of topParameters(inputSchema)) {
      if (!required || !isOnly(core, 'array') || 'maxItems' in core) continue
      // A list of named values is as long as there are names.
      if (isRecord(core.items) && isClosed(core.items)) continue
      yield { path: `/inputSchema${pointer}`, message: `'${name}' has no maxItems` }
    }
  },
}

// Ids of what a tool changes or destroys, that say not of what.

import { argumentsOf, writtenRole } from '../arguments.js'
import { idOf } from '../propose/meaning.js'
import type { ToolRule } from '../rule.js'
import { wordsOf } from '../words.js'

export const selectorSpace: ToolRule = {
  id: 'selector-space',
  severity: 'note',
  reason:
    'Without an id space the 13 of a file accounts for mail 13: a small id seen anywhere picks anything.',
  mend: "Declare { role: 'selector', of: '<what it is an id of>' }, and the same 'id' in the origin that gives it.",
  *check(tool, set) {
    if (tool.effect !== 'write' && tool.effect !== 'destroy') return
    for (const { path, role, of, named, around, declared } of argumentsOf(tool, set)) {
      const meant = idOf(wordsOf(named.name), around)
      if (meant?.role !== 'selector' || of !== undefined || (declared && role !== 'selector')) continue
      yield {
        path: '/inputSchema',
        message: `'${path}' is an id, and no id space is declared for it`,
        ...(meant.of !== undefined && {
          mend: `Declare '${path}': ${writtenRole(meant)}, and id: '${meant.of}' in the origin that gives it.`,
        }),
      }
    }
  },
}

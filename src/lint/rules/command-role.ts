// Code, queries and command lines that don't count as such.

import { argumentsOf } from '../arguments.js'
import { isCode } from '../propose/meaning.js'
import type { ToolRule } from '../rule.js'

export const commandRole: ToolRule = {
  id: 'command-role',
  severity: 'warning',
  reason: 'What is run can do all that the tool can: only words of the user or the operator may stand there.',
  mend: "Declare its role 'command'.",
  *check(tool, set) {
    for (const { path, role, named, around, writes, declared } of argumentsOf(tool, set)) {
      if (!writes || role === 'command' || !isCode(named, around)) continue
      const counts = declared ? `is declared '${role}'` : `counts as '${role}'`
      yield { path: '/inputSchema', message: `'${path}' is run by its name, and ${counts}` }
    }
  },
}

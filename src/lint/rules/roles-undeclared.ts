// Arguments of a tool that changes things, whose role nobody declared and whose default is not what they look like.

import { argumentsOf, writtenPath, writtenRole } from '../arguments.js'
import type { ToolRule } from '../rule.js'
import { cut, listNames } from '../words.js'

/** Those that have a rule of their own. */
const ELSEWHERE: ReadonlySet<string> = new Set(['command', 'selector'])

export const rolesUndeclared: ToolRule = {
  id: 'roles-undeclared',
  severity: 'note',
  reason:
    'Without a role a text counts as a target and a number as an amount, so carried text is held like an address.',
  mend: "Declare 'roles' for what the tool takes.",
  *check(tool, set) {
    const open = argumentsOf(tool, set).filter(({ writes, declared }) => writes && !declared)
    const wrong = open.filter(
      ({ role, meaning }) => !meaning || (meaning.role !== role && !ELSEWHERE.has(meaning.role)),
    )
    if (wrong.length === 0) return
    const roles = open.map((one) => `${writtenPath(one.path)}: ${writtenRole(one.meaning ?? one)}`)
    yield {
      path: '/inputSchema',
      message: `no role is declared for ${listNames(
        wrong.map(({ path }) => path),
        4,
      )}`,
      mend: `Review and declare: roles: { ${cut(roles.join(', '), 400)} }`,
    }
  },
}
